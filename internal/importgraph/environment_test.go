package importgraph

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Tests that start git, or the program by scripts, import filetest: it hides the configuration of
// whoever runs them.
func TestTests_HideTheEnvironment(t *testing.T) {
	starts, hides := map[string]string{}, map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") || strings.Contains(filepath.ToSlash(name), "/importgraph/") {
			return err
		}
		text, err := os.ReadFile(name)
		folder := filepath.Dir(name)
		hides[folder] = hides[folder] || bytes.Contains(text, []byte(module+"/internal/filetest\""))
		if bytes.Contains(text, []byte(`("git"`)) || bytes.Contains(text, []byte(`, "git"`)) || bytes.Contains(text, []byte("go-internal/testscript\"")) {
			starts[folder] = name
		}
		return err
	})
	if err != nil || len(starts) < 5 {
		t.Fatalf("%d folders: %v", len(starts), err)
	}
	for folder, name := range starts {
		if !hides[folder] {
			t.Errorf("%s starts git or the program, and no test beside it imports internal/filetest", name)
		}
	}
}
