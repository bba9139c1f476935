package report

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Group is a group of identical units.
type Group struct {
	Units []int // as in [pairs.Report.Identical]
	New   bool  // the baseline lacks one of its pairs
}

// Groups returns the groups of identical units that have a pair. Not all of its units are old, nor
// all of the rest. Groups that look generated or minified come last.
func Groups(r *pairs.Report) (all []Group) {
	for i, same := range r.Identical {
		if slices.ContainsFunc(same, func(n int) bool { return !r.Units[n].Old }) &&
			slices.ContainsFunc(same, func(n int) bool { return !r.Units[n].Rest }) {
			all = append(all, Group{same, isNewGroup(r, i)})
		}
	}
	slices.SortStableFunc(all, func(x, y Group) int {
		return units.FalseFirst(r.LooksGenerated(x.Units), r.LooksGenerated(y.Units))
	})
	return all
}

// UnitName returns the name of a unit, and whether it looks generated or minified.
func UnitName(u *pairs.Unit) string {
	if u.Looks == "" || u.Submission != "" { // the name of a part says it
		return u.Name
	}
	return u.Name + " (" + string(u.Looks) + ")"
}

// UnitPath returns the path on disk of a unit, or of its submission.
func UnitPath(r *pairs.Report, unit int) string {
	u := &r.Units[unit]
	return r.Path(cmp.Or(u.Submission, u.Name))
}

// isNewGroup reports whether a group of identical units has a pair that the baseline lacks.
func isNewGroup(r *pairs.Report, i int) bool {
	_, is := slices.BinarySearch(r.NewIdentical, i)
	return is
}
