package blevequery

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
)

// ErrNotScorch means that a Bleve index is not of type scorch. Its postings cannot be read by
// document number. bleve.New creates indexes of type scorch.
var ErrNotScorch = errors.New("term vectors need a Bleve index of type scorch")

// hashDictionary is the additional interface of dictionaries of our own segments: see package
// segment. Documents are numbered within the segment, including deleted ones.
type hashDictionary interface {
	segment.TermDictionary
	// Sweep looks up sorted hashes. docs are the documents of a term, valid during the call. It is
	// nil for long lists, which AppendDocs and Probe read by df, at and size.
	Sweep(hashes []uint64, found func(i, df int, docs []uint32, at, size uint64) error) error
	AppendDocs(dst []uint32, df int, at, size uint64) ([]uint32, error)
	Probe(df int, at, size uint64, docs []uint32, hit func(i int)) error
	Walk(least, end uint64) func() (hash uint64, docs []uint32, ok bool, err error)
}

// reader reads postings directly from the segments of a snapshot. Documents are numbered across
// segments; deleted ones are left out. It is not safe for concurrent use.
type reader struct {
	segments []*openSegment
	size     int // documents, including deleted ones
}

type openSegment struct {
	snapshot *scorch.SegmentSnapshot
	base     int // number of the segment's first document
	dicts    map[string]segment.TermDictionary
	spare    segment.PostingsList
	scratch  []uint32
	deleted  []uint32 // filled on first use
}

func newReader(r bindex.IndexReader) (*reader, error) {
	snapshot, ok := r.(*scorch.IndexSnapshot)
	if !ok {
		return nil, fmt.Errorf("%w, and this one has a reader of type %s: "+
			"create it with bleve.New, or with bleve.NewUsing and scorch.Name", ErrNotScorch, fmt.Sprintf("%T", r))
	}
	rd := &reader{}
	for _, s := range snapshot.Segments() {
		if broken, ok := s.Segment().(interface{ Err() error }); ok && broken.Err() != nil {
			return nil, broken.Err()
		}
		rd.segments = append(rd.segments, &openSegment{
			snapshot: s, base: rd.size, dicts: map[string]segment.TermDictionary{},
		})
		rd.size += int(s.FullSize())
	}
	return rd, nil
}

