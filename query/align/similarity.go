package align

import (
	"math"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// leastAlike is the share of the weight of a duplicate that must match. Rows of another table reach
// 0.5, renamed functions 0.65: TestSimilarity_CountsRepeatsOnce,
// TestVerdict_OfRepeatsInWholeDocuments of internal/serve/mcp.
const leastAlike = 0.65

// partial is the smaller document's weight at which the larger share has half its influence. It is
// in rare tokens. A copy of a few lines may be chance.
const partial = 200

// Similarity returns the overall similarity of the documents, from 0 to 1. It is 1 for documents
// with the same tokens, if they are long enough to match, and about 0.8 if all names are changed.
//
// It is the matched share of the weight of both documents, damped once by the length of the tiles
// and once by the length of the matches. The larger of both shares counts more, the heavier the
// lighter document is, so that a file inside a larger one is found. A duplicate counts on neither
// side. Ignored tokens must have weight 0: see [Rarity.Ignore].
func Similarity(a, b *Document, matches []Match, rarityA, rarityB Rarity) float64 {
	score, _ := Assess(a, b, matches, rarityA, rarityB)
	return score
}

const (
	// shortWhole is the number of tokens of a question from which the cosine does not count.
	// cosineShare is the share that it has for the shortest.
	shortWhole, cosineShare = 300, 2. / 3
)

// SimilarityInIndex returns a document's similarity to a question in an index. The question has
// that many tokens; the arguments are [Similarity] and the cosine of their fingerprints. Short
// documents, such as methods, are often alike by chance. A lower cosine then lowers the score; a
// higher one proves nothing, because it can be forged.
func SimilarityInIndex(similarity, cosine float64, tokens int) float64 {
	share := cosineShare * max(0, 1-float64(tokens)/shortWhole)
	return similarity + min(0, cosine-similarity)*share
}

// Assessment is the weights and the kind of a match.
type Assessment struct {
	// Weights are [Match.Weight] of the match and of the mirrored match, for [ForSimilarity].
	Weights [2]float64
	// Kind is the kind of [Match.Changes].
	Kind Kind
}

// Weight returns the larger weight, so that the order of the documents makes no difference.
func (s Assessment) Weight() float64 { return max(s.Weights[0], s.Weights[1]) }

// Assess returns the [Similarity] of the documents, and an assessment of every match.
func Assess(a, b *Document, matches []Match,
	rarityA, rarityB Rarity) (score float64, of []Assessment) {
	return AssessSized(a, b, matches, rarityA, rarityB, SizeOf(a, rarityA), SizeOf(b, rarityB))
}

// agreements pools the memory of agreed shares.
var agreements = sync.Pool{New: func() any { return new(agreed) }}

// AssessSized is [Assess] for documents of known sizes. Many pairs of one document share its size.
func AssessSized(a, b *Document, matches []Match,
	rarityA, rarityB Rarity, sizeA, sizeB Size) (score float64, of []Assessment) {
	x, y := NewWhole([]Size{sizeA}).side, NewWhole([]Size{sizeB}).side
	of = make([]Assessment, len(matches))
	memory := agreements.Get().(*agreed)
	agreed := *memory
	defer func() {
		*memory = agreed
		agreements.Put(memory)
	}()
	for i, m := range matches {
		var kind Kind
		agreed, kind = m.agreed(agreed, a, b)
		damping, origin := a.dampingAt(m.A.From, dampingPair), a.dampingAt(m.A.From, dampingOrigin)
		long := damped(m.Tokens, damping)
		wa, wb := agreed.weigh(m, rarityA, damping, origin, inA), agreed.weigh(m, rarityB, damping, origin, inB)
		of[i].Weights = [2]float64{wa.origin, wb.origin}
		switch {
		case m.Duplicate:
			a.eachRepeated(m, wa, rarityA, sizeA.matched, func(_ int, weight float64) { x.repeated += weight })
		case m.DuplicateB:
			b.eachRepeated(m.Mirrored(), wb, rarityB, sizeB.matched, func(_ int, weight float64) { y.repeated += weight })
		default:
			x.add(wa, long)
			y.add(wb, long)
			x.addInside(a, m.A, rarityA, sizeA.matched)
			y.addInside(b, m.B, rarityB, sizeB.matched)
		}
		if kind == Verbatim && !m.sameTexts(a, b) || kind != Edited && len(m.invisible(a, b)) > 0 {
			kind = Edited
		}
		of[i].Kind = kind
	}
	return similarity(x, y), of
}

// sameTexts reports whether all tokens of the match have the same texts in both documents. Hashes,
// which the match may have been made from, can be forged.
func (m Match) sameTexts(a, b *Document) bool {
	for _, t := range m.Tiles {
		for i := range t.Length {
			if !a.sameText(t.A+i, b, t.B+i) {
				return false
			}
		}
	}
	return true
}

// side is one of two wholes in a comparison. It has the weight of all its tokens, and of the
// matched tokens, damped by the length of the tiles and of the matches.
type side struct {
	total, tiles, whole float64
	tokens              int
	damping             float64
	most                float64 // the greatest weight, damped, that can match
	parted              bool    // has ignored tokens
	repeated            float64 // weight of duplicates, which count nowhere
}

// addInside adds the weight of a match in a comment or string to the document's weights. Such code
// counts only as far as it matches, unless most of the document is such code: see [onlyMatched]. It
// is evidence of a copy, but lacking it, as after comments are stripped, is not evidence against
// one.
func (s *side) addInside(d *Document, at analyzer.Span, rarity Rarity, matched float64) {
	if at.From < d.outside().To || matched == 0 {
		return
	}
	weight := rarity.Sum(at) * matched
	s.total += weight
	s.most += weight * damped(d.partAt(at.From).Len(), d.damping(dampingPair))
}

// eachRepeated calls f with a duplicate's tokens and their share in the weight. It calls nothing if
// the weight that matches is below [leastAlike].
func (d *Document) eachRepeated(m Match, matching weights, rarity Rarity, matched float64, f func(token int, weight float64)) {
	all := 0.0
	for _, t := range m.Tiles {
		all += rarity.Sum(span(t.A, t.endA()))
	}
	if matching.tokens < all*leastAlike {
		return
	}
	for _, t := range m.Tiles {
		for at := t.A; at < t.endA(); at++ {
			f(at, d.sizeAt(at, rarity, matched))
		}
	}
}

// sizeAt returns a token's share in the document's weight if nothing matches it: see [Size].
func (d *Document) sizeAt(token int, rarity Rarity, matched float64) float64 {
	weight := rarity.Class[token] + rarity.Text[token]
	if token >= d.outside().To {
		weight *= 1 - matched
	}
	return weight
}

func (s *side) add(w weights, damped float64) {
	s.tiles += w.tiles
	s.whole += w.tokens * damped
}

// full returns the damping if all of the weight matches.
func (s side) full(damping float64) float64 {
	if s.parted && s.total > 0 && s.most > 0 {
		return s.most / s.total
	}
	return damped(s.tokens, damping)
}

func similarity(a, b side) float64 {
	damping := max(a.damping, b.damping)
	full := min(a.full(damping), b.full(damping)) // for a match of the whole smaller side
	a.total, b.total = a.total-a.repeated, b.total-b.repeated
	totalA, totalB := full*a.total, full*b.total
	if totalA <= 0 || totalB <= 0 {
		return 0
	}
	alike := geometric((a.tiles+b.tiles)/(totalA+totalB), (a.whole+b.whole)/(totalA+totalB))
	part := geometric(max(a.tiles/totalA, b.tiles/totalB), max(a.whole/totalA, b.whole/totalB))
	return combined(alike, part, min(a.total, b.total))
}

// combined returns the similarity for the matched share of both documents. The other arguments are
// the larger share of one of them, and the weight of the lighter one. A larger share below one half
// counts in proportion: idioms make up such a part of small documents.
func combined(alike, part, lighter float64) float64 {
	return min(1, alike+(part-alike)*min(1, 2*part)*lighter/(lighter+partial))
}

func geometric(x, y float64) float64 { return math.Sqrt(x * y) }
