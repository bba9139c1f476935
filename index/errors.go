package index

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// ErrDamaged says that the files of an index are damaged. An index that opens may be damaged, too:
// see [Index.Check]. The error is a [*DamageError], which says what to do.
var ErrDamaged = errors.New("its files are damaged")

// DamageError says that the files of an index are damaged; it is an [ErrDamaged], too.
type DamageError struct {
	What  string // is damaged
	Do    string // to mend it
	cause error
}

// damaged returns a DamageError because of err.
func damaged(err error, do string) error { return &DamageError{err.Error(), do, err} }

func (e *DamageError) Error() string { return e.What + ": " + e.Do }

// Unwrap returns what Bleve or the system has said.
func (e *DamageError) Unwrap() error { return e.cause }

// Is says that the error is ErrDamaged.
func (e *DamageError) Is(target error) bool { return target == ErrDamaged }

// missing says that an index is damaged, and what to do, if err is that a file is not there, or is
// something else; what else keeps it from being read may pass.
func missing(err error, do string) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errIrregular) {
		err = damaged(err, do)
	}
	return err
}

// remedy says how to mend an index whose store cannot be opened.
func (d folder) remedy() string {
	if all, err := d.generations(); err != nil || len(all) == 0 {
		return "remove the index and index again"
	}
	return "restore it as it was published last: chaffinch check --repair --index " + shellWord(d.path)
}

// remedies are what to do about an error of the system's.
var remedies = []struct {
	code syscall.Errno
	do   string
}{
	{syscall.ENOSPC, "make room on that disk and run it again"},
	{syscall.EDQUOT, "make room within your quota and run it again"},
	{syscall.EFBIG, "allow larger files (ulimit -f) and run it again"},
	{syscall.EMFILE, "allow more open files (ulimit -n) and run it again"},
	{syscall.ENFILE, "close other programs and run it again"},
	{syscall.EROFS, "it can be asked there, but not changed"},
	{syscall.EACCES, "change its permissions, or name another index (--index)"},
}

// advised adds what to do, where that is known. Bleve keeps of some errors the text only.
func advised(err error) error {
	for _, r := range remedies {
		if errors.Is(err, r.code) || strings.Contains(err.Error(), r.code.Error()) {
			return fmt.Errorf("%w: %s", err, r.do)
		}
	}
	return err
}

// exhausted says whether a file could not be read for a reason that is not the file's. To pass over
// it would be to pass over others likewise, and take them for gone.
func exhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}
