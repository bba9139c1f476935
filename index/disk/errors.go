package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/command"
)

// ErrDamaged means that files of an index are damaged. If the index does not open, the error that
// wraps it is a [*DamageError], which has advice. An index that opens may be damaged, too: see
// [Index.Check].
var ErrDamaged = segment.ErrDamaged

// errDamagedFiles is ErrDamaged for files other than segments.
var errDamagedFiles error = damagedFiles{}

type damagedFiles struct{}

func (damagedFiles) Error() string { return "its files are damaged" }

func (damagedFiles) Is(target error) bool { return target == ErrDamaged }

// DamageError means that files of an index are damaged. It matches [ErrDamaged].
type DamageError struct {
	What  string // is damaged
	Do    string // to repair it
	cause error
}

func damaged(cause error, do string) error { return &DamageError{cause.Error(), do, cause} }

func (e *DamageError) Error() string { return e.What + ": " + e.Do }

// Unwrap returns the error of Bleve or the system.
func (e *DamageError) Unwrap() error { return e.cause }

// Is reports whether target is ErrDamaged.
func (e *DamageError) Is(target error) bool { return target == ErrDamaged }

// damagedIfMissing adds ErrDamaged to an error about a missing or irregular file. Other causes,
// such as permissions, are not damage.
func damagedIfMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errIrregular) {
		return fmt.Errorf("%w: %w", err, errDamagedFiles)
	}
	return err
}

// removeAndIndex is the advice if nothing of an index can be kept.
const removeAndIndex = "remove the index and index again"

// remedy returns advice on how to repair an index whose store does not open.
func (d folder) remedy() string {
	if d.lacksMeta() {
		return d.repair()
	}
	if all, err := d.generations(); err != nil || len(all) == 0 {
		return removeAndIndex
	}
	return "restore the last published state: " + command.Repair(d.path)
}

// repair returns advice on how to repair a damaged index and keep its intact documents. A new index
// would lack data that only this one holds: stored sources, boilerplate, and files that are gone.
func (d folder) repair() string {
	return "repair it: " + command.Repair(d.path)
}

// remedies have advice about system errors.
var remedies = []struct {
	code syscall.Errno
	do   string
}{
	{syscall.ENOSPC, "make room on that disk and run it again"},
	{syscall.EDQUOT, "make room within your quota and run it again"},
	{syscall.EFBIG, "allow larger files (ulimit -f) and run it again"},
	{syscall.EMFILE, "allow more open files (ulimit -n) and run it again"},
	{syscall.ENFILE, "close other programs and run it again"},
	{syscall.EROFS, "it answers questions there, but cannot be changed"},
	{syscall.EACCES, "change its permissions, or use another folder"},
}

// advised adds what to do about a system error. It compares texts, too, since Bleve does not wrap
// all errors.
func advised(err error) error {
	for _, r := range remedies {
		if errors.Is(err, r.code) || strings.Contains(err.Error(), r.code.Error()) {
			return fmt.Errorf("%w: %s", err, r.do)
		}
	}
	return err
}
