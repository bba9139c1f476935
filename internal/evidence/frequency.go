package evidence

import (
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// countDF sets the document frequency of each match of the hits: the median over the question's fingerprints
// in it. It says how common the material is. The score allows for it already. It also sets which part of the evidence
// is in fingerprints that are no idioms.
func (q *question) countDF(hits []hit, terms []query.TermStats, documents int) {
	idf := query.IDFs(terms)
	idiom := IdiomDF(documents)
	var found []int
	count := func(s analyzer.Span) (median int, rare float64) {
		found = found[:0]
		sum := 0.0
		for _, t := range query.TermsBetween(&q.analysis, s.From, s.To) {
			if v, ok := idf(t.Representation)(t.Hash); ok {
				df := frequency(v, documents)
				found, sum = append(found, df), sum+v
				if df < idiom {
					rare += v
				}
			}
		}
		if len(found) == 0 {
			return 0, 1
		}
		slices.Sort(found)
		return found[len(found)/2], rare / max(sum, math.SmallestNonzeroFloat64)
	}
	for _, h := range hits {
		for i := range h.matches {
			m := &h.matches[i]
			m.DF, m.Rare = count(m.aligned.A)
		}
		for i := range h.runs {
			r := &h.runs[i]
			r.DF, r.Rare = count(r.Span)
		}
	}
}

// IdiomDF returns the minimum document frequency of an idiom among so many documents.
func IdiomDF(documents int) int { return max(align.IdiomDocuments, documents/align.IdiomShare) }

// frequency is the inverse of [query.IDF].
func frequency(idf float64, documents int) int {
	return int(math.Round(float64(documents) / math.Expm1(idf)))
}
