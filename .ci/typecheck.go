// Command typecheck type-checks the shipped packages for other systems, from source.
//
//	go run .ci/typecheck.go GOOS/GOARCH [PACKAGE...]
//
// It finds the errors that a build for that system finds in our files and in modules: missing
// names, wrong types, constants too large for 32 bits. It generates no code, so it takes seconds
// where a build takes a minute.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is what `go list -json` says of a package.
type listed struct {
	Dir, ImportPath string
	Standard        bool
	GoFiles         []string
	ImportMap       map[string]string
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "typecheck: name a target, such as windows/386")
		os.Exit(1)
	}
	if err := check(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "typecheck: %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

// check type-checks the packages for a target, after those that they import.
func check(target string, patterns []string) error {
	system, architecture, _ := strings.Cut(target, "/")
	list := exec.Command("go", append([]string{"list", "-deps", "-json"}, patterns...)...)
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("listing packages: %w", err)
	}
	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	packages := json.NewDecoder(bytes.NewReader(out)) // each after its imports
	for {
		var p listed
		if err := packages.Decode(&p); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading the list of packages: %w", err)
		}
		if p.ImportPath == "unsafe" {
			continue
		}
		if checked[p.ImportPath], err = p.check(architecture, checked); err != nil {
			return err
		}
	}
}

// imports finds the packages that one imports among those checked before.
type imports func(path string) (*types.Package, error)

func (i imports) Import(path string) (*types.Package, error) { return i(path) }

// check type-checks one package. The bodies of functions of the standard library are left out.
func (p *listed) check(architecture string, checked map[string]*types.Package) (*types.Package, error) {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	var found []error
	c := types.Config{
		Sizes: types.SizesFor("gc", architecture), IgnoreFuncBodies: p.Standard, FakeImportC: true,
		Error: func(err error) { found = append(found, err) },
		Importer: imports(func(path string) (*types.Package, error) {
			if mapped, ok := p.ImportMap[path]; ok {
				path = mapped
			}
			if checked[path] == nil {
				return nil, fmt.Errorf("package %s is not listed", path)
			}
			return checked[path], nil
		}),
	}
	result, _ := c.Check(p.ImportPath, files, parsed, nil) // its error is the first one found
	return result, errors.Join(found...)
}
