package query

import (
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// WithoutSpans removes the fingerprints whose k-grams lie in the spans from a document analysed by
// a. The spans are sorted and do not touch.
func WithoutSpans(a *analyzer.Analyzer, doc *analyzer.Analysis, spans []analyzer.Span) {
	if len(spans) == 0 {
		return
	}
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, ok := a.Settings().Scheme(doc.Language, r)
		if !ok {
			continue
		}
		doc.Fingerprints[r] = outside(spans, doc.Fingerprints[r], scheme.K)
	}
}

// outside removes the k-grams that lie in the spans, which are sorted.
func outside(spans []analyzer.Span, grams []winnow.Fingerprint, k int) []winnow.Fingerprint {
	if len(spans) == 0 {
		return grams
	}
	return slices.DeleteFunc(grams, func(g winnow.Fingerprint) bool {
		from := int(g.Token)
		i := sort.Search(len(spans), func(i int) bool { return spans[i].To > from })
		return i < len(spans) && spans[i].From <= from && from+k <= spans[i].To
	})
}
