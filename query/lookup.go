package query

import (
	"context"
	"fmt"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// LookUp returns how rare each term of the vector is among n documents, by falling idf.
func LookUp(ctx context.Context, r bindex.IndexReader, v *Vector, n int) ([]TermStats, error) {
	s, err := newQuestion(ctx, r, v, Options{Documents: n})
	if err != nil {
		return nil, fmt.Errorf("looking up terms: %w", err)
	}
	return s.termStats(), nil
}

// IDFs returns how rare the terms are, by the hash of their k-gram: align.NewRarity takes it.
func IDFs(terms []TermStats) func(analyzer.Representation) func(hash uint64) (float64, bool) {
	var tables [analyzer.Representations]map[string]float64
	for r := range tables {
		tables[r] = map[string]float64{}
	}
	for _, t := range terms {
		if r, err := analyzer.ParseRepresentation(t.Field); err == nil {
			tables[r][t.Text] = t.IDF
		}
	}
	return func(r analyzer.Representation) func(uint64) (float64, bool) {
		table := tables[r]
		var term [winnow.TermSize]byte
		return func(hash uint64) (float64, bool) {
			idf, ok := table[string(winnow.AppendTerm(term[:0], hash))]
			return idf, ok
		}
	}
}
