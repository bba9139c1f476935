package index

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// DefaultCollection returns the collection of a source that names none, by its root.
func DefaultCollection(root string) string {
	root, isAddress := document.Address(root)
	name, folder := filepath.Base(root), filepath.Dir(root)
	switch {
	case name == "Posts.xml", name == ".git": // of a dump, in a folder named after the site; of a work tree
		name = filepath.Base(folder)
	case filepath.Base(folder) == "@v": // of a module in the cache of Go
		name = filepath.Base(filepath.Dir(folder)) + "@" + name
	}
	if name == string(filepath.Separator) || name == "." {
		return "root"
	}
	if isAddress {
		name = strings.TrimSuffix(name, ".git")
		if plain, err := url.PathUnescape(name); err == nil {
			name = plain
		}
	}
	return corpus.CutArchive(name)
}
