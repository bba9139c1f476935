package pairing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/clones"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// OpenIndex is a [pairs.OpenIndex] whose documents can be compared.
type OpenIndex interface {
	pairs.OpenIndex
	Settings() index.Settings
	// State returns the present state. The caller closes it.
	State() (index.State, error)
}

// Input is the source of the units: paths or an index.
type Input struct {
	Paths      []string
	Names      map[string]string // of folders and archives among the paths, instead of their base names; may be nil
	Index      OpenIndex         // nil for paths
	Collection string
	settings   analyzer.Settings                                        // of fingerprints, unless the index has them
	ofClones   bool                                                     // whether clones are searched for, not pairs
	bounds     bounds                                                   // the usual ones if zero
	selected   func() *candidates.Set                                   // the fingerprints of all units so far
	omit       func(*selection) (func(string, corpus.File) bool, error) // reports the files that are not read; may be nil
	sample     *sample                                                  // of the files that are not read
}

// Clones finds the blocks that occur twice.
func (in Input) Clones(ctx context.Context, o pairs.CloneOptions) (_ *pairs.CloneReport, err error) {
	start := time.Now()
	if err := o.Check(); err != nil {
		return nil, err
	}
	o = o.Filled()
	in.settings = cloneSettings(&o, in.Index != nil || len(o.Base) > 0)
	sink := &textSink{texts: map[*units.File]*clones.Text{}, settings: in.settings}
	in.ofClones = true
	if in.Index == nil {
		in.omit = func(named *selection) (func(string, corpus.File) bool, error) { return omitUnlikely(ctx, &o, named) }
	}
	po := pairsOptions(&o)
	po.Settings = in.settings
	read, err := in.read(ctx, &po, func(*analyzer.Analyzer) units.Sink { return sink.add })
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, read.Close()) }()
	s := newCloneSearch(read.units.All, sink, o.MinTokens)
	tell(&po, "comparing", 0, len(s.texts))
	var wanted func(int) bool
	if o.Only != nil && o.Baseline == nil { // a baseline's clones of other files use up fingerprints that are known
		wanted = func(n int) bool { return !s.rest[n] }
	}
	found, err := clones.Find(ctx, s.texts, o.MinTokens, s.firstNew, wanted)
	if err != nil {
		return nil, err
	}
	generated := 0
	r := s.result(slices.DeleteFunc(s.withoutTwice(found), func(c clones.Clone) bool {
		if !s.bothGenerated(c) {
			return false
		}
		if !s.rest[c.Copy.Text] || !s.rest[c.Original.Text] {
			generated++
		}
		return true
	}))
	r.Generated = generated
	r.Skipped, r.Unread, r.UnreadSources, r.Warnings, r.Roots = read.Skipped, read.Unread, read.UnreadSources, read.Warnings, read.Roots
	for _, f := range s.files {
		r.Compared = append(r.Compared, pairs.ClonePlace{Path: f.Path, Content: f.Content})
	}
	if o.Baseline != nil { // compares all clones, so that clones of other files use up their known fingerprints
		o.Baseline.Mark(r, o.BaselineName)
		s.swapSides(r, func(c *pairs.Clone) bool {
			return c.New && o.Baseline.Compared(c.Copy) && !o.Baseline.Compared(c.Original) && c.Original.Number >= s.firstNew
		})
	}
	if o.Only != nil {
		s.restrict(r)
	}
	s.addTotals(r)
	r.Warnings = append(r.Warnings, s.nothing(r)...)
	r.Cut(o.Top)
	r.Stats.Microseconds = time.Since(start).Microseconds()
	return r, nil
}

// Clusters groups the units.
func (in Input) Clusters(ctx context.Context, o pairs.Options) (*pairs.Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o = o.Filled()
	o.MinScore, o.Top, o.Matches, o.Baseline, o.Only = min(threshold.ListedPair, o.LinkScore), 0, false, nil, nil
	return in.compare(ctx, o, false)
}

// Pairs compares the units with each other, and lists similar ones.
func (in Input) Pairs(ctx context.Context, o pairs.Options) (*pairs.Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	return in.compare(ctx, o.Filled(), true)
}

// compare compares all units with each other. If list is false, it only groups them.
func (in Input) compare(ctx context.Context, o pairs.Options, list bool) (*pairs.Report, error) {
	start := time.Now()
	top := o.Top
	if o.Baseline != nil { // a new pair may be beyond the top
		o.Top, o.BestOnly = 0, false
	}
	var prints prints
	if o.Only != nil && o.Index != nil && o.Unit == pairs.ByFile && in.Index == nil {
		in.sample = newSample()
		in.omit = func(named *selection) (func(string, corpus.File) bool, error) { return in.sample.omit(ctx, &o, named) }
	}
	if o.Unit != pairs.ByFunction { // a file has a unit of its own then
		in.selected = func() *candidates.Set { return prints.selected }
	}
	r, err := in.read(ctx, &o, func(a *analyzer.Analyzer) units.Sink {
		prints = newPrints(a, list && o.Only == nil && o.Baseline == nil && o.Unit != pairs.ByFunction)
		return prints.add
	})
	if err != nil {
		return nil, err
	}
	if err := r.compare(ctx, o, cmp.Or(in.bounds, usual), prints, list); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if o.Baseline != nil {
		o.Baseline.Mark(r.Report, o.BaselineName)
		r.Cut(top)
	}
	r.FindStandOut()
	in.warnOfNothing(r)
	r.Stats.Microseconds = time.Since(start).Microseconds()
	r.Sources = r
	return r.Report, nil
}

