// Package gitdir recognises repositories of git by their files, without running git.
package gitdir

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
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

// IsPointer reports whether a file points to a repository, as in a second work tree. A pointer has
// one line.
func IsPointer(file string) bool {
	text, err := ReadSmall(file, MaxPointer)
	return err == nil && bytes.HasPrefix(text, []byte("gitdir: ")) && !bytes.ContainsAny(bytes.TrimRight(text, "\r\n"), "\r\n")
}

// Find returns the folder of the repository at path. It is a bare repository, or the repository of
// a work tree. common has the objects, and is another folder for a second work tree.
func Find(path string) (dir, common string, ok bool) {
	if dir = path; IsRepository(dir) {
		common = commonOf(dir)
	} else if dir, common, ok = WorkTree(path); !ok {
		return "", "", false
	}
	return dir, common, IsRepository(common)
}

// WorkTree returns the folders of the repository whose work tree has its top at path. It also
// reports whether path is such a top. See [Find]. Its .git may be a folder, or a file that points
// to one, as in second work trees and submodules. The objects may be missing. The environment
// variable GIT_DIR has no effect.
func WorkTree(path string) (dir, common string, ok bool) {
	dir = filepath.Join(path, ".git")
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "", "", false
	case info.IsDir():
		_, err := os.Lstat(filepath.Join(dir, "HEAD"))
		return dir, commonOf(dir), err == nil
	}
	pointer, err := ReadSmall(dir, MaxPointer)
	target, ok := strings.CutPrefix(string(pointer), "gitdir: ")
	if err != nil || !ok {
		return "", "", false
	}
	dir = Resolve(path, target)
	return dir, commonOf(dir), true
}

func commonOf(dir string) string {
	if pointer, err := ReadSmall(filepath.Join(dir, "commondir"), MaxPointer); err == nil {
		return Resolve(dir, string(pointer))
	}
	return dir
}

// Resolve returns the path that a file of git in the folder dir names. It ends in a line break, and
// may be relative.
func Resolve(dir, target string) string {
	target = filepath.FromSlash(strings.TrimRight(target, "\r\n"))
	if filepath.IsAbs(target) {
		return target
	}
	return filepath.Join(dir, target)
}

// MaxPointer is the maximum size in bytes of a file that names a folder.
const MaxPointer = 1 << 14

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
