//go:build !js

// Not in a browser: it would make the engine 4% larger.

package corpus

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdDecoder decompresses one stream of zstd at a time. The zero value is ready.
type zstdDecoder struct{ of *zstd.Decoder }

// reset returns a reader of what r has, decompressed. memory bounds the window; it is the same in every call.
func (d *zstdDecoder) reset(r io.Reader, memory int64) (_ io.Reader, err error) {
	if d.of == nil {
		window := uint64(min(max(memory, zstd.MinWindowSize), zstd.MaxWindowSize))
		// With more goroutines it would read ahead, uncounted.
		if d.of, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window)); err != nil {
			return nil, err
		}
	}
	return d.of, d.of.Reset(r)
}

func (d *zstdDecoder) close() {
	if d.of != nil {
		d.of.Close()
	}
}

// isTooLargeForZstd reports whether a stream needs more memory than it may have.
func isTooLargeForZstd(err error) bool {
	return errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded)
}
