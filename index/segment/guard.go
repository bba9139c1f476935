package segment

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// Zap trusts its bytes, and panics on many that are damaged. To compute its checksum whenever a file is
// opened would mean to read all of it. So what is cheap to look at is looked at, and a panic becomes an
// error where zap opens a file, reads a stored field, looks a term up or merges. Iterators that zap has
// returned are not guarded: they read bitmaps.

// guard turns a panic of zap's into an error. It is deferred.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("what zap has written cannot be read: %v: %w", r, ErrDamaged)
	}
}

// zapFooter is the footer of what zap has written.
type zapFooter struct {
	docs, stored, sections uint64
	chunkMode, sum         uint32
}

// plausible says whether the tables that the footer points to are where they have to be, before zap
// believes it. mem is what stands before the footer.
func (f zapFooter) plausible(mem []byte) bool {
	size := uint64(len(mem))
	if f.sections == 0 || f.sections >= size || f.stored > f.sections || f.docs > (f.sections-f.stored)/8 {
		return false
	}
	if f.docs > 0 {
		// Behind the places of the stored fields is the number of documents in documents.
		if edges, n := binary.Uvarint(mem[f.stored+8*f.docs:]); n <= 0 || edges > 0 {
			return false
		}
	}
	fields, n := binary.Uvarint(mem[f.sections:])
	return n > 0 && fields <= (size-f.sections-uint64(n))/8
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
func (s *File) VisitStoredFields(doc uint64, visit api.StoredFieldValueVisitor) (err error) {
	defer guard(&err)
	if doc < s.Count() && !plausibleStored(s.zap, doc) {
		return fmt.Errorf("the stored fields of document %d cannot be read: %w", doc, ErrDamaged)
	}
	return s.SegmentBase.VisitStoredFields(doc, visit)
}

// plausibleStored says whether zap can read the stored fields of the document without making room for more
// than there is: it would end the program. Numbers that stand for nothing else make it panic, which is
// guarded.
//
// The index of stored fields has the place of each document's, 8 bytes each. There stand the lengths of
// its description and of its data. The description is the length of the id and, for each value, its
// field, type, place, length and number of array positions, of which we store none. The data are the
// id and the values, by snappy, which begins with their length.
func plausibleStored(zap []byte, doc uint64) bool {
	const indexAt = 40 - 12 // of the place of the index, from the end
	index := binary.BigEndian.Uint64(zap[len(zap)-indexAt:])
	b := zap[binary.BigEndian.Uint64(zap[index+8*doc:]):]
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		if n < 1 {
			panic("a number ends too soon") // which is guarded
		}
		b = b[n:]
		return v
	}
	described, stored := next(), next()
	data := b[described:][:stored]
	b = b[:described]
	packed := data[next():]
	for len(b) > 0 {
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

// DocID implements [api.Segment].
func (s *File) DocID(doc uint64) (id []byte, err error) {
	defer guard(&err)
	return s.SegmentBase.DocID(doc)
}

// guardedSegment is what the dictionaries of a file ask zap for.
type guardedSegment struct{ *zap.SegmentBase }

func (s guardedSegment) DocID(doc uint64) (id []byte, err error) {
	defer guard(&err)
	return s.SegmentBase.DocID(doc)
}

func (s guardedSegment) Dictionary(field string) (d api.TermDictionary, err error) {
	defer guard(&err)
	d, err = s.SegmentBase.Dictionary(field)
	return guardedDictionary{d}, err
}

// guardedDictionary is one of zap's.
type guardedDictionary struct{ api.TermDictionary }

func (d guardedDictionary) PostingsList(term []byte, except *roaring.Bitmap, old api.PostingsList) (l api.PostingsList, err error) {
	defer guard(&err)
	return d.TermDictionary.PostingsList(term, except, old)
}

func (d guardedDictionary) Contains(term []byte) (ok bool, err error) {
	defer guard(&err)
	return d.TermDictionary.Contains(term)
}

// mergeZap lets zap merge its parts.
func (p *Plugin) mergeZap(bases []api.Segment, drops []*roaring.Bitmap, path string, closeCh chan struct{},
	s api.StatsReporter, config map[string]any) (numbers [][]uint64, size uint64, err error) {
	defer func() {
		if err != nil {
			os.Remove(path) // after a panic zap has not done that
		}
	}()
	defer guard(&err)
	return p.zap.MergeUsing(bases, drops, path, closeCh, s, config)
}