// read reads the units, and passes every file to the sink for its analyzer.
func (in Input) read(ctx context.Context, o *pairs.Options, sink func(*analyzer.Analyzer) units.Sink) (_ *comparison, err error) {
	how, err := reading(o)
	if err != nil {
		return nil, err
	}
	only := option.PairsOnly
	if in.ofClones { // sources are read once
		only, how.NoUnits, how.DropArchived, how.Quoted = option.ClonesOnly, true, true, true
	}
	how.NoLicenses = !in.ofClones && !o.CountCommon
	how.Selected = in.selected
	r := &comparison{Report: &pairs.Report{}, sample: in.sample}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	from := units.Paths(in.Paths, o.Old, in.Names)
	if how.By == units.ByFolder {
		from = from.OpenNested().OpenOnlyArchive()
	}
	if in.Index != nil {
		if in.Index.Settings().HashOnly {
			return nil, fmt.Errorf("comparing the documents of %s: %w: compare their folders", in.Index.Path(), index.ErrHashOnly)
		}
		o.Settings = cmp.Or(in.settings, in.Index.Settings().Analyzer)
		if r.state, err = in.Index.State(); err != nil {
			return nil, err
		}
		if from, err = units.Index(ctx, r.state, in.Collection); err != nil {
			return nil, err
		}
	}
	a, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	r.Roots = from.Roots()
	var named *selection
	if o.Only != nil { // a file that a change names is compared whatever it looks like
		named = newSelection(o.Only, r.Roots)
		how.Skipped, how.Keep = named.skipped(how.Skipped), named.names
		if how.By == units.ByFile { // else a file that is named names all of its folder
			how.Named = named.selects
		}
		if in.omit != nil {
			if how.Omit, err = in.omit(named); err != nil {
				return nil, err
			}
		}
	}
	if r.units, err = units.Read(ctx, a, from, how, sink(a)); err != nil {
		return nil, err
	}
	if !in.ofClones && !o.CountCommon && o.MaxShare == 0 {
		var set *candidates.Set
		if in.selected != nil {
			set = in.selected()
		}
		if how.Common, err = r.units.Common(ctx, set); err != nil {
			return nil, err
		}
		if how.Common != nil { // reads all again, without common code
			first := r.units
			how.Skipped = nil
			r.units, err = units.Read(ctx, a, from, how, sink(a))
			if err = errors.Join(err, first.Close()); err != nil {
				return nil, err
			}
		}
	}
	r.begin(*o, how.By)
	if r.Stats.Omitted = r.sample.omitted(); !r.sample.stands() {
		r.sample = nil
	}
	if named != nil {
		named.mark(r.units.All)
		r.Warnings = append(r.Warnings, named.missed(only)...)
		r.UnreadSources = named.unreadSources(ctx)
	}
	return r, nil
}

// warnOfNothing adds a warning if there is nothing to compare.
func (in Input) warnOfNothing(r *comparison) {
	var why answer.Warning
	// Generated files of a submission are a unit that is not compared with its others.
	all := slices.DeleteFunc(slices.Clone(r.Units), func(u pairs.Unit) bool { return u.Submission != "" })
	switch {
	case r.Stats.Comparable > 0:
		return
	case len(r.Units) > 0 && !slices.ContainsFunc(r.Units, func(u pairs.Unit) bool { return !u.Rest }):
		why = warning.Of(option.NothingSelected, option.PairsOnly)
	case len(all) > 1:
		why = warning.Of(option.NothingNew, option.PairsOld)
	case len(all) == 1:
		why = warning.Of(option.OneUnit, all[0].Name, r.noun())
		if counts := skips.Counts(r.Skipped); len(counts) > 0 {
			why = warning.Of(option.OneUnitRead, all[0].Name, r.noun(), strings.Join(counts, ", "), option.PairsSkipped)
		}
	case in.Index != nil && in.Collection != "":
		why = warning.Of(option.NoDocuments, in.Collection, option.Say(option.SeeCollections))
	case in.Index != nil && len(r.Skipped) == 0:
		why = warning.Of(option.NothingIndexed)
	default:
		why = nothingRead(r.Skipped, option.PairsSkipped)
	}
	r.Warnings = append(r.Warnings, why)
}

// nothingRead returns the reason why no file was read. lister lists the skipped files.
func nothingRead(skipped map[document.Reason]int, lister *option.Option) answer.Warning {
	counts := skips.Counts(skipped)
	if len(counts) == 0 {
		return warning.Of(option.NoFiles)
	}
	return warning.Of(option.AllSkipped, strings.Join(counts, ", "), lister)
}
