package disk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Only folder.go opens, creates, links or renames files of an index, except that create.go renames
// a new index into place, scorch.go lets Bleve open it, and repair.go and metafile.go open the list
// of segments as a database. boilerplateloss.go looks at files of a corpus.
func TestFolder_OwnsEveryAccess(t *testing.T) {
	allowed := map[string][]string{
		"create.go":          {"os.MkdirTemp", "os.RemoveAll", "os.Remove", "os.Rename", "os.Stat"},
		"boilerplateloss.go": {"os.Stat"},
		"repair.go":          {"bbolt.Open"},
		"metafile.go":        {"bbolt.Open"},
		"scorch.go":          {"scorch.NewScorch"},
	}
	harmless := []string{
		"os.File", "os.FileInfo", "os.SameFile", "os.Getpid", "os.Hostname", "os.Args", "os.FindProcess",
		"filepath.Base", "filepath.Join", "filepath.Ext", "filepath.Rel", "filepath.Abs", "filepath.Dir", "filepath.Clean",
		"filepath.FromSlash", "filepath.ToSlash", "filepath.IsLocal", "filepath.IsAbs", "filepath.Separator", "filepath.EvalSymlinks",
	}
	names, err := filepath.Glob("*.go")
	must(t, err)
	for _, name := range names {
		if name == "folder.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		must(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			from, ok := s.X.(*ast.Ident)
			if !ok || from.Obj != nil {
				return true
			}
			used := from.Name + "." + s.Sel.Name
			opens := from.Name == "os" || from.Name == "filepath" || used == "bbolt.Open" || used == "scorch.NewScorch"
			if opens && !slices.Contains(harmless, used) && !slices.Contains(allowed[name], used) {
				t.Errorf("%s uses %s: go through folder", name, used)
			}
			return true
		})
	}
}
