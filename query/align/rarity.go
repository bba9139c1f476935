package align

import (
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Rarity gives the weight of every token of a document if another document has it: the weight of
// its class, and the additional weight if the text also matches. Their sum is from 0 to 1.
type Rarity struct {
	Class, Text []float64
	// once is, for each token, the mean share that one of the repeats of its structure is of all of them; nil if repeats
	// do not count.
	once []float64
}

// exactShare is the share of the exact representation in a token's weight.
const exactShare = 0.25

// IDF returns, for a representation, a function from the hash of a k-gram to its inverse document
// frequency; ok is false if that is unknown.
type IDF func(analyzer.Representation) func(hash uint64) (idf float64, known bool)

// Use is what documents are aligned for.
type Use uint8

const (
	// ForOrigin is to find where a part of a document comes from: a k-gram that the document repeats
	// weighs less, because rows of tables are not evidence each.
	ForOrigin Use = iota
	// ForSimilarity is to compare whole documents: what one repeats, its copy repeats.
	ForSimilarity
)

// NewRarity returns the weights of the tokens of the analysed document. For each representation a
// weight is the mean over the token's k-grams of their idf, divided by most, the idf of a term in
// one document, and for [ForOrigin] by the frequency of the k-gram's structure in the document
// itself, or by the square root of that of its text. Structure gives the weight of the class, at most 0.75; the exact text adds at most 0.25. If
// only one of them is indexed, it gives up to 1.
//
// Unknown k-grams are skipped; a token without a known one gets the mean of the document. If idf is
// nil, as without an index, all k-grams count as rare.
func NewRarity(a *analyzer.Analyzer, doc *analyzer.Analysis, most float64, idf IDF, use Use) Rarity {
	if idf == nil {
		all := func(uint64) (float64, bool) { return most, true }
		idf = func(analyzer.Representation) func(uint64) (float64, bool) { return all }
	}
	if doc.Parted() {
		return rarityOfParts(a, doc, most, idf, use)
	}
	var means [analyzer.Representations][]float64
	var once []float64
	grams := make([]winnow.Fingerprint, 0, len(doc.Tokens))
	for r := range analyzer.Representation(analyzer.Representations) {
		if scheme, ok := a.Settings().Scheme(doc.Language, r); ok {
			grams = a.AppendGrams(grams[:0], doc, r)
			repeats := repeatsOf(grams, r, use)
			means[r] = meanIDF(len(doc.Tokens), scheme.K, grams, repeats, idf(r), most, 1)
			if r == analyzer.Structure && repeats != nil {
				once = meanWeight(len(doc.Tokens), scheme.K, grams, repeats.weight, 1)
			}
		}
	}
	rarity := newRarity(means, len(doc.Tokens))
	rarity.once = once
	return rarity
}

// newRarity returns the weights, given the means in both representations; nil for one that is not
// indexed.
func newRarity(means [analyzer.Representations][]float64, tokens int) Rarity {
	rarity := Rarity{Class: means[analyzer.Structure], Text: means[analyzer.Exact]}
	if rarity.Class != nil && rarity.Text != nil {
		for i := range tokens {
			rarity.Class[i] *= 1 - exactShare
			rarity.Text[i] *= exactShare
		}
	}
	for _, one := range []*[]float64{&rarity.Class, &rarity.Text} {
		if *one == nil {
			*one = make([]float64, tokens)
		}
	}
	return rarity
}

// rarityOfParts is NewRarity for a document of several parts. Repetitions are those of the document.
// Borders, and parts too short for a k-gram, weigh nothing.
func rarityOfParts(a *analyzer.Analyzer, doc *analyzer.Analysis, most float64, idf IDF, use Use) Rarity {
	all := newRarity([analyzer.Representations][]float64{}, len(doc.Tokens))
	var repeated [analyzer.Representations]repeats
	var idfs [analyzer.Representations]func(uint64) (float64, bool) // made once: it may take a pass over the document
	for r := range analyzer.Representation(analyzer.Representations) {
		repeated[r] = repeatsOf(a.AppendGrams(nil, doc, r), r, use)
		idfs[r] = idf(r)
	}
	if repeated[analyzer.Structure] != nil {
		all.once = make([]float64, len(doc.Tokens))
	}
	for _, p := range doc.Parts() {
		var means [analyzer.Representations][]float64
		for r := range analyzer.Representation(analyzer.Representations) {
			if scheme, ok := a.Settings().Scheme(p.Language, r); ok {
				grams := a.AppendPartGrams(nil, doc, p, r)
				for i := range grams {
					grams[i].Token -= uint32(p.From)
				}
				means[r] = meanIDF(p.Len(), scheme.K, grams, repeated[r], idfs[r], most, 0)
				if r == analyzer.Structure && all.once != nil {
					copy(all.once[p.From:], meanWeight(p.Len(), scheme.K, grams, repeated[r].weight, 1))
				}
			}
		}
		part := newRarity(means, p.Len())
		copy(all.Class[p.From:], part.Class)
		copy(all.Text[p.From:], part.Text)
	}
	return all
}

// repeats has the weights of k-grams by their frequencies in the document; nil if these do not count. What is
// repeated counts once by its structure: eighty calls of one macro are one idiom. By its text it counts as often as the
// root of its frequency.
type repeats map[uint64]float64

func repeatsOf(grams []winnow.Fingerprint, r analyzer.Representation, use Use) repeats {
	if use == ForSimilarity {
		return nil
	}
	all := make(repeats, len(grams))
	for _, g := range grams {
		all[g.Hash]++
	}
	for hash, n := range all {
		if r == analyzer.Exact {
			n = math.Sqrt(n)
		}
		all[hash] = 1 / n
	}
	return all
}

func (r repeats) weight(hash uint64) (weight float64, known bool) {
	if r == nil {
		return 1, true
	}
	return r[hash], true
}

// meanIDF returns, for every token, the mean weight of the known k-grams that contain it. most is
// the highest idf, mean the weight if no k-gram is known.
func meanIDF(tokens, k int, grams []winnow.Fingerprint, r repeats,
	idf func(hash uint64) (float64, bool), most, mean float64) []float64 {
	return meanWeight(tokens, k, grams, func(hash uint64) (float64, bool) {
		v, ok := idf(hash)
		if !ok {
			return 0, false
		}
		repeated, _ := r.weight(hash)
		return min(1, v/most) * repeated, true
	}, mean)
}

// meanWeight returns, for every token, the mean weight of the known k-grams that contain it; mean is the weight if no
// k-gram is known.
func meanWeight(tokens, k int, grams []winnow.Fingerprint, weight func(hash uint64) (float64, bool), mean float64) []float64 {
	sums, counts := make([]float64, tokens+1), make([]int32, tokens+1) // differences to the token before
	total, all := 0.0, 0
	for _, g := range grams {
		v, ok := weight(g.Hash)
		if !ok {
			continue
		}
		total += v
		all++
		from, to := int(g.Token), int(g.Token)+k
		sums[from] += v
		sums[to] -= v
		counts[from]++
		counts[to]--
	}
	if all > 0 {
		mean = total / float64(all)
	}
	sum, count := 0.0, int32(0)
	for i := range tokens {
		sum += sums[i]
		count += counts[i]
		sums[i] = mean
		if count > 0 {
			sums[i] = min(1, max(0, sum/float64(count)))
		}
	}
	return sums[:tokens]
}

// Sum returns the weight of the tokens of the span.
func (r Rarity) Sum(s analyzer.Span) float64 {
	sum := 0.0
	for i := s.From; i < s.To; i++ {
		sum += r.Class[i] + r.Text[i]
	}
	return sum
}

// Ignore sets the weight of the tokens of the spans to 0.
func (r Rarity) Ignore(spans []analyzer.Span) {
	for _, s := range spans {
		clear(r.Class[s.From:s.To])
		clear(r.Text[s.From:s.To])
	}
}
