package segment

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// dictionary returns that of a field, from zap where the field is none of ours.
func (p *part) dictionary(name string, zap api.Segment) (api.TermDictionary, error) {
	f := p.fields[name]
	if f == nil {
		return zap.Dictionary(name)
	}
	if name == idField {
		return &ids{base: zap, reader: newReader(f)}, nil
	}
	return &Dictionary{part: p, reader: newReader(f)}, nil
}

// allFields returns the names of all fields of a segment.
func (p *part) allFields(zap api.Segment) []string {
	names := slices.Clone(zap.Fields()) // _id among them
	for _, n := range p.names {
		if n != idField {
			names = append(names, n)
		}
	}
	return names
}

// Dictionary holds the fingerprints of one field of a segment. The Dictionary methods of segments
// return it. Beside what Bleve asks for it looks up many hashes at once, without their terms. Not
// for several goroutines.
//
// Documents are named by their numbers in the segment. Those that a snapshot has deleted are among
// them: the caller leaves them out.
type Dictionary struct {
	part   *part
	reader *reader
	docs   []uint32 // scratch
	wanted []uint32 // scratch
	from   []int    // scratch
}

var _ api.TermDictionary = (*Dictionary)(nil)

// Sweep looks up hashes, which rise, in one pass. For each one that is a term of the field it calls
// found with its place in hashes and the number of its documents: these are in docs, valid during
// the call, or, where there are many, docs is nil and they are in a list, to be read by
// [Dictionary.AppendDocs] and [Dictionary.Probe]. Of a hash the upper bits count that a term has,
// the others are 0.
func (d *Dictionary) Sweep(hashes []uint64, found func(i, df int, docs []uint32, at, size uint64) error) error {
	terms := make([]uint64, len(hashes))
	for i, h := range hashes {
		terms[i] = h >> shift
	}
	return d.reader.sweep(terms, func(i int, l *list) error {
		if l.df >= longList {
			return found(i, l.df, nil, l.offset, l.size)
		}
		return found(i, l.df, d.numbers(l.short), 0, 0)
	})
}

// Walk returns a function that returns the next term of those from hash least on and before end,
// with its documents, which are valid until it is called again; ok is false at the end. end 0 is
// none.
func (d *Dictionary) Walk(least, end uint64) func() (hash uint64, docs []uint32, ok bool, err error) {
	if end = end >> shift; end == 0 {
		end = 1 << hashBits
	}
	c := newReader(d.reader.field).from(least>>shift, end)
	return func() (uint64, []uint32, bool, error) {
		hash, l, err := c.next()
		if err != nil || l == nil {
			return 0, nil, false, err
		}
		docs, err := d.all(l)
		return hash << shift, docs, err == nil, err
	}
}

// AppendDocs appends the documents of a list to dst.
func (d *Dictionary) AppendDocs(dst []uint32, df int, at, size uint64) ([]uint32, error) {
	from := len(dst)
	dst, err := d.reader.appendDocs(dst, &list{df: df, offset: at, size: size})
	d.renumber(dst[from:])
	return dst, err
}

// Probe calls hit with the places in docs, which rise, of those documents that are in a list. It
// reads what it needs of the list.
func (d *Dictionary) Probe(df int, at, size uint64, docs []uint32, hit func(i int)) error {
	long, err := d.reader.long(df, at, size)
	if err != nil {
		return err
	}
	if d.reader.numbers == nil {
		return long.probe(docs, hit)
	}
	ranks := d.part.ranks()
	d.wanted, d.from = d.wanted[:0], d.from[:0]
	for i, doc := range docs {
		if place, ok := ranks.place(doc); ok {
			d.wanted = append(d.wanted, place)
			d.from = append(d.from, i)
		}
	}
	return long.probe(d.wanted, func(i int) { hit(d.from[i]) })
}

// all returns the documents of a list, in memory that is used again.
func (d *Dictionary) all(l *list) ([]uint32, error) {
	if l.df < longList {
		return d.numbers(l.short), nil
	}
	var err error
	d.docs, err = d.reader.appendDocs(d.docs[:0], l)
	d.renumber(d.docs)
	return d.docs, err
}

// numbers returns the numbers of the documents at those places, in memory that is used again.
func (d *Dictionary) numbers(places []uint32) []uint32 {
	d.docs = append(d.docs[:0], places...)
	d.renumber(d.docs)
	return d.docs
}

func (d *Dictionary) renumber(places []uint32) {
	for i, p := range places {
		places[i] = d.reader.number(p)
	}
}

// find returns the documents of a term, nil if it is none.
func (d *Dictionary) find(term []byte) ([]uint32, error) {
	h, err := winnow.ParseTerm(term)
	if err != nil {
		return nil, nil // no fingerprint looks like that
	}
	var docs []uint32
	err = d.reader.sweep([]uint64{h >> shift}, func(_ int, l *list) (err error) {
		docs, err = d.all(l)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking up %q: %w", term, err)
	}
	return slices.Clone(docs), nil
}

// PostingsList implements [api.TermDictionary].
func (d *Dictionary) PostingsList(term []byte, except *roaring.Bitmap, _ api.PostingsList) (api.PostingsList, error) {
	docs, err := d.find(term)
	if err != nil {
		return nil, err
	}
	if except != nil && !except.IsEmpty() {
		docs = slices.DeleteFunc(docs, except.Contains)
	}
	return &postingsList{docs: docs}, nil
}

// Contains implements [api.TermDictionary].
func (d *Dictionary) Contains(term []byte) (bool, error) {
	docs, err := d.find(term)
	return len(docs) > 0, err
}

// Cardinality implements [api.TermDictionary].
func (d *Dictionary) Cardinality() int { return int(d.reader.terms) }

// ranks tells the place of a document among those that have fingerprints.
type ranks struct {
	words  []uint64
	before []uint32 // by word: places before it
}

// ranks are made when they are first asked for.
func (p *part) ranks() *ranks {
	p.rankOnce.Do(func() {
		n := p.docs()
		if n == 0 {
			return
		}
		p.rank.words = make([]uint64, numberAt(p.numbers, n-1)/64+1)
		for i := range n {
			d := numberAt(p.numbers, i)
			p.rank.words[d/64] |= 1 << (d % 64)
		}
		p.rank.before = make([]uint32, len(p.rank.words))
		sum := uint32(0)
		for i, w := range p.rank.words {
			p.rank.before[i] = sum
			sum += uint32(bits.OnesCount64(w))
		}
	})
	return &p.rank
}

func (r *ranks) place(doc uint32) (uint32, bool) {
	i := int(doc / 64)
	if i >= len(r.words) || r.words[i]>>(doc%64)&1 == 0 {
		return 0, false
	}
	return r.before[i] + uint32(bits.OnesCount64(r.words[i]&(1<<(doc%64)-1))), true
}
