package blevequery

import (
	"bytes"
	"context"
	"fmt"

	bindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// EachTerm calls f for every term of the field, ascending, with its df. Only terms that occur in a
// document count. It returns the first error of f. The term is valid during the call only. It reads
// all postings.
func EachTerm(ctx context.Context, r bindex.IndexReader, field string,
	f func(term []byte, df int) error) error {
	rd, err := newReader(r)
	if err != nil {
		return fmt.Errorf("reading terms: %w", err)
	}
	return rd.sweep(ctx, field, termRange{}, func(term []byte, docs [][]int) error {
		df := 0
		for _, d := range docs {
			df += len(d)
		}
		return f(term, df)
	})
}

// DocumentsWith returns the ids of n documents that contain the term. They are the first in the
// order of the segments; none if n is under 1.
func DocumentsWith(r bindex.IndexReader, field, term string, n int) ([]string, error) {
	rd, err := newReader(r)
	if err != nil {
		return nil, fmt.Errorf("looking up %q: %w", term, err)
	}
	p, err := rd.findText(field, term)
	if err != nil {
		return nil, err
	}
	var docs []int
	for i := range p.lists {
		err := p.lists[i].each(func(doc int) { docs = append(docs, doc) })
		if err != nil {
			return nil, err
		}
	}
	var ids []string
	for _, doc := range docs[:max(0, min(n, len(docs)))] {
		id, err := rd.id(doc)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// termRange is the range of terms from from (inclusive) to to (exclusive); nil is unbounded.
type termRange struct{ from, to []byte }

// hashes returns the range of hashes of the terms; end is 0 if unbounded.
func (t termRange) hashes() (least, end uint64) {
	least, _ = winnow.ParseTerm(t.from) // 0 if from is nil
	end, _ = winnow.ParseTerm(t.to)
	return least, end
}

// sweep reads the dictionaries of all segments in parallel, in term order. df is a sum over
// segments. It calls f for every term that occurs in a document, with the postings of each segment
// that has any. They are valid during the call only.
func (r *reader) sweep(ctx context.Context, field string, over termRange,
	f func(term []byte, docs [][]int) error) error {
	defer r.inOrder()()
	cursors, err := r.cursors(field, over)
	if err != nil {
		return err
	}
	var at []*cursor // the cursors at the least term
	var docs [][]int
	for round := 0; ; round++ {
		if round%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if at = least(cursors, at[:0]); len(at) == 0 {
			return nil
		}
		docs = docs[:0]
		for _, c := range at {
			if err := c.read(); err != nil {
				return err
			}
			if len(c.docs) > 0 {
				docs = append(docs, c.docs)
			}
		}
		if len(docs) > 0 {
			if err := f(at[0].term, docs); err != nil {
				return err
			}
		}
		for _, c := range at {
			if err := c.next(); err != nil {
				return err
			}
		}
	}
}

// cursor iterates over one segment's dictionary of a field, by walk if possible.
type cursor struct {
	segment *openSegment
	walk    func() (hash uint64, docs []uint32, ok bool, err error)
	walked  []uint32 // the documents with the term, including deleted ones
	dict    segment.TermDictionary
	terms   segment.DictionaryIterator
	term    []byte // nil at the end
	list    segment.PostingsList
	it      segment.PostingsIterator
	docs    []int // the documents with the term
}

func (r *reader) cursors(field string, over termRange) ([]*cursor, error) {
	var all []*cursor
	for i := range r.segments {
		dict, err := r.segments[i].dict(field)
		if err != nil {
			return nil, err
		}
		c := &cursor{segment: r.segments[i], dict: dict}
		if hashed, ok := dict.(hashDictionary); ok {
			c.walk = hashed.Walk(over.hashes())
		} else {
			c.terms = dict.AutomatonIterator(nil, over.from, over.to)
		}
		if err := c.next(); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// next moves to the next term.
func (c *cursor) next() error {
	if c.walk != nil {
		hash, docs, ok, err := c.walk()
		if err != nil {
			return fmt.Errorf("reading the dictionary: %w", err)
		}
		if c.walked = docs; ok {
			c.term = winnow.AppendTerm(c.term[:0], hash)
		} else {
			c.term = nil
		}
		return nil
	}
	entry, err := c.terms.Next()
	if err != nil {
		return fmt.Errorf("reading the dictionary: %w", err)
	}
	if entry == nil {
		c.term = nil
		return nil
	}
	c.term = append(c.term[:0], entry.Term...)
	return nil
}

// read reads the postings of the current term.
func (c *cursor) read() error {
	if c.walk != nil {
		c.docs = c.docs[:0]
		for _, doc := range c.segment.living(c.walked) {
			c.docs = append(c.docs, c.segment.base+int(doc))
		}
		return nil
	}
	var err error
	c.list, err = c.dict.PostingsList(c.term, c.segment.snapshot.Deleted(), c.list)
	if err != nil {
		return fmt.Errorf("reading postings: %w", err)
	}
	c.docs = c.docs[:0]
	c.it = c.list.Iterator(false, false, false, c.it)
	for {
		p, err := c.it.Next()
		if err != nil {
			return fmt.Errorf("reading postings: %w", err)
		}
		if p == nil {
			return nil
		}
		c.docs = append(c.docs, c.segment.base+int(p.Number()))
	}
}

// least appends the cursors at the least term of all.
func least(cursors []*cursor, at []*cursor) []*cursor {
	for _, c := range cursors {
		if c.term == nil {
			continue
		}
		if len(at) > 0 {
			order := bytes.Compare(c.term, at[0].term)
			if order > 0 {
				continue
			}
			if order < 0 {
				at = at[:0]
			}
		}
		at = append(at, c)
	}
	return at
}
