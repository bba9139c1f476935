package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// defaultLimits are the limits of [Unpack].
var defaultLimits = archiveLimits{Bytes: 1 << 30, Ratio: 200, Entries: 100_000, Depth: 3, Memory: 64 << 20}

// largeLimits are the limits with [document.Options.LargeArchives].
var largeLimits = archiveLimits{Bytes: 64 << 30, Ratio: 200, Entries: 2_000_000, Depth: 3, Memory: 64 << 20}

// lineLimits are the limits of documents in compressed lines. A dump may be of any size.
var lineLimits = archiveLimits{Bytes: math.MaxInt64, Ratio: 200}

// ratioFree is what any archive may unpack to, whatever its size: 10 MiB. Small repetitive files
// are compressed to a thousandth, and are harmless.
const ratioFree = 10 << 20

// archiveLimits bound the cost of one archive, including all archives in it.
type archiveLimits struct {
	// Bytes bounds the unpacked bytes, counted at every depth: all of a compressed tar, and the
	// parts read of other archives.
	Bytes int64
	// Ratio bounds the unpacked bytes beyond ratioFree, in multiples of the archive's size on disk.
	Ratio int64
	// Entries bounds the number of entries, including folders and skipped ones.
	Entries int
	// Depth bounds the nesting of archives: 1 opens no archive inside another one.
	Depth int
	// Memory bounds the bytes of archives and windows that are read into memory. These are zip
	// archives within archives, which are not read in order, and the window of a zstd stream or RAR
	// archive. An archive over this limit is skipped alone; the other limits end everything.
	Memory int64
}

// errOverLimit is wrapped by the error for each limit.
var errOverLimit = errors.New("over a limit for archives")

// archiveLimits returns the limits of archives.
func limitsOf(o document.Options) archiveLimits {
	if o.LargeArchives {
		return largeLimits
	}
	return defaultLimits
}

// allowance returns how many bytes an archive of that size may unpack to. It also returns the error
// for exceeding them.
func (l archiveLimits) allowance(size int64) (int64, error) {
	if n := l.Ratio * size; size <= math.MaxInt64/l.Ratio && n < l.Bytes-ratioFree {
		return n + ratioFree, fmt.Errorf("%w: it unpacks to over %d times its size and %d bytes", errOverLimit, l.Ratio,
			ratioFree)
	}
	return l.Bytes, fmt.Errorf("%w: it unpacks to over %d bytes", errOverLimit, l.Bytes)
}

// budget counts the unpacked bytes of an archive or stream, with inner archives.
type budget struct {
	ctx      context.Context
	limits   archiveLimits
	allowed  int64     // bytes
	spent    int64     // bytes that were unpacked
	left     int64     // bytes that may still be unpacked
	leftErr  error     // the error if they are more
	limitErr error     // the limit that was exceeded; nothing more is read
	input    *inflated // a stream of unknown size: the more of it is read, the more may be unpacked; else nil
}

// allow adds the bytes that an archive of the given size may unpack to.
func (b *budget) allow(size int64) {
	before := b.allowed
	b.allowed, b.leftErr = b.limits.allowance(size)
	b.left += b.allowed - before
}

// count counts an entry. It returns an error if nothing more may be read.
func (u *unpacker) count() error {
	if u.entries++; u.entries > u.limits.Entries {
		u.limitErr = fmt.Errorf("%w: it has over %d entries", errOverLimit, u.limits.Entries)
		return u.limitErr
	}
	return u.ctx.Err()
}

// stopped returns an error if nothing more may be read.
func (b *budget) stopped() error {
	if b.limitErr != nil {
		return b.limitErr
	}
	return b.ctx.Err()
}

// spend counts bytes that were unpacked.
func (b *budget) spend(n int64) error {
	b.spent += n
	b.left -= n
	if b.left < 0 && b.input != nil {
		b.allow(b.input.read)
	}
	if b.left < 0 {
		b.limitErr = b.leftErr
	}
	return b.limitErr
}

// metered returns a reader that counts the bytes of r as unpacked. It returns an error when they
// are too many, or when ctx is done.
func (b *budget) metered(r io.ReadCloser) io.ReadCloser { return &meter{r, b} }

type meter struct {
	io.ReadCloser
	*budget
}

func (m *meter) Read(p []byte) (int, error) {
	if err := m.stopped(); err != nil {
		return 0, err
	}
	n, err := m.ReadCloser.Read(p[:min(int64(len(p)), m.left+1)])
	if over := m.spend(int64(n)); over != nil {
		return 0, over
	}
	return n, err
}
