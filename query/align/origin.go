package align

import (
	"cmp"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

const (
	// beyond is the weight from which a second match adds to the first one. Long documents have
	// many slight ones.
	beyond = 40
	// inSeries and leastInSeries are the bounds of a series: a number of matches, and the weight of
	// each, which has a score of 0.3.
	inSeries, leastInSeries = 8, 20
	// leastShuffled is the weight from which a match beside the heaviest one counts in any order.
	leastShuffled = 8
	// mostNarrowed bounds how often those are reduced to neighbours in one document and in the
	// other.
	mostNarrowed = 8
	// shareExponent gives the explained share of a question a small influence.
	shareExponent = 0.1
	// Even is the weight with a score of one half: some seven lines.
	Even = 30
)

// Part is a match: its places in question and document, and its weight. Both places are in tokens,
// or both in lines. A place in the document that is not known is empty.
type Part struct {
	A, B   analyzer.Span
	Weight float64
	// Duplicate is the number of its tokens if another part has this material: see [duplicates].
	Duplicate int
}

// withoutDuplicates returns the parts that are not duplicates, and how many tokens the others have.
// If all are duplicates, the heaviest one counts.
func withoutDuplicates(parts []Part) (once []Part, tokens int) {
	heaviest := -1
	for i, p := range parts {
		if p.Duplicate == 0 {
			once = append(once, p)
		} else if tokens += p.Duplicate; heaviest < 0 || p.Weight > parts[heaviest].Weight {
			heaviest = i
		}
	}
	if len(once) == 0 && heaviest >= 0 {
		once, tokens = append(once, parts[heaviest]), tokens-parts[heaviest].Duplicate
	}
	return once, tokens
}

// Explained returns the weight that matches explain together of a question of that many tokens. It
// is the weight of the best one, and half of the excess of the others over 40 rare tokens.
//
// Insertions may cut a copy into many pieces. Matches from 20 rare tokens on that are in the same
// order in both documents are a series. Eight of them may be due to a common model; chance does not
// go on like this. So half of those beyond the heaviest eight counts, too.
//
// The statements of a copy may be in another order. Matches from 8 rare tokens on that adjoin the
// heaviest one in both documents, in any order, are one place, where chance has no second match. So
// half of their weight counts.
//
// Material that the question has several times counts once, as do its tokens.
func Explained(parts []Part, tokens int) float64 {
	if slices.ContainsFunc(parts, func(p Part) bool { return p.Duplicate > 0 }) {
		once, duplicates := withoutDuplicates(parts)
		parts, tokens = once, max(0, tokens-duplicates)
	}
	best, rest := 0.0, 0.0
	for _, p := range parts {
		w := p.Weight
		if w > best {
			best, w = w, best
		}
		rest += max(0, w-beyond) / 2
	}
	total := best + rest
	if len(parts) > 1 {
		others, pieces := 0.0, 0.0
		for _, p := range around(parts)[1:] {
			others += min(p.Weight, beyond) / 2
		}
		all := series(parts)
		for _, w := range all[min(len(all), inSeries):] {
			pieces += min(w, beyond) / 2
		}
		total += max(others, pieces)
	}
	share := min(1, total/float64(tokens+1))
	return total * (1 + math.Expm1(shareExponent*math.Log1p(share-1))) // share to the power of the exponent
}

// around returns the heaviest part and the parts around it. Between neighbours, in either document,
// are at most as many tokens or lines as the shorter of both has.
func around(parts []Part) []Part {
	place := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Weight < leastShuffled || p.B.Len() == 0 })
	if len(place) < 2 {
		return parts[:1]
	}
	heaviest := slices.MaxFunc(place, func(x, y Part) int { return cmp.Compare(x.Weight, y.Weight) })
	for range mostNarrowed {
		n := len(place)
		place = adjoining(place, heaviest, func(p Part) analyzer.Span { return p.A })
		place = adjoining(place, heaviest, func(p Part) analyzer.Span { return p.B })
		if len(place) == n {
			break
		}
	}
	order.Short(place, func(x, y Part) int { return cmp.Compare(y.Weight, x.Weight) })
	return place
}

