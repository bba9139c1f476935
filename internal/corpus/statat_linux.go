package corpus

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// mostOpen bounds the folders that a walk holds open. In an open folder, the system finds a file by
// its name alone, and not by its whole path.
const mostOpen = 64

// statAt returns the size and the time of an entry of a folder. dir is the open folder, or nil.
func statAt(dir *os.File, e fs.DirEntry) (size int64, modTime time.Time, err error) {
	if dir == nil {
		return statEntry(e)
	}
	var s unix.Stat_t
	err = unix.EINTR
	for errors.Is(err, unix.EINTR) {
		err = unix.Fstatat(int(dir.Fd()), e.Name(), &s, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err != nil {
		return 0, time.Time{}, &fs.PathError{Op: "lstat", Path: dir.Name() + "/" + e.Name(), Err: err}
	}
	return s.Size, time.Unix(s.Mtim.Unix()), nil
}
