package notice

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/mod/module"
)

// lowered are the types of packages whose names have no capitals (purl-spec, types).
var lowered = map[string]bool{"composer": true, "deb": true, "golang": true}

// packageURL returns the identifier of a package (github.com/package-url/purl-spec); empty without a name. The
// name may have a namespace, divided by slashes.
func packageURL(kind, name, version string) string {
	name = strings.Trim(name, "/")
	if name == "" || len(name) > 200 || len(version) > 100 || strings.ContainsAny(name+version, "\x00\n\r") {
		return ""
	}
	if lowered[kind] {
		name = strings.ToLower(name)
	}
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = PurlPart(p)
	}
	id := "pkg:" + kind + "/" + strings.Join(parts, "/")
	if version != "" {
		id += "@" + PurlPart(version)
	}
	return id
}

// PurlPart encodes a part of a package URL: all but the characters that stand for themselves (purl-spec, Character encoding).
func PurlPart(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(".-_~:", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// WithoutVersion returns a package URL of any version: without what follows the name.
func WithoutVersion(id string) string {
	if i := strings.IndexAny(id, "@?#"); i >= 0 {
		id = id[:i]
	}
	return id
}

// moduleOf returns the package of the module of Go whose files are in a folder, by its path: in a zip of a module all
// are in MODULE@VERSION, and in the cache of modules in pkg/mod/MODULE@VERSION, with !b for B (go.dev/ref/mod, Module
// zip files).
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
	return packageURL("golang", name, version)
}
