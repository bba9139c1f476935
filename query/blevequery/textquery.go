package blevequery

import (
	"cmp"
	"fmt"

	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
)

// NewTextQuery returns the query for a text, as [NewQuery] does for a vector. It analyses the text
// as the mapping analyses the fields of o: in their language, with their settings. Of a Bleve
// index, pass Mapping(). The error is [ErrNoField] if a field has another analyzer. A text shorter
// than a fingerprint has no terms: Vector.Len is 0, and the query matches nothing.
func NewTextQuery(text string, m mapping.IndexMapping, o query.Options) (*Query, error) {
	var terms []query.Term
	for r := range analyzer.Representation(analyzer.Representations) {
		field := fieldOf(&o, r)
		if field == "" {
			continue
		}
		var err error
		if terms, err = appendFieldTerms(terms, text, m, r, field); err != nil {
			return nil, fmt.Errorf("term vector query: %w", err)
		}
	}
	return NewQuery(query.NewVector(terms), o), nil
}

// appendFieldTerms appends the terms that a document with the text would have in the field.
func appendFieldTerms(terms []query.Term, text string, m mapping.IndexMapping, r analyzer.Representation,
	field string) ([]query.Term, error) {
	name := cmp.Or(m.FieldMappingForPath(field).Analyzer, m.AnalyzerNameForPath(field))
	a := m.AnalyzerNamed(name)
	if a == nil {
		return nil, fmt.Errorf("%w: %q has no analyzer: %s", ErrNoField, field, mapIt)
	}
	for _, token := range a.Analyze([]byte(text)) {
		hash, err := winnow.ParseTerm(token.Term)
		if err != nil {
			return nil, fmt.Errorf("%w: %q has the analyzer %q: %s", ErrNoField, field, name, mapIt)
		}
		terms = append(terms, query.Term{Representation: r, Hash: hash})
	}
	return terms, nil
}

// mapIt says how to make a field.
const mapIt = "map a field of that name to an analyzer of type \"" + bleveanalyzer.Name +
	"\", or name yours in Options.Fields"
