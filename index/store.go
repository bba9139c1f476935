package index

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// ErrSourceGone says that a content is neither stored in the index nor found, unchanged, at any
// of its occurrences.
var ErrSourceGone = errors.New("its files are gone or have changed, and the index does not store contents (index --store)")

// One encoder and one decoder serve all goroutines: EncodeAll and DecodeAll keep no state.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true))
)

// mostPacked is how many bytes the compression makes one of, at most: a block of 128 KiB takes 4 bytes or more.
const mostPacked = 1 << 15

// unstatedSize is from how many bytes on what is packed states their number.
const unstatedSize = 256

func compress(content []byte) []byte { return encoder.EncodeAll(content, nil) }

// Source returns the content itself, from the index if it is stored there and otherwise from the
// first of its occurrences that still holds it. Either way it is checked against its id. The
// error is [ErrUnknownContent] or [ErrSourceGone] where one of those is the reason.
func (s *Snapshot) Source(id string) ([]byte, error) {
	var packed []byte
	found := false
	err := s.each("_id", contentPrefix+id, func(_ string, stored storedValues) error {
		found, packed = true, stored.source
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("content %s: %w", id, err)
	case !found:
		return nil, fmt.Errorf("content %s: %w", id, ErrUnknownContent)
	case packed != nil:
		return unpack(id, packed)
	}
	return s.sourceOnDisk(id)
}

// unpack makes room for what the first bytes say there is, if there can be as much, and not for more: whoever made
// the index may have packed what never ends.
func unpack(id string, packed []byte) ([]byte, error) {
	var head zstd.Header
	if err := head.Decode(packed); err != nil {
		return nil, fmt.Errorf("content %s: unpacking: %w", id, err)
	}
	size := uint64(unstatedSize)
	if head.HasFCS {
		size = head.FrameContentSize
	}
	if size > unstatedSize && (size/mostPacked > uint64(len(packed)) || size > math.MaxInt) {
		return nil, fmt.Errorf("content %s: unpacking: it cannot have %d bytes: the index is damaged", id, size)
	}
	content, err := decoder.DecodeAll(packed, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("content %s: unpacking: %w", id, err)
	}
	if BlobID(content) != id {
		return nil, fmt.Errorf("content %s: what is stored has another id: the index is damaged", id)
	}
	return content, nil
}

func (s *Snapshot) sourceOnDisk(id string) ([]byte, error) {
	occurrences, err := s.Occurrences(id)
	if err != nil {
		return nil, err
	}
	c, err := s.Content(id)
	if err != nil {
		return nil, err
	}
	if content, ok := c.read(nil, occurrences); ok {
		return content, nil
	}
	return nil, fmt.Errorf("content %s: %w", id, ErrSourceGone)
}

// SourceOf returns what [Snapshot.Source] does for a content of which some occurrences are known, which
// saves looking them up. It reads into the memory of used, if that is large enough, and may return a
// slice of it.
func (s *Snapshot) SourceOf(c Content, at []Occurrence, used []byte) ([]byte, error) {
	if !c.stored {
		if content, ok := c.read(used, at); ok {
			return content, nil
		}
	}
	return s.Source(c.ID)
}

// read returns the content as the first of the occurrences has it that still holds it, if one does.
func (c Content) read(used []byte, at []Occurrence) ([]byte, bool) {
	for _, o := range at {
		content, err := readSized(used, o.File(), c.Size)
		if err == nil && BlobID(content) == c.ID {
			return content, true
		}
	}
	return nil, false
}

var errOtherSize = errors.New("not a regular file of that size")

// readSized reads a regular file of that size into the memory of used, if that is large enough.
func readSized(used []byte, file string, size int64) ([]byte, error) {
	info, err := os.Stat(file) // opening a pipe would wait
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
