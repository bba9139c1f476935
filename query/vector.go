package query

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Term is a term of a field of the index.
type Term struct {
	Field string
	Text  string
	Spare bool // see [Vector]
}

// Vector is a question's term vector. Immutable, and so free to be used from several goroutines.
//
// Most terms are those that a document with the same text would be indexed under: S(Q), of which
// containment, resemblance and cosine are defined. A vector can hold spare terms besides: the
// k-grams of the question that winnowing did not select. A document that shares only a short
// run may have selected one of those, and is found by it. Spare terms add to the weighted
// containment, which never exceeds 1, and to nothing else.
//
// A term weighs its idf, however often a document holds it: the tf of TF-IDF is 1 or 0. Where
// winnowed k-grams repeat, the text does, and a count would let a table or a run of like cases
// outweigh everything else (docs/design.md has the figures).
type Vector struct {
	terms []Term // distinct, by field and text
}

// NewVector returns the vector of the terms. Of equal ones one is kept, which is spare if all are.
func NewVector(terms []Term) *Vector {
	terms = slices.Clone(terms)
	slices.SortFunc(terms, compareTerms)
	distinct := terms[:0]
	for _, t := range terms {
		if last := len(distinct) - 1; last >= 0 && compareTerms(distinct[last], t) == 0 {
			distinct[last].Spare = distinct[last].Spare && t.Spare
			continue
		}
		distinct = append(distinct, t)
	}
	return &Vector{terms: distinct}
}

func compareTerms(a, b Term) int {
	return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Text, b.Text))
}

// Len returns the number of terms.
func (v *Vector) Len() int { return len(v.terms) }

// Terms returns the terms by field and text. The slice is the vector's own.
func (v *Vector) Terms() []Term { return v.terms }

// Smallest returns the vector of the max terms whose texts are smallest, over all fields. As the
// texts are hashes, that is a random sample which any two documents agree on: Broder's and
// Heintze's sketch. max under 1 returns the whole vector.
func (v *Vector) Smallest(max int) *Vector {
	if max < 1 || max >= len(v.terms) {
		return v
	}
	terms := slices.Clone(v.terms)
	slices.SortFunc(terms, func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.Field, b.Field))
	})
	return NewVector(terms[:max])
}

// Terms returns the terms of an analysed document as package index writes them: the fingerprints
// of every representation, in the field of its name.
func Terms(n *analyzer.Analysis) []Term { return TermsBetween(n, 0, len(n.Tokens)) }

// TermsBetween returns those of the Terms whose k-grams begin in tokens from to to-1.
func TermsBetween(n *analyzer.Analysis, from, to int) []Term {
	var terms []Term
	for r, prints := range n.Fingerprints {
		first := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= from })
		last := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= to })
		terms = appendTerms(terms, analyzer.Representation(r).String(), prints[first:last], false)
	}
	return terms
}

// SpareTerms returns every k-gram of an analysed document as a spare term, but for those that lie in
// the spans, which are in order and do not touch: as boilerplate does. Those that are among its
// fingerprints become one with them in [NewVector].
func SpareTerms(a *analyzer.Analyzer, n *analyzer.Analysis, without []analyzer.Span) []Term {
	var terms []Term
	var grams []winnow.Fingerprint
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, ok := a.Settings().Scheme(n.Language, r)
		if !ok {
			continue
		}
		grams = outside(without, a.AppendGrams(grams[:0], n, r), scheme.K)
		terms = appendTerms(terms, r.String(), grams, true)
	}
	return terms
}

func appendTerms(terms []Term, field string, prints []winnow.Fingerprint, spare bool) []Term {
	slab := make([]byte, 0, len(prints)*winnow.TermSize)
	for _, p := range prints {
		slab = winnow.AppendTerm(slab, p.Hash)
	}
	text := string(slab)
	for i := range prints {
		terms = append(terms, Term{field, text[i*winnow.TermSize : (i+1)*winnow.TermSize], spare})
	}
	return terms
}

// IDF returns the inverse document frequency ln(1+n/df) of a term that df of n documents hold.
// A term that none holds is taken for one that a single document holds, as the question itself
// would be.
func IDF(n, df int) float64 {
	return math.Log(1 + float64(max(n, 1))/float64(max(df, 1)))
}
