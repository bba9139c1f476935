package chaffinch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// Pairs compares all files or submissions below the paths with each other, according to o. It lists
// the similar pairs, best first, and groups the units by them. Paths are folders, files and
// archives. An info.csv at the top of a path gives the authors. It checks ctx once per file and per
// pair. Close the result.
func Pairs(ctx context.Context, paths []string, o PairsOptions) (*Result, error) {
	return input{paths: paths}.pairs(ctx, o)
}

// Pairs compares the contents of a collection, or of the whole index if collection is empty. See
// [Pairs]. Contents are read from the indexed files or, if it stores them, from the index. The
// boilerplate of the index and of the options is ignored. The index must stay open until the result
// is closed.
func (x *Index) Pairs(ctx context.Context, collection string, o PairsOptions) (*Result, error) {
	return input{index: x.opened, collection: collection}.pairs(ctx, o)
}

// input is the source of the units: paths or an index.
type input struct {
	paths      []string
	index      opened // nil for paths
	collection string
	settings   analyzer.Settings                                        // of fingerprints, if not those of the index
	ofClones   bool                                                     // whether clones are searched for, not pairs
	bounds     bounds                                                   // the usual ones if zero
	omit       func(*selection) (func(string, corpus.File) bool, error) // tells files that are not read; may be nil
}

func (in input) pairs(ctx context.Context, o PairsOptions) (*Result, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o = o.Filled()
	if o.Linkage == linkSketch {
		return nil, wrongOption("PairsOptions.Linkage", "is sketch, which is for clusters: use single or average")
	}
	return in.compare(ctx, o, true)
}

// compare compares all units with each other. If list is false, it only groups them.
func (in input) compare(ctx context.Context, o PairsOptions, list bool) (*Result, error) {
	start := time.Now()
	top := o.Top
	if o.Baseline != nil { // a new pair may be beyond the top
		o.Top, o.BestOnly = 0, false
	}
	var prints prints
	r, err := in.read(ctx, &o, func(a *analyzer.Analyzer) units.Sink {
		prints = newPrints(a)
		return prints.add
	})
	if err != nil {
		return nil, err
	}
	if err := r.compare(ctx, o, cmp.Or(in.bounds, usual), prints, list); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if o.Baseline != nil {
		o.Baseline.Mark(r.Result, o.BaselineName)
		r.Cut(top)
	}
	in.warnOfNothing(r)
	r.Stats.Microseconds = time.Since(start).Microseconds()
	r.Sources = r
	return r.Result, nil
}

