package importgraph

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// compiledAtStart returns the positions of the package variables of a file whose values call a
// function of regexp.
func compiledAtStart(t *testing.T, name string, text []byte) (all []string) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range parsed.Decls {
		if _, ok := declaration.(*ast.FuncDecl); ok {
			continue
		}
		ast.Inspect(declaration, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok {
					if of, ok := f.X.(*ast.Ident); ok && of.Name == "regexp" {
						all = append(all, files.Position(n.Pos()).String())
					}
				}
			}
			return true
		})
	}
	return all
}

// The program starts for each search, so it compiles no regular expression that it may not need.
func TestRegexps_AreCompiledWhenTheyAreUsed(t *testing.T) {
	found := 0
	for _, dir := range slices.DeleteFunc(slices.Clone(shipped), func(dir string) bool { return dir == "web" }) {
		names, err := filepath.Glob(filepath.Join(root, "*.go"))
		if dir != "." {
			names = nil
			err = filepath.WalkDir(filepath.Join(root, dir), func(name string, _ os.DirEntry, err error) error {
				names = append(names, name)
				return err
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(filepath.ToSlash(name), "/testdata/") ||
				strings.Contains(filepath.ToSlash(name), "/internal/browsertest/") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found++
			for _, at := range compiledAtStart(t, name, text) {
				t.Errorf("%s: use lazyregexp.New", at)
			}
		}
	}
	if found < 50 {
		t.Fatalf("found only %d files", found)
	}
	text := "package p\nimport \"regexp\"\nvar a, f = regexp.MustCompile(`a`), func() { regexp.MustCompile(`b`) }\nfunc g() { regexp.MustCompile(`c`) }\n"
	if n := len(compiledAtStart(t, "p.go", []byte(text))); n != 1 {
		t.Errorf("found %d of 1", n)
	}
}
