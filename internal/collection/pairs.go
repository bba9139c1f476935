package collection

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Input is what is compared: paths, or what an index holds.
type Input struct {
	// Paths are folders, files and archives. An info.csv at the top of one says whose the
	// submissions are.
	Paths []string
	// Index is compared instead of paths if it is not nil. Its contents are read from the files
	// that were indexed or, if it stores them, from the index. Its boilerplate is ignored, besides
	// that of the options. It must stay open until the collection is closed.
	Index *index.Index
	// Collection is the collection of the index to compare; empty for all.
	Collection string
}

// Collection is what was compared. Close it when its result is not needed any more: sources can be
// read until then.
type Collection struct {
	Result   *Result
	units    *units.Units
	snapshot *index.Snapshot // nil without an index
}

// Close releases the contents of archives, and what is held of an index.
func (c *Collection) Close() error {
	var err error
	if c.units != nil {
		err = c.units.Close()
	}
	if c.snapshot != nil {
		err = errors.Join(err, c.snapshot.Close())
	}
	return err
}

// Pairs compares all units of the input with each other. It lists the pairs that are alike, and
// groups the units by all of them. ctx is looked at once a file and once a pair.
func Pairs(ctx context.Context, in Input, o Options) (*Collection, error) {
	if o.Linkage == Sketch {
		return nil, errors.New("pairs are not grouped by sketches: use single or average")
	}
	return comparePairs(ctx, in, o, false)
}

// comparePairs compares all units with each other. Pairs are not listed if groupsOnly is set.
func comparePairs(ctx context.Context, in Input, o Options, groupsOnly bool) (*Collection, error) {
	start := time.Now()
	set := pairs.NewSet()
	c, err := read(ctx, in, &o, set, false)
	if err != nil {
		return nil, err
	}
	if err := c.compare(ctx, o, set, groupsOnly); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.Result.Stats.Microseconds = time.Since(start).Microseconds()
	return c, nil
}

// read checks the options, reads the units and begins the result. once says that no file is read a
// second time.
func read(ctx context.Context, in Input, o *Options, s units.Sink, once bool) (*Collection, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &Collection{}
	var from units.Input
	var err error
	if in.Index == nil {
		from = units.Paths(in.Paths, o.Old)
	} else {
		if len(in.Paths) > 0 {
			return nil, errors.New("there are both paths and an index: compare the one or the other")
		}
		o.Settings = in.Index.Settings().Analyzer
		if c.snapshot, err = in.Index.Snapshot(); err != nil {
			return nil, err
		}
		if from, err = units.Index(ctx, c.snapshot, in.Collection); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	a, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.units, err = units.Read(ctx, a, from, units.Options{
		By: o.By, Corpus: o.Corpus, Language: o.Language, Boilerplate: o.Base, Once: once,
		Progress: func(read int) { o.progress("reading", read, 0) }, Skipped: o.Skipped,
	}, s)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.Result = newResult(*o, c.units)
	c.Result.Roots = from.Roots()
	return c, nil
}

// copies are units of the same contents.
type copies struct {
	groups   [][]int // two units or more; the first stands for all
	original []int   // by unit: the one that stands for it, itself if it has no copy
}

// findCopies groups the units of the same contents. Units all of which is boilerplate have no
// copies. A new unit stands for the others, if there is one, so that old ones that resemble it are
// paired.
func findCopies(all []*units.Unit) copies {
	c := copies{original: make([]int, len(all))}
	byContents := map[string]int{} // number in groups
	for n, u := range all {
		c.original[n] = n
		if u.Prints == 0 {
			continue
		}
		key := u.Contents()
		at, known := byContents[key]
		if !known {
			at = len(c.groups)
			byContents[key] = at
			c.groups = append(c.groups, nil)
		}
		c.groups[at] = append(c.groups[at], n)
	}
	c.groups = slices.DeleteFunc(c.groups, func(g []int) bool { return len(g) == 1 })
	for _, g := range c.groups {
		slices.SortStableFunc(g, func(x, y int) int { return falseFirst(all[x].Old, all[y].Old) })
		for _, n := range g {
			c.original[n] = g[0]
		}
	}
	return c
}

// falseFirst orders false before true.
func falseFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// comparison compares units that were read. Units are named by their numbers.
type comparison struct {
	o      Options
	units  []*units.Unit
	table  *pairs.Table
	files  *units.Preparer
	result *Result
}

// compare finds the pairs that may be alike, aligns them, and fills in the result.
func (c *Collection) compare(ctx context.Context, o Options, set *pairs.Set, groupsOnly bool) error {
	all, copies := c.units.All, findCopies(c.units.All)
	compared := func(n int) bool { return copies.original[n] == n && all[n].Prints > 0 }
	n := 0
	for i := range all {
		if compared(i) {
			n++
		}
	}
	most := units.CommonFrom(o.MaxShare, n)
	table, err := pairs.NewTable(ctx, set, pairs.Options{
		Documents: len(all), MaxDF: most, Skip: func(n int) bool { return !compared(n) },
	})
	if err != nil {
		return err
	}
	x := &comparison{o, all, table, units.NewPreparer(c.units, table, most), c.Result}
	found, err := x.candidates(ctx)
	if err != nil {
		return err
	}
	proved, err := x.prove(ctx, found, !groupsOnly)
	if err != nil {
		return err
	}
	if most > 0 { // files in no pair have boilerplate, too
		if err := x.prepareAll(ctx); err != nil {
			return err
		}
	}
	r := c.Result
	number := r.addUnits(all)
	if !groupsOnly {
		if err := x.list(ctx, proved, number); err != nil {
			return err
		}
	}
	r.addIdentical(copies, number)
	for _, same := range r.Identical {
		r.Histogram[bins-1] += r.PairsWithin(same)
	}
	if err := x.cluster(ctx, proved, copies, number); err != nil {
		return err
	}
	if err := x.mark(ctx, number); err != nil {
		return err
	}
	r.Source = c.units.Source()
	r.Warnings = append(r.Warnings, x.files.Warnings()...)
	return nil
}

// prepareAll prepares every file once, which counts its boilerplate.
func (c *comparison) prepareAll(ctx context.Context) error {
	return units.Each(ctx, len(c.units), func(ctx context.Context, i int) error {
		for _, f := range c.units[i].Files {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.files.Get(f)
		}
		return nil
	})
}

// candidate is a pair of units that share fingerprints.
type candidate struct {
	a, b     int32
	estimate float32 // of the score, by fingerprints
	score    float64 // proved
	facts    *facts  // of the matches; nil unless they were taken down with the score
}

// candidates returns the pairs that may reach the least score, the most promising first.
func (c *comparison) candidates(ctx context.Context) ([]candidate, error) {
	var all []candidate
	estimator := units.NewEstimator(c.table, c.o.Settings)
	err := c.table.Candidates(ctx, align.LeastEstimate(c.o.MinScore), func(p pairs.Candidate) error {
		if c.units[p.A].Old && c.units[p.B].Old {
			return nil
		}
		c.result.Stats.Sharing++
		k := candidate{a: int32(p.A), b: int32(p.B), estimate: estimator.Estimate(p)}
		if align.HighestSimilarity(float64(k.estimate)) < c.o.MinScore {
			return nil
		}
		if len(all) == units.MostCandidates {
			return fmt.Errorf("more than %d pairs share enough: raise --min-score", units.MostCandidates)
		}
		all = append(all, k)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.estimate, x.estimate), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return all, nil
}
