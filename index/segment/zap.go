package segment

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"

	"github.com/chaffinch-search/chaffinch/internal/mapped"
)

// zapPart is the part of the file that zap wrote. Zap reads it, after its pages are verified.
// Opening the file verifies everything after the index of stored fields: dictionaries, lists and
// tables, less than a hundredth of the file. The stored fields before it are empty, and only a
// merge reads them.
type zapPart struct {
	*zap.SegmentBase
	bytes []byte
	pages *pages
}

// zapFooterSize is the size of zap's footer:
//
//	4 bytes   n, the size of the name of the writer before it; 0 for zap alone
//	8 bytes   documents
//	8 bytes   where the index of stored fields is
//	8 bytes   where the index of sections is
//	4 bytes   chunk mode
//	4 bytes   version
//	4 bytes   CRC-32 of all before
//
// big-endian.
const zapFooterSize = 40

// zapFooter is the footer of zap's part.
type zapFooter struct {
	docs, stored, sections uint64
	chunkMode, sum         uint32
}

// openZap opens zap's part, the front of a file with these pages.
func openZap(file []byte, pages *pages, config map[string]any) (zapPart, error) {
	z := zapPart{bytes: file, pages: pages}
	size := len(file) - zapFooterSize
	if size < 0 {
		return z, ErrDamaged
	}
	if err := pages.verify(uint64(size), uint64(len(file))); err != nil {
		return z, err
	}
	f, err := readZapFooter(file[size:])
	if err != nil {
		return z, err
	}
	if !f.fits(uint64(size)) {
		return z, errZapFooter()
	}
	if err := pages.verify(f.stored+8*f.docs, uint64(size)); err != nil {
		return z, err
	}
	mem := file[:size:size]
	if !f.plausible(mem) {
		return z, errZapFooter()
	}
	z.SegmentBase, err = f.openBase(mem, config)
	return z, err
}

func errZapFooter() error {
	return fmt.Errorf("the offsets in zap's footer are wrong: %w", ErrDamaged)
}

func readZapFooter(b []byte) (f zapFooter, err error) {
	if v := binary.BigEndian.Uint32(b[32:]); v != zap.Version {
		return f, fmt.Errorf("the segment has zap version %d, this program reads %d: %w",
			v, zap.Version, errOther)
	}
	if binary.BigEndian.Uint32(b) != 0 {
		return f, fmt.Errorf("the segment was written with callbacks of zap, which are not supported: %w", errOther)
	}
	f.docs, f.stored = binary.BigEndian.Uint64(b[4:]), binary.BigEndian.Uint64(b[12:])
	f.sections = binary.BigEndian.Uint64(b[20:])
	f.chunkMode, f.sum = binary.BigEndian.Uint32(b[28:]), binary.BigEndian.Uint32(b[36:])
	return f, nil
}

// fits reports whether the footer's tables can be in size bytes before it.
func (f zapFooter) fits(size uint64) bool {
	return f.sections > 0 && f.sections < size && f.stored <= f.sections &&
		f.docs <= (f.sections-f.stored)/8
}

// plausible checks the tables that the footer refers to before zap uses them. mem is everything
// before the footer; the tables fit in it.
func (f zapFooter) plausible(mem []byte) bool {
	if f.docs > 0 {
		// The index of stored fields is followed by the number of nested documents.
		if edges, n := binary.Uvarint(mem[f.stored+8*f.docs:]); n <= 0 || edges > 0 {
			return false
		}
	}
	fields, n := binary.Uvarint(mem[f.sections:])
	return n > 0 && fields <= (uint64(len(mem))-f.sections-uint64(n))/8
}

// openBase opens the part with zap.
func (f zapFooter) openBase(mem []byte, config map[string]any) (base *zap.SegmentBase, err error) {
	defer guard(&err)
	stats, _ := config[api.StatsKey].(*api.Stats)
	if stats == nil {
		stats = new(api.Stats)
	}
	base, err = zap.InitSegmentBase(mem, f.sum, f.chunkMode, f.docs, f.stored, f.sections,
		config, stats)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err, ErrDamaged)
	}
	return base, nil
}

// Dictionary implements [api.Segment].
func (z *zapPart) Dictionary(field string) (d api.TermDictionary, err error) {
	defer guard(&err)
	d, err = z.SegmentBase.Dictionary(field)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err, ErrDamaged)
	}
	return guardedDictionary{d}, nil
}

// readZap adds the pages of zap's part and verifies zap's own checksum at its end. Without this,
// bytes damaged before they are read back would get valid page checksums.
func (s *pageSums) readZap(r io.Reader, size int64) error {
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(io.MultiWriter(s, sum), r, size-4); err != nil {
		return err
	}
	var want [4]byte
	if _, err := io.ReadFull(io.TeeReader(r, s), want[:]); err != nil {
		return err
	}
	if sum.Sum32() != binary.BigEndian.Uint32(want[:]) {
		return fmt.Errorf("reading back the merged segment: its checksum is wrong: %w", ErrDamaged)
	}
	return nil
}

// Zap trusts its input, and panics on many wrong values. Checksums detect damage, but not a file
// that was written with false content. Where zap opens a file, reads a stored field, looks up a
// term or merges, a panic becomes an error. Zap's iterators are not guarded, because they read only
// bitmaps.

// guard turns a panic of zap into an error. It is deferred.
func guard(err *error) {
	switch r := recover(); {
	case r == nil:
	case mapped.IsFault(r):
		*err = fmt.Errorf("%w: %w", mapped.ErrTruncated, ErrDamaged)
	default:
		*err = fmt.Errorf("zap cannot read its part of the segment: %v: %w", r, ErrDamaged)
	}
}

// guardedDictionary wraps a dictionary of zap.
type guardedDictionary struct{ api.TermDictionary }

func (d guardedDictionary) PostingsList(term []byte, except *roaring.Bitmap,
	old api.PostingsList) (l api.PostingsList, err error) {
	defer guard(&err)
	return d.TermDictionary.PostingsList(term, except, old)
}

func (d guardedDictionary) Contains(term []byte) (ok bool, err error) {
	defer guard(&err)
	return d.TermDictionary.Contains(term)
}
