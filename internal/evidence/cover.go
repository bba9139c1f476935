package evidence

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// cover returns the fewest documents that explain most of the question, as far as being greedy finds
// them: each time the one that explains most of what those before it have not. Of a document only
// the matches are kept that add something.
func cover(r Request, t *attempt, hits []Hit) []Hit {
	chosen := []Hit{}
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Score < r.MinScore })
	explained := make([]bool, t.document.Len())
	for len(hits) > 0 && (r.Top < 1 || len(chosen) < r.Top) {
		best, gain := -1, 0.0
		for i := range hits {
			if g := t.gain(&hits[i], explained); g > gain {
				best, gain = i, g
			}
		}
		if best < 0 || gain < align.LeastGain {
			break
		}
		h := hits[best]
		hits = slices.Delete(hits, best, best+1)
		h.Adds = t.explain(&h, explained)
		chosen = append(chosen, h)
	}
	showAll(r, t, chosen)
	if gone := len(slices.DeleteFunc(hits, func(h Hit) bool { return h.Aligned })); gone > 0 {
		t.warnings = append(t.warnings, screen.Plural(gone, "candidate is", "candidates are")+
			" gone or changed since indexed, and left out of the cover")
	}
	return chosen
}

// gain is the weight of what the hit explains and others have not.
func (t *attempt) gain(h *Hit, explained []bool) float64 {
	if h.Alignment == nil {
		return 0
	}
	sum := 0.0
	for _, m := range h.Alignment.Matches {
		if w := t.fresh(h, m, explained); w >= align.LeastMatch { // see explain
			sum += w
		}
	}
	return sum
}

// fresh is the weight of the match without what is explained already.
func (t *attempt) fresh(h *Hit, m align.Match, explained []bool) float64 {
	var left align.Match
	for _, tile := range m.Tiles {
		from := 0
		for i := 0; i <= tile.Length; i++ {
			if i < tile.Length && !explained[tile.A+i] {
				continue
			}
			if i > from {
				left.Tiles = append(left.Tiles, align.Tile{A: tile.A + from, B: tile.B + from, Length: i - from})
				left.Tokens += i - from
			}
			from = i + 1
		}
	}
	return left.Weight(t.document, h.Alignment.Document, t.rarity)
}

// explain marks what the hit explains, leaves it the matches that add something, and returns the share
// of the question's tokens that was not explained before.
func (t *attempt) explain(h *Hit, explained []bool) float64 {
	added := 0
	kept := h.Alignment.Matches[:0]
	for _, m := range h.Alignment.Matches {
		if t.fresh(h, m, explained) < align.LeastMatch {
			continue
		}
		kept = append(kept, m)
		for _, tile := range m.Tiles {
			for i := range tile.Length {
				if !explained[tile.A+i] {
					explained[tile.A+i] = true
					added++
				}
			}
		}
	}
	h.Alignment.Matches = kept
	return float64(added) / float64(max(1, t.document.Own()))
}
