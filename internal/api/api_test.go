// Package api holds no code, only the test that compares the public names of the module with
// api.txt. A change of a public name is a change of that file, which a reviewer sees.
package api

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite api.txt")

const (
	root   = "../.."
	golden = "../../api.txt"
)

func TestAPI_IsThatOfTheFile(t *testing.T) {
	var all []string
	for _, folder := range publicPackages(t) {
		all = append(all, names(t, folder)...)
	}
	if len(all) < 100 {
		t.Fatalf("%d public names found: is %s still the root of the module?", len(all), root)
	}
	got := strings.Join(all, "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	old := strings.Split(strings.TrimSuffix(string(want), "\n"), "\n")
	for _, line := range all {
		if !slices.Contains(old, line) {
			t.Errorf("+%s", line)
		}
	}
	for _, line := range old {
		if !slices.Contains(all, line) {
			t.Errorf("-%s", line)
		}
	}
	t.Error("public names have changed: if that is meant, run go test ./internal/api -update")
}

// publicPackages returns the folders, below root, of the packages that other modules can import.
func publicPackages(t *testing.T) []string {
	t.Helper()
	var folders []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		switch d.Name() {
		case "internal", "testdata", "cmd", "bench", ".git", ".ci":
			return filepath.SkipDir
		}
		if sources, err := filepath.Glob(filepath.Join(name, "*.go")); err != nil || len(sources) == 0 {
			return err
		}
		rel, err := filepath.Rel(root, name)
		folders = append(folders, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// names lists the exported names of the package in the folder, a line each, as linux/amd64 has
// them.
func names(t *testing.T, folder string) []string {
	t.Helper()
	target := build.Default
	target.GOOS, target.GOARCH, target.CgoEnabled = "linux", "amd64", false
	p, err := target.ImportDir(filepath.Join(root, folder), 0)
	if other := new(build.NoGoError); errors.As(err, &other) || p.IsCommand() {
		return nil // of another system, or a program: nobody can import it
	}
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	d, err := doc.NewFromFiles(set, files, path.Join("github.com/chaffinch-search/chaffinch", folder))
	if err != nil {
		t.Fatal(err)
	}
	l := lister{set: set, pkg: d.ImportPath}
	l.values(d.Consts, "const")
	l.values(d.Vars, "var")
	l.funcs(d.Funcs)
	for _, typ := range d.Types {
		l.values(typ.Consts, "const")
		l.values(typ.Vars, "var")
		l.funcs(typ.Funcs)
		l.typ(typ)
	}
	slices.Sort(l.lines)
	return l.lines
}

// lister collects the names of one package.
type lister struct {
	set   *token.FileSet
	pkg   string
	lines []string
}

func (l *lister) add(format string, values ...any) {
	l.lines = append(l.lines, "pkg "+l.pkg+", "+fmt.Sprintf(format, values...))
}

func (l *lister) values(groups []*doc.Value, kind string) {
	for _, g := range groups {
		for _, name := range g.Names {
			if ast.IsExported(name) {
				l.add("%s %s", kind, name)
			}
		}
	}
}

func (l *lister) funcs(funcs []*doc.Func) {
	for _, f := range funcs {
		f.Decl.Doc, f.Decl.Body = nil, nil
		l.add("%s", l.source(f.Decl))
	}
}

// typ lists a type with its exported fields, or the methods of an interface, and its methods.
func (l *lister) typ(t *doc.Type) {
	for _, spec := range t.Decl.Specs {
		s := spec.(*ast.TypeSpec)
		equals := " "
		if s.Assign.IsValid() {
			equals = " = "
		}
		parameters := ""
		if s.TypeParams != nil {
			var all []string
			for _, f := range s.TypeParams.List {
				all = append(all, l.source(f))
			}
			parameters = "[" + strings.Join(all, ", ") + "]"
		}
		switch u := s.Type.(type) {
		case *ast.StructType:
			l.add("type %s%s struct", s.Name, parameters)
			l.members(s.Name.Name, u.Fields)
		case *ast.InterfaceType:
			l.add("type %s%s interface", s.Name, parameters)
			l.members(s.Name.Name, u.Methods)
		default:
			l.add("type %s%s%s%s", s.Name, parameters, equals, l.source(s.Type))
		}
	}
	l.funcs(t.Methods)
}

func (l *lister) members(of string, list *ast.FieldList) {
	for _, f := range list.List {
		if len(f.Names) == 0 { // embedded, or an element of a type set
			l.add("type %s, %s", of, l.source(f.Type))
		}
		for _, name := range f.Names {
			if ast.IsExported(name.Name) {
				l.add("type %s, %s %s", of, name, l.source(f.Type))
			}
		}
	}
}

// source prints a node on one line.
func (l *lister) source(node any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, l.set, node); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
