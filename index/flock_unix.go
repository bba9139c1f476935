//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// lockFile locks an open file against all others that open it, in this process, too, until it is
// closed. The error is errLocked where it is locked already, errNoLocks where the file system has
// no locks, and another one where it could not be locked for now.
func lockFile(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return lockError(f.Name(), err)
		}
	}
}

// lockError says what an error of flock means.
func lockError(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return errLocked
	}
	for _, without := range []error{syscall.ENOSYS, syscall.EOPNOTSUPP, syscall.ENOTSUP, syscall.EINVAL} {
		if errors.Is(err, without) {
			return fmt.Errorf("%w: %w", errNoLocks, err)
		}
	}
	return &fs.PathError{Op: "locking", Path: name, Err: err}
}
