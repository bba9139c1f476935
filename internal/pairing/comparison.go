package pairing

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// comparison is a result in the making, and then its [pairs.Sources].
type comparison struct {
	*pairs.Report
	units *units.Units
	later *pairing      // finds the matches of pairs, if they are found later
	state index.State   // nil if not from an index
	unit  []*units.Unit // by index in the result, once the matches are found later
	// sample are the files that stand for others, which were not read; nil if all were read.
	sample *sample
}

// addClusters groups the units by the proved pairs. One unit represents each group of identical
// units; the others are added afterwards. With average linkage, near-identical units are joined
// first.
func (r *comparison) addClusters(ctx context.Context, p *pairing, proved []candidate) (err error) {
	edges := make([]cluster.Edge, 0, len(proved))
	for _, k := range proved {
		if k.score < p.o.MinScore {
			continue // only parts are alike
		}
		edges = append(edges, cluster.Edge{A: p.number[k.a], B: p.number[k.b], Score: k.score})
	}
	var groups [][]int
	if p.o.Linkage == pairs.LinkAverage {
		if groups, err = cluster.Average(ctx, len(r.Units), edges, p.o.LinkScore, r.NearIdentical); err != nil {
			return err
		}
	} else {
		groups = cluster.Single(len(r.Units), edges, p.o.LinkScore)
	}
	r.Clusters = slices.DeleteFunc(r.withCopies(groups, edges), func(c pairs.Cluster) bool { return len(c.Units) < p.o.MinInstances })
	if p.o.Unit == pairs.ByFunction && !p.list {
		return r.addParameters(ctx, p)
	}
	return nil
}

