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
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// Clusters groups the files or submissions below the paths as [Pairs] does, or by sketches. It
// ignores MinScore and other pair-listing options. Groups of only old units are omitted. Close the
// result.
func Clusters(ctx context.Context, paths []string, o PairsOptions) (*Result, error) {
	return input{paths: paths}.clusters(ctx, o)
}

// Clusters groups contents of the index, selected as by [Index.Pairs]. See [Clusters].
func (x *Index) Clusters(ctx context.Context, collection string, o PairsOptions) (*Result, error) {
	return input{index: x.opened, collection: collection}.clusters(ctx, o)
}

// countedFrom is the minimum score of a pair that counts in the mean score of a group: that of the pairs that
// the command lists, so that both form the same groups.
const countedFrom = .25

func (in input) clusters(ctx context.Context, o PairsOptions) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o = o.Filled()
	o.MinScore, o.Top, o.Matches, o.Baseline, o.Only = min(countedFrom, o.LinkScore), 0, false, nil, nil
	if o.Linkage != linkSketch {
		return in.compare(ctx, o, false)
	}
	start := time.Now()
	sketches := &sketches{size: o.SketchSize}
	r, err := in.read(ctx, &o, func(*analyzer.Analyzer) units.Sink { return units.ByUnit(sketches.add) })
	if err != nil {
		return nil, err
	}
	if err := r.clusterSketches(ctx, o, sketches); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	in.warnOfNothing(r)
	r.Stats.Microseconds = time.Since(start).Microseconds()
	r.Sources = r
	return r.Result, nil
}

func (r *comparison) clusterSketches(ctx context.Context, o PairsOptions, all *sketches) error {
	r.addUnits(findCopies(r.units.All))
	number := numbers(r.units.All)
	shown := make([]cluster.Sketch, len(r.Units))
	for n, u := range r.units.All {
		if len(u.Files) > 0 {
			shown[number[n]] = all.of(n)
		}
	}
	tell(&o, "grouping", 0, len(shown))
	groups, err := cluster.BySketch(ctx, shown, o.LinkScore)
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
	return nil
}

// sketches collects the sketches of the units while their files are read.
type sketches struct {
	size int
	mu   sync.Mutex       // guards all
	all  []cluster.Sketch // by unit
}

// of returns the sketch of a unit, an empty one if none of its files was read.
func (s *sketches) of(unit int) cluster.Sketch {
	if unit < len(s.all) {
		return s.all[unit]
	}
	return cluster.NewSketch(s.size)
}

// add adds the fingerprints of a file to its unit's sketch.
func (s *sketches) add(unit int, n *analyzer.Analysis) {
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

// addClusters groups the units by the proved pairs. One unit represents each group of identical
// units; the others are added afterwards. With average linkage, near-identical units are joined
// first.
func (r *comparison) addClusters(ctx context.Context, p *pairing, proved []candidate) (err error) {
	edges := make([]cluster.Edge, 0, len(proved))
	for _, k := range proved {
		edges = append(edges, cluster.Edge{A: p.number[k.a], B: p.number[k.b], Score: k.score})
	}
	var groups [][]int
	if p.o.Linkage == linkAverage {
		if groups, err = cluster.Average(ctx, len(r.Units), edges, p.o.LinkScore, r.NearIdentical); err != nil {
			return err
		}
	} else {
		groups = cluster.Single(len(r.Units), edges, p.o.LinkScore)
	}
	r.Clusters = r.withCopies(groups, edges)
	return nil
}

// withCopies adds identical units to the groups of their representatives, or as groups of their
// own. It sorts the groups, largest first.
func (r *comparison) withCopies(groups [][]int, edges []cluster.Edge) []Cluster {
	copies := map[int][]int{} // by their representative, which is included
	for _, g := range r.Identical {
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
	withCopies := func(unit int) int { return max(1, len(copies[unit])) }
	folded := r.countFolded(edges, of, withCopies)
	for _, e := range edges {
		g, in := of[e.A]
		if other, also := of[e.B]; in && also && g == other {
			all[g].Score += e.Score*float64(withCopies(e.A)*withCopies(e.B)) + folded.add(e, g)
		}
	}
	for i := range all {
		all[i].Score /= float64(pairsOf(len(all[i].Units)))
		r.originalFirst(all[i].Units)
	}
	return r.sorted(all)
}

// sorted omits groups of only old units, and sorts the others, largest first.
func (r *comparison) sorted(all []Cluster) []Cluster {
	all = slices.DeleteFunc(all, func(g Cluster) bool { return r.PairsWithin(g.Units) == 0 })
	slices.SortFunc(all, func(x, y Cluster) int {
		return cmp.Or(cmp.Compare(len(y.Units), len(x.Units)), cmp.Compare(y.Score, x.Score), slices.Compare(x.Units, y.Units))
	})
	return all
}

// originalFirst puts the likely original first: old units, then those with the earlier date, then
// those without a date.
func (r *comparison) originalFirst(members []int) {
	slices.SortFunc(members, func(i, j int) int {
		x, y := &r.Units[i], &r.Units[j]
		switch {
		case x.Old != y.Old:
			return units.FalseFirst(y.Old, x.Old)
		case x.Date == nil || y.Date == nil:
			return cmp.Or(units.FalseFirst(x.Date == nil, y.Date == nil), cmp.Compare(i, j))
		}
		return cmp.Or(cmp.Compare(x.Date.UnixNano(), y.Date.UnixNano()), cmp.Compare(i, j))
	})
}
