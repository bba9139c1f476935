package chaffinch

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
)

// Clusters groups the files or submissions below the paths as [Pairs] does, or by sketches, and
// lists no pair. MinScore and all that concerns the listing of pairs have no effect. Sketches of
// old units are compared with each other, too, but a group of nothing else is left out. Close the
// result.
func Clusters(ctx context.Context, paths []string, o PairsOptions) (*Result, error) {
	return input{paths: paths}.clusters(ctx, o)
}

// Clusters is [Clusters] of what the index holds, as [Index.Pairs] selects it.
func (x *Index) Clusters(ctx context.Context, collection string, o PairsOptions) (*Result, error) {
	return input{index: x.index, collection: collection}.clusters(ctx, o)
}

// countedFrom is the score from which on a pair counts in the mean score of a group.
const countedFrom = .3

func (in input) clusters(ctx context.Context, o PairsOptions) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.MinScore, o.Top, o.Matches, o.Baseline = min(countedFrom, o.LinkScore), 0, false, nil
	if o.Linkage != linkSketch {
		return in.compare(ctx, o, false)
	}
	start := time.Now()
	sketches := &sketches{size: o.sketchSize()}
	c, err := in.read(ctx, &o, sketches, true)
	if err != nil {
		return nil, err
	}
	if err := c.clusterSketches(ctx, o, sketches); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	in.warnOfNothing(c)
	c.Stats.Microseconds = time.Since(start).Microseconds()
	return c, nil
}

func (c *Result) clusterSketches(ctx context.Context, o PairsOptions, all *sketches) error {
	c.addUnits(findCopies(c.units.All))
	number := numbers(c.units.All)
	shown := make([]cluster.Sketch, len(c.Units))
	for n, u := range c.units.All {
		if len(u.Files) > 0 {
			shown[number[n]] = all.of(n)
		}
	}
	o.progress("grouping", 0, len(shown))
	groups, err := cluster.BySketch(ctx, shown, o.LinkScore)
	if err != nil {
		return err
	}
	clusters := []Cluster{}
	for _, units := range groups {
		c.originalFirst(units)
		sum := 0.0
		for _, n := range units[1:] {
			sum += shown[units[0]].Resemblance(shown[n])
		}
		clusters = append(clusters, Cluster{units, sum / float64(len(units)-1)})
	}
	c.Clusters = c.sorted(clusters)
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

// addClusters groups the units by the proved pairs. Of units of the same contents one stands for
// all; the others are added afterwards.
func (c *Result) addClusters(ctx context.Context, p *pairing, proved []candidate) (err error) {
	edges := make([]cluster.Edge, 0, len(proved))
	for _, k := range proved {
		edges = append(edges, cluster.Edge{A: p.number[k.a], B: p.number[k.b], Score: k.score})
	}
	var groups [][]int
	if p.o.Linkage == linkAverage {
		if groups, err = cluster.Average(ctx, len(c.Units), edges, p.o.LinkScore); err != nil {
			return err
		}
	} else {
		groups = cluster.Single(len(c.Units), edges, p.o.LinkScore)
	}
	c.Clusters = c.withCopies(groups, edges)
	return nil
}

// withCopies adds the copies to the groups, and makes groups of those whose original is in none.
// The largest come first.
func (c *Result) withCopies(groups [][]int, edges []cluster.Edge) []Cluster {
	copies := map[int][]int{} // by the unit that stands for them, itself included
	for _, g := range c.Identical {
		copies[g[0]] = g
	}
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
		c.originalFirst(all[i].Units)
	}
	return c.sorted(all)
}

// sorted leaves out the groups of old units only, and puts the largest first.
func (c *Result) sorted(all []Cluster) []Cluster {
	all = slices.DeleteFunc(all, func(g Cluster) bool { return c.pairsWithin(g.Units) == 0 })
	slices.SortFunc(all, func(x, y Cluster) int {
		return cmp.Or(cmp.Compare(len(y.Units), len(x.Units)), cmp.Compare(y.Score, x.Score), slices.Compare(x.Units, y.Units))
	})
	return all
}

// originalFirst puts the likely original first: old units, then those with the earlier date, then
// those without a date.
func (c *Result) originalFirst(members []int) {
	slices.SortFunc(members, func(i, j int) int {
		x, y := &c.Units[i], &c.Units[j]
		switch {
		case x.Old != y.Old:
			return falseFirst(y.Old, x.Old)
		case x.Date == nil || y.Date == nil:
			return cmp.Or(falseFirst(x.Date == nil, y.Date == nil), cmp.Compare(i, j))
		}
		return cmp.Or(cmp.Compare(x.Date.UnixNano(), y.Date.UnixNano()), cmp.Compare(i, j))
	})
}
