package importgraph

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// mostColumns is the maximum width of prose. A tab has four columns.
const mostColumns = 100

// wide are files whose lines are generated, or are not prose.
var wide = []string{"docs/json-keys.md"}

// Prose in documents and comments fits mostColumns. Tables, code and addresses may be wider.
func TestProse_Fits100Columns(t *testing.T) {
	seen := map[string]int{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		kind := filepath.Ext(name)
		rel, _ := filepath.Rel(root, name)
		if kind != ".go" && kind != ".md" || slices.Contains(wide, filepath.ToSlash(rel)) {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		seen[kind]++
		code := false
		for i, line := range strings.Split(string(text), "\n") {
			start := strings.TrimSpace(line)
			if kind == ".md" && strings.HasPrefix(start, "```") {
				code = !code
			}
			prose := strings.HasPrefix(start, "// ")
			if kind == ".md" {
				prose = !code && !strings.HasPrefix(start, "|") && !strings.HasPrefix(start, "!") && !strings.HasPrefix(start, "<")
			}
			columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if prose && columns > mostColumns && !strings.Contains(line, "://") {
				t.Errorf("%s:%d: %d columns: wrap it", rel, i+1, columns)
			}
		}
		return nil
	})
	if err != nil || seen[".go"] < 50 || seen[".md"] < 20 {
		t.Fatalf("read %v: %v", seen, err)
	}
}
