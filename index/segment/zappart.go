package segment

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// zapPart is what zap has written of a file, read by zap. Its pages are compared with their
// checksums before zap reads them: all that stands behind the index of stored fields, dictionaries,
// lists and tables, when a file is opened, for it is less than a hundredth of a file; stored fields
// when a document is asked for.
type zapPart struct {
	*zap.SegmentBase
	bytes []byte
	index uint64 // where the index of stored fields begins, behind these
	pages *pages
}

// zapFooterSize is the size of zap's footer:
//
//	4 bytes   n, the size of the name that stands before, of what wrote the file if that is not zap alone
//	8 bytes   documents
//	8 bytes   where the index of stored fields is
//	8 bytes   where the index of sections is
//	4 bytes   chunk mode
//	4 bytes   version
//	4 bytes   CRC-32 of all before
//
// big-endian.
const zapFooterSize = 40

// zapFooter is the footer of what zap has written.
type zapFooter struct {
	docs, stored, sections uint64
	chunkMode, sum         uint32
}

// openZap opens what zap has written, which is the front of a file with those pages.
func openZap(file []byte, pages *pages, config map[string]any) (zapPart, error) {
	z := zapPart{bytes: file, pages: pages}
	size := len(file) - zapFooterSize
	if size < 0 {
		return z, ErrDamaged
	}
	if err := pages.check(uint64(size), uint64(len(file))); err != nil {
		return z, err
	}
	f, err := readZapFooter(file[size:])
	if err != nil {
		return z, err
	}
	if !f.fits(uint64(size)) {
		return z, errZapFooter
	}
	if err := pages.check(f.stored+8*f.docs, uint64(size)); err != nil {
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

var errZapFooter = fmt.Errorf("zap's footer points to nothing: %w", ErrDamaged)

func readZapFooter(b []byte) (f zapFooter, err error) {
	if v := binary.BigEndian.Uint32(b[32:]); v != zap.Version {
		return f, fmt.Errorf("the segment was written by zap %d, and this program has %d: %w", v, zap.Version, errOther)
	}
	if binary.BigEndian.Uint32(b) != 0 {
		return f, fmt.Errorf("the segment was written through callbacks of zap, which this type does not have: %w", errOther)
	}
	f.docs, f.stored = binary.BigEndian.Uint64(b[4:]), binary.BigEndian.Uint64(b[12:])
	f.sections = binary.BigEndian.Uint64(b[20:])
	f.chunkMode, f.sum = binary.BigEndian.Uint32(b[28:]), binary.BigEndian.Uint32(b[36:])
	return f, nil
}

// fits says whether the tables that the footer points to can be in that many bytes before it.
func (f zapFooter) fits(size uint64) bool {
	return f.sections > 0 && f.sections < size && f.stored <= f.sections && f.docs <= (f.sections-f.stored)/8
}

// plausible says whether the tables that the footer points to are where they have to be, before zap
// believes it. mem is what stands before the footer, in which they fit.
func (f zapFooter) plausible(mem []byte) bool {
	if f.docs > 0 {
		// Behind the places of the stored fields is the number of documents in documents.
		if edges, n := binary.Uvarint(mem[f.stored+8*f.docs:]); n <= 0 || edges > 0 {
			return false
		}
	}
	fields, n := binary.Uvarint(mem[f.sections:])
	return n > 0 && fields <= (uint64(len(mem))-f.sections-uint64(n))/8
}

// openBase lets zap open what it has written.
func (f zapFooter) openBase(mem []byte, config map[string]any) (base *zap.SegmentBase, err error) {
	defer guard(&err)
	stats, _ := config[api.StatsKey].(*api.Stats)
	if stats == nil {
		stats = new(api.Stats)
	}
	base, err = zap.InitSegmentBase(mem, f.sum, f.chunkMode, f.docs, f.stored, f.sections, config, stats)
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

// stored compares with their checksums the pages that hold what is stored of a document, and
// returns it.
//
// The index of stored fields has the place of each document's, 8 bytes each. There stand the
// lengths of its description and of its data, and then both.
func (z *zapPart) stored(doc uint64) (described, data []byte, err error) {
	entry := z.index + 8*doc
	if err := z.pages.check(entry, entry+8); err != nil {
		return nil, nil, err
	}
	at := binary.BigEndian.Uint64(z.bytes[entry:])
	if at >= z.index {
		return nil, nil, ErrDamaged
	}
	const lengths = 2 * binary.MaxVarintLen64
	if err := z.pages.check(at, min(at+lengths, z.index)); err != nil {
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
	return b[:n], b[n:][:m], z.pages.check(at, at+uint64(i+j)+n+m)
}

// plausibleStored says whether zap can read the stored fields of a document without allocating more
// than they hold, which would end the program. Other wrong numbers make zap panic, which is
// guarded.
//
// The description is the length of the id and, for each value, its field, type, place, length and
// number of array positions, of which we store none. The data are the id and the values, by snappy,
// which begins with their length.
func plausibleStored(described, data []byte) bool {
	next := func() uint64 {
		v, n := binary.Uvarint(described)
		if n < 1 {
			panic("a number ends too soon") // which is guarded
		}
		described = described[n:]
		return v
	}
	packed := data[next():]
	for len(described) > 0 {
		next() // the field
		next() // its type
		next() // its place
		next() // its length
		if next() > 0 {
			return false
		}
	}
	unpacked, _ := binary.Uvarint(packed)
	return unpacked <= mostUnpacked*uint64(len(packed))
}

// mostUnpacked is how many bytes snappy makes of one, at most: it copies 64 by two.
const mostUnpacked = 32

// zapSum computes zap's own checksum of what is written to it, which ends with it. It is compared
// when a file is written, so that nothing that was damaged on the way gets checksums of pages that
// are right; these vouch for all of it from then on.
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

// right says whether what was written ends with its checksum.
func (z *zapSum) right() bool {
	return len(z.tail) == 4 && binary.BigEndian.Uint32(z.tail) == z.sum
}
