package query

import (
	"context"
	"fmt"
	"math"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query/align"
	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// LookUp returns how rare each term of the vector is among n documents, by falling idf.
func LookUp(ctx context.Context, r bindex.IndexReader, v *Vector, n int) ([]TermStats, error) {
	s, err := newQuestion(ctx, r, v, Options{Documents: n})
	if err != nil {
		return nil, fmt.Errorf("looking up terms: %w", err)
	}
	return s.termStats(), nil
}

// exactShare is what the exact representation counts for in a token's weight, beside structure.
const exactShare = 0.25

// Rarity returns how much every token of the analysed document weighs for align: for each
// representation the mean over its k-grams of idf, divided by the idf of a term that one of n
// documents holds, and by the root of how often the k-gram stands in the document itself. The
// structure is what the class weighs, at most 0.75, and the exact text adds at most 0.25. Where
// only one of them is indexed, it is 1.
//
// Only k-grams among the terms are taken; a token under none gets the mean of the document. Without
// terms, as where there is no index, all k-grams are taken for rare. The error is ctx's, when it is done.
func Rarity(ctx context.Context, a *analyzer.Analyzer, doc *analyzer.Analysis, terms []TermStats, n int) (align.Rarity, error) {
	known, err := idfTable(ctx, terms)
	if err != nil {
		return align.Rarity{}, err
	}
	return RarityBy(ctx, a, doc, n, func(r analyzer.Representation) func(uint64) (float64, bool) {
		idf := known(r)
		var term [winnow.TermSize]byte
		return func(hash uint64) (float64, bool) { return idf(winnow.AppendTerm(term[:0], hash)) }
	})
}

// RarityBy is [Rarity] where something else than an index knows how rare k-grams are: idf returns, for
// a representation, a function from the hash of a k-gram to its idf, and whether it is known.
func RarityBy(ctx context.Context, a *analyzer.Analyzer, doc *analyzer.Analysis, n int,
	idf func(analyzer.Representation) func(hash uint64) (float64, bool)) (align.Rarity, error) {
	var means [analyzer.Representations][]float64
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, ok := a.Settings().Scheme(doc.Language, r)
		if !ok {
			continue
		}
		var err error
		means[r], err = meanIDF(ctx, len(doc.Tokens), scheme.K, a.AppendGrams(nil, doc, r), idf(r), IDF(n, 1))
		if err != nil {
			return align.Rarity{}, err
		}
	}
	class, text := means[analyzer.Structure], means[analyzer.Exact]
	switch {
	case class == nil && text == nil:
		return align.Rarity{Class: make([]float64, len(doc.Tokens)), Text: make([]float64, len(doc.Tokens))}, nil
	case text == nil:
		return align.Rarity{Class: class, Text: make([]float64, len(doc.Tokens))}, nil
	case class == nil:
		return align.Rarity{Class: make([]float64, len(doc.Tokens)), Text: text}, nil
	}
	for i := range class {
		class[i] *= 1 - exactShare
		text[i] *= exactShare
	}
	return align.Rarity{Class: class, Text: text}, nil
}

// idfTable returns the idf of the terms of a representation, and whether it is known.
func idfTable(ctx context.Context, terms []TermStats) (func(analyzer.Representation) func(text []byte) (float64, bool), error) {
	tables := map[string]map[string]float64{}
	for i, t := range terms {
		if err := interruptible.Look(ctx, i); err != nil {
			return nil, err
		}
		if tables[t.Field] == nil {
			tables[t.Field] = map[string]float64{}
		}
		tables[t.Field][t.Text] = t.IDF
	}
	return func(r analyzer.Representation) func([]byte) (float64, bool) {
		table := tables[r.String()]
		return func(text []byte) (float64, bool) {
			if len(terms) == 0 {
				return math.Inf(1), true
			}
			idf, ok := table[string(text)]
			return idf, ok
		}
	}, nil
}

// meanIDF returns for every token the mean weight of the known k-grams over it, most being the
// highest idf.
func meanIDF(ctx context.Context, tokens, k int, grams []winnow.Fingerprint, idf func(hash uint64) (float64, bool),
	most float64) ([]float64, error) {
	repeats := make(map[uint64]int, len(grams))
	for i, g := range grams {
		if err := interruptible.Look(ctx, i); err != nil {
			return nil, err
		}
		repeats[g.Hash]++
	}
	sums, counts := make([]float64, tokens+1), make([]int, tokens+1) // differences from token to token
	total, all := 0.0, 0
	for i, g := range grams {
		if err := interruptible.Look(ctx, i); err != nil {
			return nil, err
		}
		v, ok := idf(g.Hash)
		if !ok {
			continue
		}
		v = min(1, v/most) / math.Sqrt(float64(repeats[g.Hash]))
		total += v
		all++
		from, to := int(g.Token), int(g.Token)+k
		sums[from] += v
		sums[to] -= v
		counts[from]++
		counts[to]--
	}
	mean := 1.0 // of what is too short for a k-gram
	if all > 0 {
		mean = total / float64(all)
	}
	sum, count := 0.0, 0
	for i := range tokens {
		sum += sums[i]
		count += counts[i]
		sums[i] = mean
		if count > 0 {
			sums[i] = min(1, max(0, sum/float64(count)))
		}
	}
	return sums[:tokens], nil
}
