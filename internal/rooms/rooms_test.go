// Package rooms holds no code, only the test that imports between our packages point one way.
package rooms

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/chaffinch-search/chaffinch"

// allowed says, for the packages below a folder, which of our packages they may import; the
// longest folder that fits decides. An import fits if it is one of the paths or below it.
var allowed = map[string][]string{
	"analyzer":          {"analyzer/detect", "analyzer/lex", "analyzer/winnow"},
	"analyzer/detect":   {"analyzer/internal", "analyzer/lex"},
	"analyzer/lex":      {"analyzer/internal"},
	"analyzer/winnow":   {},
	"analyzer/internal": {},
	// The generator asks the lexer which languages it reads.
	"analyzer/internal/linguist/generate": {"analyzer/internal/linguist", "analyzer/lex"},
	"charset":                             {"index/corpus"},
	"index":                               {"analyzer", "charset", "index", "internal/piecewise"},
	"index/corpus":                        {},
	"index/segment":                       {"analyzer"},
	"query":                               {"analyzer", "query/internal"},
	"query/align":                         {"analyzer"},
	"query/internal":                      {"query/internal"},
	"internal":                            {"analyzer", "charset", "index", "query", "internal"},
	"internal/piecewise":                  {},
	"internal/collection/cluster":         {},
	"internal/collection/infocsv":         {},
	"cmd":                                 {"analyzer", "charset", "index", "query", "internal"},
	"bench":                               {"analyzer", "index", "query", "internal", "bench"},
}

func TestImportsPointOneWay(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		// A test of one room may use another to set its scene.
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		check(t, filepath.ToSlash(rel), name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Fatalf("looked at %d files only: is %s still the root?", files, root)
	}
}

func check(t *testing.T, rel, name string) {
	t.Helper()
	room, may := rules(path.Dir(rel))
	if room == "" {
		t.Errorf("%s is in no room: name its folder in this test", rel)
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(room, "analyzer") && imported == "github.com/blevesearch/bleve/v2" {
			t.Errorf("%s imports all of Bleve: use its analysis and registry", rel)
		}
		ours, ok := strings.CutPrefix(imported, module+"/")
		if ok && !below(ours, may) {
			t.Errorf("%s imports %s, which %s may not", rel, ours, room)
		}
	}
}

// rules returns the room that a folder belongs to, and what it may import.
func rules(dir string) (room string, may []string) {
	for r, m := range allowed {
		if len(r) > len(room) && below(dir, []string{r}) {
			room, may = r, m
		}
	}
	return room, may
}

func below(dir string, of []string) bool {
	for _, o := range of {
		if dir == o || strings.HasPrefix(dir, o+"/") {
			return true
		}
	}
	return false
}
