package query

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	bquery "github.com/blevesearch/bleve/v2/search/query"
	bindex "github.com/blevesearch/bleve_index_api"
)

// Query is a question as a Bleve query. Use it alone, or with other queries in a boolean query or
// conjunction. The score of a document is its measure times the boost, so scores of different
// questions are comparable; Bleve's norms and coordination factors do not apply. With another
// scoring query, Bleve ranks by the sum. Use a filter if only the question is to rank.
//
// The index must be of type scorch. bleve.New creates one, bleve.NewMemOnly does not;
// bleve.NewUsing("", mapping, scorch.Name, scorch.Name, nil) creates one in memory. The mapping
// analyses the source with the analyzer of package analyzer, once for each representation. The
// fields are named "structure" and "exact", or as in Options.Fields.
//
// All matches are computed before Bleve takes the first one.
type Query struct {
	Vector  *Vector
	Options Options
	boost   float64
}

var _ bquery.BoostableQuery = (*Query)(nil)

// NewQuery returns a query that matches every document that shares a term with the vector. If o.Top
// is set, it matches the best o.Top of the whole index; a filter can then only remove some of
// these.
func NewQuery(v *Vector, o Options) *Query {
	return &Query{Vector: v, Options: o, boost: 1}
}

// SetBoost multiplies the scores.
func (q *Query) SetBoost(b float64) { q.boost = b }

// Boost returns the factor.
func (q *Query) Boost() float64 { return q.boost }

// Searcher implements Bleve's query.Query. It returns [ErrNotScorch] if the index is of another
// type, and [ErrNoField] if it lacks a field of the query. For measures other than containment it
// computes missing or stale weights, over the fields of the vector.
func (q *Query) Searcher(ctx context.Context, r bindex.IndexReader, m mapping.IndexMapping,
	o search.SearcherOptions) (search.Searcher, error) {
	if q.Vector == nil {
		return nil, fmt.Errorf("term vector query: it has no vector")
	}
	if err := q.checkFields(r, m); err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	opts, err := q.weigh(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	s, err := newQuestion(ctx, r, q.Vector, opts)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	found, err := s.candidates(ctx)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	if opts.Top > 0 {
		if found, err = s.best(ctx, found); err != nil {
			return nil, fmt.Errorf("term vector query: %w", err)
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return a.doc - b.doc })
	return &searcher{found: found, boost: q.boost, explain: o.Explain, terms: len(s.terms)}, nil
}

// ErrNoField says that an index lacks a field that a query searches.
var ErrNoField = errors.New("no such field in the index")

// checkFields returns an error if a field of the query is neither in the mapping, if any, nor in a
// document.
func (q *Query) checkFields(r bindex.IndexReader, m mapping.IndexMapping) error {
	present, err := r.Fields()
	if err != nil {
		return err
	}
	for _, f := range q.fields() {
		if !slices.Contains(present, f) && (m == nil || m.FieldMappingForPath(f).Type == "") {
			return fmt.Errorf("%w: %q: name the fingerprint fields in Options.Fields", ErrNoField, f)
		}
	}
	return nil
}

// weigh returns the options with weights that are valid for the reader.
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

// fields returns the names of the fields that the query searches.
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
