package chaffinch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
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
	p.nearFirst = firsts(p.near, len(p.units))
	return err
}

// folded reports whether both units are in one near-identical group and neither is its first unit.
func (p *pairing) folded(a, b int) bool {
	first := p.nearFirst[a]
	return first == p.nearFirst[b] && first != a && first != b
}

// addNear lists the near-identical groups, and warns that not all their pairs are compared.
func (r *Result) addNear(p *pairing) {
	const named = 3
	all, firsts := 0, []string{}
	for i, same := range p.near {
		group := make([]int, len(same))
		for j, n := range same {
			group[j] = p.number[n]
		}
		r.NearIdentical = append(r.NearIdentical, group)
		all += len(group)
		if i < named {
			firsts = append(firsts, r.Units[group[0]].Name)
		} else if i == named {
			firsts = append(firsts, "...")
		}
	}
	if all > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d %[2]ss are nearly identical to others: each is compared "+
			"only with the first %[2]s of its group (%[3]s)", all, r.noun(), strings.Join(firsts, ", ")))
	}
}

// foldedPairs counts the pairs of near-identical units that were not compared and so have no edge.
type foldedPairs struct {
	first []int          // by unit: the first unit of its group
	size  map[[2]int]int // by first unit and cluster: the other units, with copies
}

func (r *Result) countFolded(clusterOf map[int]int, withCopies func(unit int) int) foldedPairs {
	u := foldedPairs{firsts(r.NearIdentical, len(r.Units)), map[[2]int]int{}}
	for _, group := range r.NearIdentical {
		for _, n := range group[1:] {
			if c, ok := clusterOf[n]; ok {
				u.size[[2]int{group[0], c}] += withCopies(n)
			}
		}
	}
	return u
}

// sharedBy returns how many of these pairs take the score of edge e of cluster c. Such a pair takes
// the mean of the scores of its two units with the first unit, so each of these edges counts half.
func (u foldedPairs) sharedBy(e cluster.Edge, c int, withCopies func(unit int) int) float64 {
	for _, n := range [...]int{e.A, e.B} {
		if first := u.first[n]; first != n && (first == e.A || first == e.B) {
			return float64(withCopies(n)*(u.size[[2]int{first, c}]-withCopies(n))) / 2
		}
	}
	return 0
}
