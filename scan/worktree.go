package scan

import (
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// workTreeOf returns the top of a folder's git work tree, without symbolic links. It also returns
// the folder's path there, with slashes; empty for the top. The top is empty if there is no work
// tree.
func workTreeOf(folder string) (top, below string) {
	abs := corpus.RealPath(folder)
	for top = abs; !gitdir.IsRepository(filepath.Join(top, ".git")) && !gitdir.IsPointer(filepath.Join(top, ".git")); {
		above := filepath.Dir(top)
		if above == top {
			return "", ""
		}
		top = above
	}
	below, err := filepath.Rel(top, abs)
	if err != nil {
		return "", ""
	}
	if below = filepath.ToSlash(below); below == "." {
		below = ""
	}
	return top, below
}

// InRepository returns the path of a project's file as code hosts have it. It begins at the top of
// git's work tree, and has slashes. isIn is false for a project that is in none. Paths in a
// repository that was named, such as a bare one, are from its top.
func (r *Report) InRepository(file string) (path string, isIn bool) {
	if document.IsAddress(r.base) {
		return file, true
	}
	if r.top == "" {
		return file, false
	}
	if r.below != "" {
		file = r.below + "/" + file
	}
	return file, true
}

// Top returns the top of the project's git work tree, without symbolic links, or "".
func (r *Report) Top() string { return r.top }
