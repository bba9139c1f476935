//go:build !unix

package corpus

import (
	"errors"
	"io/fs"
	"os"
)

var errLink = errors.New("is a symbolic link")

// open opens a file or a folder for reading, but not a link. Without O_NOFOLLOW a link could
// replace the file between the check and the opening.
func open(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errLink}
	}
	return os.Open(path)
}

func isLink(err error) bool { return errors.Is(err, errLink) }

func isGone(error) bool { return false }
