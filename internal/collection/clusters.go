package collection

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
)

// Linkage says how units are grouped.
type Linkage uint8

const (
	// Single puts units together that a chain of similar pairs connects.
	Single Linkage = iota
	// Average joins groups as long as the mean score of the pairs between them is high.
	Average
	// Sketch puts units together that a chain of pairs connects whose resemblance is high, as
	// estimated from a sample of their fingerprints. The resemblance is the share of the
	// fingerprints of both that they have in common. Nothing is aligned, and nothing weighs less
	// because many units have it. It takes 8 bytes a fingerprint of the sample and no memory for
	// pairs, so that it works where the fingerprints of all units do not fit into memory.
	Sketch
)

var linkageNames = [...]string{Single: "single", Average: "average", Sketch: "sketch"}

// String returns the name: "single", "average" or "sketch".
func (l Linkage) String() string {
	if int(l) < len(linkageNames) {
		return linkageNames[l]
	}
	return fmt.Sprintf("linkage(%d)", uint8(l))
}

// ParseLinkage returns the linkage of that name, and whether there is one.
func ParseLinkage(name string) (Linkage, bool) {
	i := slices.Index(linkageNames[:], name)
	return Linkage(max(i, 0)), i >= 0
}

// Sizes of sketches. The standard error of a resemblance is at most 1/(2 sqrt(size)).
const (
	MinSketch     = 10
	DefaultSketch = 200 // a standard error of 0.035
	MaxSketch     = 100_000
)

// countedFrom is the score from which on a pair counts in the mean score of a group.
const countedFrom = .3

// Clusters groups the units of the input as [Pairs] does, or by sketches, and lists no pair. Of the
// options, MinScore and all that concerns the listing of pairs have no effect. Sketches of old
// units are compared with each other, too, but a group of nothing else is left out.
func Clusters(ctx context.Context, in Input, o Options) (*Collection, error) {
	o.MinScore, o.Top, o.Shown, o.Matches = min(countedFrom, o.MinLink), 0, 0, false
	if o.Linkage != Sketch {
		return comparePairs(ctx, in, o, true)
	}
	size := cmp.Or(o.SketchSize, DefaultSketch)
	switch {
	case size < MinSketch || size > MaxSketch:
		return nil, fmt.Errorf("the size of a sketch is %d: use %d to %d", size, MinSketch, MaxSketch)
	case o.MaxShare > 0:
		return nil, errors.New("sketches do not know what most units have: leave out the largest share")
	}
	start := time.Now()
	sketches := &sketches{size: size}
	c, err := read(ctx, in, &o, sketches, true)
	if err != nil {
		return nil, err
	}
	if err := c.clusterSketches(ctx, o, sketches); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.Result.Stats.Microseconds = time.Since(start).Microseconds()
	return c, nil
}

func (c *Collection) clusterSketches(ctx context.Context, o Options, all *sketches) error {
	r := c.Result
	number := r.addUnits(c.units.All)
	shown := make([]cluster.Sketch, len(r.Units))
	for n, u := range c.units.All {
		if len(u.Files) > 0 {
			shown[number[n]] = all.of(n)
		}
	}
	o.progress("grouping", 0, len(shown))
	groups, err := cluster.BySketch(ctx, shown, o.MinLink)
	if err != nil {
		return err
	}
	clusters := []Cluster{}
	for _, units := range groups {
		r.originalFirst(units)
		sum := 0.0
		for _, n := range units[1:] {
			sum += shown[units[0]].Resemblance(shown[n])
		}
		clusters = append(clusters, Cluster{units, sum / float64(len(units)-1)})
	}
	r.Clusters = r.sorted(clusters)
	r.addIdentical(findCopies(c.units.All), number)
	r.Source = c.units.Source()
	return nil
}

// sketches are those of the units, while their files are read.
type sketches struct {
	size int
	mu   sync.Mutex       // guards what follows
	all  []cluster.Sketch // by unit
}

// of returns the sketch of a unit, an empty one if nothing of it was read.
func (s *sketches) of(unit int) cluster.Sketch {
	if unit < len(s.all) {
		return s.all[unit]
	}
	return cluster.NewSketch(s.size)
}

// Add adds the fingerprints of a file to its unit's sketch, and keeps nothing else of them.
func (s *sketches) Add(unit int, n *analyzer.Analysis) {
	var hashes []uint64
	for _, prints := range n.Fingerprints {
		for _, p := range prints {
			hashes = append(hashes, p.Hash)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.all) <= unit {
		s.all = append(s.all, cluster.NewSketch(s.size))
	}
	s.all[unit] = s.all[unit].With(hashes)
}

// cluster groups the units by the proved pairs. Of units of the same contents one stands for all;
// the others are added afterwards.
func (c *comparison) cluster(ctx context.Context, proved []candidate, same copies, number []int) error {
	r := c.result
	copies := map[int][]int{} // by the number of the unit that stands for them, itself included
	for _, g := range same.groups {
		for _, n := range g {
			copies[number[g[0]]] = append(copies[number[g[0]]], number[n])
		}
	}
	edges := make([]cluster.Edge, 0, len(proved))
	for _, k := range proved {
		edges = append(edges, cluster.Edge{A: number[k.a], B: number[k.b], Score: k.score})
	}
	var groups [][]int
	if c.o.Linkage == Average {
		var err error
		if groups, err = cluster.Average(ctx, len(r.Units), edges, c.o.MinLink); err != nil {
			return err
		}
	} else {
		groups = cluster.Single(len(r.Units), edges, c.o.MinLink)
	}
	r.Clusters = r.clustersOf(groups, copies, edges)
	return nil
}

// clustersOf adds the copies to the groups, and makes groups of those whose original is in none.
// The largest come first.
func (r *Result) clustersOf(groups [][]int, copies map[int][]int, edges []cluster.Edge) []Cluster {
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
			all[i].Units = append(all[i].Units, n)
			if same := len(copies[n]); same > 0 {
				all[i].Score += float64(pairsOf(same)) // each of them is 1
				all[i].Units = append(all[i].Units, copies[n][1:]...)
			}
		}
	}
	for _, e := range edges {
		g, in := of[e.A]
		if other, also := of[e.B]; in && also && g == other {
			all[g].Score += e.Score * float64(max(1, len(copies[e.A]))*max(1, len(copies[e.B])))
		}
	}
	for i := range all {
		all[i].Score /= float64(pairsOf(len(all[i].Units)))
		r.originalFirst(all[i].Units)
	}
	return r.sorted(all)
}

// sorted leaves out the groups of old units only, and puts the largest first.
func (r *Result) sorted(all []Cluster) []Cluster {
	all = slices.DeleteFunc(all, func(c Cluster) bool { return r.PairsWithin(c.Units) == 0 })
	slices.SortFunc(all, func(x, y Cluster) int {
		return cmp.Or(cmp.Compare(len(y.Units), len(x.Units)), cmp.Compare(y.Score, x.Score), slices.Compare(x.Units, y.Units))
	})
	return all
}

// originalFirst puts the likely original first: old units, then those with the earlier date, then
// those without a date.
func (r *Result) originalFirst(members []int) {
	slices.SortFunc(members, func(i, j int) int {
		x, y := &r.Units[i], &r.Units[j]
		switch {
		case x.Old != y.Old:
			return falseFirst(y.Old, x.Old)
		case x.Date == nil || y.Date == nil:
			return cmp.Or(falseFirst(x.Date == nil, y.Date == nil), cmp.Compare(i, j))
		}
		return cmp.Or(cmp.Compare(x.Date.UnixNano(), y.Date.UnixNano()), cmp.Compare(i, j))
	})
}
