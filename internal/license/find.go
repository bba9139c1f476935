package license

import (
	"cmp"
	"slices"
)

// match is where a text has a template.
type match struct {
	*template
	span
}

// find returns the templates that a text has, in order. Where several overlap, the one that takes
// most words stays.
func find(text []byte, words []word) (kept []match) {
	var all []match
	for _, c := range candidates(words) {
		for _, s := range c.find(text, words) {
			all = append(all, match{spdxList().templates[c.template], s})
		}
	}
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.taken-2*b.cost, a.taken-2*a.cost), cmp.Compare(a.from, b.from), cmp.Compare(len(a.id), len(b.id)), cmp.Compare(a.id, b.id))
	})
	for _, m := range all {
		if !slices.ContainsFunc(kept, func(k match) bool { return m.from < k.to && k.from < m.to }) {
			kept = append(kept, m)
		}
	}
	slices.SortFunc(kept, func(a, b match) int { return cmp.Compare(a.from, b.from) })
	return kept
}