// inOrder tells the segments that most is read in order, until end is called.
func (r *reader) inOrder() (end func()) {
	var ends []func()
	for _, s := range r.segments {
		if advised, ok := s.snapshot.Segment().(interface{ Sequential() func() }); ok {
			ends = append(ends, advised.Sequential())
		}
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

func (s *openSegment) dict(field string) (segment.TermDictionary, error) {
	if d, ok := s.dicts[field]; ok {
		return d, nil
	}
	d, err := s.snapshot.Segment().Dictionary(field)
	if err != nil {
		return nil, fmt.Errorf("reading field %s: %w", field, err)
	}
	s.dicts[field] = d
	return d, nil
}

// living removes deleted documents from docs, in place.
func (s *openSegment) living(docs []uint32) []uint32 {
	deleted := s.snapshot.Deleted()
	if deleted == nil || deleted.IsEmpty() {
		return docs
	}
	return slices.DeleteFunc(docs, deleted.Contains)
}

// id returns the document's id.
func (r *reader) id(doc int) (string, error) {
	s := r.segmentOf(doc)
	id, err := s.snapshot.DocID(uint64(doc - s.base))
	if err != nil {
		return "", fmt.Errorf("reading a document's id: %w", err)
	}
	return string(id), nil
}

// number returns the number of the document with this id.
func (r *reader) number(id string) (doc int, ok bool, err error) {
	p, err := r.findText("_id", id)
	if err != nil {
		return 0, false, err
	}
	for i := range p.lists {
		err = p.lists[i].each(func(d int) { doc, ok = d, true })
		if err != nil {
			return 0, false, err
		}
	}
	return doc, ok, nil
}

func (r *reader) segmentOf(doc int) *openSegment {
	i := len(r.segments) - 1
	for r.segments[i].base > doc {
		i--
	}
	return r.segments[i]
}

// findText looks up a term of any field. df is 0 if it occurs in no document.
func (r *reader) findText(field, text string) (found postings, err error) {
	for _, s := range r.segments {
		dict, err := s.dict(field)
		if err != nil {
			return postings{}, err
		}
		if err := s.lookUp(dict, []byte(text), &found); err != nil {
			return postings{}, fmt.Errorf("looking up a term of %s: %w", field, err)
		}
	}
	return found, nil
}

// findAll looks up sorted terms segment by segment. If the segment supports it, one pass over each
// dictionary suffices.
func (r *reader) findAll(ctx context.Context, terms []query.Term,
	field func(analyzer.Representation) string) ([]postings, error) {
	found := make([]postings, len(terms))
	hashes := make([]uint64, len(terms))
	for i, t := range terms {
		hashes[i] = t.Hash
	}
	for from := 0; from < len(terms); {
		name, to := field(terms[from].Representation), from+1
		for to < len(terms) && terms[to].Representation == terms[from].Representation {
			to++
		}
		for _, s := range r.segments {
			dict, err := s.dict(name)
			if err != nil {
				return nil, err
			}
			if hashed, ok := dict.(hashDictionary); ok {
				err = s.sweep(ctx, hashed, hashes[from:to], found[from:to])
			} else {
				err = s.lookUpAll(ctx, dict, hashes[from:to], found[from:to])
			}
			if err != nil {
				return nil, fmt.Errorf("looking up terms of %s: %w", name, err)
			}
		}
		from = to
	}
	return found, nil
}

// sweep looks up hashes of one field in a dictionary of hashes.
func (s *openSegment) sweep(ctx context.Context, dict hashDictionary, hashes []uint64,
	found []postings) error {
	var short []uint32 // of all terms; append may move it, so the lists are sliced at the end
	var cuts []cut
	err := sweep(ctx, dict, hashes, func(i, df int, docs []uint32, at, size uint64) error {
		p := segmentPostings{segment: s, df: df}
		if docs == nil {
			p.dict, p.at, p.size = dict, at, size
		}
		begin := len(short)
		short = append(short, s.living(docs)...)
		cuts = append(cuts, cut{p, i, begin, len(short)})
		return nil
	})
	if err != nil {
		return err
	}
	for i, c := range cuts {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		df := c.end - c.begin
		if c.dict == nil {
			c.docs = short[c.begin:c.end:c.end]
		} else if df, err = s.count(&c.segmentPostings); err != nil {
			return err
		}
		if df > 0 {
			found[c.place].df += df
			found[c.place].lists = append(found[c.place].lists, c.segmentPostings)
		}
	}
	return nil
}

// sweep calls Sweep in batches and checks the context before each.
func sweep(ctx context.Context, dict hashDictionary, hashes []uint64,
	found func(i, df int, docs []uint32, at, size uint64) error) error {
	const step = 1024 // hashes, each possibly in another block
	for from := 0; from < len(hashes); from += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch := hashes[from:min(from+step, len(hashes))]
		err := dict.Sweep(batch, func(i, df int, docs []uint32, at, size uint64) error {
			return found(from+i, df, docs, at, size)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// cut is a term's postings, and where its documents are in the list.
type cut struct {
	segmentPostings
	place, begin, end int
}

// count returns the number of documents of a list that are not deleted.
func (s *openSegment) count(l *segmentPostings) (int, error) {
	deleted := s.snapshot.Deleted()
	if deleted == nil || deleted.IsEmpty() {
		return l.df, nil
	}
	if uint64(l.df) < deleted.GetCardinality() {
		err := l.read()
		return len(s.scratch), err
	}
	if s.deleted == nil {
		s.deleted = deleted.ToArray()
	}
	n := l.df
	err := l.dict.Probe(l.df, l.at, l.size, s.deleted, func(int) { n-- })
	return n, err
}

// lookUpAll looks up hashes of one field in a Bleve dictionary, whose terms are text.
func (s *openSegment) lookUpAll(ctx context.Context, dict segment.TermDictionary,
	hashes []uint64, found []postings) error {
	var term [winnow.TermSize]byte
	for i, hash := range hashes {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.lookUp(dict, winnow.AppendTerm(term[:0], hash), &found[i]); err != nil {
			return err
		}
	}
	return nil
}

// lookUp adds the segment's postings of a term to found.
func (s *openSegment) lookUp(dict segment.TermDictionary, term []byte, found *postings) error {
	list, err := dict.PostingsList(term, s.snapshot.Deleted(), s.spare)
	if err != nil {
		return err
	}
	n := int(list.Count())
	if n == 0 {
		s.spare = list
		return nil
	}
	s.spare = nil
	found.df += n
	found.lists = append(found.lists, segmentPostings{segment: s, list: list})
	return nil
}
