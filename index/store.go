package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/internal/piecewise"
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

// atOnce is how many bytes are packed or unpacked without a look at a context at the most: that takes some hundredths of a
// second.
const atOnce = 4 << 20

// compress packs the content. The error is ctx's.
func compress(ctx context.Context, content []byte) ([]byte, error) {
	if len(content) <= atOnce {
		return encoder.EncodeAll(content, nil), nil
	}
	var packed bytes.Buffer
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	e.ResetContentSize(&packed, int64(len(content)))
	if err := piecewise.Write(ctx, e, content); err != nil {
		return nil, err
	}
	err = e.Close()
	return packed.Bytes(), err
}

// Source returns the content itself, from the index if it is stored there and otherwise from the
// first of its occurrences that still holds it. Either way it is checked against its id. The
// error is [ErrUnknownContent] or [ErrSourceGone] where one of those is the reason.
func (s *Snapshot) Source(id string) ([]byte, error) {
	return s.SourceContext(context.Background(), id)
}

// SourceContext is [Snapshot.Source], and returns ctx's error when it is done before.
func (s *Snapshot) SourceContext(ctx context.Context, id string) ([]byte, error) {
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
		return unpack(ctx, id, packed)
	}
	return s.sourceOnDisk(ctx, id)
}

// unpack makes room for what the first bytes say there is, if there can be as much, and not for more: whoever made
// the index may have packed what never ends. The error may be ctx's.
func unpack(ctx context.Context, id string, packed []byte) ([]byte, error) {
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
	content, err := decompress(ctx, packed, int(size))
	if err != nil {
		return nil, fmt.Errorf("content %s: unpacking: %w", id, err)
	}
	switch is, err := BlobIDContext(ctx, content); {
	case err != nil:
		return nil, fmt.Errorf("content %s: unpacking: %w", id, err)
	case is != id:
		return nil, fmt.Errorf("content %s: what is stored has another id: the index is damaged", id)
	}
	return content, nil
}

// decompress unpacks no more than size bytes. When ctx is done before, it ends by itself.
func decompress(ctx context.Context, packed []byte, size int) ([]byte, error) {
	all := func() ([]byte, error) { return decoder.DecodeAll(packed, make([]byte, 0, size)) }
	if size <= atOnce {
		return all()
	}
	return piecewise.Await(ctx, all)
}

func (s *Snapshot) sourceOnDisk(ctx context.Context, id string) ([]byte, error) {
	occurrences, err := s.Occurrences(id)
	if err != nil {
		return nil, err
	}
	c, err := s.Content(id)
	if err != nil {
		return nil, err
	}
	content, err := c.read(ctx, nil, occurrences)
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", id, err)
	}
	return content, nil
}

// SourceOf returns what [Snapshot.Source] does for a content of which some occurrences are known, which
// saves looking them up. It reads into the memory of used, if that is large enough, and may return a
// slice of it.
func (s *Snapshot) SourceOf(ctx context.Context, c Content, at []Occurrence, used []byte) ([]byte, error) {
	if !c.stored {
		if content, err := c.read(ctx, used, at); err == nil {
			return content, nil
		}
	}
	return s.SourceContext(ctx, c.ID)
}

// read returns the content as the first of the occurrences has it that still holds it. The error is [ErrSourceGone] if none
// does, or ctx's.
func (c Content) read(ctx context.Context, used []byte, at []Occurrence) ([]byte, error) {
	for _, o := range at {
		content, err := readSized(ctx, used, o.File(), c.Size)
		if err != nil {
			continue
		}
		if id, err := BlobIDContext(ctx, content); err == nil && id == c.ID {
			return content, nil
		}
	}
	return nil, cmp.Or(ctx.Err(), ErrSourceGone)
}

var errOtherSize = errors.New("not a regular file of that size")

// readSized reads a regular file of that size into the memory of used, if that is large enough.
func readSized(ctx context.Context, used []byte, file string, size int64) ([]byte, error) {
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
	room, err := piecewise.Room(ctx, used, int(size))
	if err != nil {
		return nil, err
	}
	content := room[:size]
	_, err = io.ReadFull(piecewise.Reader(ctx, f), content)
	return content, err
}
