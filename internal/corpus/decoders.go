//go:build !js

// Not in a browser: they would make the engine 5% larger.

package corpus

import (
	"errors"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
)

// zstdDecoder decompresses one stream of zstd at a time. The zero value is ready.
type zstdDecoder struct{ of *zstd.Decoder }

// reset returns a reader of what r has, decompressed. memory bounds the window; it is the same in
// every call.
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

// xzDecoder decompresses one stream of xz at a time. The zero value is ready.
type xzDecoder struct{ of *xz.Reader }

// reset returns a reader of what r has, decompressed. memory bounds the window; it is the same in
// every call.
func (d *xzDecoder) reset(r io.Reader, memory int64) (_ io.Reader, err error) {
	if d.of != nil {
		return d.of, d.of.Reset(r)
	}
	z, err := xz.NewReader(r, uint32(min(memory, math.MaxUint32)))
	if err != nil {
		return nil, err
	}
	d.of = z
	return z, nil
}

// isTooLarge reports whether a stream needs more memory than it may have.
func isTooLarge(err error) bool {
	return errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) || errors.Is(err, xz.ErrMemlimit)
}
