package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// Files are counted wherever they are. Archives and packs of git count by their size, and what
// cannot be looked at counts as many.
func TestDocumentsIn_CountsFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.go", "b/c.go", "b/d/e.txt"} {
		asktest.WriteFile(t, filepath.Join(folder, name), "x")
	}
	if n := documentsIn([]string{folder, filepath.Join(folder, "a.go")}); n != 4 {
		t.Errorf("%d documents", n)
	}
	asktest.WriteFile(t, filepath.Join(folder, "big.zip"), "")
	if err := os.Truncate(filepath.Join(folder, "big.zip"), 3e9); err != nil {
		t.Fatal(err)
	}
	if n := documentsIn([]string{folder}); n < 1e6 || n > 2e6 {
		t.Errorf("%d documents with a large archive", n)
	}
	if n := documentsIn([]string{"-"}); n < 1e6 {
		t.Errorf("%d documents in standard input", n)
	}
}
