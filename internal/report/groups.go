package report

import (
	"slices"

	"github.com/chaffinch-search/chaffinch"
)

// Group is a group of identical units.
type Group struct {
	Units []int // as in [chaffinch.Result.Identical]
	New   bool  // the baseline lacks one of its pairs
}

// Groups returns the groups of identical units that have a pair: not all of the units are old.
func Groups(r *chaffinch.Result) (all []Group) {
	for i, units := range r.Identical {
		if slices.ContainsFunc(units, func(n int) bool { return !r.Units[n].Old }) {
			all = append(all, Group{units, slices.Contains(r.NewIdentical, i)})
		}
	}
	return all
}

// Over counts the groups, and the pairs with at least the score. If there is a baseline, it counts
// only new ones.
func Over(r *chaffinch.Result, score float64) (groups, pairs int) {
	for _, g := range Groups(r) {
		if r.Baseline == "" || g.New {
			groups++
		}
	}
	for _, p := range r.Pairs {
		if p.Score >= score && (r.Baseline == "" || p.New) {
			pairs++
		}
	}
	return groups, pairs
}
