package notice

import (
	"path"
	"strings"

	"golang.org/x/mod/module"

	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// moduleOf returns the Go module whose files are in a folder, by its path. In a zip of a module all
// are in MODULE@VERSION, and in the cache of modules in pkg/mod/MODULE@VERSION, with !b for B
// (go.dev/ref/mod, Module zip files).
func moduleOf(folder string) string {
	if !strings.Contains(path.Base(folder), "@v") {
		return ""
	}
	for _, before := range []string{".zip/", "pkg/mod/"} {
		if i := strings.LastIndex(folder, before); i >= 0 {
			folder = folder[i+len(before):]
		}
	}
	name, version, _ := strings.Cut(folder, "@")
	if plain, err := module.UnescapePath(name); err == nil && strings.Contains(name, "!") {
		name = plain
	}
	if module.CanonicalVersion(version) != version || module.Check(name, version) != nil {
		return ""
	}
	return purl.New("golang", name, version)
}