// adjoining returns the parts around one of them in a document, sorted.
func adjoining(parts []Part, middle Part, at func(Part) analyzer.Span) []Part {
	order.Short(parts, func(x, y Part) int {
		return cmp.Or(cmp.Compare(at(x).From, at(y).From), cmp.Compare(x.A.From, y.A.From), cmp.Compare(x.B.From, y.B.From))
	})
	adjoins := func(x, y Part) bool { return at(y).From-at(x).To <= min(at(x).Len(), at(y).Len()) }
	from := slices.Index(parts, middle)
	to := from + 1
	for from > 0 && adjoins(parts[from-1], parts[from]) {
		from--
	}
	for to < len(parts) && adjoins(parts[to-1], parts[to]) {
		to++
	}
	return parts[from:to]
}

// Part returns the match as a part with that weight.
func (m Match) Part(weight float64) Part {
	p := Part{A: m.A, B: m.B, Weight: weight}
	switch {
	case m.Duplicate:
		p.Duplicate = m.Tokens
	case m.DuplicateB: // another part has the weight
		p.Weight = 0
	}
	return p
}

// series returns the weights of the longest series of matches, the heaviest first.
func series(parts []Part) (weights []float64) {
	heavy := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Weight < leastInSeries })
	order.Short(heavy, func(x, y Part) int { return cmp.Or(cmp.Compare(x.A.From, y.A.From), cmp.Compare(y.B.From, x.B.From)) })
	// The longest ascending sequence of B: ends[n] is the part with the least B that ends one of
	// n+1 parts.
	var ends []int
	before := make([]int, len(heavy))
	for i, p := range heavy {
		n, _ := slices.BinarySearchFunc(ends, p.B.From, func(end, b int) int { return cmp.Compare(heavy[end].B.From, b) })
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			weights = append(weights, heavy[i].Weight)
		}
	}
	slices.Sort(weights)
	slices.Reverse(weights)
	return weights
}

// Origin converts the weight that explains a question to a score from 0 to 1. It depends on nothing
// else, so it means the same for every question and corpus.
func Origin(explained float64) float64 {
	return explained * explained / (explained*explained + Even*Even)
}

// Which candidates are aligned. The figures are in docs/decisions/candidates.md.
const (
	// MoreCandidates is the least number of candidates aligned beyond the requested documents.
	MoreCandidates = 10
	// MostCandidates bounds the number of aligned candidates while better ones may come.
	MostCandidates = 40
	// originMargin is the factor by which an origin may be better than the index estimates.
	originMargin = 1.5
)

// Promise returns the greatest weight, in rare tokens, that alignment likely finds at that
// containment. question is the weight of the question.
func Promise(containment, question float64) float64 { return originMargin * containment * question }

// Unproved returns the weight, in rare tokens, of a candidate that cannot be read. It is half of
// the weight that its containment predicts.
func Unproved(containment, question float64) float64 { return containment * question / 2 }

// UnprovedSimilarity is the similarity of a candidate that cannot be read.
func UnprovedSimilarity(cosine float64) float64 { return cosine / 2 }

// Slight reports whether a match of that weight may be chance. Another match of the same documents
// has the weight heaviest. Long documents have many slight matches.
func Slight(weight, heaviest float64) bool {
	return weight < min(threshold.SlightMatch, heaviest*threshold.SlightPart)
}

// Notable returns the indexes of the matches that are unlikely to be chance. Slight matches that
// closely follow or precede one of these on both sides are among them.
func Notable(matches []Match, weights []float64) []int {
	if len(weights) == 0 {
		return nil
	}
	most := slices.Max(weights)
	least := min(most, threshold.ShownMatch)
	keep := make([]bool, len(weights))
	for i, w := range weights {
		keep[i] = w >= least && !Slight(w, most)
	}
	for i := 1; i < len(keep); i++ {
		keep[i] = keep[i] || weights[i] >= threshold.ShownMatch && keep[i-1] && follows(matches[i-1], matches[i])
	}
	for i := len(keep) - 2; i >= 0; i-- {
		keep[i] = keep[i] || weights[i] >= threshold.ShownMatch && keep[i+1] && follows(matches[i], matches[i+1])
	}
	var kept []int
	for i := range matches {
		if keep[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

// follows reports whether the second match follows the first within some lines, on both sides.
func follows(x, y Match) bool {
	const most = 40 // tokens
	a, b := y.A.From-x.A.To, y.B.From-x.B.To
	return a >= 0 && a <= most && b >= 0 && b <= most
}
