// Package gitdir recognises repositories of git by their files, without running git.
package gitdir

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
)

// IsRepository reports whether a folder is a repository: bare, or that in a work tree.
func IsRepository(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// IsPointer reports whether a file points to a repository, as in a second work tree: it has one line.
func IsPointer(file string) bool {
	text, err := ReadSmall(file, MaxPointer)
	return err == nil && bytes.HasPrefix(text, []byte("gitdir: ")) && !bytes.ContainsAny(bytes.TrimRight(text, "\r\n"), "\r\n")
}

// MaxPointer is the maximum size in bytes of a file that names a folder.
const MaxPointer = 1 << 12

var (
	errTooLarge  = errors.New("file too large")
	errIrregular = errors.New("not a regular file")
)

// ReadSmall reads a regular file of at most limit bytes.
func ReadSmall(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path) // opening a pipe would block
	if err != nil {
		return nil, err
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, &os.PathError{Op: "read", Path: path, Err: errIrregular}
	case info.Size() > limit:
		return nil, &os.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	return os.ReadFile(path)
}
