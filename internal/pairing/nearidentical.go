package pairing

import (
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// folds decides which pairs of a near-identical group are not compared.
type folds struct {
	table     *candidates.Table
	estimator units.Estimator
	first     []int      // by unit: the first of its group; the unit itself if it is in none
	own       [][]uint32 // by unit: the fingerprints that the first of its group lacks
}

// has reports whether a pair of near-identical units is left out. Neither is the first unit of
// their group, and the first has nearly all that they have in common.
func (f folds) has(a, b int) bool {
	first := f.first[a]
	return first == f.first[b] && first != a && first != b &&
		f.estimator.RareTokens(f.table.Common(f.own[a], f.own[b])) < threshold.BeyondFirst
}

// foldedPairs counts the pairs of near-identical units that were not compared and so have no edge.
// Such a pair counts as the mean of the scores of its units with the first unit of their group.
type foldedPairs struct {
	copies func(unit int) int // the number of units that a unit stands for
	first  []int              // by unit: the first of its group; the unit itself if it is in none
	size   map[[2]int]int     // by first unit and cluster: the number of other units, with copies
	score  map[int]float64    // by unit: the score with the first of its group
}

// other returns the unit that the edge links to the first of its group. It returns -1 for other
// edges.
func (f foldedPairs) other(e cluster.Edge) int {
	switch {
	case f.first[e.A] != f.first[e.B]:
		return -1
	case f.first[e.A] == e.A:
		return e.B
	case f.first[e.A] == e.B:
		return e.A
	}
	return -1
}

// add returns what edge e adds to cluster c's sum of scores for pairs without an edge. An edge with
// a first unit counts half for all pairs of the other unit. An edge of two others subtracts the
// count of their pair.
func (f foldedPairs) add(e cluster.Edge, c int) float64 {
	if n := f.other(e); n >= 0 {
		copies := f.copies(n)
		return e.Score * float64(copies*(f.size[[2]int{f.first[n], c}]-copies)) / 2
	}
	if f.first[e.A] == f.first[e.B] {
		return -(f.score[e.A] + f.score[e.B]) / 2 * float64(f.copies(e.A)*f.copies(e.B))
	}
	return 0
}
