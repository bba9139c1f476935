package sarif

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// ArtifactOf names a file on disk by a path relative to the working folder. A file outside of it
// has an absolute path.
func ArtifactOf(where string) Artifact {
	if local := LocalPath(where); local != "" {
		return Artifact{URI: Escaped(filepath.ToSlash(local)), URIBaseID: Root}
	}
	if abs, err := filepath.Abs(where); err == nil {
		where = abs
	}
	return FileArtifact(where)
}

// FileArtifact names a file by an absolute path.
func FileArtifact(where string) Artifact {
	return Artifact{URI: "file://" + Escaped(filepath.ToSlash(where))}
}

// LocalPath returns the path relative to the working folder, whose path may contain symbolic links.
// It returns nothing for a path outside of it.
func LocalPath(path string) string {
	path = filepath.Clean(path)
	if filepath.IsLocal(path) {
		return path
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	real, err := filepath.EvalSymlinks(here)
	if err != nil {
		real = here
	}
	for _, folder := range []string{here, real} {
		if local, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(local) {
			return local
		}
	}
	return ""
}

// Escaped writes a path with slashes as a URI's path (RFC 3986, section 3.3). It escapes colons,
// which could be read as the end of a scheme.
func Escaped(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}
