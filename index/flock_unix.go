//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFile locks a file against whoever else opens it, in this process, too, until it is closed. The error is errLocked
// where somebody has locked it, and errNoLocks where the file system has no locks.
func lockFile(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errLocked
		case !errors.Is(err, syscall.EINTR):
			return fmt.Errorf("%w: %w", errNoLocks, err)
		}
	}
}
