package segment

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// zapPart is the part of the file that zap wrote, read by zap. Its pages are verified before zap
// reads them. Opening the file verifies everything behind the index of stored fields: dictionaries,
// lists and tables, less than a hundredth of the file. Stored fields are verified when a document
// is read.
type zapPart struct {
	*zap.SegmentBase
	bytes []byte
	index uint64 // offset of the index of stored fields, which follow these
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

// openZap opens zap's part, which is the front of a file with these pages.
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
		return z, errZapFooter
	}
	if err := pages.verify(f.stored+8*f.docs, uint64(size)); err != nil {
		return z, err
	}
	mem := file[:size:size]
	if !f.plausible(mem) {
		return z, errZapFooter
	}
	z.index = f.stored
	z.SegmentBase, err = f.openBase(mem, config)
	return z, err
}

var errZapFooter = fmt.Errorf("the offsets in zap's footer are wrong: %w", ErrDamaged)

func readZapFooter(b []byte) (f zapFooter, err error) {
	if v := binary.BigEndian.Uint32(b[32:]); v != zap.Version {
		return f, fmt.Errorf("the segment has zap version %d, this program reads %d: %w",
			v, zap.Version, errOther)
	}
	if binary.BigEndian.Uint32(b) != 0 {
		return f, fmt.Errorf("the segment was written through callbacks of zap, which are not supported: %w",
			errOther)
	}
	f.docs, f.stored = binary.BigEndian.Uint64(b[4:]), binary.BigEndian.Uint64(b[12:])
	f.sections = binary.BigEndian.Uint64(b[20:])
	f.chunkMode, f.sum = binary.BigEndian.Uint32(b[28:]), binary.BigEndian.Uint32(b[36:])
	return f, nil
}

// fits reports whether the tables that the footer refers to can be in size bytes before it.
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

// VisitStoredFields implements [api.Segment].
func (z *zapPart) VisitStoredFields(doc uint64, visit api.StoredFieldValueVisitor) (err error) {
	defer guard(&err)
	if doc < z.Count() {
		described, data, err := z.stored(doc)
		if err == nil && !plausibleStored(described, data) {
			err = ErrDamaged
		}
		if err != nil {
			return fmt.Errorf("reading the stored fields of document %d: %w", doc, err)
		}
	}
	return z.SegmentBase.VisitStoredFields(doc, visit)
}

// DocID implements [api.Segment].
func (z *zapPart) DocID(doc uint64) (id []byte, err error) {
	defer guard(&err)
	if doc < z.Count() {
		if _, _, err := z.stored(doc); err != nil {
			return nil, fmt.Errorf("reading the id of document %d: %w", doc, err)
		}
	}
	return z.SegmentBase.DocID(doc)
}

// Dictionary implements [api.Segment].
func (z *zapPart) Dictionary(field string) (d api.TermDictionary, err error) {
	defer guard(&err)
	d, err = z.SegmentBase.Dictionary(field)
	return guardedDictionary{d}, err
}

// stored verifies the pages with the stored fields of a document, and returns them.
//
// The index of stored fields has 8 bytes for each document, the offset of its record. A record
// begins with the lengths of its description and of its data; both follow.
func (z *zapPart) stored(doc uint64) (described, data []byte, err error) {
	entry := z.index + 8*doc
	if err := z.pages.verify(entry, entry+8); err != nil {
		return nil, nil, err
	}
	at := binary.BigEndian.Uint64(z.bytes[entry:])
	if at >= z.index {
		return nil, nil, ErrDamaged
	}
	const lengths = 2 * binary.MaxVarintLen64
	if err := z.pages.verify(at, min(at+lengths, z.index)); err != nil {
		return nil, nil, err
	}
	b := z.bytes[at:z.index]
	n, i := binary.Uvarint(b)
	m, j := binary.Uvarint(b[max(i, 0):])
	if i <= 0 || j <= 0 {
		return nil, nil, ErrDamaged
	}
	b = b[i+j:]
	if n > uint64(len(b)) || m > uint64(len(b))-n {
		return nil, nil, ErrDamaged
	}
	return b[:n], b[n:][:m], z.pages.verify(at, at+uint64(i+j)+n+m)
}

// plausibleStored reports whether zap can read a record without allocating more than it contains,
// which would end the program. Other wrong numbers make zap panic, and guard handles that.
//
// The description contains the length of the id, and for each value its field, type, offset, length
// and number of array positions (we store none). The data contain the id and the snappy-compressed
// values, which begin with their length.
func plausibleStored(described, data []byte) bool {
	next := func() uint64 {
		v, n := binary.Uvarint(described)
		if n < 1 {
			panic("truncated number") // guard recovers this
		}
		described = described[n:]
		return v
	}
	packed := data[next():]
	for len(described) > 0 {
		next() // field
		next() // type
		next() // offset
		next() // length
		if next() > 0 {
			return false
		}
	}
	unpacked, _ := binary.Uvarint(packed)
	return unpacked <= mostUnpacked*uint64(len(packed))
}

// mostUnpacked bounds the ratio of snappy, which copies 64 bytes by a tag of two.
const mostUnpacked = 32

// zapSum computes zap's own checksum of the bytes written to it; these end with it. It is verified
// while a file is written, so that bytes damaged in memory get no valid page checksums. From then
// on the page checksums protect zap's part.
type zapSum struct {
	sum  uint32
	tail []byte // the last 4 bytes
}

// Write implements [io.Writer]. It never fails.
func (z *zapSum) Write(b []byte) (int, error) {
	rest := b
	if len(b) > 4 {
		z.add(z.tail)
		z.tail, rest = z.tail[:0], b[len(b)-4:]
		z.add(b[:len(b)-4])
	}
	z.tail = append(z.tail, rest...)
	if n := len(z.tail) - 4; n > 0 {
		z.add(z.tail[:n])
		z.tail = append(z.tail[:0], z.tail[n:]...)
	}
	return len(b), nil
}

func (z *zapSum) add(b []byte) { z.sum = crc32.Update(z.sum, crc32.IEEETable, b) }

// right reports whether the bytes end with their checksum.
func (z *zapSum) right() bool {
	return len(z.tail) == 4 && binary.BigEndian.Uint32(z.tail) == z.sum
}

// Zap trusts its input, and panics on many wrong values. Checksums detect damage, but not a file
// that was written with false content. Cheap checks come first. A panic becomes an error where zap
// opens a file, reads a stored field, looks up a term or merges. Zap's iterators are not guarded,
// because they read only bitmaps.

// guard turns a panic of zap into an error. It is deferred.
func guard(err *error) {
	if r := recover(); r != nil {
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
