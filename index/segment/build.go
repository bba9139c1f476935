package segment

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"

	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Field is a field that supplies its fingerprints as hashes, without a map of terms.
type Field interface {
	bindex.Field
	// Hashes returns the fingerprints in any order; they may repeat. Only the upper bits count, as
	// many as a term has. The field owns the memory.
	Hashes() []uint64
	// Rank orders the documents of a batch in the segment. Documents that share much should have
	// close ranks, because their lists then take less space.
	Rank() uint64
}

// shift is the number of low bits of a hash that a term omits.
const shift = 64 - hashBits

// hashedDoc is a document, split into our hashes and the fields of zap.
type hashedDoc struct {
	doc    bindex.Document
	prints bool // it has fingerprints
	rank   uint64
	fields []fieldHashes
	stored []storedValue
	others []bindex.Field // for zap, which stores none of their values
}

// compare orders the documents with fingerprints first, and by rank.
func (d hashedDoc) compare(other hashedDoc) int {
	switch {
	case d.prints != other.prints && d.prints:
		return -1
	case d.prints != other.prints:
		return 1
	}
	return cmp.Compare(d.rank, other.rank)
}

// fieldHashes are the hashes of one field of a document.
type fieldHashes struct {
	field  string
	kind   kind
	hashes []uint64
}

// NewUsing implements [scorch.SegmentPlugin]. It builds a segment in memory.
func (p *plugin) NewUsing(docs []bindex.Document, config map[string]any) (api.Segment, uint64, error) {
	k := kindsOf(config)
	hashed := make([]hashedDoc, len(docs))
	for i, d := range docs {
		var err error
		if hashed[i], err = hashDoc(d, k); err != nil {
			return nil, 0, fmt.Errorf("document %q: %w", d.ID(), err)
		}
	}
	slices.SortStableFunc(hashed, hashedDoc.compare)
	zapDocs := make([]bindex.Document, len(docs))
	for i, d := range hashed {
		zapDocs[i] = &zapDocument{d.doc, d.others}
	}
	base, size, err := p.zap.NewUsing(zapDocs, config)
	if err != nil {
		return nil, 0, err
	}
	if base.Count() != uint64(len(docs)) {
		return nil, 0, errors.New("nested documents are not supported: index them one by one")
	}
	var buf bytes.Buffer
	buf.Grow(sizeOf(hashed))
	m := &unpersisted{SegmentBase: base.(*zap.SegmentBase)}
	if m.footer, err = writePart(&buf, hashed); err != nil {
		return nil, 0, err
	}
	if m.part, err = openPart(buf.Bytes(), m.footer, nil); err != nil {
		return nil, 0, err
	}
	m.part.idCache = idCacheOf(config)
	return m, size + uint64(buf.Len()), nil
}

// sizeOf returns about how many bytes the part of the segment takes. A hash takes two to three
// bytes.
func sizeOf(docs []hashedDoc) int {
	hashes := 0
	for _, d := range docs {
		for _, f := range d.fields {
			hashes += len(f.hashes)
		}
	}
	return 3 * hashes
}

// hashDoc splits a document into our hashes and the fields of zap.
func hashDoc(d bindex.Document, k kinds) (hashedDoc, error) {
	h := hashedDoc{doc: d, fields: []fieldHashes{{idField, kindKeys, []uint64{hashID(d.ID())}}}}
	var err error
	d.VisitFields(func(f bindex.Field) {
		err = errors.Join(err, h.take(f, k))
	})
	d.VisitComposite(func(f bindex.CompositeField) {
		err = errors.Join(err, checkComposite(f, k))
	})
	return h, err
}

// checkComposite returns an error if a composite field has terms that zap lacks. The terms belong
// to a field that zap does not get. Zap panics over their locations.
func checkComposite(composite bindex.Field, k kinds) error {
	for _, t := range composite.AnalyzedTokenFrequencies() {
		for _, l := range t.Locations {
			if _, ours := k[l.Field]; ours {
				return fmt.Errorf("field %s contains fingerprints, and is part of the field %s: "+
					"set IncludeInAll to false in its mapping", l.Field, composite.Name())
			}
		}
	}
	return nil
}

// take adds a field to the hashes, or to the fields of zap.
func (d *hashedDoc) take(f bindex.Field, k kinds) error {
	kind, ours := k[f.Name()]
	direct, ok := f.(Field)
	if f.Options().IsStored() && f.Name() != idField {
		d.stored = append(d.stored, storedValue{f.Name(), f.EncodedFieldType(), f.Value()})
	}
	switch {
	case ok && !ours:
		return fmt.Errorf("field %s supplies hashes: name it in the configuration, see Config",
			f.Name())
	case ok:
		d.add(fieldHashes{f.Name(), kind, direct.Hashes()})
		d.rank = max(d.rank, direct.Rank())
	case ours:
		read, err := hashesOf(f)
		d.add(fieldHashes{f.Name(), kind, read})
		return err
	default:
		d.others = append(d.others, unstored{f})
	}
	return nil
}

