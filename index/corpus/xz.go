//go:build !js

// Not in a browser: it would make the engine 1% larger.

package corpus

import (
	"errors"
	"io"
	"math"

	"github.com/mikelolasagasti/xz"
)

// xzDecoder decompresses one stream of xz at a time. The zero value is ready.
type xzDecoder struct{ of *xz.Reader }

// reset returns a reader of what r has, decompressed. memory bounds the window; it is the same in every call.
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

// isTooLargeForXz reports whether a stream needs more memory than it may have.
func isTooLargeForXz(err error) bool { return errors.Is(err, xz.ErrMemlimit) }
