package blevequery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	bquery "github.com/blevesearch/bleve/v2/search/query"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
)

// Query is a question as a Bleve query. Use it alone, or with other queries in a boolean query or
// conjunction. The score of a document is its measure times the boost, so scores of different
// questions are comparable; Bleve's norms do not apply. With another scoring query, Bleve ranks by
// the sum, and a disjunction multiplies that by the share of its clauses that match. Use a filter
// if only the question is to rank.
//
// The index must be of type scorch. bleve.New creates one, bleve.NewMemOnly does not;
// bleve.NewUsing("", mapping, scorch.Name, scorch.Name, nil) creates one in memory. The mapping
// indexes code in two fields, one for each representation, with the analyzer of package analyzer.
// They are named "structure" and "exact", or as in Options.Fields. Prose takes one field, in the
// exact representation, and a query of its own. A question must be analysed in the language of its
// fields: [NewTextQuery] does so.
//
// All matches are computed before Bleve takes the first one.
//
// JSON shows the query in logs and search results: see [Query.MarshalJSON]. Bleve cannot parse that
// back: query.ParseQuery knows Bleve's own queries only, and returns an error.
type Query struct {
	Vector  *query.Vector
	Options query.Options
	boost   float64
}

var _ bquery.BoostableQuery = (*Query)(nil)

// NewQuery returns a query that matches every document that shares a term with the vector. If o.Top
// is set, it matches the best o.Top of the whole index; a filter can then only remove some of
// these.
func NewQuery(v *query.Vector, o query.Options) *Query {
	return &Query{Vector: v, Options: o, boost: 1}
}

// SetBoost multiplies the scores.
func (q *Query) SetBoost(b float64) { q.boost = b }

// Boost returns the factor.
func (q *Query) Boost() float64 { return q.boost }

// Searcher implements Bleve's query.Query. It returns [ErrNotScorch] if the index is of another
// type, and [ErrNoField] if it lacks a field of the query, or if no term is found and a field has
// terms of another analyzer. For measures other than containment it computes missing or stale
// weights, over the fields of the vector.
func (q *Query) Searcher(ctx context.Context, r bindex.IndexReader, m mapping.IndexMapping,
	o search.SearcherOptions) (search.Searcher, error) {
	if q.Vector == nil {
		return nil, fmt.Errorf("term vector query has no vector")
	}
	s, err := q.searcher(ctx, r, m)
	if err != nil {
		return nil, fmt.Errorf("term vector query: %w", err)
	}
	s.explain = o.Explain
	return s, nil
}

func (q *Query) searcher(ctx context.Context, r bindex.IndexReader,
	m mapping.IndexMapping) (*searcher, error) {
	if err := q.checkFields(r, m); err != nil {
		return nil, err
	}
	opts, err := q.weigh(ctx, r)
	if err != nil {
		return nil, err
	}
	s, err := newQuestion(ctx, r, q.Vector, opts)
	if err != nil {
		return nil, err
	}
	if s.stats.Found == 0 {
		if err := s.r.checkTerms(q.fields()); err != nil {
			return nil, err
		}
	}
	found, err := s.candidates(ctx)
	if err != nil {
		return nil, err
	}
	if opts.Top > 0 {
		if found, err = s.best(ctx, found); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return a.doc - b.doc })
	return &searcher{found: found, boost: q.boost, terms: len(s.terms)}, nil
}

