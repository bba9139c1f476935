package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/option"
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
	What  string       // is damaged
	Do    index.Remedy // to repair it
	cause error
}

func damaged(cause error, do index.Remedy) error {
	return &DamageError{option.ErrorIn(cause, option.Bare), do, cause}
}

func (e *DamageError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the error of Bleve or the system, with the remedy.
func (e *DamageError) Unwrap() error { return option.Fail(option.Advised, e.cause, e.Do) }

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

// recreate is the remedy if nothing of an index can be kept.
func (d folder) recreate() index.Remedy {
	return index.Remedy{Kind: index.RemedyRecreate, Index: d.path}
}

// remedy returns how to repair an index whose store does not open.
func (d folder) remedy() index.Remedy {
	if d.lacksMeta() {
		return d.repair()
	}
	if all, err := d.generations(); err != nil || len(all) == 0 {
		return d.recreate()
	}
	return index.Remedy{Kind: index.RemedyRestore, Index: d.path}
}

// repair returns how to repair a damaged index and keep its intact documents. A new index
// would lack data that only this one holds: stored sources, boilerplate, and files that are gone.
func (d folder) repair() index.Remedy {
	return index.Remedy{Kind: index.RemedyRepair, Index: d.path}
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
}

// advised adds what to do about a system error. It compares texts, too, since Bleve does not wrap
// all errors.
func advised(err error) error {
	if errors.Is(err, syscall.EACCES) || strings.Contains(err.Error(), syscall.EACCES.Error()) {
		return option.Fail(option.NoPermission, err, option.Say(option.OtherFolder))
	}
	for _, r := range remedies {
		if errors.Is(err, r.code) || strings.Contains(err.Error(), r.code.Error()) {
			return fmt.Errorf("%w: %s", err, r.do)
		}
	}
	return err
}
