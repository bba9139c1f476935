package pairing

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// findCopies returns the groups of two or more identical units. Units that are all boilerplate are
// not grouped. New units come first, so that a new one represents the group and is paired with
// similar old ones.
func findCopies(all []*units.Unit) [][]int {
	var groups [][]int
	at := map[string]int{} // by contents
	for n, u := range all {
		if u.Prints == 0 {
			continue
		}
		key := u.Contents()
		i, known := at[key]
		if !known {
			i, at[key] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], n)
	}
	groups = slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 1 })
	for _, g := range groups {
		slices.SortStableFunc(g, func(x, y int) int { return units.FalseFirst(all[x].Old, all[y].Old) })
	}
	return groups
}

// numbers returns the index in [pairs.Report.Units] of each unit that has files.
func numbers(all []*units.Unit) []int {
	number, next := make([]int, len(all)), 0
	for n, u := range all {
		number[n] = next
		if len(u.Files) > 0 {
			next++
		}
	}
	return number
}
