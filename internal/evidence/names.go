package evidence

import (
	"cmp"

	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/originname"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// names counts, by collection, the hits from [threshold.NamingHit] of the best score on. Weaker
// hits are left out: a collection that bundles many projects has more of them than the project that
// the question came from.
type names map[string]int

func namesOf(hits []hit) names {
	best, n := 0.0, names{}
	for _, h := range hits {
		best = max(best, h.Score)
	}
	for _, h := range hits {
		if h.Score < threshold.NamingHit*best {
			continue
		}
		seen := map[string]bool{}
		for _, o := range h.Occurrences {
			if !seen[o.Collection] {
				seen[o.Collection] = true
				n[o.Collection]++
			}
		}
	}
	return n
}

// sortHits sorts the hits by score, and the occurrences of each by name. Of equal scores, those
// written by hand come first, then the better name.
func sortHits(hits []hit) {
	n := namesOf(hits)
	for _, h := range hits {
		originname.Sort(h.Occurrences, n)
	}
	order.Short(hits, func(x, y hit) int {
		return cmp.Or(byScore(x, y), cmp.Compare(y.weight, x.weight),
			originname.Compare(x.Occurrences[0], y.Occurrences[0], n))
	})
}

// byScore orders higher scores first; ties: hand-written before generated.
func byScore(x, y hit) int {
	return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.machine(), y.machine()))
}

// machine is 1 if the content looks generated or minified, otherwise 0.
func (h *hit) machine() int {
	if h.Looks == "" {
		return 0
	}
	return 1
}
