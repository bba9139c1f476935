package document

import (
	"net/url"
	"path/filepath"
	"strings"
)

// GitScheme begins the address of a repository: git+file:///srv/repo.git.
const GitScheme = "git+file://"

// PackageScheme begins the name of a package of a registry: pkg:npm/express@4.
const PackageScheme = "pkg:"

// IsPackageName reports whether a root is the name of a package.
func IsPackageName(root string) bool { return strings.HasPrefix(root, PackageScheme) }

// IsRepositoryAddress reports whether a root is the address of a git repository.
func IsRepositoryAddress(root string) bool { return strings.HasPrefix(root, GitScheme) }

// RepositoryPath returns the absolute path of a git repository by its address. ok is false for
// other names.
func RepositoryPath(address string) (path string, ok bool) {
	escaped, ok := strings.CutPrefix(address, GitScheme)
	if !ok {
		return "", false
	}
	escaped, _, _ = strings.Cut(escaped, "?")
	path, err := url.PathUnescape(escaped)
	return filepath.FromSlash(path), err == nil && strings.HasPrefix(path, "/")
}

// Address strips the query, such as ?history, from a root or a source's name. is is false for a
// path, which is returned unchanged.
func Address(root string) (address string, is bool) {
	if !strings.Contains(root, "://") {
		return root, IsPackageName(root)
	}
	address, _, _ = strings.Cut(root, "?")
	return address, true
}

// IsAddress reports whether a root, or a source's name, is an address, not a path.
func IsAddress(root string) bool {
	_, is := Address(root)
	return is
}

// IsBelow reports whether a path of a root is at or below a place. A place is a path or an address.
// The address of a git repository counts as the path of the repository. Queries do not count.
func IsBelow(root, path, place string) bool {
	file, place := plainPath(root), plainPath(place)
	if IsAddress(file) {
		file += "/" + path
	} else {
		file = filepath.Join(file, filepath.FromSlash(path))
	}
	return file == place || strings.HasPrefix(file, place) && (strings.HasSuffix(place, "/") ||
		strings.HasPrefix(file[len(place):], "/") || strings.HasPrefix(file[len(place):], string(filepath.Separator)))
}

// plainPath returns the folder of a git repository by its address, and strips the query of others.
func plainPath(name string) string {
	if path, ok := RepositoryPath(name); ok {
		return strings.TrimSuffix(path, string(filepath.Separator)+".git")
	}
	address, _ := Address(name)
	return address
}
