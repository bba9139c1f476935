package blevequery

import (
	"fmt"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// postings are the documents that contain a term, over all segments.
type postings struct {
	df    int
	lists []segmentPostings // by segment
}

// probe calls hit for each of docs, sorted, that contains the term. local is a scratch buffer.
func (p *postings) probe(docs []int, local *[]uint32, hit func(doc int)) error {
	for i := range p.lists {
		l := &p.lists[i]
		from := sort.SearchInts(docs, l.segment.base)
		to := from + sort.SearchInts(docs[from:], l.segment.base+int(l.segment.snapshot.FullSize()))
		*local = (*local)[:0]
		for _, doc := range docs[from:to] {
			*local = append(*local, uint32(doc-l.segment.base))
		}
		err := l.probe(*local, func(i int) { hit(docs[from+i]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// segmentPostings are the postings in one segment, in one of three forms. These are document
// numbers, a list of one of our own segments that is read on demand, or a list of Bleve.
type segmentPostings struct {
	segment *openSegment
	docs    []uint32 // ascending, without the segment's base; nil until known

	dict     hashDictionary
	df       int // including deleted documents
	at, size uint64

	list   segment.PostingsList
	bitmap *roaring.Bitmap // of list; nil until resolved, or if docs has its one document
}

// each calls f for the numbers of the term's documents, in ascending order.
func (p *segmentPostings) each(f func(doc int)) error {
	if err := p.read(); err != nil {
		return err
	}
	base := p.segment.base
	if p.bitmap == nil {
		docs := p.docs
		if p.docs == nil {
			docs = p.segment.scratch // read put the long list here
		}
		for _, doc := range docs {
			f(base + int(doc))
		}
		return nil
	}
	p.bitmap.Iterate(func(doc uint32) bool {
		f(base + int(doc))
		return true
	})
	return nil
}

// read reads the document numbers. It does not keep a long list, because all lists of a question
// may not fit in memory.
func (p *segmentPostings) read() error {
	switch {
	case p.docs != nil || p.bitmap != nil:
		return nil
	case p.dict != nil:
		docs, err := p.dict.AppendDocs(p.segment.scratch[:0], p.df, p.at, p.size)
		if err != nil {
			return fmt.Errorf("reading postings: %w", err)
		}
		p.segment.scratch = p.segment.living(docs)
		return nil
	}
	return p.resolve()
}

// resolve reads the document numbers from Bleve's segment, as a bitmap if possible.
func (p *segmentPostings) resolve() error {
	it := p.list.Iterator(false, false, false, nil)
	if fast, ok := it.(segment.OptimizablePostingsIterator); ok {
		if doc, ok := fast.DocNum1Hit(); ok {
			p.docs = []uint32{uint32(doc)}
			return nil
		}
		if p.bitmap = fast.ActualBitmap(); p.bitmap != nil {
			return nil
		}
	}
	p.bitmap = roaring.New()
	for {
		next, err := it.Next()
		if err != nil {
			return fmt.Errorf("reading postings: %w", err)
		}
		if next == nil {
			return nil
		}
		p.bitmap.Add(uint32(next.Number()))
	}
}

// probe calls hit with the index of each of docs that contains the term. docs are sorted numbers
// within the segment.
func (p *segmentPostings) probe(docs []uint32, hit func(i int)) error {
	if p.docs == nil && p.bitmap == nil && p.dict != nil {
		if err := p.dict.Probe(p.df, p.at, p.size, docs, hit); err != nil {
			return fmt.Errorf("reading postings: %w", err)
		}
		return nil
	}
	if err := p.read(); err != nil {
		return err
	}
	if p.bitmap != nil {
		for i, doc := range docs {
			if p.bitmap.Contains(doc) {
				hit(i)
			}
		}
		return nil
	}
	rest := p.docs
	for i, doc := range docs {
		at := sort.Search(len(rest), func(k int) bool { return rest[k] >= doc })
		if rest = rest[at:]; len(rest) == 0 {
			break
		}
		if rest[0] == doc {
			hit(i)
		}
	}
	return nil
}
