package corpus

import (
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// RootOf returns the root of the source that [Open] opens, even one gone: see [Source]. Nor need
// the name be a source's: it may be the name of a file below a root.
func RootOf(name string, o document.GitOptions) (string, error) {
	if strings.HasPrefix(name, stdinRoot) {
		return name, nil
	}
	for i := range kinds {
		if kinds[i].root != nil && kinds[i].address(name) {
			return kinds[i].root(name)
		}
	}
	_, name, _, err := cutFormat(name)
	if err != nil {
		return "", err
	}
	path, in, err := parseGit(name)
	if err != nil {
		return "", err
	}
	abs := RealPath(path)
	if name == path && o == (document.GitOptions{}) && !isRepository(abs) {
		return abs, nil
	}
	if in != (document.GitOptions{}) {
		o = in
	}
	return sourceRoot(o, abs), nil
}

// SourceAddress returns the name of the [Source] of that git repository, even one gone.
func SourceAddress(address string) (string, error) {
	path, in, err := parseGit(address)
	if in.Revision == "HEAD" {
		in.Revision = ""
	}
	return sourceName(in, RealPath(path)), err
}

// RealPath returns the absolute path without symbolic links, as [File.Abs] has it. Of a path that
// does not exist, the links of the folders that do are resolved.
func RealPath(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	dir, base := filepath.Split(filepath.Clean(name))
	if dir == name || base == "" {
		return name
	}
	return filepath.Join(RealPath(dir), base)
}
