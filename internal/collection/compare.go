package collection

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
)

// comparison is one run of [Compare]. Units are named by their numbers in the loader.
type comparison struct {
	o        Options
	analyzer *analyzer.Analyzer
	l        *loader
	set      *pairs.Set // what the loader collects; nil where only sketches are made
	table    *pairs.Table
	most     int     // units that material may stand in without being boilerplate, 0 for any number
	same     [][]int // units of the same contents, two or more; the first one stands for all
	copyOf   []int   // by unit: the one that stands for it, itself if none other does
	present  []int   // units that have files
	cache    *cache
	lost     map[*file]bool // could not be read again; guarded by the loader's mutex
	result   *Result
}

// Collection is what was compared. Close it when its result is not needed any more: sources can be
// read until then.
type Collection struct {
	Result *Result
	l      *loader
}

// Close releases what is kept of archives.
func (c *Collection) Close() error { return c.l.spool.close() }

// Compare compares the units below the paths: folders, files and archives.
func Compare(ctx context.Context, paths []string, o Options) (*Collection, error) {
	return run(ctx, o, inputOf(paths, o.Old))
}

// CompareIndex compares the contents of an index, read from the files that were indexed or, if it
// stores them, from the index. Its boilerplate is ignored, besides that of the options. The snapshot must
// be open until the collection is closed. Only what stands in the collection of that name is compared, and
// everything if it is empty. Options of files that are worth reading have no effect but on boilerplate: the
// index has made that choice.
func CompareIndex(ctx context.Context, x *index.Index, s *index.Snapshot, collection string, o Options) (*Collection, error) {
	o.Settings = x.Settings().Analyzer
	in, err := indexedInput(ctx, s, collection)
	if err != nil {
		return nil, err
	}
	return run(ctx, o, in)
}

// run compares what is found.
func run(ctx context.Context, o Options, in input) (*Collection, error) {
	start := time.Now()
	if err := o.check(); err != nil {
		return nil, err
	}
	a, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	c := newComparison(o, a)
	if err := c.run(ctx, in); err != nil {
		return nil, errors.Join(err, c.l.spool.close())
	}
	c.result.Roots = in.shown()
	c.result.Stats.Microseconds = time.Since(start).Microseconds()
	return &Collection{c.result, c.l}, nil
}

func newComparison(o Options, a *analyzer.Analyzer) *comparison {
	s := pairs.NewSet()
	return &comparison{o: o, analyzer: a, l: newLoader(o, a, s), set: s, cache: newCache(), lost: map[*file]bool{}}
}

func (c *comparison) run(ctx context.Context, in input) error {
	if err := c.read(ctx, in); err != nil {
		return err
	}
	if err := c.tabulate(ctx); err != nil {
		return err
	}
	found, err := c.candidates(ctx)
	if err != nil {
		return err
	}
	if found, err = c.prove(ctx, found); err != nil {
		return err
	}
	return c.show(ctx, found)
}

// read reads the units.
func (c *comparison) read(ctx context.Context, in input) error {
	if err := c.l.begin(ctx, in); err != nil {
		return err
	}
	err := c.l.load(ctx, func(ctx context.Context, jobs chan<- job) error { return in.find(ctx, c.l, jobs) })
	if err != nil {
		return err
	}
	c.group()
	return nil
}

// group finds the units of the same contents, but for those of which nothing counts: all of them is
// boilerplate. One that is new stands for the others, if there is one, so that old ones that are like it
// are paired.
func (c *comparison) group() {
	c.copyOf = make([]int, len(c.l.units))
	first := map[string]int{} // number in same, by contents
	for n, u := range c.l.units {
		c.copyOf[n] = n
		if len(u.files) == 0 {
			continue
		}
		c.present = append(c.present, n)
		if u.prints == 0 {
			continue
		}
		key := u.contents()
		at, known := first[key]
		if !known {
			first[key] = len(c.same)
			c.same = append(c.same, []int{n})
			continue
		}
		c.same[at] = append(c.same[at], n)
	}
	c.same = slices.DeleteFunc(c.same, func(g []int) bool { return len(g) == 1 })
	for _, g := range c.same {
		slices.SortStableFunc(g, func(x, y int) int { return order(c.l.units[x].Old, c.l.units[y].Old) })
		for _, n := range g {
			c.copyOf[n] = g[0]
		}
	}
}

// order puts what is not before what is.
func order(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// contents names the contents of all files, whatever their paths.
func (u *unit) contents() string {
	var ids []string
	for _, f := range u.files {
		ids = append(ids, f.content)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// tabulate finds out which units share which fingerprints.
func (c *comparison) tabulate(ctx context.Context) (err error) {
	stands := func(n int) bool { return c.copyOf[n] == n && c.l.units[n].prints > 0 }
	units := 0
	for n := range c.l.units {
		if stands(n) {
			units++
		}
	}
	c.most = c.o.mostUnits(units)
	c.table, err = pairs.NewTable(ctx, c.set, pairs.Options{
		Documents: len(c.l.units), MaxDF: c.most, Skip: func(n int) bool { return !stands(n) },
	})
	return err
}
