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

// Groups returns the groups of identical units that have a pair: not all of the units are old, nor
// all of the rest.
func Groups(r *chaffinch.Result) (all []Group) {
	for i, units := range r.Identical {
		if slices.ContainsFunc(units, func(n int) bool { return !r.Units[n].Old }) &&
			slices.ContainsFunc(units, func(n int) bool { return !r.Units[n].Rest }) {
			all = append(all, Group{units, isNewGroup(r, i)})
		}
	}
	return all
}

// isNewGroup reports whether a group of identical units has a pair that the baseline lacks.
func isNewGroup(r *chaffinch.Result, i int) bool {
	_, is := slices.BinarySearch(r.NewIdentical, i)
	return is
}
