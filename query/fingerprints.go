package query

import (
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Terms returns the terms that package index writes for an analysed document. They are the
// fingerprints of every representation.
func Terms(n *analyzer.Analysis) []Term { return TermsBetween(n, 0, len(n.Tokens)) }

// TermsBetween returns the [Terms] whose k-grams begin in tokens from (inclusive) to to
// (exclusive).
func TermsBetween(n *analyzer.Analysis, from, to int) []Term {
	var terms []Term
	for r, prints := range n.Fingerprints {
		first := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= from })
		last := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= to })
		terms = appendTerms(terms, analyzer.Representation(r), prints[first:last], false)
	}
	return terms
}

// shortBelow bounds the questions that are searched with all their k-grams: at most that many times
// the guarantee threshold, without ignored tokens. Longer questions have enough fingerprints.
const shortBelow = 4

// IsShort reports whether a question is so short that all its k-grams count: see [SpareTerms]. The
// tokens of the spans are ignored.
func IsShort(a *analyzer.Analyzer, n *analyzer.Analysis, ignored []analyzer.Span) bool {
	own := n.Len()
	for _, s := range ignored {
		own -= s.Len()
	}
	return own < shortBelow*a.GuaranteeOf(n)
}

// SpareTerms returns every k-gram outside the spans as a spare term. The spans are sorted and do
// not touch. [NewVector] merges spare terms with equal fingerprints.
func SpareTerms(a *analyzer.Analyzer, n *analyzer.Analysis, without []analyzer.Span) []Term {
	var terms []Term
	var grams []winnow.Fingerprint
	for r := range analyzer.Representation(analyzer.Representations) {
		for _, p := range n.Parts() {
			scheme, ok := a.Settings().Scheme(p.Language, r)
			if !ok {
				continue
			}
			grams = outside(without, a.AppendPartGrams(grams[:0], n, p, r), scheme.K)
			terms = appendTerms(terms, r, grams, true)
		}
	}
	return terms
}

func appendTerms(terms []Term, r analyzer.Representation, prints []winnow.Fingerprint,
	spare bool) []Term {
	terms = slices.Grow(terms, len(prints))
	for _, p := range prints {
		terms = append(terms, Term{r, p.Hash, spare})
	}
	return terms
}

// WithoutSpans removes the fingerprints of k-grams inside the spans. The document was analysed by
// a. The spans are sorted and do not touch.
func WithoutSpans(a *analyzer.Analyzer, doc *analyzer.Analysis, spans []analyzer.Span) {
	if len(spans) == 0 {
		return
	}
	for r := range analyzer.Representation(analyzer.Representations) {
		prints := doc.Fingerprints[r]
		kept := prints[:0]
		for _, p := range doc.Parts() {
			scheme, _ := a.Settings().Scheme(p.Language, r)
			n := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= p.To })
			kept = append(kept, outside(spans, prints[:n], scheme.K)...)
			prints = prints[n:]
		}
		doc.Fingerprints[r] = kept
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
