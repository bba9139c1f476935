package query

import (
	"context"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2/mapping"
	bquery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/blevesearch/bleve/v2/search"
	bindex "github.com/blevesearch/bleve_index_api"
)

// Query is a question as a Bleve query: put it into any search request, alone or beside other
// queries in a boolean or conjunction. A document's score is its measure times the boost, so the
// scores of different questions can be compared; Bleve's own norms and coordination factors have
// no part in it.
type Query struct {
	Vector  *Vector
	Options Options
	boost   float64
}

var _ bquery.BoostableQuery = (*Query)(nil)

// NewQuery returns a query that matches every document which shares a term with the vector, or
// the best o.Top of the whole index where that is set: a filter beside it then only takes away
// from those.
func NewQuery(v *Vector, o Options) *Query {
	return &Query{Vector: v, Options: o, boost: 1}
}

// SetBoost multiplies the scores.
func (q *Query) SetBoost(b float64) { q.boost = b }

// Boost returns the factor.
func (q *Query) Boost() float64 { return q.boost }

// Searcher implements Bleve's query.Query. The reader is one of a scorch index, or the error is
// [ErrNotScorch]. For measures other than containment, weights that are not there, or not of the
// reader's snapshot, are computed anew, over the fields of the vector.
func (q *Query) Searcher(ctx context.Context, r bindex.IndexReader, _ mapping.IndexMapping,
	o search.SearcherOptions) (search.Searcher, error) {
	if q.Vector == nil {
		return nil, fmt.Errorf("term vector query: it has no vector")
	}
	opts, err := q.weigh(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	s, err := newQuestion(ctx, r, q.Vector, opts)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	docs, sc, release, err := s.candidates(ctx, opts.Top)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	defer release()
	found := s.found(docs, sc)
	if opts.Top > 0 {
		if found, err = s.best(ctx, found); err != nil {
			return nil, fmt.Errorf("term vector query: %w", err)
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return a.doc - b.doc })
	return &searcher{found: found, boost: q.boost, explain: o.Explain, terms: len(s.terms)}, nil
}

// weigh returns the options with weights that fit the reader.
func (q *Query) weigh(ctx context.Context, r bindex.IndexReader) (Options, error) {
	o := q.Options
	if o.Measure == Containment {
		o.Weights = nil // not needed
		return o, nil
	}
	n := o.Documents
	if n < 1 {
		count, err := r.DocCount()
		if err != nil {
			return o, err
		}
		n = int(count)
	}
	if o.Weights != nil && o.Weights.fit(r, n) {
		return o, nil
	}
	var err error
	o.Weights, err = ComputeWeights(ctx, r, q.fields(), n)
	return o, err
}

// fields returns the names of the fields that the query asks.
func (q *Query) fields() []string {
	var fields []string
	for _, t := range q.Vector.in(q.Options.Fields).terms {
		name := q.Options.field(t.Representation)
		if !slices.Contains(fields, name) {
			fields = append(fields, name)
		}
	}
	return fields
}
