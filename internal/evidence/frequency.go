package evidence

import (
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// countDF sets the document frequency of each match of the hits: the median over the question's fingerprints
// in it. It says how common the material is. The score allows for it already.
func (q *question) countDF(hits []Hit, terms []query.TermStats, documents int) {
	idf := query.IDFs(terms)
	var found []int
	median := func(s analyzer.Span) int {
		found = found[:0]
		for _, t := range query.TermsBetween(&q.analysis, s.From, s.To) {
			if v, ok := idf(t.Representation)(t.Hash); ok {
				found = append(found, frequency(v, documents))
			}
		}
		if len(found) == 0 {
			return 0
		}
		slices.Sort(found)
		return found[len(found)/2]
	}
	for _, h := range hits {
		for i := range h.Matches {
			h.Matches[i].DF = median(h.Matches[i].A)
		}
		for i := range h.Runs {
			h.Runs[i].DF = median(h.Runs[i].Span)
		}
	}
}

// frequency is the inverse of [query.IDF].
func frequency(idf float64, documents int) int {
	return int(math.Round(float64(documents) / math.Expm1(idf)))
}
