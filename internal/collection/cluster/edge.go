package cluster

import (
	"cmp"
	"slices"
)

// Edge is a pair of items with its score. Items are numbered from 0, and the order of A and B has
// no meaning. Of several edges between the same two items the best counts. A higher score means
// more similar. Edges whose score is not over 0 (or is NaN), loops, and edges to an item that does
// not exist are ignored.
type Edge struct {
	A, B  int
	Score float64
}

// canonical returns the edges that count, each once, sorted, with A < B. n is the number of items.
func canonical(n int, edges []Edge) []Edge {
	kept := make([]Edge, 0, len(edges))
	for _, e := range edges {
		if e.A > e.B {
			e.A, e.B = e.B, e.A
		}
		if 0 <= e.A && e.A < e.B && e.B < n && e.Score > 0 {
			kept = append(kept, e)
		}
	}
	slices.SortFunc(kept, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(b.Score, a.Score))
	})
	return slices.CompactFunc(kept, func(a, b Edge) bool { return a.A == b.A && a.B == b.B })
}
