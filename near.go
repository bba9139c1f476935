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
	// Unlike a score it does not sink when many units have the same text.
	nearResemblance = .8
	// nearSize is the least size of a group: it has 1,225 pairs, of which 49 are listed. The pairs of
	// fewer units can be read.
	nearSize = 50
)

// findNear finds the groups of near-identical units among the compared ones. A new unit is the first
// of its group, so that it is paired with old ones.
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

// folded reports whether the pair is of one near-identical group, but without its first unit.
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
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d %ss are nearly identical to others: each is compared "+
			"with the first one of its group only, not with the rest of it (%s)", all, r.noun(), strings.Join(firsts, ", ")))
	}
}

// foldedPairs counts the pairs of near-identical units that have no edge.
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

// sharedBy returns for how many of them an edge of that cluster counts: the pairs of a unit with the
// rest of its group count half as its pair with the first unit, and half as that of the other unit.
func (u foldedPairs) sharedBy(e cluster.Edge, c int, withCopies func(unit int) int) float64 {
	for _, n := range [...]int{e.A, e.B} {
		if first := u.first[n]; first != n && (first == e.A || first == e.B) {
			return float64(withCopies(n)*(u.size[[2]int{first, c}]-withCopies(n))) / 2
		}
	}
	return 0
}
