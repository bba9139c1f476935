//go:build !js

// Not in a browser: zstd would make the engine 4% larger.

package index

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// EncodeAll and DecodeAll keep no state, so all goroutines share one encoder and one decoder. No
// content is larger than corpus.MostSize.
var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		return e
	})
	decoder = sync.OnceValue(func() *zstd.Decoder {
		d, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(corpus.MostSize))
		return d
	})
)

func compress(content []byte) []byte { return encoder().EncodeAll(content, nil) }

// decompress returns the content of that id.
func decompress(id string, packed []byte) ([]byte, error) {
	content, err := decoder().DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("content %s: unpacking: %w", id, err)
	}
	if BlobID(content) != id {
		return nil, fmt.Errorf("content %s: the stored source has another id: the index is damaged", id)
	}
	return content, nil
}