// add adds the hashes of a field. A field can have several values, so it may have hashes already.
func (d *hashedDoc) add(h fieldHashes) {
	d.prints = d.prints || h.kind == kindPrints
	for i := range d.fields {
		if d.fields[i].field == h.field {
			d.fields[i].hashes = slices.Concat(d.fields[i].hashes, h.hashes)
			return
		}
	}
	d.fields = append(d.fields, h)
}

// of returns the hashes of a field.
func (d *hashedDoc) of(field string) []uint64 {
	for i := range d.fields {
		if d.fields[i].field == field {
			return d.fields[i].hashes
		}
	}
	return nil
}

// hashesOf reads the terms of a field that Bleve has analysed.
func hashesOf(f bindex.Field) ([]uint64, error) {
	var h []uint64
	for _, t := range slices.Sorted(maps.Keys(f.AnalyzedTokenFrequencies())) {
		v, err := winnow.ParseTerm([]byte(t))
		if err != nil {
			return nil, fmt.Errorf("field %s contains fingerprints only: %w: "+
				"use the analyzer %s, and set IncludeInAll to false",
				f.Name(), err, bleveanalyzer.Name)
		}
		h = append(h, v)
	}
	return h, nil
}

// zapDocument is a document as zap gets it. It lacks the fields of this package, and stored values.
// Zap visits its fields several times.
type zapDocument struct {
	bindex.Document
	fields []bindex.Field
}

func (d *zapDocument) VisitFields(visit bindex.FieldVisitor) {
	for _, f := range d.fields {
		visit(f)
	}
}

// VisitNestedDocuments lets zap count nested documents, so that NewUsing can refuse them.
func (d *zapDocument) VisitNestedDocuments(visit func(bindex.Document)) {
	if n, ok := d.Document.(bindex.NestedDocument); ok {
		n.VisitNestedDocuments(visit)
	}
}

// writePart writes the part of the segment. The number of a document is its index in docs.
func writePart(buf *bytes.Buffer, docs []hashedDoc) (footer, error) {
	fields := kinds{}
	var numbers []uint32
	var classes []byte
	for i, d := range docs {
		n := 0
		for _, f := range d.fields {
			fields[f.field] = f.kind
			if f.kind == kindPrints {
				n += len(f.hashes)
			}
		}
		if d.prints {
			numbers, classes = append(numbers, uint32(i)), append(classes, docClass(n))
		}
	}
	code := newDocCode(classes, classLengths(classes))
	p := &partWriter{w: buf}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		w := blockWriter{docs: uint32(len(numbers)), code: code}
		if fields[name] == kindKeys {
			w = blockWriter{docs: uint32(len(docs)), code: equalCode(uint32(len(docs)))}
		}
		s := sortField(docs, name)
		if err := s.writeTo(p.field(name, fields[name], s.zeros), &w); err != nil {
			return footer{}, err
		}
	}
	w := p.stored()
	for _, d := range docs {
		if err := w.add([]byte(d.doc.ID()), d.stored); err != nil {
			return footer{}, err
		}
	}
	if err := w.end(); err != nil {
		return footer{}, err
	}
	return p.end(numbers, code, len(docs))
}

// partitioned holds the postings of a field, partitioned by the uppermost bits of their hashes.
type partitioned struct {
	top      uint
	zeros    uint // low bits of hashes that are 0 in all postings
	postings []uint64
	ends     []int // by partition
}

// sortField partitions the postings of a field by a counting sort.
func sortField(docs []hashedDoc, name string) *partitioned {
	var lists [][]uint64 // by document
	n := 0
	for _, d := range docs {
		list := d.of(name)
		lists = append(lists, list)
		n += len(list)
	}
	s := &partitioned{top: topBits(uint64(n)), postings: make([]uint64, n)}
	s.ends = make([]int, 1<<s.top)
	union := uint64(0)
	for _, list := range lists {
		for _, h := range list {
			s.ends[h>>(64-s.top)]++
			union |= h
		}
	}
	s.zeros = min(uint(bits.TrailingZeros64(union>>shift)), hashBits)
	at := 0
	for i, n := range s.ends {
		s.ends[i] = at
		at += n
	}
	for doc, list := range lists {
		for _, h := range list {
			p := h >> (64 - s.top)
			s.postings[s.ends[p]] = posting(h<<s.top>>s.top>>shift, uint32(doc))
			s.ends[p]++
		}
	}
	return s
}

func (s *partitioned) writeTo(f *fieldWriter, w *blockWriter) error {
	w.zeros = s.zeros
	var order partition
	begin := 0
	for i, end := range s.ends {
		order.postings = append(order.postings[:0], s.postings[begin:end]...)
		begin = end
		order.writeTo(w, uint64(i)<<(hashBits-s.top))
		if err := f.add(w); err != nil {
			return err
		}
		w.reset()
	}
	return f.end()
}
