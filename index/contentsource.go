package index

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// ErrSourceGone means that no source of a content is left. The index does not store it, and no file
// at its occurrences has it unchanged.
var ErrSourceGone = option.Fail(option.ContentsGone, option.Store)

// ErrHashOnly is the [ErrSourceGone] of an index of hashes only: see [Settings].HashOnly.
var ErrHashOnly error = hashOnlyError{option.Fail(option.KeepsNoSources, option.HashOnly)}

type hashOnlyError struct{ error }

func (e hashOnlyError) Unwrap() error { return e.error }

func (hashOnlyError) Is(target error) bool { return target == ErrSourceGone }

// FromFiles returns the content from the first file or repository that still has it. It reads into
// the capacity of used, if that is enough. The error is [ErrSourceGone] or ctx's.
func FromFiles(ctx context.Context, c Content, at []Occurrence, used []byte) ([]byte, error) {
	var unread error
	for _, o := range at {
		if ctx.Err() != nil {
			break
		}
		content, err := corpus.ReadAgain(ctx, o.Root, c.ID, c.Size, used)
		if errors.Is(err, corpus.ErrOnceOnly) {
			content, err = readSized(used, o.File(), c.Size)
		}
		if err == nil && BlobID(content) == c.ID {
			return content, nil
		}
		if errors.Is(err, corpus.ErrNoGit) {
			unread = notRead{err}
		}
	}
	return nil, cmp.Or(ctx.Err(), unread, ErrSourceGone)
}

// notRead is an [ErrSourceGone] that has another reason.
type notRead struct{ error }

func (e notRead) Unwrap() error      { return e.error }
func (notRead) Is(target error) bool { return target == ErrSourceGone }

var errOtherSize = errors.New("not a regular file of that size")

// readSized reads a regular file of that size, if possible into used's capacity.
func readSized(used []byte, file string, size int64) ([]byte, error) {
	info, err := os.Stat(file) // opening a pipe would block
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() != size {
		return nil, errOtherSize
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content := slices.Grow(used[:0], int(size))[:size]
	_, err = io.ReadFull(f, content)
	return content, err
}