// withCopies adds identical units to their representatives' groups, or as own groups. It sorts the
// groups, largest first.
func (r *comparison) withCopies(groups [][]int, edges []cluster.Edge) []pairs.Cluster {
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
	all := make([]pairs.Cluster, len(groups))
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
func (r *comparison) sorted(all []pairs.Cluster) []pairs.Cluster {
	all = slices.DeleteFunc(all, func(g pairs.Cluster) bool { return r.PairsWithin(g.Units) == 0 })
	order.Short(all, func(x, y pairs.Cluster) int {
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

// Source returns the bytes of a content.
func (c *comparison) Source(content string) ([]byte, error) { return c.units.Source(content) }

// FindMatches aligns the pairs.
func (c *comparison) FindMatches(ctx context.Context, some []pairs.Pair, edits bool, tell func()) error {
	var mu sync.Mutex
	return units.Each(ctx, len(some), func(ctx context.Context, i int) error {
		p := &some[i]
		d, err := c.later.align(ctx, c.unit[p.A.Unit], c.unit[p.B.Unit], true, edits)
		p.Matches = append(p.Matches, d.matches...)
		p.Rarest = c.later.rareNames(c.unit[p.A.Unit], c.unit[p.B.Unit])
		mu.Lock()
		defer mu.Unlock()
		tell()
		return err
	})
}

// findLater lets the matches of pairs be found by FindMatches.
func (c *comparison) findLater(p *pairing) {
	c.later, c.LaterMatches, c.WithEdits = p, true, p.o.Edits
	for _, u := range p.units {
		if len(u.Files) > 0 {
			c.unit = append(c.unit, u)
		}
	}
}

// Close releases contents held in memory, such as archives, and an index's snapshot.
func (c *comparison) Close() error {
	var err error
	if c.units != nil {
		err = c.units.Close()
	}
	if c.state != nil {
		err = errors.Join(err, c.state.Close())
	}
	return err
}

// begin fills in the fields that are known once the units are read.
func (c *comparison) begin(o pairs.Options, by units.By) {
	c.Unit, c.MinScore, c.Guarantee = by.String(), o.MinScore, o.Settings.Guarantee()
	c.Sort = o.Sort
	if at, err := pairs.ParseDeadline(o.Deadline); err == nil && !at.IsZero() { // which Check has checked
		c.Deadline = &at
	}
	c.Linkage, c.LinkScore = o.Linkage, o.LinkScore
	if c.Linkage == pairs.LinkSingle {
		c.LinkScore = max(c.LinkScore, o.MinScore)
	}
	c.Units, c.Pairs, c.Identical, c.Clusters = []pairs.Unit{}, []pairs.Pair{}, [][]int{}, []pairs.Cluster{}
	c.Unread = append([]pairs.Unread{}, c.units.Unread...)
	c.Histogram, c.Skipped, c.Warnings = make([]int, bins), c.units.Skipped, c.units.Warnings
}

// addUnits lists the units that have files, and the groups of copies among them.
func (c *comparison) addUnits(copies [][]int) {
	contents := map[string]bool{}
	late := func(at *time.Time) bool { return at != nil && c.Deadline != nil && at.After(*c.Deadline) }
	for _, u := range c.units.All {
		if len(u.Files) == 0 {
			continue
		}
		shown := pairs.Unit{
			Name: u.Name, Files: []pairs.File{}, Looks: u.Looks, Submission: u.Submission, Old: u.Old, Rest: u.Rest,
			Author: u.Author, Label: u.Label, Date: u.Date, Late: u.Late || late(u.Date), Attempt: u.Attempt,
		}
		if u.Function != "" {
			first := u.Files[0].FirstLine()
			shown.Function, shown.Lines = u.Function, &answer.Lines{From: first, To: first + u.Files[0].Lines - 1}
		}
		for _, f := range u.Files {
			shown.Tokens += f.Tokens
			shown.Boilerplate += f.Boilerplate()
			shown.Imports += f.Tokens - f.Boilerplate() - f.Own()
			contents[f.Content] = true
			shown.Files = append(shown.Files, pairs.File{
				Path: f.Path, Content: f.Content, Language: f.Language.Name, Lines: f.Lines, Tokens: f.Tokens, Looks: f.Looks, Origin: f.Origin,
				Boilerplate: []answer.Span{},
			})
			c.Stats.Files++
		}
		c.Units = append(c.Units, shown)
	}
	isDated := func(u pairs.Unit) bool { return u.Date != nil }
	if c.Deadline != nil && len(c.Units) > 0 && !slices.ContainsFunc(c.Units, isDated) {
		c.Warnings = append(c.Warnings, warning.Of(option.NothingDated, c.noun(), option.PairsDeadline))
	}
	number := numbers(c.units.All)
	for _, same := range copies {
		var group []int
		for _, n := range same {
			group = append(group, number[n])
		}
		c.Identical = append(c.Identical, group)
	}
	var every []int // without the second parts of submissions
	ofStudent := map[int][]int{}
	for n, u := range c.units.All {
		if len(u.Files) > 0 && u.Submission == "" {
			every = append(every, number[n])
			ofStudent[u.Whole] = append(ofStudent[u.Whole], number[n])
		}
	}
	c.Stats.Contents, c.Stats.Comparable = len(contents), int64(c.PairsWithin(every))
	for _, attempts := range ofStudent {
		c.Stats.Comparable -= int64(c.PairsWithin(attempts))
	}
}

// addIdentical adds how sure the groups of identical units are, if they have a pair.
func (c *comparison) addIdentical(ctx context.Context, p *pairing) error {
	c.IdenticalProbability = make([]float64, len(p.copies))
	return units.Each(ctx, len(p.copies), func(_ context.Context, i int) error {
		if c.PairsWithin(c.Identical[i]) == 0 {
			return nil
		}
		u := p.units[p.copies[i][0]]
		run := p.between(u, u)
		sure := run.Whole(1, u.Own())
		for _, f := range u.Files {
			if x := p.files.Question(f); x != nil {
				sure = max(sure, run.Part(x.Copied(x, run).Probability))
			}
		}
		c.IdenticalProbability[i] = sure
		return nil
	})
}

// addHistogram adds the scores of the aligned pairs and of identical units.
func (c *comparison) addHistogram(scores [bins]int) {
	copy(c.Histogram, scores[:])
	for _, same := range c.Identical {
		c.Histogram[bins-1] += c.PairsWithin(same)
	}
}

// addNear lists the near-identical groups, and warns that not all their pairs are compared.
func (r *comparison) addNear(p *pairing) {
	const named = 3
	all, names := 0, []string{}
	for _, same := range p.near {
		if !slices.ContainsFunc(same, func(n int) bool { return !p.rest[n] }) {
			continue
		}
		i := len(r.NearIdentical)
		group := make([]int, len(same))
		for j, n := range same {
			group[j] = p.number[n]
		}
		r.NearIdentical = append(r.NearIdentical, group)
		all += len(group)
		if i < named {
			names = append(names, r.Units[group[0]].Name)
		} else if i == named {
			names = append(names, "...")
		}
	}
	if all > 0 {
		r.Warnings = append(r.Warnings, warning.Of(option.NearlyIdentical, all, r.noun()+"s", r.noun(), strings.Join(names, ", ")))
	}
}

func (r *comparison) countFolded(edges []cluster.Edge, clusterOf map[int]int, copies func(unit int) int) foldedPairs {
	f := foldedPairs{copies, pairs.Firsts(r.NearIdentical, len(r.Units)), map[[2]int]int{}, map[int]float64{}}
	for _, group := range r.NearIdentical {
		for _, n := range group[1:] {
			if c, ok := clusterOf[n]; ok {
				f.size[[2]int{group[0], c}] += copies(n)
			}
		}
	}
	for _, e := range edges {
		if n := f.other(e); n >= 0 {
			f.score[n] = e.Score
		}
	}
	return f
}

// noun returns the users' word for a unit.
func (r *comparison) noun() string {
	switch r.Unit {
	case pairs.ByFile, pairs.ByFunction:
		return r.Unit
	}
	return "submission"
}

// compare finds candidate pairs, aligns them, and fills in the result.
func (r *comparison) compare(ctx context.Context, o pairs.Options, b bounds, prints prints, list bool) error {
	p, err := newPairing(ctx, o, b, r.units, r.sample, prints)
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
	parts, err := p.proposeParts(ctx, found)
	if err != nil {
		return err
	}
	weak, err := p.newWeak(ctx)
	if err != nil {
		return err
	}
	proved, err := p.prove(ctx, found, parts, weak)
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
	r.Run = p.run
	if list {
		if err := r.addIdentical(ctx, p); err != nil {
			return err
		}
	}
	r.addNear(p)
	if list {
		p.findUsual(proved)
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
		if r.OtherLanguage, err = p.otherLanguage(ctx, prints.spelled, proved, weak.proved); err != nil {
			return err
		}
		if r.Weak, r.MoreWeak, err = p.describe(ctx, weak.best(proved)); err != nil {
			return err
		}
		r.addRanks(p, proved, weak.proved)
		for _, k := range p.byScore(sorted[len(r.Pairs):])[:min(r.More, pairs.MostUnlisted)] {
			r.Unlisted = append(r.Unlisted, pairs.ScoredPair{A: p.number[k.a], B: p.number[k.b], Score: k.score})
		}
		if r.SameComments, err = p.sameComments(ctx, proved); err != nil {
			return err
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
	r.warnOfAlone()
	r.Warnings = append(r.Warnings, prints.short.Warnings()...)
	r.Stats.Sharing, r.Stats.Aligned, r.Stats.Estimated, r.Uncompared = p.sharing, p.aligned, int64(p.estimated), p.settled
	r.Warnings = append(r.Warnings, p.files.Warnings()...)
	return nil
}

// addPlaces fills in boilerplate and idioms of the files of listed pairs. It does so for the first
// of identical units, too.
func (r *comparison) addPlaces(ctx context.Context, p *pairing) error {
	listed := r.ListedUnits()
	return units.Each(ctx, len(p.units), func(ctx context.Context, n int) error {
		if len(p.units[n].Files) == 0 || !listed[p.number[n]] {
			return nil
		}
		shown := &r.Units[p.number[n]]
		for i, f := range p.units[n].Files {
			if err := ctx.Err(); err != nil {
				return err
			}
			if x := p.files.Get(f); x != nil {
				shown.Files[i].Boilerplate = byteSpans(x.Document, x.Ignored)
				for _, s := range x.Ignored {
					shown.Files[i].Ignored = append(shown.Files[i].Ignored, answer.Span{Start: s.From, End: s.To})
				}
				shown.Files[i].Imports = byteSpans(x.Document, x.Imports)
				shown.Files[i].Idioms = byteSpans(x.Document, x.LowWeight())
			}
		}
		return nil
	})
}

// warnOfBase warns that nearly all material is starter code, as if it was misnamed.
func (r *comparison) warnOfBase(base []string) {
	ignored, all := 0, 0
	for _, u := range r.Units {
		ignored, all = ignored+u.Boilerplate, all+u.Tokens
	}
	if len(base) > 0 && all > 0 && float64(ignored) >= threshold.NearlyAllBase*float64(all) {
		r.Warnings = append(r.Warnings, warning.Of(option.NearlyAllBase, ignored, all, option.PairsBase))
	}
}

func pairsOf(n int) int { return n * (n - 1) / 2 }

// bins is the number of bins of the histogram.
const bins = 100
