//go:build !js

// Not in a browser: only licences are looked for above a folder, and they are not read there.

package corpus

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// folders are the folders above a root whose notices also hold for its files.
type folders struct {
	top    string // the highest one
	prefix string // path of the root below top, with a slash at the end; empty if the root is the top
	texts  bool   // of top, only the texts of licences count
}

// foldersAbove returns the folders above a root up to the top of the git work tree that it is in.
// Outside of work trees it returns the folders up to the nearest go.mod or package.json, and the
// texts of licences in the next folder above: the licence of Go's own sources is beside the folder
// src, which has a go.mod.
func foldersAbove(root string) folders {
	f := folders{top: root, texts: true}
	module := ""
	for at := root; ; at = filepath.Dir(at) {
		if _, ok := gitDir(at); ok {
			f.top, f.texts = at, false
			break
		}
		if module == "" && isModule(at) {
			module = at
		}
		if at == filepath.Dir(at) {
			f.top = filepath.Dir(root)
			if module != "" {
				f.top = filepath.Dir(module)
			}
			break
		}
	}
	if rel, err := filepath.Rel(f.top, root); err == nil && rel != "." {
		f.prefix = filepath.ToSlash(rel) + "/"
	}
	return f
}

func isModule(dir string) bool {
	for _, name := range []string{"go.mod", "package.json"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// each visits the files in these folders that may be notices, with their paths below the top. Folders that cannot
// be read say nothing.
func (f folders) each(visit func(file File, path string)) {
	for below := strings.TrimSuffix(f.prefix, "/"); below != ""; {
		below = path.Dir(below)
		if below == "." {
			below = ""
		}
		f.in(below, func(name string) bool {
			return notice.Is(name) && (below != "" || !f.texts || notice.IsLicense(name))
		}, visit)
		f.in(path.Join(below, notice.TextsFolder), notice.IsLicense, visit)
	}
}

// in visits the files of a folder below the top that are selected by their paths.
func (f folders) in(below string, selected func(path string) bool, visit func(file File, path string)) {
	dir := filepath.Join(f.top, filepath.FromSlash(below))
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := path.Join(below, e.Name())
		if !selected(name) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			visit(File{Path: e.Name(), Abs: filepath.Join(dir, e.Name()), Size: info.Size(), ModTime: info.ModTime()}, name)
		}
	}
}
