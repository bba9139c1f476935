package units

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Common is what most submissions have. It is files, such as a build script of the course, and runs
// of code, such as starter code that each has edited.
type Common struct {
	files []*File // one of each content, in order
	runs  []commonRuns
	all   int // submissions
}

// commonRuns are the runs of a file that most submissions have.
type commonRuns struct {
	file  *File
	spans []analyzer.Span
}

// Common returns what most submissions have. It returns nil if that is nothing, or if starter code
// is given: a file that most have beside it may be a solution of a group. A submission counts only
// if it has another file, or other code, too: its author's. The set has the fingerprints of the
// units; without it, no runs are found.
func (u *Units) Common(ctx context.Context, set *candidates.Set) (*Common, error) {
	if u.by != ByFolder || u.base != nil {
		return nil, nil
	}
	c := &Common{}
	c.findFiles(u)
	if set != nil && c.all >= threshold.CommonFileUnits {
		if err := c.findRuns(ctx, u, set); err != nil {
			return nil, err
		}
	}
	if len(c.files)+len(c.runs) == 0 {
		return nil, nil
	}
	return c, nil
}

// findFiles finds the files that most submissions have.
func (c *Common) findFiles(u *Units) {
	having := map[string]int{} // submissions, by content
	for _, unit := range u.All {
		if unit.counts() {
			c.all++
			for id := range unit.contents() {
				having[id]++
			}
		}
	}
	least := c.most()
	isCommon := func(id string) bool { return having[id] >= least }
	own := map[string]int{} // of the submissions with another file
	for _, unit := range u.All {
		ids := unit.contents()
		others := false
		for id := range ids {
			others = others || !isCommon(id)
		}
		if others && unit.counts() {
			for id := range ids {
				own[id]++
			}
		}
	}
	seen := map[string]bool{}
	for _, unit := range u.All {
		for _, f := range unit.Files {
			if own[f.Content] >= least && isCommon(f.Content) && !seen[f.Content] {
				seen[f.Content] = true
				c.files = append(c.files, f)
			}
		}
	}
}

// most returns the number of submissions that are most of all.
func (c *Common) most() int {
	return max(threshold.CommonFileUnits, int(threshold.CommonFile*float64(c.all)+0.5))
}

// counts reports whether the unit counts as one of the submissions that have common code. A student
// counts once: the code in all attempts is the student's.
func (u *Unit) counts() bool { return !u.Old && len(u.Files) > 0 && u.Submission == "" && !u.again }

// sampledUnits is the number of submissions in which runs are looked for. Most have each run.
const sampledUnits = 12

// findRuns finds the runs of exact fingerprints that more than half of the submissions have.
func (c *Common) findRuns(ctx context.Context, u *Units, set *candidates.Set) error {
	files := map[uint64]bool{} // keys of common files
	var n analyzer.Analysis
	for _, f := range c.files {
		if err := u.analyzeAgain(f, &n); err != nil {
			return err
		}
		for _, key := range candidates.Keys(&n) {
			files[key] = true
		}
	}
	counts := make([]bool, len(u.All))
	var counted []*Unit
	for i, unit := range u.All {
		if counts[i] = unit.counts(); counts[i] {
			counted = append(counted, unit)
		}
	}
	half := max(threshold.CommonFileUnits, int(threshold.CommonUnits*float64(c.all))+1)
	usual, err := set.Usual(ctx, half, c.most(), counts, files)
	if err != nil || len(usual) == 0 {
		return err
	}
	sampled := min(len(counted), sampledUnits)
	for i := range sampled {
		for _, f := range counted[i*len(counted)/sampled].Files {
			if err := cmp.Or(ctx.Err(), u.analyzeAgain(f, &n)); err != nil {
				return err
			}
			if spans := u.usualRuns(&n, usual); len(spans) > 0 {
				c.runs = append(c.runs, commonRuns{f, spans})
			}
		}
	}
	return nil
}

// usualRuns returns the runs of usual fingerprints of an analysed file. They are at least twice as
// long as the guarantee, so that idioms do not count.
func (u *Units) usualRuns(n *analyzer.Analysis, usual map[uint64]bool) (spans []analyzer.Span) {
	isUsual := func(hash uint64) bool { return usual[candidates.Key(analyzer.Exact, hash)] }
	prints := n.Fingerprints[analyzer.Exact]
	for _, part := range n.Parts() {
		end := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= part.To })
		if scheme, ok := u.analyzer.Settings().Scheme(part.Language, analyzer.Exact); ok {
			spans = append(spans, runsOf(prints[:end], scheme, 2*scheme.Guarantee(), isUsual)...)
		}
		prints = prints[end:]
	}
	return spans
}

// analyzeAgain reads and analyses a file of the units.
func (u *Units) analyzeAgain(f *File, n *analyzer.Analysis) error {
	content, err := f.source.read()
	if err == nil {
		u.analyze(f.Reading, corpus.Decode(content).UTF8, n)
	}
	return err
}

func (u *Unit) contents() map[string]bool {
	ids := map[string]bool{}
	for _, f := range u.Files {
		ids[f.Content] = true
	}
	return ids
}

// addCommon adds common files and runs to the boilerplate, with a warning.
func (l *loader) addCommon(ctx context.Context, base *boilerplate.Set) error {
	const named = 3
	var names []string // of the first files
	var n analyzer.Analysis
	c := l.o.Common
	for _, f := range c.files {
		if err := cmp.Or(ctx.Err(), l.units.analyzeAgain(f, &n)); err != nil {
			return err
		}
		base.Add(&n)
		if name := path.Base(f.Path); len(names) < named && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(c.files) > 0 {
		l.warn(option.CommonFiles, len(c.files), c.all, strings.Join(names, ", "), option.PairsCountCommon)
	}
	for _, r := range c.runs {
		if err := cmp.Or(ctx.Err(), l.units.analyzeAgain(r.file, &n)); err != nil {
			return err
		}
		base.AddExact(&n, r.spans)
	}
	if len(c.runs) > 0 {
		l.warn(option.CommonRuns, c.all, option.PairsCountCommon)
	}
	return nil
}