// read reads the units, and passes every file to the sink for its analyzer.
func (in input) read(ctx context.Context, o *PairsOptions, sink func(*analyzer.Analyzer) units.Sink) (_ *comparison, err error) {
	how, err := reading(o)
	if err != nil {
		return nil, err
	}
	option := "PairsOptions.Only"
	if in.ofClones { // sources are read once
		option, how.NoUnits, how.DropArchived = "ClonesOptions.Only", true, true
	}
	r := &comparison{Result: &Result{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	from := units.Paths(in.paths, o.Old)
	if how.By == units.ByFolder {
		from = from.OpenOnlyArchive()
	}
	if in.index != nil {
		if in.index.Settings().HashOnly {
			return nil, fmt.Errorf("comparing the documents of %s: %w: compare their folders", in.index.Path(), index.ErrHashOnly)
		}
		o.Settings = cmp.Or(in.settings, in.index.Settings().Analyzer)
		if r.state, err = in.index.State(); err != nil {
			return nil, err
		}
		if from, err = units.Index(ctx, r.state, in.collection); err != nil {
			return nil, err
		}
	}
	a, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	for _, root := range from.Roots() {
		r.Roots = append(r.Roots, Root(root))
	}
	var named *selection
	if o.Only != nil { // a file that a change names is compared whatever it looks like
		named = newSelection(o.Only, r.Roots)
		how.Skipped, how.Keep = named.skipped(how.Skipped), named.names
		if in.omit != nil {
			if how.Omit, err = in.omit(named); err != nil {
				return nil, err
			}
		}
	}
	if r.units, err = units.Read(ctx, a, from, how, sink(a)); err != nil {
		return nil, err
	}
	r.begin(*o, how.By)
	if named != nil {
		named.mark(r.units.All)
		r.Warnings = append(r.Warnings, named.missed(option)...)
		r.UnreadSources = named.unreadSources()
	}
	return r, nil
}

// warnOfNothing adds a warning if there is nothing to compare.
func (in input) warnOfNothing(r *comparison) {
	why := "nothing to compare: "
	// Generated files of a submission are a unit that is not compared with its others.
	all := slices.DeleteFunc(slices.Clone(r.Units), func(u Unit) bool { return u.Submission != "" })
	switch {
	case r.Stats.Comparable > 0:
		return
	case len(r.Units) > 0 && !slices.ContainsFunc(r.Units, func(u Unit) bool { return !u.Rest }):
		why += "PairsOptions.Only selects no file"
	case len(all) > 1:
		why += "everything is from PairsOptions.Old"
	case len(all) == 1:
		why = "nothing to compare " + all[0].Name + " with: it is the only " + r.noun()
		if counts := skips.Counts(r.Skipped); len(counts) > 0 {
			why += " (skipped: " + strings.Join(counts, ", ") + "; PairsOptions.Skipped lists them)"
		}
	case in.index != nil && in.collection != "":
		why = "the index has no documents in collection " + in.collection + ": Index.Collections lists them"
	case in.index != nil && len(r.Skipped) == 0:
		why += "the index is empty"
	default:
		why += skips.Why(r.Skipped, "PairsOptions.Skipped")
	}
	r.Warnings = append(r.Warnings, why)
}

// noun is what users call a unit.
func (r *comparison) noun() string {
	if r.Unit == units.ByFile.String() {
		return "file"
	}
	return "submission"
}

// prints are the fingerprints of the units, every k-gram of short ones, and the names and literals of all.
type prints struct {
	selected *pairs.Set
	short    *units.ShortSet
	names    *pairs.Set
}

func newPrints(a *analyzer.Analyzer) prints {
	return prints{pairs.NewSet(), units.NewShortSet(a), pairs.NewSet()}
}

// add is a [units.Sink].
func (p prints) add(f *units.File, text []byte, n *analyzer.Analysis, boilerplate []analyzer.Span) {
	p.selected.Add(f.Unit, n)
	p.short.Add(f, text, n, boilerplate)
	p.names.AddNames(f.Unit, n, boilerplate)
}

// compare finds candidate pairs, aligns them, and fills in the result.
func (r *comparison) compare(ctx context.Context, o PairsOptions, b bounds, prints prints, list bool) error {
	p, err := newPairing(ctx, o, b, r.units, prints)
	if err != nil {
		return err
	}
	if err := p.agree(ctx); err != nil {
		return err
	}
	p.list = list
	if list && o.Matches && o.MatchesLater {
		r.findLater(p)
	}
	p.keepFacts = list && (!o.Matches || o.MatchesLater || p.byShare())
	found, err := p.candidates(ctx)
	if err != nil {
		return err
	}
	proved, err := p.prove(ctx, found)
	if err != nil {
		return err
	}
	if split.From(ctx).Part > 0 {
		return split.ErrDone
	}
	if err := p.countBoilerplate(ctx); err != nil {
		return err
	}
	r.addUnits(p.copies)
	r.addNear(p)
	if list {
		sorted := p.sorted(proved)
		for _, k := range sorted {
			if k.made {
				r.Generated++
				r.GeneratedBest = max(r.GeneratedBest, k.score)
			}
		}
		if r.Pairs, r.More, err = p.describe(ctx, sorted); err != nil {
			return err
		}
		for _, k := range p.byScore(sorted[len(r.Pairs):])[:min(r.More, MostUnlisted)] {
			r.Unlisted = append(r.Unlisted, ScoredPair{p.number[k.a], p.number[k.b], k.score})
		}
	}
	r.addHistogram(p.histogram)
	if o.Only == nil {
		if err := r.addClusters(ctx, p, proved); err != nil {
			return err
		}
	}
	if o.Matches {
		if err := r.addPlaces(ctx, p); err != nil {
			return err
		}
	}
	r.Warnings = append(r.Warnings, p.warnOfLeft()...)
	r.warnOfBase(o.Base)
	r.Warnings = append(r.Warnings, prints.short.Warnings()...)
	r.Stats.Sharing, r.Stats.Aligned, r.Uncompared = p.sharing, p.aligned, p.settled
	r.Warnings = append(r.Warnings, p.files.Warnings()...)
	return nil
}

// pairing compares units that were read. Units are named by their index in units.
type pairing struct {
	o      PairsOptions
	units  []*units.Unit
	number []int        // by unit: its index in the result
	copies [][]int      // groups of identical units; the first represents the group
	rest   []bool       // by unit: it and those identical to it are of the rest, see units.Unit
	made   []bool       // by unit: it and those identical to it look generated or minified
	near   [][]int      // groups of near-identical units
	table  *pairs.Table // fingerprints of the compared units
	short  []bool       // by unit: it is in the table of k-grams
	grams  *pairs.Table // every k-gram of short units
	names  *pairs.Table // their names and literals
	// usualNames is their cosine that most pairs do not exceed.
	usualNames float64
	files      *units.Preparer // their files
	common     int             // material in more units is boilerplate; 0 for no limit
	// keepFacts keeps the facts of proved pairs that score at least factsFrom, so that they are not
	// aligned a second time.
	keepFacts bool
	factsFrom float64
	bounds    bounds
	list      bool // pairs are listed, not only grouped
	kept      int  // candidates that are compared
	left      int  // candidates that were left out because others are more promising
	settled   int  // candidates that were left out because the best pairs were known
	back      bool // the last candidates were aligned from the last unit to the first
	// Counts so far:
	sharing, aligned int64
	histogram        [bins]int // of the scores
}

// newPairing prepares one unit of each group of copies, except units that are all boilerplate.
func newPairing(ctx context.Context, o PairsOptions, b bounds, u *units.Units, prints prints) (*pairing, error) {
	p := &pairing{o: o, bounds: b, units: u.All, number: numbers(u.All), copies: findCopies(u.All)}
	skip := p.represent()
	p.common = units.CommonFrom(o.MaxShare, p.counted(skip))
	table := pairs.Options{
		Documents: len(u.All), MaxDF: p.common,
		Skip: func(n int) bool { return skip[n] }, Uncounted: func(n int) bool { return p.made[n] },
	}
	var err error
	if p.table, err = pairs.NewTable(ctx, prints.selected, table); err != nil {
		return nil, err
	}
	if p.names, err = pairs.NewTable(ctx, prints.names, table); err != nil {
		return nil, err
	}
	if p.grams, p.short, err = prints.short.Table(ctx, table); err != nil {
		return nil, err
	}
	p.usualNames = p.commonNames(skip)
	p.o.BestOnly = p.o.BestOnly && !p.hasMadePair(skip) // the best of these are named apart
	p.files = units.NewPreparer(u, p.table, p.common)
	return p, p.findNear(ctx, skip)
}

// represent finds which units are left out: those without fingerprints, and all but the first of
// identical ones, which stands for them.
func (p *pairing) represent() (skip []bool) {
	skip = make([]bool, len(p.units))
	p.rest, p.made = make([]bool, len(p.units)), make([]bool, len(p.units))
	for n, unit := range p.units {
		skip[n], p.rest[n], p.made[n] = unit.Prints == 0, unit.Rest, unit.Looks != corpus.Kept
	}
	for _, same := range p.copies {
		first := same[0]
		for _, n := range same[1:] {
			skip[n] = true
			p.rest[first], p.made[first] = p.rest[first] && p.rest[n], p.made[first] && p.made[n]
		}
	}
	return skip
}

// hasMadePair reports whether two of the compared units look generated or minified.
func (p *pairing) hasMadePair(skip []bool) bool {
	n := 0
	for unit, s := range skip {
		if !s && p.made[unit] {
			n++
		}
	}
	return n > 1
}

// counted returns the number of units from which rarity is counted: those that look written by hand or, if
// there are none, all.
func (p *pairing) counted(skip []bool) (n int) {
	all := 0
	for unit, s := range skip {
		if !s {
			all++
		}
		if !s && !p.made[unit] {
			n++
		}
	}
	return cmp.Or(n, all)
}

// countBoilerplate prepares every file once, also files in no pair, if MaxShare defines
// boilerplate.
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
