package index

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/blevesearch/bleve/v2"
)

// writeBatch writes a batch, whole or not at all.
func (x *Index) writeBatch(b *bleve.Batch) error {
	if err := x.bleve.Batch(b); err != nil {
		return fmt.Errorf("writing a batch: %w", err)
	}
	return nil
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

// exhausted says whether a file could not be read for a reason that is not the file's. To pass over it would be to
// pass over others likewise, and take them for gone.
func exhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}
