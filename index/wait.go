package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// lockPoll is how often a busy index is tried again.
const lockPoll = 50 * time.Millisecond

// waiter waits for an index that others have open.
type waiter struct {
	path  string
	o     Options
	until time.Time
}

// pause waits before the next try. The error is a [*BusyError] when the wait is over, or ctx's.
func (w *waiter) pause(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if w.until.IsZero() {
		if w.o.Wait > 0 && w.o.Waiting != nil {
			w.o.Waiting()
		}
		w.until = time.Now().Add(w.o.Wait)
	}
	if !time.Now().Before(w.until) {
		return busy(w.path)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(lockPoll):
		return nil
	}
}

// waited says whether there was a pause.
func (w *waiter) waited() bool { return !w.until.IsZero() }

// verified is a list of segments that was read, and found in order.
type verified struct {
	path string
	as   fs.FileInfo // nil before
	at   time.Time   // not later than it was read
}

// coarse is longer than the steps in which file systems count time: a file that was written to a shorter time ago may be
// written to again, and its time stays.
const coarse = 3 * time.Second

// again reads the list if it may have changed since, and returns what keeps Bleve from opening the index. It may be in
// use: the error may be errUnsettled.
func (v *verified) again() error {
	now := time.Now()
	is, err := os.Stat(filepath.Join(v.path, storeDir, storeList))
	if err != nil {
		return err
	}
	if v.as != nil && os.SameFile(v.as, is) && v.as.Size() == is.Size() && v.as.ModTime().Equal(is.ModTime()) &&
		v.at.Sub(is.ModTime()) > coarse {
		return nil
	}
	segments, err := verifyList(v.path)
	if err == nil {
		err = missing(canOpen(filepath.Join(v.path, storeDir), segments), mendList(v.path))
	}
	if err == nil {
		v.as, v.at = is, now
	}
	return err
}

// lockList locks the list of an index's segments, which may be damaged or missing, as bbolt does for who writes: nobody
// has the store open until the file that it returns is closed. Where there are no locks (flock_other.go) the file is nil,
// and nothing is locked: bbolt's lock on Windows is by LockFileEx, which package syscall does not have; but there a file
// cannot be replaced while bbolt has it open, so that nobody loses what is being written.
func lockList(ctx context.Context, w *waiter) (*os.File, error) {
	name := filepath.Join(w.path, storeDir, storeList)
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // which no other repair can make, too
	}
	if err != nil {
		return nil, err
	}
	for err = lockFile(f); errors.Is(err, errLocked); err = lockFile(f) {
		if err = w.pause(ctx); err != nil {
			break
		}
	}
	if errors.Is(err, errNoLocks) {
		f.Close() // or it could not be replaced on Windows
		return nil, nil
	}
	if err == nil && !stillNamed(name, f) {
		err = busy(w.path) // somebody has repaired it meanwhile
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// stillNamed says whether a name is that of an open file, and not of another one that has replaced it.
func stillNamed(name string, f *os.File) bool {
	is, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(is, named)
}
