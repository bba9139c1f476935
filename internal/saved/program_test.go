package saved

import (
	"bytes"
	"os"
	"testing"
)

// A program is identified by the id of its build. Without one, it is read as a whole.
func TestProgram_HasBuildID(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Skip(err)
	}
	head := text[:min(len(text), headSize)]
	if !hasBuildID(head) || Program() == "" {
		t.Errorf("%s: the id of its build is not found, or %q", name, Program())
	}
	for _, mark := range buildIDs {
		head = bytes.ReplaceAll(head, mark, bytes.Repeat([]byte{0}, len(mark)))
	}
	for _, other := range []string{string(head), "Go build ID: \"\"\n", "\x04\x00\x00\x00Go\x00\x00\x00", "Go build ID: \""} {
		if hasBuildID([]byte(other)) {
			t.Errorf("%.40q has an id", other)
		}
	}
}
