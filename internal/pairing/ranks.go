package pairing

import (
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/pairs"
)

// addRanks fills in how many pairs are as unusual as the listed ones. Pairs of identical units
// count, and compared pairs count once for each copy of their units. Weak pairs are behind all
// others.
func (r *comparison) addRanks(p *pairing, compared ...[]candidate) {
	var scores []float64 // of listed pairs, descending
	key := func(unusual float64, weak bool) float64 {
		if weak {
			return unusual - 1
		}
		return unusual
	}
	for _, listed := range [][]pairs.Pair{r.Pairs, r.Weak} {
		for _, k := range listed {
			scores = append(scores, key(k.Unusual, k.Weak))
		}
	}
	slices.Sort(scores)
	scores = slices.Compact(scores)
	slices.Reverse(scores)
	at := func(score float64) int {
		return sort.Search(len(scores), func(n int) bool { return scores[n] <= score })
	}
	equal, higher := make([]int, len(scores)+1), make([]int, len(scores)+1)
	count := func(score float64, pairs int) {
		if n := at(score); n < len(scores) && scores[n] == score {
			equal[n] += pairs
		} else {
			higher[n] += pairs
		}
	}
	of := p.tallies()
	for _, group := range p.copies {
		count(1, of[group[0]].Within())
	}
	for _, some := range compared {
		for i := range some {
			k := &some[i]
			count(key(p.unusual(k), k.weak), of[k.a].With(of[k.b]))
		}
	}
	for n := range scores {
		if n > 0 {
			higher[n] += higher[n-1] + equal[n-1]
		}
	}
	for _, listed := range [][]pairs.Pair{r.Pairs, r.Weak} {
		for i := range listed {
			n := at(key(listed[i].Unusual, listed[i].Weak))
			all := max(int(r.Stats.Comparable), higher[n]+equal[n])
			listed[i].Rank, listed[i].Percentile = 1+higher[n], 100*float64(all-higher[n]-equal[n])/float64(max(1, all))
		}
	}
}
