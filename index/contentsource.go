package index

import (
	"cmp"
	"context"
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

// maxRatio bounds zstd's compression ratio: a block of 128 KiB takes 4 bytes or more.
const maxRatio = 1 << 15

// unstatedSize is the content size, in bytes, below which a zstd frame may leave it out.
const unstatedSize = 256

func compress(content []byte) []byte { return encoder.EncodeAll(content, nil) }

// decompress returns the content of that id. It allocates what the frame's header says the content
// takes, if the packed bytes can hold so much, and never more.
func decompress(id string, packed []byte) ([]byte, error) {
	var head zstd.Header
	if err := head.Decode(packed); err != nil {
		return nil, fmt.Errorf("content %s: unpacking: %w", id, err)
	}
	size := uint64(unstatedSize)
	if head.HasFCS {
		size = head.FrameContentSize
	}
	if size > unstatedSize && (size/maxRatio > uint64(len(packed)) || size > math.MaxInt) {
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

// Source returns the content itself, from the index if it is stored there and otherwise from the
// first of its occurrences that still holds it. Either way it is checked against its id. The
// error wraps [ErrSourceGone] where that is the reason.
func (s *Snapshot) Source(id string) ([]byte, error) {
	c, packed, err := s.content(id)
	if err != nil {
		return nil, err
	}
	if packed != nil {
		return decompress(id, packed)
	}
	occurrences, err := s.Occurrences(id)
	if err != nil {
		return nil, err
	}
	content, err := c.read(context.Background(), nil, occurrences)
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", id, err)
	}
	return content, nil
}

// SourceOf returns what [Snapshot.Source] does for a content of which some occurrences are known,
// which saves looking them up. It reads into the memory of used, if that is large enough, and may
// return a slice of it.
func (s *Snapshot) SourceOf(ctx context.Context, c Content, at []Occurrence, used []byte) ([]byte, error) {
	if !c.stored {
		content, err := c.read(ctx, used, at)
		if err == nil || ctx.Err() != nil {
			return content, err
		}
	}
	return s.Source(c.ID)
}

// read returns the content as the first of the occurrences has it that still holds it. The error is
// [ErrSourceGone] if none does, or ctx's.
func (c Content) read(ctx context.Context, used []byte, at []Occurrence) ([]byte, error) {
	for _, o := range at {
		if ctx.Err() != nil {
			break
		}
		content, err := readSized(used, o.File(), c.Size)
		if err == nil && BlobID(content) == c.ID {
			return content, nil
		}
	}
	return nil, cmp.Or(ctx.Err(), ErrSourceGone)
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
