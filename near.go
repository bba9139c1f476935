package chaffinch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

const (
	// nearResemblance is the least resemblance of a near-identical unit to the first of its group.
	// Unlike a score, it does not fall when many units share the same text.
	nearResemblance = .8
	// nearSize is the least size of a group. 50 units have 1,225 pairs, of which 49 are listed. A
	// person can read the pairs of fewer units.
	nearSize = 50
)

// findNear finds the groups of near-identical units among the compared ones. If a group
// has a new unit, a new unit is its first, so that it is paired with the old ones.
func (p *pairing) findNear(ctx context.Context, skip []bool) (err error) {
	var order []int
	for n := range p.units {
		if !skip[n] {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return units.FalseFirst(p.units[x].Old, p.units[y].Old) })
	p.near, err = p.table.NearIdentical(ctx, order, nearResemblance, nearSize)
	return err
}

// folds decides which pairs of a near-identical group are not compared.
type folds struct {
	table     *pairs.Table
	estimator units.Estimator
	first     []int      // by unit: the first of its group; the unit itself if it is in none
	own       [][]uint32 // by unit: the fingerprints that the first of its group lacks
}

// moreThanFirst is the amount of material, in rare tokens, that two units of a near-identical group
// must share and the first of the group lack, so that they are compared nevertheless: about that of
// a run as long as the guarantee threshold.
const moreThanFirst = 12

func (p *pairing) newFolds(e units.Estimator) folds {
	f := folds{p.table, e, firsts(p.near, len(p.units)), make([][]uint32, len(p.units))}
	for _, group := range p.near {
		for _, n := range group[1:] {
			f.own[n] = p.table.Lacking(group[0], n)
		}
	}
	return f
}

// has reports whether both units are in one near-identical group, neither is its first unit, and
// what they have in common is in the first unit as well.
func (f folds) has(a, b int) bool {
	first := f.first[a]
	return first == f.first[b] && first != a && first != b &&
		f.estimator.RareTokens(f.table.Common(f.own[a], f.own[b])) < moreThanFirst
}

// addNear lists the near-identical groups, and warns that not all their pairs are compared.
func (r *comparison) addNear(p *pairing) {
	const named = 3
	all, names := 0, []string{}
	for _, same := range p.near {
		if !slices.ContainsFunc(same, func(n int) bool { return !p.rest[n] }) {
			continue
		}
		i := len(r.NearIdentical)
		group := make([]int, len(same))
		for j, n := range same {
			group[j] = p.number[n]
		}
		r.NearIdentical = append(r.NearIdentical, group)
		all += len(group)
		if i < named {
			names = append(names, r.Units[group[0]].Name)
		} else if i == named {
			names = append(names, "...")
		}
	}
	if all > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d %[2]ss are nearly identical: each is compared "+
			"with the first %[2]s of its group (%[3]s), and with others if they have more in common", all, r.noun(), strings.Join(names, ", ")))
	}
}

// foldedPairs counts the pairs of near-identical units that were not compared and so have no edge.
// Such a pair counts as the mean of the scores of its units with the first unit of their group.
type foldedPairs struct {
	copies func(unit int) int // the number of units that a unit stands for
	first  []int              // by unit: the first of its group; the unit itself if it is in none
	size   map[[2]int]int     // by first unit and cluster: the number of other units, with copies
	score  map[int]float64    // by unit: the score with the first of its group
}

func (r *comparison) countFolded(edges []cluster.Edge, clusterOf map[int]int, copies func(unit int) int) foldedPairs {
	f := foldedPairs{copies, firsts(r.NearIdentical, len(r.Units)), map[[2]int]int{}, map[int]float64{}}
	for _, group := range r.NearIdentical {
		for _, n := range group[1:] {
			if c, ok := clusterOf[n]; ok {
				f.size[[2]int{group[0], c}] += copies(n)
			}
		}
	}
	for _, e := range edges {
		if n := f.other(e); n >= 0 {
			f.score[n] = e.Score
		}
	}
	return f
}

// other returns the unit that the edge links to the first of its group; -1 if it is no such edge.
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

// add returns the sum of scores that an edge of that cluster adds for pairs without an edge. An edge
// with a first unit counts half for all pairs of the other unit. An edge of two others takes back what
// was counted for their pair.
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
