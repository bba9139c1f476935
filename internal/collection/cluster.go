package collection

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
)

// Linkage says how units are grouped.
type Linkage uint8

const (
	// Single puts units together that a chain of similar pairs connects.
	Single Linkage = iota
	// Average puts groups together as long as the mean score of the pairs between them is high.
	Average
)

var linkageNames = [...]string{Single: "single", Average: "average"}

// String returns the name: "single" or "average".
func (l Linkage) String() string {
	if int(l) < len(linkageNames) {
		return linkageNames[l]
	}
	return fmt.Sprintf("linkage(%d)", uint8(l))
}

// ParseLinkage returns what "single" or "average" stand for.
func ParseLinkage(name string) (Linkage, error) {
	for l, n := range linkageNames {
		if n == name {
			return Linkage(l), nil
		}
	}
	return 0, fmt.Errorf("unknown linkage %q: use single or average", name)
}

// cluster groups the units by the proved pairs. Units of the same contents count as one, and are put
// beside each other afterwards.
func (c *comparison) cluster(ctx context.Context, proved []candidate, number []int) (err error) {
	copies := map[int][]int{} // by the number of the unit that stands for them, itself included
	for _, same := range c.same {
		for _, n := range same {
			copies[number[same[0]]] = append(copies[number[same[0]]], number[n])
		}
	}
	edges := make([]cluster.Edge, 0, len(proved))
	for _, k := range proved {
		edges = append(edges, cluster.Edge{A: number[k.a], B: number[k.b], Score: k.score})
	}
	var groups [][]int
	if c.o.Linkage == Average {
		if groups, err = cluster.Average(ctx, len(c.result.Units), edges, c.o.MinLink); err != nil {
			return err
		}
	} else {
		groups = cluster.Single(len(c.result.Units), edges, c.o.MinLink)
	}
	c.result.Clusters = c.clustersOf(groups, copies, edges)
	return nil
}

// clustersOf adds the copies to the groups, and makes groups of those whose original is in none. The
// largest come first.
func (c *comparison) clustersOf(groups [][]int, copies map[int][]int, edges []cluster.Edge) []Cluster {
	of := map[int]int{} // number of the group, by unit
	for i, g := range groups {
		for _, n := range g {
			of[n] = i
		}
	}
	for _, n := range slices.Sorted(maps.Keys(copies)) {
		if _, grouped := of[n]; !grouped {
			of[n] = len(groups)
			groups = append(groups, []int{n})
		}
	}
	all := make([]Cluster, len(groups))
	for i, g := range groups {
		for _, n := range g {
			same := max(1, len(copies[n]))
			all[i].Score += float64(same * (same - 1) / 2)
			all[i].Units = append(append(all[i].Units, n), tail(copies[n])...)
		}
	}
	for _, e := range edges {
		if g, in := of[e.A]; in && holds(of, e.B, g) {
			all[g].Score += e.Score * float64(max(1, len(copies[e.A]))*max(1, len(copies[e.B])))
		}
	}
	for i := range all {
		all[i].Score /= float64(pairsOf(len(all[i].Units)))
		c.result.originalFirst(all[i].Units)
	}
	return c.result.sorted(all)
}

// sorted leaves out the groups of old units only, which nobody asked for, and puts the largest first.
func (r *Result) sorted(all []Cluster) []Cluster {
	all = slices.DeleteFunc(all, func(c Cluster) bool { return r.PairsWithin(c.Units) == 0 })
	slices.SortFunc(all, func(x, y Cluster) int {
		return cmp.Or(cmp.Compare(len(y.Units), len(x.Units)), cmp.Compare(y.Score, x.Score), slices.Compare(x.Units, y.Units))
	})
	return all
}

func holds(of map[int]int, n, group int) bool {
	g, in := of[n]
	return in && g == group
}

// tail returns all but the first.
func tail(all []int) []int {
	if len(all) == 0 {
		return nil
	}
	return all[1:]
}

func (r *Result) originalFirst(members []int) {
	units := r.Units
	slices.SortFunc(members, func(x, y int) int { return cmp.Or(earlier(&units[x], &units[y]), cmp.Compare(x, y)) })
}

// earlier puts the likely original first: what is of an archive, then what has the earlier date, then
// what has none.
func earlier(x, y *Unit) int {
	switch {
	case x.Old != y.Old:
		return order(y.Old, x.Old)
	case x.Date == nil || y.Date == nil:
		return order(x.Date == nil, y.Date == nil)
	}
	return cmp.Compare(x.Date.UnixNano(), y.Date.UnixNano())
}
