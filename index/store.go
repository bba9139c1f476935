package index

import (
	"errors"
	"fmt"
	"os"

	"github.com/klauspost/compress/zstd"
)

// ErrSourceGone says that a content is neither stored in the index nor found, unchanged, at any
// of its occurrences.
var ErrSourceGone = errors.New("its files are gone or have changed, and the index does not store contents (index --store)")

// One encoder and one decoder serve all goroutines: EncodeAll and DecodeAll keep no state.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
)

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

func unpack(id string, packed []byte) ([]byte, error) {
	content, err := decoder.DecodeAll(packed, nil)
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
	for _, o := range occurrences {
		info, err := os.Stat(o.File())
		if err != nil || !info.Mode().IsRegular() || info.Size() != c.Size {
			continue
		}
		content, err := os.ReadFile(o.File())
		if err == nil && BlobID(content) == id {
			return content, nil
		}
	}
	return nil, fmt.Errorf("content %s: %w", id, ErrSourceGone)
}
