package align

import (
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A few lines of a long file are slight evidence, because long files share short runs by chance.
// A run of equal tokens that hardly any other document has is not chance: two authors would have
// chosen the same names and literals. So the run counts as if it were the whole question, and more
// with longer names and literals, up to a score of one half. docs/decisions/short-copies.md has the
// measurements.

const (
	// bytesOfToken is how many bytes of distinct names and literals count as one token more.
	// mostOfSpelled is how many bytes of each count, because a long string is one decision.
	bytesOfToken, mostOfSpelled = 15, 20
)

// Spelled is the run of a match that its names and literals prove best.
type Spelled struct {
	A      analyzer.Span // in the question; empty if no run is long enough
	weight float64       // that it explains as the whole question, in rare tokens: at most [Even]
}

// Spelled returns the run of equal tokens of a match of [ForOrigin] that proves most.
func (m Match) Spelled(a, b *Document, rarity Rarity) (best Spelled) {
	for _, t := range m.Tiles {
		from := 0
		for i := 0; i <= t.Length; i++ {
			if i < t.Length && !a.Discounts(t.A+i) && a.tokens[t.A+i].Kind != lex.Word && a.sameText(t.A+i, b, t.B+i) {
				continue
			}
			if i-from >= threshold.SpelledRun {
				run := Tile{A: t.A + from, B: t.B + from, Length: i - from}
				if w := run.spelled(a, b, rarity); w > best.weight {
					best = Spelled{span(run.A, run.endA()), w}
				}
			}
			from = i + 1
		}
	}
	return best
}

// spelled returns the weight that a run of equal tokens explains if it is the whole question.
func (t Tile) spelled(a, b *Document, rarity Rarity) float64 {
	seen := map[uint64]bool{}
	bytes := 0
	for i := t.A; i < t.endA(); i++ {
		if isGrammar(a.tokens[i]) || seen[a.tokens[i].Hash] {
			continue
		}
		seen[a.tokens[i].Hash] = true
		bytes += min(len(a.text(i)), mostOfSpelled)
	}
	length := float64(t.Length)
	damping := a.dampingAt(t.A, dampingOrigin)
	weight := Match{A: span(t.A, t.endA()), B: span(t.B, t.B+t.Length), Tiles: []Tile{t}, Tokens: t.Length, Identical: t.Length}.Weight(a, b, rarity)
	more := length + float64(bytes)/bytesOfToken
	weight *= more / length * dampedBy(more, damping) / dampedBy(length, damping)
	return min(Even, Explained([]Part{{Weight: weight}}, int(more)))
}

// Evident returns the run's weight as evidence in a question of that many tokens. The score is the
// score of the run alone.
func (s Spelled) Evident(tokens int) float64 {
	all := float64(max(tokens, 0) + 1)
	if s.weight >= all {
		return s.weight
	}
	// Explained is weight x (weight / all) ^ shareExponent; the same on every system: see query.IDF
	return 1 + math.Expm1((math.Log1p(s.weight-1)+shareExponent*math.Log1p(all-1))/(1+shareExponent))
}

// LeastSpelled returns a score of documents with a run that reaches the given score alone. Nearly
// all such documents reach it in a question of that many tokens.
func LeastSpelled(score float64, tokens int) float64 {
	weight := Even * math.Sqrt(score/(1-score))
	return min(score, Origin(Explained([]Part{{Weight: weight * spelledLess}}, tokens)))
}

// spelledLess is the share of a run's weight that is left without its names and literals.
const spelledLess = 0.75
