//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package index

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
)

// That a lock cannot be had for now does not mean that there are none.
func TestLockFile_Errors(t *testing.T) {
	t.Parallel()
	for of, want := range map[syscall.Errno]error{
		syscall.EWOULDBLOCK: errLocked, syscall.ENOSYS: errNoLocks, syscall.EOPNOTSUPP: errNoLocks,
		syscall.EINVAL: errNoLocks, syscall.ENOLCK: syscall.ENOLCK, syscall.EIO: syscall.EIO,
	} {
		err := lockError("file", of)
		if !errors.Is(err, want) {
			t.Errorf("%v: %v", of, err)
		}
		var named *fs.PathError
		if passing := want == error(of); errors.As(err, &named) != passing || errors.Is(err, errNoLocks) && passing {
			t.Errorf("%v: %v", of, err)
		}
	}
	if err := lockError("file", nil); err != nil {
		t.Error(err)
	}
}
