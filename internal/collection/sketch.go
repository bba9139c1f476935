package collection

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
)

// Groups by sketches: of every unit a sample of its fingerprints is kept, of a fixed size, and units are
// grouped by what the samples have in common. That takes 8 bytes a fingerprint of the sample and nothing
// a pair, so that it works where the table of all fingerprints does not fit into memory. Nothing is aligned,
// and nothing weighs less because many have it.

// Sketch groups the units below the paths by sketches of so many fingerprints: all that a chain of pairs
// connects of which the resemblance, the share of the fingerprints that either has which both have, is
// estimated at MinLink or more. No pair is listed. Old units are compared with each other, too, but a group
// of nothing else is left out. MaxShare is not known here, and an error.
func Sketch(ctx context.Context, paths []string, o Options, size int) (*Collection, error) {
	return groupBySketches(ctx, o, inputOf(paths, o.Old), size)
}

// SketchIndex is to [Sketch] what [CompareIndex] is to [Compare].
func SketchIndex(ctx context.Context, x *index.Index, s *index.Snapshot, collection string, o Options, size int) (*Collection, error) {
	o.Settings = x.Settings().Analyzer
	in, err := indexedInput(ctx, s, collection)
	if err != nil {
		return nil, err
	}
	return groupBySketches(ctx, o, in, size)
}

// Sizes of sketches: the standard error of a resemblance is 1/(2 sqrt(size)) at the most.
const (
	MinSketch = 10
	MaxSketch = 100_000
)

func groupBySketches(ctx context.Context, o Options, in input, size int) (*Collection, error) {
	start := time.Now()
	if err := o.check(); err != nil {
		return nil, err
	}
	switch {
	case size < MinSketch || size > MaxSketch:
		return nil, fmt.Errorf("the size of a sketch is %d: use %d to %d", size, MinSketch, MaxSketch)
	case o.MaxShare > 0:
		return nil, fmt.Errorf("sketches do not know what most units have: leave out the largest share")
	}
	a, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	all := &sketches{size: size}
	c := &comparison{o: o, analyzer: a, l: newLoader(o, a, all)}
	c.l.once = true
	if err := c.sketch(ctx, in, all); err != nil {
		return nil, err
	}
	c.result.Roots = in.shown()
	c.result.Stats.Microseconds = time.Since(start).Microseconds()
	return &Collection{c.result, c.l}, nil
}

func (c *comparison) sketch(ctx context.Context, in input, all *sketches) error {
	if err := c.read(ctx, in); err != nil {
		return err
	}
	c.result = c.newResult()
	number := c.showUnits()
	shown := make([]cluster.Sketch, len(c.result.Units))
	for _, n := range c.present {
		shown[number[n]] = all.of(n)
	}
	c.progress("grouping", 0, len(shown))
	groups, err := cluster.BySketch(ctx, shown, c.o.MinLink)
	if err != nil {
		return err
	}
	c.result.Clusters = c.result.sketchedClusters(groups, shown)
	c.showIdentical(number)
	c.result.Stats.Comparable = c.result.comparable()
	c.result.Source = c.source()
	c.result.Warnings = c.l.warnings
	return nil
}

// sketchedClusters puts the likely original of each group first, and estimates how much it resembles the
// others.
func (r *Result) sketchedClusters(groups [][]int, sketches []cluster.Sketch) []Cluster {
	all := []Cluster{}
	for _, units := range groups {
		r.originalFirst(units)
		sum := 0.0
		for _, n := range units[1:] {
			sum += sketches[units[0]].Resemblance(sketches[n])
		}
		all = append(all, Cluster{units, sum / float64(len(units)-1)})
	}
	return r.sorted(all)
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

// Add joins the fingerprints of a file to its unit's sketch, and keeps nothing else of them.
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

// unread is the source of a file that nobody will ask for again.
type unread struct{}

func (unread) read(context.Context) ([]byte, error) { return nil, errGone }
