package segment

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// dictionary returns the dictionary of a field, from zap for the fields that zap stores.
func (p *part) dictionary(name string, zap api.Segment) (api.TermDictionary, error) {
	f := p.fields[name]
	if f == nil {
		return zap.Dictionary(name)
	}
	if name == idField {
		return &ids{part: p, reader: newReader(f)}, nil
	}
	return &fieldDictionary{part: p, reader: newReader(f)}, nil
}

// allFields returns the names of all fields of a segment.
func (p *part) allFields(zap api.Segment) []string {
	names := slices.Clone(zap.Fields()) // includes _id
	for _, n := range p.names {
		if n != idField {
			names = append(names, n)
		}
	}
	return names
}

// fieldDictionary is the dictionary of one fingerprint field of a segment. The methods of the
// segments return it. Besides Bleve's interface it looks up many hashes at once, without building
// terms. It is not safe for concurrent use.
//
// Methods return the numbers of documents in the segment, including those that a snapshot has
// deleted. The caller must skip these.
type fieldDictionary struct {
	part   *part
	reader *reader
	docs   []uint32 // scratch
	wanted []uint32 // scratch
	from   []int    // scratch
}

var _ api.TermDictionary = (*fieldDictionary)(nil)

// Sweep looks up hashes, in ascending order, in one pass. Only their upper bits count, as many as a
// term has; the others must be 0. For each hash that is a term of the field, Sweep calls found with
// its index i in hashes and its document frequency df. A short list is in docs, valid during the
// call. For a long list docs is nil; at and size locate it for [fieldDictionary.AppendDocs] and
// [fieldDictionary.Probe].
func (d *fieldDictionary) Sweep(hashes []uint64,
	found func(i, df int, docs []uint32, at, size uint64) error) error {
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

// Walk returns an iterator over the terms with hashes from least up to end. end is excluded. An end
// of 0 means no limit. The documents are valid until the next call. ok is false at the end.
func (d *fieldDictionary) Walk(least, end uint64) func() (hash uint64, docs []uint32, ok bool, err error) {
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
func (d *fieldDictionary) AppendDocs(dst []uint32, df int, at, size uint64) ([]uint32, error) {
	from := len(dst)
	dst, err := d.reader.appendDocs(dst, &list{df: df, offset: at, size: size})
	d.renumber(dst[from:])
	return dst, err
}

// Probe calls hit with the index of each document in docs that is listed. docs must be in ascending
// order. Probe decodes only the blocks of the list that it needs.
func (d *fieldDictionary) Probe(df int, at, size uint64, docs []uint32, hit func(i int)) error {
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
		if place, ok := ranks.of(doc); ok {
			d.wanted = append(d.wanted, place)
			d.from = append(d.from, i)
		}
	}
	return long.probe(d.wanted, func(i int) { hit(d.from[i]) })
}

// all returns the documents of a list, in a buffer that the next call reuses.
func (d *fieldDictionary) all(l *list) ([]uint32, error) {
	if l.df < longList {
		return d.numbers(l.short), nil
	}
	var err error
	d.docs, err = d.reader.appendDocs(d.docs[:0], l)
	d.renumber(d.docs)
	return d.docs, err
}

// numbers returns the numbers of the documents with these ranks. The next call reuses the buffer.
func (d *fieldDictionary) numbers(places []uint32) []uint32 {
	d.docs = append(d.docs[:0], places...)
	d.renumber(d.docs)
	return d.docs
}

func (d *fieldDictionary) renumber(places []uint32) {
	for i, p := range places {
		places[i] = d.reader.number(p)
	}
}

// find returns the documents of a term, or nil if there is no such term.
func (d *fieldDictionary) find(term []byte) ([]uint32, error) {
	h, err := winnow.ParseTerm(term)
	if err != nil {
		return nil, nil // not the form of a fingerprint
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
func (d *fieldDictionary) PostingsList(term []byte, except *roaring.Bitmap,
	_ api.PostingsList) (api.PostingsList, error) {
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
func (d *fieldDictionary) Contains(term []byte) (bool, error) {
	docs, err := d.find(term)
	return len(docs) > 0, err
}

// Cardinality implements [api.TermDictionary].
func (d *fieldDictionary) Cardinality() int { return int(d.reader.terms) }

// ranks maps a document to its rank among the documents that have fingerprints.
type ranks struct {
	words  []uint64
	before []uint32 // by word: documents before it
}

func (p *part) newRanks() *ranks {
	r := new(ranks)
	n := p.printDocs()
	if n == 0 {
		return r
	}
	r.words = make([]uint64, numberAt(p.numbers, n-1)/64+1)
	for i := range n {
		d := numberAt(p.numbers, i)
		r.words[d/64] |= 1 << (d % 64)
	}
	r.before = make([]uint32, len(r.words))
	sum := uint32(0)
	for i, w := range r.words {
		r.before[i] = sum
		sum += uint32(bits.OnesCount64(w))
	}
	return r
}

func (r *ranks) of(doc uint32) (uint32, bool) {
	i := int(doc / 64)
	if i >= len(r.words) || r.words[i]>>(doc%64)&1 == 0 {
		return 0, false
	}
	return r.before[i] + uint32(bits.OnesCount64(r.words[i]&(1<<(doc%64)-1))), true
}
