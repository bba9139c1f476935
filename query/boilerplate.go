package query

import (
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Boilerplate is material that is not to count: code that everybody was given, licences, generated
// parts. It is the set of all k-grams of such documents. It may be used from several goroutines
// once nothing is added any more.
type Boilerplate struct {
	analyzer *analyzer.Analyzer
	grams    [analyzer.Representations]map[uint64]struct{}
}

// NewBoilerplate returns an empty set for documents that the analyzer analyses.
func NewBoilerplate(a *analyzer.Analyzer) *Boilerplate {
	b := &Boilerplate{analyzer: a}
	for r := range b.grams {
		b.grams[r] = map[uint64]struct{}{}
	}
	return b
}

// Add adds a document, analysed by the analyzer that the set was made for.
func (b *Boilerplate) Add(doc *analyzer.Analysis) {
	for r := range analyzer.Representation(analyzer.Representations) {
		for _, g := range b.analyzer.AppendGrams(nil, doc, r) {
			b.grams[r][g.Hash] = struct{}{}
		}
	}
}

// Len returns the number of k-grams in the set.
func (b *Boilerplate) Len() int {
	n := 0
	for _, grams := range b.grams {
		n += len(grams)
	}
	return n
}

// renamedRun is how many times as long a run has to be whose names differ: short structures are
// everybody's, and a loop in the material should not make all loops boilerplate.
const renamedRun = 2

// Spans returns the parts of an analysed document that are boilerplate, in order: runs of tokens
// of which every k-gram stands in the material, as long as the guarantee threshold or longer in
// the exact representation, and twice as long in structure.
func (b *Boilerplate) Spans(doc *analyzer.Analysis) []align.Span {
	var spans []align.Span
	var grams []winnow.Fingerprint
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, ok := b.analyzer.Settings().Scheme(doc.Language, r)
		if !ok || len(b.grams[r]) == 0 {
			continue
		}
		least := leastRun(doc.Language, r, scheme)
		grams = b.analyzer.AppendGrams(grams[:0], doc, r)
		for i := 0; i < len(grams); i++ {
			first := i
			for i < len(grams) && b.has(r, grams[i].Hash) {
				i++
			}
			if s := (align.Span{From: first, To: i - 1 + scheme.K}); i > first && s.Len() >= least {
				spans = append(spans, s)
			}
		}
	}
	return MergeSpans(spans)
}

func (b *Boilerplate) has(r analyzer.Representation, hash uint64) bool {
	_, ok := b.grams[r][hash]
	return ok
}

func leastRun(l *lex.Language, r analyzer.Representation, s winnow.Scheme) int {
	least := s.Guarantee()
	if least == 0 { // a selection that guarantees nothing
		least = 2 * s.K
	}
	if r == analyzer.Structure && l != lex.Prose {
		least *= renamedRun
	}
	return least
}

// MergeSpans sorts the spans and makes one of those that touch or overlap, in their memory.
func MergeSpans(spans []align.Span) []align.Span {
	slices.SortFunc(spans, func(x, y align.Span) int { return x.From - y.From })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out) - 1; n >= 0 && s.From <= out[n].To {
			out[n].To = max(out[n].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}

// WithoutSpans removes the fingerprints of a document, analysed by a, whose k-grams lie in the spans,
// which are in order and do not touch.
func WithoutSpans(a *analyzer.Analyzer, doc *analyzer.Analysis, spans []align.Span) {
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

// outside removes the k-grams that lie in the spans, which are in order.
func outside(spans []align.Span, grams []winnow.Fingerprint, k int) []winnow.Fingerprint {
	if len(spans) == 0 {
		return grams
	}
	return slices.DeleteFunc(grams, func(g winnow.Fingerprint) bool {
		from := int(g.Token)
		i := sort.Search(len(spans), func(i int) bool { return spans[i].To > from })
		return i < len(spans) && spans[i].From <= from && from+k <= spans[i].To
	})
}
