// Package newfile creates files that are renamed into place once they are complete. Unlike files of
// [os.CreateTemp], they have the permissions of any other new file: 0666 without the user's umask.
package newfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Create creates a file whose name begins with the prefix, for reading and writing. The caller
// closes it, and renames or removes it.
func Create(folder, prefix string) (*os.File, error) {
	for {
		f, err := os.OpenFile(unused(folder, prefix), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// unused returns a path in the folder that nothing is likely to have.
func unused(folder, prefix string) string {
	return filepath.Join(folder, prefix+strconv.FormatUint(uint64(rand.Uint32()), 36))
}
