package units

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// errGone means that a file was deleted or changed after it was first read.
var errGone = errors.New("deleted or changed during the run")

// source reads the bytes of a content again. The bytes returned belong to the caller.
type source interface {
	read() ([]byte, error)
}

// onDisk is a file.
type onDisk struct {
	file    corpus.File
	options document.Options
	id      string // of the content
}

func (s *onDisk) read() ([]byte, error) {
	content, reason, err := corpus.Read(s.file, s.options, nil)
	if err != nil {
		return nil, err
	}
	if reason != document.Kept || index.BlobID(content) != s.id {
		return nil, errGone
	}
	return content, nil
}

// indexed is a content of an index.
type indexed struct {
	state   index.State
	content index.Content
}

func (s *indexed) read() ([]byte, error) {
	return s.state.Source(context.Background(), s.content, nil, nil)
}

// dropped is the source of a content of an archive with [Options.DropArchived].
type dropped struct{}

var errDropped = errors.New("contents of archives are not kept")

func (dropped) read() ([]byte, error) { return nil, errDropped }

// spool keeps contents. It keeps the first in memory, at most mostHeld bytes of them, and then
// those that cannot be read a second time, such as contents of archives, in one temporary file. It
// is safe for concurrent use. The zero value is empty.
type spool struct {
	mu      sync.Mutex
	held    [][]byte // nil once it is closed
	bytes   int64    // of the contents in memory
	closed  bool
	file    *os.File // nil until the first content that is in it
	removed bool     // the file has no name, so the system deletes it if the program dies
	size    int64
}

// mostHeld is enough for a class, whose files are thus read once. In a browser, reading takes
// longer than lexing.
const mostHeld = 32 << 20

// held is a content in the memory of a spool.
type held struct {
	spool *spool
	n     int
}

func (h *held) read() ([]byte, error) {
	h.spool.mu.Lock()
	defer h.spool.mu.Unlock()
	if h.spool.closed {
		return nil, os.ErrClosed
	}
	return bytes.Clone(h.spool.held[h.n]), nil
}

// spooled is a content in the file of a spool.
type spooled struct {
	file *os.File
	from int64
	size int
}

// hold copies the content into memory. It returns nil if there is no room.
func (s *spool) hold(content []byte) source {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+int64(len(content)) > mostHeld {
		return nil
	}
	s.bytes += int64(len(content))
	s.held = append(s.held, bytes.Clone(content))
	return &held{s, len(s.held) - 1}
}

// keep copies the content into memory or, if there is no room, into the file.
func (s *spool) keep(content []byte) (source, error) {
	if h := s.hold(content); h != nil {
		return h, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		f, err := os.CreateTemp("", "chaffinch-*")
		if err != nil {
			return nil, fmt.Errorf("creating a temporary file for the contents of archives: %w", err)
		}
		s.file, s.removed = f, os.Remove(f.Name()) == nil
	}
	if _, err := s.file.WriteAt(content, s.size); err != nil {
		return nil, fmt.Errorf("keeping the contents of archives in %s: %w (set TMPDIR to use another folder)",
			s.file.Name(), err)
	}
	at := &spooled{s.file, s.size, len(content)}
	s.size += int64(len(content))
	return at, nil
}

func (s *spooled) read() ([]byte, error) {
	content := make([]byte, s.size)
	if _, err := s.file.ReadAt(content, s.from); err != nil {
		return nil, fmt.Errorf("reading the contents of archives back: %w", err)
	}
	return content, nil
}

// close deletes the file and ends the sources. A second call does nothing.
func (s *spool) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed, s.held = true, nil
	file := s.file
	if file == nil {
		return nil
	}
	s.file = nil
	if s.removed {
		return file.Close()
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}
