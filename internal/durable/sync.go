// Package durable makes files and names survive a cut of the power.
package durable

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// Sync makes the bytes of a file, or the names in a folder, durable. It returns nil for a folder if
// the file system cannot sync folders. Any other error means that a cut of the power may lose them,
// even if a later sync succeeds.
func Sync(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	flag := os.O_RDWR // Windows needs it
	if info.IsDir() {
		if runtime.GOOS == "windows" { // it writes names by itself, and refuses this
			return nil
		}
		flag = os.O_RDONLY
	}
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	err = f.Sync()
	if info.IsDir() && unsupported(err) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// unsupported reports whether an error of syncing a folder means that the file system cannot do
// that.
func unsupported(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EBADF)
}
