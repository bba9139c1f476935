package index

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/blevesearch/bleve/v2"
)

// errSpoilt says that a batch could not be written. Bleve has its segment in its state all the same, and has closed it:
// segments of zap's panic when they are read then, ours do not mind.
var errSpoilt = errors.New("what was to be written could not be: close the index and open it again")

// writeBatch writes a batch, whole or not at all.
func (x *Index) writeBatch(b *bleve.Batch) error {
	if first := x.spoilt.Load(); first != nil {
		return *first
	}
	err := x.bleve.Batch(b)
	if err != nil {
		err = fmt.Errorf("writing a batch: %w", err)
		if x.settings.Segments == SegmentsZap {
			x.spoilt.CompareAndSwap(nil, &err)
		}
	}
	return err
}

// unspoilt does some work beside others that write. Where a segment of zap's panics, since a batch of one of the others
// could not be written, that is errSpoilt.
func (x *Index) unspoilt(work func() error) (err error) {
	if x.settings.Segments != SegmentsZap {
		return work()
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errSpoilt, r)
		}
	}()
	return work()
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
