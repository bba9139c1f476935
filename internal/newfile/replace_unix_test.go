//go:build unix

package newfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A link that cannot be followed is an error. It is not replaced by a file.
func TestReplace_KeepsLinks(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(link, link); err != nil {
		t.Fatal(err)
	}
	err := Replace(link, func(out io.Writer) error { _, err := io.WriteString(out, "text"); return err })
	if err == nil {
		t.Error("a link to itself is written to")
	}
	if _, err := os.Readlink(link); err != nil {
		t.Errorf("the link is gone: %v", err)
	}
}
