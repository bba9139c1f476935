package collection

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// errGone says that a source is not what it was when it was read first.
var errGone = errors.New("it is gone or has changed meanwhile")

// source is where the bytes of a content can be had again. What read returns is the caller's; the error may be ctx's.
type source interface {
	read(ctx context.Context) ([]byte, error)
}

// onDisk is a file.
type onDisk struct {
	file    corpus.File
	options corpus.Options
	id      string // of the content
}

func (s *onDisk) read(ctx context.Context) ([]byte, error) {
	content, reason, err := corpus.ReadContext(ctx, s.file, s.options, nil)
	if err != nil {
		return nil, err
	}
	id, err := index.BlobIDContext(ctx, content)
	if err != nil {
		return nil, err
	}
	if reason != corpus.Kept || id != s.id {
		return nil, errGone
	}
	return content, nil
}

// indexed is a content of an index.
type indexed struct {
	snapshot *index.Snapshot
	id       string
}

func (s *indexed) read(ctx context.Context) ([]byte, error) {
	return s.snapshot.SourceContext(ctx, s.id)
}

// spool keeps contents that cannot be had a second time, as those of archives, in one temporary file.
// Several goroutines may use it.
type spool struct {
	mu      sync.Mutex
	file    *os.File // nil until something is kept
	removed bool     // it has no name any more, so that nothing is left of it however the program ends
	size    int64
}

// spooled is a content in a spool.
type spooled struct {
	s    *spool
	from int64
	size int
}

func (s *spool) keep(content []byte) (source, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		f, err := os.CreateTemp("", "chaffinch-*")
		if err != nil {
			return nil, fmt.Errorf("making a temporary file for the contents of archives: %w", err)
		}
		s.file, s.removed = f, os.Remove(f.Name()) == nil
	}
	if _, err := s.file.WriteAt(content, s.size); err != nil {
		return nil, fmt.Errorf("keeping the contents of archives in %s: %w (TMPDIR names another folder)", s.file.Name(), err)
	}
	at := &spooled{s, s.size, len(content)}
	s.size += int64(len(content))
	return at, nil
}

func (s *spooled) read(context.Context) ([]byte, error) {
	content := make([]byte, s.size)
	if _, err := s.s.file.ReadAt(content, s.from); err != nil {
		return nil, fmt.Errorf("reading the contents of archives back: %w", err)
	}
	return content, nil
}

func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	if s.removed {
		return s.file.Close()
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
