package query

import (
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// ErrNotScorch says that a Bleve index is of a type whose postings cannot be read by document
// number. bleve.New makes indexes of type scorch.
var ErrNotScorch = errors.New("term vectors need a Bleve index of type scorch")

// reader reads postings straight from the segments of a snapshot. Documents are numbered through
// all segments; those that are deleted are left out everywhere. Not for several goroutines.
type reader struct {
	segments []openSegment
	size     int // documents, deleted ones included
	spare    segment.PostingsList
}

type openSegment struct {
	snapshot *scorch.SegmentSnapshot
	base     int // number of the segment's first document
	dicts    map[string]segment.TermDictionary
}

func newReader(r bindex.IndexReader) (*reader, error) {
	snapshot, ok := r.(*scorch.IndexSnapshot)
	if !ok {
		return nil, fmt.Errorf("%w, and this one is %T", ErrNotScorch, r)
	}
	rd := &reader{}
	for _, s := range snapshot.Segments() {
		rd.segments = append(rd.segments, openSegment{s, rd.size, map[string]segment.TermDictionary{}})
		rd.size += int(s.FullSize())
	}
	return rd, nil
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

// id returns the document's id.
func (r *reader) id(doc int) (string, error) {
	s := r.segmentOf(doc)
	id, err := s.snapshot.DocID(uint64(doc - s.base))
	if err != nil {
		return "", fmt.Errorf("reading a document's id: %w", err)
	}
	return string(id), nil
}

// number returns the number of the document with that id.
func (r *reader) number(id string) (doc int, ok bool, err error) {
	p, err := r.find("_id", id)
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
	return &r.segments[i]
}

// postings are the documents that hold a term, over all segments.
type postings struct {
	df    int
	lists []segmentPostings
}

// segmentPostings are those of one segment.
type segmentPostings struct {
	base int
	list segment.PostingsList
	docs *roaring.Bitmap // the documents, less base; nil until resolved, or if there is only one
	one  int             // that document, less base; -1 if docs holds them
}

// find looks a term up. The error is that of reading; a term that nobody holds has a df of 0.
func (r *reader) find(field, term string) (postings, error) {
	var p postings
	for i := range r.segments {
		s := &r.segments[i]
		dict, err := s.dict(field)
		if err != nil {
			return p, err
		}
		list, err := dict.PostingsList([]byte(term), s.snapshot.Deleted(), r.spare)
		if err != nil {
			return p, fmt.Errorf("looking up %q in %s: %w", term, field, err)
		}
		n := int(list.Count())
		if n == 0 {
			r.spare = list
			continue
		}
		r.spare = nil
		p.df += n
		p.lists = append(p.lists, segmentPostings{base: s.base, list: list, one: -1})
	}
	return p, nil
}

// each calls f for the document numbers of the segment that hold the term, in rising order.
func (p *segmentPostings) each(f func(doc int)) error {
	if err := p.resolve(); err != nil {
		return err
	}
	if p.one >= 0 {
		f(p.base + p.one)
		return nil
	}
	p.docs.Iterate(func(doc uint32) bool {
		f(p.base + int(doc))
		return true
	})
	return nil
}

// resolve finds the document numbers: as the segment keeps them where it lets us, which is without
// reading them one by one.
func (p *segmentPostings) resolve() error {
	if p.docs != nil || p.one >= 0 {
		return nil
	}
	it := p.list.Iterator(false, false, false, nil)
	if fast, ok := it.(segment.OptimizablePostingsIterator); ok {
		if doc, ok := fast.DocNum1Hit(); ok {
			p.one = int(doc)
			return nil
		}
		if p.docs = fast.ActualBitmap(); p.docs != nil {
			return nil
		}
	}
	p.docs = roaring.New()
	for {
		next, err := it.Next()
		if err != nil {
			return fmt.Errorf("reading postings: %w", err)
		}
		if next == nil {
			return nil
		}
		p.docs.Add(uint32(next.Number()))
	}
}

// holds says whether the document holds the term.
func (p *postings) holds(doc int) (bool, error) {
	for i := range p.lists {
		l := &p.lists[i]
		if doc < l.base || i+1 < len(p.lists) && doc >= p.lists[i+1].base {
			continue
		}
		if err := l.resolve(); err != nil {
			return false, err
		}
		if l.one >= 0 {
			return l.one == doc-l.base, nil
		}
		return l.docs.Contains(uint32(doc - l.base)), nil
	}
	return false, nil
}
