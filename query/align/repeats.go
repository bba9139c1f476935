package align

import (
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// known has the k-grams of a document's part with known idf, in order. A file of fingerprints has
// these, and no others.
type known struct {
	analyzer.Span // of the part
	k             int
	structure     bool
	share         float64 // of the weight of a token that its representation has
	grams         []winnow.Fingerprint
	rarity        []float64 // idf by the highest one, from 0 to 1
	// ids and pairs number each k-gram, and each with the next one. pairs are -1 if they do not
	// count. repeats has how often the document has these, and several how many k-grams before one
	// occur more than once. All are nil if repeats do not count.
	ids, pairs       []int32
	repeats, several []int32
	paired           int // how many k-grams have a next one
}

// newKnown returns the k-grams of the parts that have the representation.
func newKnown(a *analyzer.Analyzer, doc *analyzer.Analysis, parts []analyzer.Part, r analyzer.Representation, most float64,
	idf func(hash uint64) (float64, bool)) (all []*known) {
	for _, p := range parts {
		scheme, ok := a.Settings().Scheme(p.Language, r)
		if !ok {
			continue
		}
		n := &known{Span: p.Span, k: scheme.K, structure: r == analyzer.Structure, share: 1}
		if _, both := a.Settings().Scheme(p.Language, 1-r); both {
			n.share = exactShare
			if r == analyzer.Structure {
				n.share = 1 - exactShare
			}
		}
		grams := a.AppendPartGrams(make([]winnow.Fingerprint, 0, p.Len()), doc, p, r)
		n.grams, n.rarity = grams[:0], make([]float64, 0, len(grams))
		for _, g := range grams {
			if v, ok := idf(g.Hash); ok {
				n.grams, n.rarity = append(n.grams, g), append(n.rarity, min(1, v/most))
			}
		}
		if len(n.grams) < len(grams)/2 { // most are unknown to an index
			n.grams, n.rarity = slices.Clone(n.grams), slices.Clone(n.rarity)
		}
		all = append(all, n)
	}
	return all
}

// countRepeats counts the k-grams of a document. The weight of one that occurs n times is
//
//   - by its text, 1 / sqrt(n);
//   - by its structure, 1 / sqrt(n * m), where m is the number of times that it occurs before the
//     same next k-gram, k tokens later. In eighty calls of one macro m is nearly n, so they count
//     once. Lines of few shapes that follow each other in an order of their own have a small m: the
//     order is evidence.
//
// A k-gram without a next one has the pair that it is the next one of.
func countRepeats(all []*known, r analyzer.Representation) {
	ids, repeats := map[uint64]int32{}, []int32(nil)
	number := func(hash uint64) int32 {
		id, ok := ids[hash]
		if !ok {
			id = int32(len(repeats))
			ids[hash] = id
			repeats = append(repeats, 0)
		}
		repeats[id]++
		return id
	}
	for _, n := range all {
		n.ids = make([]int32, len(n.grams))
		n.pairs = slices.Repeat([]int32{-1}, len(n.grams))
		for i, g := range n.grams {
			n.ids[i] = number(g.Hash)
		}
	}
	if r == analyzer.Structure {
		clear(ids)
		for _, n := range all {
			n.eachPair(func(i, next int, hash uint64) { // i rises, so the pair that begins at a k-gram decides
				n.pairs[i], n.paired = number(hash), i+1
				n.pairs[next] = n.pairs[i]
			})
		}
	}
	for _, n := range all {
		n.repeats, n.several = repeats, make([]int32, len(n.ids)+1)
		for i, id := range n.ids {
			n.several[i+1] = n.several[i] + min(1, repeats[id]-1)
		}
	}
}

// weights returns the weights of all k-grams, if repeats count.
func (n *known) weights() []float64 {
	all := make([]float64, len(n.grams))
	for i := range all {
		all[i] = n.weight(i, n.repeats)
	}
	return all
}

// weight returns the weight, from 0 to 1, of the i-th k-gram under repeats. Each k-gram then occurs
// as often as repeats has it.
func (n *known) weight(i int, repeats []int32) float64 {
	switch {
	case n.pairs[i] >= 0:
		return 1 / math.Sqrt(float64(max(1, repeats[n.ids[i]]))*float64(max(1, repeats[n.pairs[i]])))
	case n.structure:
		return 1 / float64(max(1, repeats[n.ids[i]]))
	}
	return 1 / math.Sqrt(float64(max(1, repeats[n.ids[i]])))
}

// eachPair calls f with each k-gram that has a next one. This is the first k-gram that shares no
// token with it. hash identifies both and their distance.
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

// mean returns, for every token, the mean value of the k-grams around it. It is otherwise if there
// are none, and for a token in none the mean of all.
func (n *known) mean(values []float64, otherwise float64) []float64 {
	tokens := n.Len()
	sums, counts := make([]float64, tokens+1), make([]int32, tokens+1) // differences to the token before
	total := 0.0
	for i, g := range n.grams {
		v := values[i]
		total += v
		from, to := int(g.Token)-n.From, int(g.Token)-n.From+n.k
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

// within returns the weights of the tiles' tokens if only repeats in them count. The tiles are in
// a. Other tokens have any weight. The result is in the memory.
func (r Rarity) within(tiles []Tile, memory *repeatsMemory) Rarity {
	here := r
	for rep := range analyzer.Representation(analyzer.Representations) {
		m := &memory[rep]
		if !m.weigh(r, rep, tiles) {
			continue
		}
		if rep == analyzer.Structure {
			here.Class, here.once = m.means, m.once
		} else {
			here.Text = m.means
		}
	}
	return here
}

// SumWithin returns the weight of the span's tokens if only its own repeats count. The text counts
// of tokens for which text is true, or of all if it is nil.
func (r Rarity) SumWithin(s analyzer.Span, text func(token int) bool) float64 {
	memory := repeatsMemories.Get().(*repeatsMemory)
	defer repeatsMemories.Put(memory)
	here, sum := r.within([]Tile{{A: s.From, Length: s.Len()}}, memory), 0.0
	for i := s.From; i < s.To; i++ {
		sum += here.Class[i]
		if text == nil || text(i) {
			sum += here.Text[i]
		}
	}
	return sum
}

// repeatsMemory is the memory of [Rarity.within], by representation.
type repeatsMemory [analyzer.Representations]repeatsOf

type repeatsOf struct {
	stretches   []stretch
	counts      []int32   // by number, in the tiles; all are 0 between uses
	weights     []float64 // of k-grams
	means, once []float64 // by token; once for structure only
}

// stretch is a tile in a part, with its k-grams: those that begin in it.
type stretch struct {
	*known
	analyzer.Span
	first, end int
}

var repeatsMemories = sync.Pool{New: func() any { return new(repeatsMemory) }}

// weigh sets the weights of the tiles' tokens. It leaves them if the document has no other repeats
// of their k-grams.
func (m *repeatsOf) weigh(r Rarity, rep analyzer.Representation, tiles []Tile) (others bool) {
	if m.setStretches(r.parts[rep], tiles); !slices.ContainsFunc(m.stretches, func(s stretch) bool { return s.several[s.end] > s.several[s.first] }) {
		return false
	}
	repeats, missing := m.stretches[0].repeats, int32(0)
	if len(m.counts) < len(repeats) {
		m.counts = make([]int32, len(repeats))
	}
	m.eachNumber(func(number int32) {
		if m.counts[number] == 0 {
			missing += repeats[number]
		}
		m.counts[number]++
		missing--
	})
	if others = missing > 0; others {
		m.copy(r, rep, tiles)
		for _, s := range m.stretches {
			m.weighStretch(s)
		}
	}
	m.eachNumber(func(number int32) { m.counts[number] = 0 })
	return others
}

// copy sets the tokens' weights to the weights under all repeats.
func (m *repeatsOf) copy(r Rarity, rep analyzer.Representation, tiles []Tile) {
	if len(m.means) < len(r.Class) {
		m.means = make([]float64, len(r.Class))
	}
	if rep == analyzer.Structure && len(m.once) < len(r.Class) {
		m.once = make([]float64, len(r.Class))
	}
	for _, t := range tiles {
		copy(m.means[t.A:t.endA()], r.of(rep)[t.A:])
		if rep == analyzer.Structure {
			copy(m.once[t.A:t.endA()], r.once[t.A:])
		}
	}
}

// setStretches sets the stretches of the tiles in a.
func (m *repeatsOf) setStretches(parts []*known, tiles []Tile) {
	m.stretches = m.stretches[:0]
	for _, t := range tiles {
		i := sort.Search(len(parts), func(i int) bool { return parts[i].To > t.A })
		for ; i < len(parts) && parts[i].From < t.endA(); i++ {
			n := parts[i]
			s := stretch{known: n, Span: span(max(t.A, n.From), min(t.endA(), n.To))}
			s.first = sort.Search(len(n.grams), func(i int) bool { return int(n.grams[i].Token) >= s.From })
			for s.end = s.first; s.end < len(n.grams) && int(n.grams[s.end].Token) < s.To; s.end++ {
			}
			m.stretches = append(m.stretches, s)
		}
	}
}

// weighStretch sets the weights of the tokens of a stretch.
func (m *repeatsOf) weighStretch(s stretch) {
	begin := s.first // with the k-grams that begin before
	for begin > 0 && int(s.grams[begin-1].Token)+s.k > s.From {
		begin--
	}
	from, to, sum, once := begin, begin, 0.0, 0.0
	m.weights = m.weights[:0]
	for at := s.From; at < s.To; at++ {
		for ; to < len(s.grams) && int(s.grams[to].Token) <= at; to++ {
			w := s.weight(to, m.counts)
			m.weights = append(m.weights, w)
			once += w
			sum += w * s.rarity[to]
		}
		for ; from < to && int(s.grams[from].Token)+s.k <= at; from++ {
			w := m.weights[from-begin]
			once -= w
			sum -= w * s.rarity[from]
		}
		if count := float64(to - from); count > 0 {
			m.means[at] = min(1, max(0, sum/count)) * s.share
			if s.structure {
				m.once[at] = min(1, max(0, once/count))
			}
		}
	}
}

// eachNumber calls f with the numbers of the stretches' k-grams, and of their pairs.
func (m *repeatsOf) eachNumber(f func(number int32)) {
	for _, s := range m.stretches {
		for i := s.first; i < s.end; i++ {
			f(s.ids[i])
			if i < s.paired {
				f(s.pairs[i])
			}
		}
	}
}
