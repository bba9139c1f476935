package chaffinch

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// Pairs compares all files or submissions below the paths with each other, as the options have it.
// It lists the pairs that are alike, best first, and groups the units by all of them. Paths are
// folders, files and archives. An info.csv at the top of one says whose the submissions are. ctx is
// looked at once a file and once a pair. Close the result.
func Pairs(ctx context.Context, paths []string, o PairsOptions) (*Result, error) {
	return input{paths: paths}.pairs(ctx, o)
}

// Pairs compares what the index holds, of the collection of that name or, if it is empty, of all.
// The contents are read from the files that were indexed or, if it stores them, from the index. Its
// boilerplate is ignored, besides that of the options. The index must stay open until the result is
// closed.
func (x *Index) Pairs(ctx context.Context, collection string, o PairsOptions) (*Result, error) {
	return input{index: x.index, collection: collection}.pairs(ctx, o)
}

// input is where units come from: paths or an index.
type input struct {
	paths      []string
	index      *index.Index // nil for paths
	collection string
}

func (in input) pairs(ctx context.Context, o PairsOptions) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Linkage == linkSketch {
		return nil, wrongOption("PairsOptions.Linkage", "is sketch, which is for clusters: use single or average")
	}
	return in.compare(ctx, o, true)
}

// compare compares all units with each other. It lists pairs, or only groups the units by them.
func (in input) compare(ctx context.Context, o PairsOptions, list bool) (*Result, error) {
	start := time.Now()
	top := o.Top
	if o.Baseline != nil { // a new pair may be beyond the top
		o.Top, o.BestOnly = 0, false
	}
	prints := pairs.NewSet()
	c, err := in.read(ctx, &o, prints, false)
	if err != nil {
		return nil, err
	}
	if err := c.compare(ctx, o, prints, list); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if o.Baseline != nil {
		c.markNew(o.Baseline, o.baselineName())
		c.cut(top)
	}
	in.warnOfNothing(c)
	c.Stats.Microseconds = time.Since(start).Microseconds()
	return c, nil
}

// read reads the units, whose fingerprints go to the sink. once says that no file is read a second
// time.
func (in input) read(ctx context.Context, o *PairsOptions, sink units.Sink, once bool) (_ *Result, err error) {
	if o.Settings == (analyzer.Settings{}) {
		o.Settings = analyzer.DefaultSettings()
	}
	reading, err := o.reading(once)
	if err != nil {
		return nil, err
	}
	c := &Result{}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	from := units.Paths(in.paths, o.Old)
	if in.index != nil {
		o.Settings = in.index.Settings().Analyzer
		if c.snapshot, err = in.index.Snapshot(); err != nil {
			return nil, err
		}
		if from, err = units.Index(ctx, c.snapshot, in.collection); err != nil {
			return nil, err
		}
	}
	a, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	if c.units, err = units.Read(ctx, a, from, reading, sink); err != nil {
		return nil, err
	}
	c.roots = from.Roots()
	c.begin(*o, reading.By)
	return c, nil
}

// warnOfNothing adds a warning if there is nothing to compare.
func (in input) warnOfNothing(c *Result) {
	why := "nothing to compare: "
	switch {
	case c.Stats.Comparable > 0:
		return
	case len(c.Units) > 1:
		why += "everything is from PairsOptions.Old"
	case len(c.Units) == 1:
		kind := "submission"
		if c.Unit == units.ByFile.String() {
			kind = "file"
		}
		why = "nothing to compare " + c.Units[0].Name + " with: it is the only " + kind
		if counts := skips.Counts(c.Skipped); len(counts) > 0 {
			why += " (skipped: " + strings.Join(counts, ", ") + "; PairsOptions.Skipped lists them)"
		}
	case in.index != nil && in.collection != "":
		why = "the index has no documents in collection " + in.collection + ": see chaffinch list --collections"
	case in.index != nil && len(c.Skipped) == 0:
		why += "the index is empty"
	default:
		why += skips.Why(c.Skipped, "PairsOptions.Skipped")
	}
	c.Warnings = append(c.Warnings, why)
}

// compare finds the pairs that may be alike, aligns them, and fills in the result.
func (c *Result) compare(ctx context.Context, o PairsOptions, prints *pairs.Set, list bool) error {
	p, err := newPairing(ctx, o, c.units, prints)
	if err != nil {
		return err
	}
	p.keepFacts = list && o.Top < 1 && !o.Matches
	found, err := p.candidates(ctx)
	if err != nil {
		return err
	}
	proved, err := p.prove(ctx, found)
	if err != nil {
		return err
	}
	if err := p.countBoilerplate(ctx); err != nil {
		return err
	}
	c.addUnits(p.copies)
	if list {
		if c.Pairs, c.More, err = p.describe(ctx, proved); err != nil {
			return err
		}
	}
	c.addHistogram(p.histogram)
	if err := c.addClusters(ctx, p, proved); err != nil {
		return err
	}
	if o.Matches {
		if err := c.addPlaces(ctx, p); err != nil {
			return err
		}
	}
	c.Stats.Sharing, c.Stats.Aligned = p.sharing, p.aligned
	c.Warnings = append(c.Warnings, p.files.Warnings()...)
	return nil
}

// pairing compares units that were read. Units are named by their index in units.
type pairing struct {
	o      PairsOptions
	units  []*units.Unit
	number []int           // by unit: its index in the result
	copies [][]int         // units of the same contents, of which the first stands for all
	table  *pairs.Table    // of those that are compared
	files  *units.Preparer // their files
	common int             // in more units than that, material is boilerplate; 0 for no limit
	// keepFacts says that every proved pair is described without matches, so that it need not be
	// aligned a second time.
	keepFacts bool
	// What was done so far:
	sharing, aligned int64
	histogram        [bins]int // of the scores
}

// newPairing compares one of each group of copies, without units all of which is boilerplate.
func newPairing(ctx context.Context, o PairsOptions, u *units.Units, prints *pairs.Set) (*pairing, error) {
	p := &pairing{o: o, units: u.All, number: numbers(u.All), copies: findCopies(u.All)}
	skip := make([]bool, len(u.All))
	for n, unit := range u.All {
		skip[n] = unit.Prints == 0
	}
	for _, same := range p.copies {
		for _, n := range same[1:] {
			skip[n] = true
		}
	}
	compared := 0
	for _, s := range skip {
		if !s {
			compared++
		}
	}
	p.common = units.CommonFrom(o.MaxShare, compared)
	var err error
	p.table, err = pairs.NewTable(ctx, prints, pairs.Options{
		Documents: len(u.All), MaxDF: p.common, Skip: func(n int) bool { return skip[n] },
	})
	p.files = units.NewPreparer(u, p.table, p.common)
	return p, err
}

// countBoilerplate prepares every file once, even those in no pair, if boilerplate is found that
// way.
func (p *pairing) countBoilerplate(ctx context.Context) error {
	if p.common == 0 {
		return nil
	}
	return units.Each(ctx, len(p.units), func(ctx context.Context, n int) error {
		for _, f := range p.units[n].Files {
			if err := ctx.Err(); err != nil {
				return err
			}
			p.files.Get(f)
		}
		return nil
	})
}
