package evidence

import (
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/query"
)

// countDF sets the document frequency of each match of the hits: the median over the question's fingerprints
// in it. It says how common the material is. The score allows for it already.
func (q *question) countDF(hits []Hit, terms []query.TermStats, documents int) {
	idf := query.IDFs(terms)
	var found []int
	for _, h := range hits {
		for i := range h.Matches {
			m := &h.Matches[i]
			found = found[:0]
			for _, t := range query.TermsBetween(&q.analysis, m.A.From, m.A.To) {
				if v, ok := idf(t.Representation)(t.Hash); ok {
					found = append(found, frequency(v, documents))
				}
			}
			if len(found) > 0 {
				slices.Sort(found)
				m.DF = found[len(found)/2]
			}
		}
	}
}

// frequency is the inverse of [query.IDF].
func frequency(idf float64, documents int) int {
	return int(math.Round(float64(documents) / math.Expm1(idf)))
}
