package align

import (
	"math"
	"math/bits"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Rarity gives the weight of every token of a document if another document has it: the weight of
// its class, and the additional weight if the text also matches. Their sum is from 0 to 1.
type Rarity struct {
	Class, Text []float64
	// once is, for each token, the mean weight of its structure as a repeat (see repeats); nil if repeats do not count.
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
// one document, and for [ForOrigin] multiplied by the weight of a repeat (see repeats). Structure gives the weight of the
// class, at most 0.75; the exact text adds at most 0.25. If only one of them is indexed, it gives up to 1.
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
			known := newKnown(grams, scheme.K, most, idf(r))
			repeated := newRepeats(r, use)
			repeated.add(known)
			weights := repeated.weights(known)
			means[r] = known.mean(len(doc.Tokens), times(known.rarity, weights), 1)
			if r == analyzer.Structure && repeated != nil {
				once = known.mean(len(doc.Tokens), weights, 1)
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

// rarityOfParts is NewRarity for a document of several parts. Repetitions count in the whole document.
// Borders, and parts too short for a k-gram, weigh nothing.
func rarityOfParts(a *analyzer.Analyzer, doc *analyzer.Analysis, most float64, idf IDF, use Use) Rarity {
	all := newRarity([analyzer.Representations][]float64{}, len(doc.Tokens))
	if use == ForOrigin {
		all.once = make([]float64, len(doc.Tokens))
	}
	means := make([][analyzer.Representations][]float64, len(doc.Parts()))
	for r := range analyzer.Representation(analyzer.Representations) {
		ofTerm := idf(r) // made once: it may take a pass over the document
		repeated := newRepeats(r, use)
		parts := make([]*known, len(doc.Parts()))
		for i, p := range doc.Parts() {
			if scheme, ok := a.Settings().Scheme(p.Language, r); ok {
				grams := a.AppendPartGrams(nil, doc, p, r)
				for i := range grams {
					grams[i].Token -= uint32(p.From)
				}
				parts[i] = newKnown(grams, scheme.K, most, ofTerm)
				repeated.add(parts[i])
			}
		}
		for i, p := range doc.Parts() {
			if parts[i] == nil {
				continue
			}
			weights := repeated.weights(parts[i])
			means[i][r] = parts[i].mean(p.Len(), times(parts[i].rarity, weights), 0)
			if r == analyzer.Structure && all.once != nil {
				copy(all.once[p.From:], parts[i].mean(p.Len(), weights, 1))
			}
		}
	}
	for i, p := range doc.Parts() {
		part := newRarity(means[i], p.Len())
		copy(all.Class[p.From:], part.Class)
		copy(all.Text[p.From:], part.Text)
	}
	return all
}

// known has the k-grams of a document, or of a part, whose idf is known, in order. A file of fingerprints has these, and
// no others.
type known struct {
	k      int
	grams  []winnow.Fingerprint
	rarity []float64 // idf by the highest one, from 0 to 1
}

// newKnown returns the known ones of the k-grams, in the memory of these.
func newKnown(grams []winnow.Fingerprint, k int, most float64, idf func(hash uint64) (float64, bool)) *known {
	all := &known{k: k, grams: grams[:0], rarity: make([]float64, 0, len(grams))}
	for _, g := range grams {
		if v, ok := idf(g.Hash); ok {
			all.grams, all.rarity = append(all.grams, g), append(all.rarity, min(1, v/most))
		}
	}
	return all
}

// times multiplies the values of a by those of b, unless b is nil, and returns a.
func times(a, b []float64) []float64 {
	for i := range b {
		a[i] *= b[i]
	}
	return a
}

// repeats counts the k-grams of a document, by hash. The weight of one that occurs n times in a document is
//
//   - by its text, 1 / sqrt(n);
//   - by its structure, 1 / sqrt(n * m), where m is the number of times that it occurs before the same next k-gram, k
//     tokens later. In eighty calls of one macro m is nearly n, so they count once. Lines of few shapes that follow each
//     other in an order of their own have a small m: the order is evidence.
type repeats struct {
	grams map[uint64]int
	pairs map[uint64]int // of a k-gram and the next one; nil if these do not count
}

// newRepeats returns nil if repeats do not count.
func newRepeats(r analyzer.Representation, use Use) *repeats {
	if use == ForSimilarity {
		return nil
	}
	counted := &repeats{grams: map[uint64]int{}}
	if r == analyzer.Structure {
		counted.pairs = map[uint64]int{}
	}
	return counted
}

// add counts the k-grams of a part of the document. A nil r counts nothing.
func (r *repeats) add(n *known) {
	if r == nil {
		return
	}
	for _, g := range n.grams {
		r.grams[g.Hash]++
	}
	if r.pairs != nil {
		n.eachPair(func(_, _ int, hash uint64) { r.pairs[hash]++ })
	}
}

// weights returns the weight of each k-gram, from 0 to 1; nil if repeats do not count. A k-gram without a next one has the
// weight that it has as a next one.
func (r *repeats) weights(n *known) []float64 {
	if r == nil {
		return nil
	}
	weights := make([]float64, len(n.grams))
	for i, g := range n.grams {
		if weights[i] = 1 / float64(r.grams[g.Hash]); r.pairs == nil {
			weights[i] = 1 / math.Sqrt(float64(r.grams[g.Hash]))
		}
	}
	if r.pairs == nil {
		return weights
	}
	n.eachPair(func(i, next int, hash uint64) { // i rises, so the pair that begins at a k-gram decides
		for _, at := range [2]int{i, next} {
			weights[at] = 1 / math.Sqrt(float64(r.grams[n.grams[at].Hash])*float64(r.pairs[hash]))
		}
	})
	return weights
}

// eachPair calls f with each k-gram that has a next one: the first that shares no token with it. hash identifies both
// and their distance.
func (n *known) eachPair(f func(i, next int, hash uint64)) {
	next := 0
	for i, g := range n.grams {
		for next < len(n.grams) && int(n.grams[next].Token) < int(g.Token)+n.k {
			next++
		}
		if next == len(n.grams) {
			return
		}
		f(i, next, (bits.RotateLeft64(g.Hash, 1)^n.grams[next].Hash)*0x9e3779b97f4a7c15+uint64(n.grams[next].Token-g.Token))
	}
}

// mean returns, for every token, the mean value of the k-grams that contain it; otherwise if there are none, and for a
// token in none the mean of all.
func (n *known) mean(tokens int, values []float64, otherwise float64) []float64 {
	sums, counts := make([]float64, tokens+1), make([]int32, tokens+1) // differences to the token before
	total := 0.0
	for i, g := range n.grams {
		v := values[i]
		total += v
		from, to := int(g.Token), int(g.Token)+n.k
		sums[from] += v
		sums[to] -= v
		counts[from]++
		counts[to]--
	}
	if len(n.grams) > 0 {
		otherwise = total / float64(len(n.grams))
	}
	sum, count := 0.0, int32(0)
	for i := range tokens {
		sum += sums[i]
		count += counts[i]
		sums[i] = otherwise
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
