package web

import (
	"os/exec"
	"strings"
	"testing"
)

// A file that was deleted after it was chosen fails with a number as code, at which Go would panic.
func TestFS_HasCodesThatGoKnows(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing")
	}
	out, err := exec.Command(node, "testdata/fs.mjs").CombinedOutput()
	const want = `[["EIO","ENOENT","ENOSYS"],["EIO","ENOENT","ENOSYS"]]`
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%v: %s, not %s", err, got, want)
	}
}
