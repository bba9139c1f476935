package chaffinch

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
	"github.com/chaffinch-search/chaffinch/query"
)

// LineFrequency says how common a line of a content is.
type LineFrequency struct {
	Line int `json:"line"` // from 1
	// DF is how many contents of the index have this material: the median of the document
	// frequencies of the fingerprints whose k-grams have a token in the line.
	DF int `json:"df"`
	// Fingerprints is the number of these fingerprints.
	Fingerprints int `json:"fingerprints"`
}

// LineFrequencies returns how common the lines of a content of the index are, in order. It returns
// lines in which a fingerprint lies. Lines with a low frequency make the content recognisable;
// those from [IdiomDF] on are idioms. Errors are an unknown content, and errors of reading its
// source and the index.
func (x *Index) LineFrequencies(ctx context.Context, content string) ([]LineFrequency, error) {
	if err := x.Settings().Unlocked(); err != nil {
		return nil, err
	}
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	c, source, err := index.SourceOf(ctx, s, content)
	if err != nil {
		return nil, err
	}
	l, ok := lex.Lookup(c.Language)
	if !ok {
		return []LineFrequency{}, nil
	}
	var n analyzer.Analysis
	text := corpus.Decode(source).UTF8
	x.Analyzer().Analyze(l, text, &n)
	terms, err := s.LookUp(ctx, query.NewVector(query.Terms(&n)))
	if err != nil {
		return nil, err
	}
	return frequencies(x.Analyzer(), &n, text, terms), nil
}

// frequencies returns the median frequency of each line of an analysed text.
func frequencies(a *analyzer.Analyzer, n *analyzer.Analysis, text []byte, terms []query.TermStats) []LineFrequency {
	type key struct {
		r    analyzer.Representation
		hash uint64
	}
	df := make(map[key]int, len(terms))
	for _, t := range terms {
		df[key{t.Representation, t.Hash}] = t.DF
	}
	lineOf := tokenLines(n, text)
	found := map[int][]int{}
	for r := range analyzer.Representation(analyzer.Representations) {
		for _, f := range n.Fingerprints[r] {
			scheme, ok := a.Settings().Scheme(n.LanguageAt(int(f.Token)), r)
			if !ok {
				continue
			}
			frequency, known := df[key{r, f.Hash & winnow.TermMask}]
			if !known {
				continue // it is boilerplate
			}
			last := -1
			for i := int(f.Token); i < min(int(f.Token)+scheme.K, len(lineOf)); i++ {
				if line := lineOf[i]; line != last {
					last = line
					found[line] = append(found[line], frequency)
				}
			}
		}
	}
	all := make([]LineFrequency, 0, len(found))
	for line, dfs := range found {
		slices.Sort(dfs)
		all = append(all, LineFrequency{line, dfs[len(dfs)/2], len(dfs)})
	}
	slices.SortFunc(all, func(a, b LineFrequency) int { return a.Line - b.Line })
	return all
}

// tokenLines returns the line in which each token begins.
func tokenLines(n *analyzer.Analysis, text []byte) []int {
	all := make([]int, len(n.Tokens))
	c := textlines.Of(text)
	for i, t := range n.Tokens { // tokens of a part inside a comment or string come last
		all[i] = c.At(int(t.Start))
	}
	return all
}

// IdiomDF returns the minimum document frequency of an idiom: one in a hundred contents, and at
// least ten.
func IdiomDF(contents int) int { return evidence.IdiomDF(contents) }
