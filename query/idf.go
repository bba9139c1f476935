package query

import (
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Scores use math.Log1p and math.Expm1 for logarithms and exponentials, here and in package align.
// math.Log and math.Exp are assembly on some systems, and differ from others in the last bit.

// IDF returns the inverse document frequency ln(1+n/df) of a term in df of n documents. A df under
// 1 counts as 1, as if the question itself were a document.
func IDF(n, df int) float64 {
	return math.Log1p(float64(max(n, 1)) / float64(max(df, 1)))
}

// IDFs returns a function from representation and k-gram hash to the idf. Its ok is false for
// hashes that are not among the terms. align.NewRarity takes it.
func IDFs(terms []TermStats) func(analyzer.Representation) func(hash uint64) (float64, bool) {
	var tables [analyzer.Representations]map[uint64]float64
	for r := range tables {
		tables[r] = map[uint64]float64{}
	}
	for _, t := range terms {
		tables[t.Representation][t.Hash] = t.IDF
	}
	return func(r analyzer.Representation) func(uint64) (float64, bool) {
		return func(hash uint64) (float64, bool) {
			idf, ok := tables[r][hash&winnow.TermMask]
			return idf, ok
		}
	}
}