// MarshalJSON implements [encoding/json.Marshaler]. "term_vector" has the terms by representation,
// "spare_terms" the spare ones; the other keys are the boost and the options that are set.
func (q *Query) MarshalJSON() ([]byte, error) {
	o := q.Options
	v := struct {
		Terms     map[string][]string `json:"term_vector"`
		Spare     map[string][]string `json:"spare_terms,omitempty"`
		Measure   string              `json:"measure"`
		Top       int                 `json:"top,omitempty"`
		MinScore  float64             `json:"min_score,omitempty"`
		Documents int                 `json:"documents,omitempty"`
		MaxTerms  int                 `json:"max_terms,omitempty"`
		Fields    map[string]string   `json:"fields,omitempty"`
		Boost     float64             `json:"boost"`
	}{
		map[string][]string{}, map[string][]string{}, o.Measure.String(), o.Top, o.MinScore,
		o.Documents, o.MaxTerms, map[string]string{}, q.boost,
	}
	for r, field := range o.Fields {
		v.Fields[r.String()] = field
	}
	if q.Vector != nil {
		for _, t := range q.Vector.Terms() {
			terms, r := v.Terms, t.Representation.String()
			if t.Spare {
				terms = v.Spare
			}
			terms[r] = append(terms[r], t.Text())
		}
	}
	return json.Marshal(v)
}

// ErrNoField means that an index lacks a field that a query searches. Another analyzer may have
// indexed it.
var ErrNoField = errors.New("no such fingerprint field in the index")

// checkFields returns an error if a field of the query is unknown. Such a field is neither in the
// mapping, if any, nor in a document.
func (q *Query) checkFields(r bindex.IndexReader, m mapping.IndexMapping) error {
	return checkFields(r, q.fields(), func(f string) bool {
		return m != nil && m.FieldMappingForPath(f).Type != ""
	})
}

// checkFields returns an error if a field is neither in documents nor mapped. It names the fields
// of the index.
func checkFields(r bindex.IndexReader, fields []string, mapped func(string) bool) error {
	present, err := r.Fields()
	if err != nil {
		return err
	}
	for _, f := range fields {
		if !slices.Contains(present, f) && !mapped(f) {
			return fmt.Errorf("%w: %q is not among %s: %s", ErrNoField, f, listFields(present), mapIt)
		}
	}
	return nil
}

// listFields lists fields, except Bleve's own, such as _id.
func listFields(names []string) string {
	var quoted []string
	for _, n := range slices.Sorted(slices.Values(names)) {
		if !strings.HasPrefix(n, "_") {
			quoted = append(quoted, strconv.Quote(n))
		}
	}
	if len(quoted) == 0 {
		return "its fields: there are none yet"
	}
	return "its fields " + strings.Join(quoted, ", ")
}

// checkTerms returns an error if a field has terms that package analyzer does not make. It reads a
// few terms of each segment. Terms made with other settings, such as another k, look alike.
func (r *reader) checkTerms(fields []string) error {
	const enough = 32 // words of a text in alphabetical order that could all be fingerprints
	for _, field := range fields {
		cursors, err := r.cursors(field, termRange{})
		if err != nil {
			return err
		}
		for _, c := range cursors {
			for n := 0; n < enough && c.walk == nil && c.term != nil; n++ {
				if _, err := winnow.ParseTerm(c.term); err != nil {
					return fmt.Errorf("%w: %q has the term %q of another analyzer: "+
						"index it with the analyzer %q", ErrNoField, field, c.term, bleveanalyzer.Name)
				}
				if err := c.next(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// weigh returns the options with weights that are valid for the reader.
func (q *Query) weigh(ctx context.Context, r bindex.IndexReader) (query.Options, error) {
	o := q.Options
	if o.Measure == query.Containment {
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
	if o.Weights != nil && fit(o.Weights, r, n) {
		return o, nil
	}
	var err error
	o.Weights, err = ComputeWeights(ctx, r, q.fields(), n)
	return o, err
}

// fields returns the names of the fields that the query searches.
func (q *Query) fields() []string { return fieldsOf(&q.Options, q.Vector) }

// fieldsOf returns the names of the fields that a question searches.
func fieldsOf(o *query.Options, v *query.Vector) []string {
	var fields []string
	for _, t := range only(v, o.Fields).Terms() {
		name := fieldOf(o, t.Representation)
		if !slices.Contains(fields, name) {
			fields = append(fields, name)
		}
	}
	return fields
}
