// Package purl writes package URLs.
package purl

import (
	"fmt"
	"net/url"
	"strings"
)

// lowered are the types of packages whose names have no capitals (purl-spec, types).
var lowered = map[string]bool{"composer": true, "deb": true, "golang": true, "pypi": true}

// New returns the identifier of a package (github.com/package-url/purl-spec); empty without a name.
// The name may have a namespace, divided by slashes.
func New(kind, name, version string) string {
	name = strings.Trim(name, "/")
	if name == "" || len(name) > 200 || len(version) > 100 || strings.ContainsAny(name+version, "\x00\n\r") {
		return ""
	}
	if lowered[kind] {
		name = strings.ToLower(name)
	}
	if kind == "pypi" {
		name = strings.ReplaceAll(name, "_", "-")
	}
	return Of(kind, name, version)
}

// Of is New for a name of any length, whose capitals and signs stay. Some registries tell them
// apart. It is not checked.
func Of(kind, name, version string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = Part(p)
	}
	id := "pkg:" + kind + "/" + strings.Join(parts, "/")
	if version != "" {
		id += "@" + Part(version)
	}
	return id
}

// Part encodes a part of a package URL: all but the characters that stand for themselves
// (purl-spec, Character encoding).
func Part(text string) string {
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

// OfRepository returns the identifier of a repository by its address; empty without a name. A tag
// is the version.
func OfRepository(address, tag string) string {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Host == "" {
		return ""
	}
	name := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	kind := map[string]string{"github.com": "github", "gitlab.com": "gitlab", "bitbucket.org": "bitbucket"}[strings.ToLower(u.Host)]
	if n := strings.Count(name, "/"); kind != "" && n > 0 && (n == 1 || kind == "gitlab") {
		return New(kind, strings.ToLower(name), tag)
	}
	id := New("generic", name[strings.LastIndexByte(name, '/')+1:], tag)
	if id != "" {
		id += "?vcs_url=" + Part("git+"+u.String())
	}
	return id
}
