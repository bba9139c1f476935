package corpus

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// several reports whether a path may have several contents.
func several(g document.GitOptions) bool { return g.Branches || g.History }

// isRepository reports whether the name is a repository's address or a bare one's path. The path of
// a work tree is a folder's path.
func isRepository(name string) bool {
	return document.IsRepositoryAddress(name) || gitdir.IsRepository(name)
}

// pathOfRepository returns a bare repository's path; none of an address, which is absolute.
func pathOfRepository(name string) (before, path, after string) {
	if document.IsRepositoryAddress(name) {
		return name, "", ""
	}
	return "", name, ""
}

// placeOfRepository returns a repository's path.
func placeOfRepository(name string) string {
	if path, ok := document.RepositoryPath(name); ok {
		return path
	}
	return name
}

// gitAddress returns the address of a repository.
func gitAddress(path string) string {
	return document.GitScheme + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
}

// parseGit returns the path of a repository by its address or path. It also returns what to read of
// it: after the path may come ?history, ?branches or ?revision=NAME.
func parseGit(address string) (path string, g document.GitOptions, err error) {
	if !document.IsRepositoryAddress(address) {
		return address, g, nil
	}
	path, ok := document.RepositoryPath(address)
	_, query, _ := strings.Cut(address, "?")
	what, err := url.ParseQuery(query)
	if err != nil || !ok {
		return "", g, fmt.Errorf("wrong address %q: use %s/absolute/path", address, document.GitScheme)
	}
	for name := range what {
		switch name {
		case "history":
			g.History = true
		case "branches":
			g.Branches = true
		case "revision":
			g.Revision = what.Get(name)
		default:
			return "", g, fmt.Errorf("wrong address %q: after ? comes history, branches or revision=NAME", address)
		}
	}
	return path, g, nil
}

// suffix returns the text after the path in an address.
func suffix(g document.GitOptions) string {
	switch {
	case g.History:
		return "?history"
	case g.Branches:
		return "?branches"
	case g.Revision != "":
		return "?revision=" + url.QueryEscape(g.Revision)
	}
	return ""
}

// sourceName returns the name of the repository's source at a path, and sourceRoot its root. See
// [Source]. The root is the same for all single revisions, so that one takes the place of another.
func sourceName(g document.GitOptions, path string) string { return gitAddress(path) + suffix(g) }

func sourceRoot(g document.GitOptions, path string) string {
	if several(g) {
		return sourceName(g, path)
	}
	return gitAddress(path)
}

// ErrOnceOnly means that a source cannot read a document again.
var ErrOnceOnly = errors.New("the source does not give its documents again")
