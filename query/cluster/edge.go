package cluster

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// Edge is a pair of things with its score. Things are numbered from 0. The order of A and B has no meaning. Of several
// edges between the same two the best counts. A score is over 0, the higher the more alike; one that is not, or is no
// number, counts as 0, which is what a pair without an edge has. An edge from a thing to itself says nothing, nor does
// one to a thing that there is not.
type Edge struct {
	A, B  int
	Score float64
}

// canonical returns the edges that say something, each once, A before B, in the order of A and B. n is the number of
// things. The error is ctx's, when it is done.
func canonical(ctx context.Context, n int, edges []Edge) ([]Edge, error) {
	kept := make([]Edge, 0, len(edges))
	for i, e := range edges {
		if err := interruptible.Look(ctx, i); err != nil {
			return nil, err
		}
		if e.A > e.B {
			e.A, e.B = e.B, e.A
		}
		if 0 <= e.A && e.A < e.B && e.B < n && e.Score > 0 {
			kept = append(kept, e)
		}
	}
	err := interruptible.Sort(ctx, kept, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B), cmp.Compare(b.Score, a.Score))
	})
	return slices.CompactFunc(kept, func(a, b Edge) bool { return a.A == b.A && a.B == b.B }), err
}
