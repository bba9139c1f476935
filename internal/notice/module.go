package notice

import (
	"path"
	"slices"
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

// modules reads vendor/modules.txt of Go: the modules whose code is in folders beside it, or what
// replaces them (go.dev/ref/mod, go mod vendor).
func modules(_ string, content []byte) (n Notice) {
	for line := range strings.Lines(string(content)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "#" || module.CheckPath(words[1]) != nil || len(n.modules) >= mostFolders {
			continue
		}
		of := words[1:]
		if i := slices.Index(words, "=>"); i >= 0 {
			of = words[i+1:]
		}
		if len(of) == 2 && module.Check(of[0], of[1]) == nil {
			if n.modules == nil {
				n.modules = map[string]string{}
			}
			n.modules[words[1]] = purl.New("golang", of[0], of[1])
		}
	}
	return n
}
