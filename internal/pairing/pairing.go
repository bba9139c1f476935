package pairing

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	rand "math/rand/v2"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// findNear finds the groups of near-identical units among the compared ones. If a group
// has a new unit, a new unit is its first, so that it is paired with the old ones.
func (p *pairing) findNear(ctx context.Context, skip []bool) (err error) {
	var order []int
	for n := range p.units {
		if !skip[n] {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return units.FalseFirst(p.units[x].Old, p.units[y].Old) })
	p.near, err = p.table.NearIdentical(ctx, order, threshold.NearIdentical, threshold.NearIdenticalUnits)
	return err
}

func (p *pairing) newFolds(e units.Estimator) folds {
	f := folds{p.table, e, pairs.Firsts(p.near, len(p.units)), make([][]uint32, len(p.units))}
	for _, group := range p.near {
		for _, n := range group[1:] {
			f.own[n] = p.table.Lacking(group[0], n)
		}
	}
	return f
}

// prints are the units' fingerprints and names. They include all k-grams of short units, names and
// literals by their letters and digits, and fingerprints of comments. spelled is nil unless pairs
// in two languages are looked for.
type prints struct {
	selected *candidates.Set
	short    *units.ShortSet
	names    *candidates.Set
	spelled  *candidates.Set
	comments *candidates.Set
	analyzer *analyzer.Analyzer
}

func newPrints(a *analyzer.Analyzer, spelled bool) prints {
	p := prints{selected: candidates.NewSet(), short: units.NewShortSet(a), names: candidates.NewSet(), comments: candidates.NewSet(), analyzer: a}
	if spelled {
		p.spelled = candidates.NewSet()
	}
	return p
}

// add is a [units.Sink].
func (p prints) add(f *units.File, text []byte, n *analyzer.Analysis, no units.NoEvidence) {
	p.selected.Add(f.Unit, n)
	p.short.Add(f, text, n, no)
	p.names.AddNames(f.Unit, n, no.Spans())
	if p.spelled != nil {
		p.spelled.AddSpellings(f.Unit, text, n, no.Spans())
	}
	p.addComments(f.Unit, text, n, no)
}

// pairing compares units that were read. Units are named by their index in units.
type pairing struct {
	o      pairs.Options
	units  []*units.Unit
	number []int             // by unit: its index in the result
	copies [][]int           // groups of identical units; the first represents the group
	rest   []bool            // by unit: it and those identical to it are of the rest, see units.Unit
	made   []bool            // by unit: it and those identical to it look generated or minified
	sample *sample           // nil if all units were read
	near   [][]int           // groups of near-identical units
	table  *candidates.Table // fingerprints of the compared units
	short  []bool            // by unit: it is in the table of k-grams
	grams  *candidates.Table // every k-gram of short units
	names  *candidates.Table // their names and literals
	// comments are the fingerprints of their comments.
	comments *candidates.Table
	// usualNames is their cosine that most pairs do not exceed.
	usualNames float64
	run        align.Run
	showing    showing
	// usual is the mean score of each unit with all others, nil if the order is by score.
	usual  []float64
	rarer  float64         // see rarerAmongOthers
	few    bool            // at most mostAsked pairs are compared
	files  *units.Preparer // their files
	common int             // material in more units is boilerplate; 0 for no limit
	// keepFacts keeps the facts of proved pairs that score at least factsFrom. So they are not
	// aligned a second time.
	keepFacts bool
	factsFrom float64
	bounds    bounds
	list      bool                // pairs are listed, not only grouped
	kept      int                 // candidates that are compared
	left      int                 // candidates that were left out because others are more promising
	estimated int                 // candidates that were left out by their estimate, though a few of them may reach the minimum score
	doubtful  []candidate         // the first of the estimated
	settled   int                 // candidates that were left out because the best pairs were known
	back      bool                // the last candidates were aligned from the last unit to the first
	room      *semaphore.Weighted // for the tokens of files that are aligned at the same time
	// Counts so far:
	sharing, aligned int64
	histogram        [bins]int // of the scores
}

// newPairing prepares one unit of each group of copies, except units that are all boilerplate.
func newPairing(ctx context.Context, o pairs.Options, b bounds, u *units.Units, sample *sample, prints prints) (*pairing, error) {
	p := &pairing{o: o, bounds: b, sample: sample, room: semaphore.NewWeighted(mostAligned), units: u.All, number: numbers(u.All), copies: findCopies(u.All)}
	skip := p.represent()
	p.common = units.CommonFrom(o.MaxShare, p.counted(skip))
	table := candidates.Options{
		Documents: len(u.All), MaxDF: p.common,
		Skip: func(n int) bool { return skip[n] }, Counts: p.counts,
	}
	var err error
	if sample != nil {
		table.Known = sample.df
	}
	if p.table, err = candidates.NewTable(ctx, prints.selected, table); err != nil {
		return nil, err
	}
	table.Known = nil
	if p.names, err = candidates.NewTable(ctx, prints.names, table); err != nil {
		return nil, err
	}
	table.MaxDF = threshold.Commenters(p.counted(skip))
	if p.comments, err = candidates.NewTable(ctx, prints.comments, table); err != nil {
		return nil, err
	}
	table.MaxDF = p.common
	if p.grams, p.short, err = prints.short.Table(ctx, table); err != nil {
		return nil, err
	}
	named := p.withNames(skip)
	p.usualNames, p.run = p.commonNames(p.standing(named)), p.runOf(named, skip)
	p.rarer = rarerAmongOthers(p.table.Documents())
	p.o.BestOnly = p.o.BestOnly && !p.hasMadePair(skip) && // the best made pairs are named apart
		!(p.run.IsOfTask() && p.o.Sort == pairs.ByUnusual && p.o.Only == nil)
	p.files = units.NewPreparer(u, p.table, p.common)
	p.showing = p.newShowing(skip)
	return p, p.findNear(ctx, skip)
}

// represent finds which units are left out: those without fingerprints, and all but the first of
// identical ones, which stands for them.
func (p *pairing) represent() (skip []bool) {
	skip = make([]bool, len(p.units))
	p.rest, p.made = make([]bool, len(p.units)), make([]bool, len(p.units))
	for n, unit := range p.units {
		skip[n], p.rest[n], p.made[n] = unit.Prints == 0, unit.Rest, unit.Looks != document.Kept
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

// counts returns for how many units a unit counts in rarity. A unit that looks generated or
// minified does not count.
func (p *pairing) counts(unit int) float64 {
	if p.made[unit] {
		return 0
	}
	return p.sample.standsFor(p.units[unit])
}

// counted returns the number of units from which rarity is counted. They are the units that look
// written by hand or, if there are none, all.
func (p *pairing) counted(skip []bool) int {
	all, n := 0, 0.0
	for unit, s := range skip {
		if !s {
			all++
			n += p.counts(unit)
		}
	}
	return cmp.Or(int(math.Round(n)), all)
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

// describe describes the listed pairs, and counts the others.
func (p *pairing) describe(ctx context.Context, proved []candidate) (all []pairs.Pair, more int, err error) {
	listed := proved[:p.listed(len(proved))]
	more = len(proved) - len(listed)
	all = make([]pairs.Pair, len(listed))
	err = units.Each(ctx, len(listed), func(ctx context.Context, i int) (err error) {
		all[i], err = p.pair(ctx, listed[i])
		listed[i].facts = nil
		return err
	})
	return all, more, err
}

// pair describes a pair. A is the first unit; new units come before old ones.
func (p *pairing) pair(ctx context.Context, k candidate) (pairs.Pair, error) {
	a, b := p.units[k.a], p.units[k.b]
	f, matches := k.facts, []pairs.Match{}
	var rarest []pairs.SharedName
	if p.o.Rarest || p.o.Matches && !p.o.MatchesLater {
		rarest = p.rareNames(a, b)
	}
	if needed := p.o.Matches && !p.o.MatchesLater; f == nil || needed {
		d, err := p.align(ctx, a, b, needed, p.o.Edits)
		if err != nil {
			return pairs.Pair{}, err
		}
		f, matches = p.factsOf(d, k.score), append(matches, d.matches...)
	}
	m := p.table.Measures(int(k.a), int(k.b))
	return pairs.Pair{
		A:           pairs.Side{Unit: p.number[k.a], Name: a.Name, Containment: m.ContainmentA, Coverage: f.coverA},
		B:           pairs.Side{Unit: p.number[k.b], Name: b.Name, Containment: m.ContainmentB, Coverage: f.coverB},
		Score:       k.score,
		Unusual:     p.unusual(&k),
		Probability: f.proof.Probability, MayBeCommon: f.proof.MayBeCommon,
		Shares: answer.Shares(f.shares), Resemblance: m.Resemblance, Cosine: m.Cosine, Material: p.material(k),
		Weak: k.weak, Longest: f.longest, Tokens: f.tokens, Kind: f.kind, Looks: p.looksOf(k), Matches: matches, Rarest: rarest,
	}, nil
}

// looksOf returns as what both units of a pair look. The result is empty if one looks written by
// hand.
func (p *pairing) looksOf(k candidate) document.Reason {
	switch {
	case !k.made:
		return document.Kept
	case p.units[k.a].Looks == document.Minified && p.units[k.b].Looks == document.Minified:
		return document.Minified
	}
	return document.Generated
}

func (p *pairing) newDescription(a, b *units.Unit, withMatches, withEdits bool) *description {
	return &description{
		pairing: p, a: a, b: b, run: p.between(a, b), withMatches: withMatches, withEdits: withEdits,
		coveredA: map[int][]covered{}, coveredB: map[int][]covered{},
	}
}

// align describes a pair.
func (p *pairing) align(ctx context.Context, a, b *units.Unit, withMatches, withEdits bool) (*description, error) {
	d := p.newDescription(a, b, withMatches, withEdits)
	return d, d.alignAll(ctx, p.files)
}

// mostCandidates returns how many candidates are kept. Groups and a baseline need them all.
func (p *pairing) mostCandidates() int {
	switch {
	case p.o.Top > 0:
		return max(keptPerListed*p.o.Top, p.bounds.leastKept)
	case p.list && p.o.Baseline == nil:
		return p.bounds.kept
	}
	return units.MostPairs
}

// listed returns how many of n pairs are listed.
func (p *pairing) listed(n int) int {
	if p.o.Top > 0 {
		return min(n, p.o.Top)
	}
	return min(n, p.bounds.listed)
}

// ranked returns how many of the best scores among n candidates must be known. No facts are kept of
// the others.
func (p *pairing) ranked(n int) int {
	if p.o.Top < 1 && n <= 2*p.bounds.listed {
		return 0
	}
	return p.listed(n)
}

// warnOfLeft warns that candidates were left out, and names the Top that compares all.
func (p *pairing) warnOfLeft() []answer.Warning {
	if p.left == 0 {
		return nil
	}
	all := p.left + p.kept
	return warning.One(option.LeftOut, p.left, option.PairsMinScore, option.PairsTop, (all+keptPerListed-1)/keptPerListed)
}

// candidates returns the pairs that may reach the minimum score, the most promising first. Two
// short units are proposed by what all their k-grams share, other pairs by their fingerprints.
func (p *pairing) candidates(ctx context.Context) ([]candidate, error) {
	c := collector{most: p.mostCandidates()}
	estimator := units.NewEstimator(p.table, p.o.Settings)
	folds := p.newFolds(estimator)
	err := p.propose(ctx, p.table, estimator, folds, &c)
	if err == nil {
		err = p.propose(ctx, p.grams, units.NewEstimator(p.grams, units.EveryGram(p.o.Settings)), folds, &c)
	}
	if err != nil {
		return nil, err
	}
	if p.estimated <= mostDoubtful {
		for _, k := range p.doubtful {
			c.add(k)
		}
		p.estimated = 0
	}
	c.cut()
	p.kept, p.left = len(c.all), c.left
	if c.left > 0 {
		return slices.Clone(c.all), nil // without the room for as many again
	}
	return c.all, nil
}

// propose adds the candidates of a table. A table has the k-grams of short units, or all
// fingerprints.
func (p *pairing) propose(ctx context.Context, table *candidates.Table, e units.Estimator, folds folds, c *collector) error {
	least := align.LeastEstimate(align.LeastWithMaterial(p.o.MinScore))
	return table.Candidates(ctx, least, func(found candidates.Candidate) error {
		if short := p.short[found.A] && p.short[found.B]; short != (table == p.grams) {
			return nil
		}
		if !p.comparable(found.A, found.B) {
			return nil
		}
		p.sharing++
		if folds.has(found.A, found.B) {
			return nil
		}
		k := candidate{a: int32(found.A), b: int32(found.B), estimate: e.Estimate(found), made: p.made[found.A] && p.made[found.B]}
		if !p.mayReach(k, 1) {
			if p.mayReach(k, align.EstimateError) {
				if p.estimated++; p.estimated <= mostDoubtful {
					p.doubtful = append(p.doubtful, k)
				}
			}
			return nil
		}
		if c.most == units.MostPairs && len(c.all) == c.most {
			return option.Errorf(option.PairsMinScore, "is %g, which more than %d pairs may reach: raise it",
				p.o.MinScore, units.MostPairs)
		}
		c.add(k)
		return nil
	})
}

// comparable reports whether two units are compared. Two old units are not, nor two of the rest,
// nor two parts of one submission.
func (p *pairing) comparable(a, b int) bool {
	return !(p.units[a].Old && p.units[b].Old || p.rest[a] && p.rest[b]) && p.units[a].Whole != p.units[b].Whole
}

// mayReach reports whether a candidate may reach the minimum score. Its score is at most factor
// times the likely maximum.
func (p *pairing) mayReach(k candidate, factor float64) bool {
	highest := min(1, factor*align.HighestSimilarity(float64(k.estimate)))
	return highest >= p.o.MinScore || align.WithMaterial(highest, p.material(k), p.usualNames) >= p.o.MinScore
}

// material returns the cosine of the names and literals of a pair.
func (p *pairing) material(k candidate) float64 { return p.names.Measures(int(k.a), int(k.b)).Cosine }

// standing returns the units that stand for others, or all if there is no sample.
func (p *pairing) standing(all []int) []int {
	if p.sample == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(n int) bool { return p.sample.standsFor(p.units[n]) == 1 })
}

// withNames returns the compared units that look written by hand, in the order of their names.
func (p *pairing) withNames(skip []bool) (all []int) {
	for n := range p.units {
		if !skip[n] && !p.made[n] {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(x, y int) int { return cmp.Compare(p.units[x].Name, p.units[y].Name) })
	return all
}

// commonNames returns the cosine of names and literals that most pairs of a sample do not exceed.
func (p *pairing) commonNames(all []int) float64 {
	if len(all) < threshold.SampledUnits {
		return threshold.CommonNames
	}
	r := rand.New(rand.NewPCG(1, uint64(len(all))))
	var cosines []float64
	for range sampledPairs {
		x := r.IntN(len(all))
		y := (x + 1 + r.IntN(len(all)-1)) % len(all)
		cosines = append(cosines, p.names.Measures(all[x], all[y]).Cosine)
	}
	slices.Sort(cosines)
	return max(threshold.CommonNames, cosines[int(threshold.UsualNames*float64(len(cosines)-1))])
}

// runOf estimates the Run of all units from the names of some. If most units were not read, they
// are units whose nearest ones were.
func (p *pairing) runOf(all []int, skip []bool) align.Run {
	if p.o.Unit == pairs.ByFunction { // functions of one program share its names
		return align.Run{Units: p.counted(skip)}
	}
	const near = 3 // a copy has often one or two near units
	var cosines []float64
	some := all
	if p.sample != nil {
		some = slices.DeleteFunc(slices.Clone(all), func(n int) bool { return p.rest[n] })
	}
	sampled := min(len(some), sampledUnits)
	for i := range sampled {
		x := some[i*len(some)/sampled]
		var nearest [near]float64 // descending
		for _, y := range all {
			if x == y {
				continue
			}
			c := p.names.Measures(x, y).Cosine
			for at := range nearest {
				if c > nearest[at] {
					c, nearest[at] = nearest[at], c
				}
			}
		}
		cosines = append(cosines, nearest[near-1])
	}
	if sampled == 0 {
		return align.Run{}
	}
	slices.Sort(cosines)
	return align.Run{Units: p.counted(skip), Names: cosines[sampled/4]}
}

// prove aligns the most promising candidates. It ends when no further one can be listed, or the
// yield is too small. It returns the pairs that reach the minimum score, best first. They overwrite
// the candidates.
func (p *pairing) prove(ctx context.Context, all, parts []candidate, weak *weakPairs) ([]candidate, error) {
	r := proof{weak: weak, pairing: p, all: len(all), ranked: p.ranked(len(all)), proved: all[:0]}
	written := 0
	for i, k := range all {
		if !k.made {
			all[i], all[written] = all[written], k
			written++
		}
	}
	for _, part := range [][]candidate{all[:written], all[written:]} {
		if err := r.run(ctx, part, probe, yielding); err != nil {
			return nil, err
		}
	}
	if p.o.BestOnly && len(r.best) == p.o.Top {
		parts = nil // none scores as much
	}
	estimated := r.estimated // by the score, which ignores parts
	r.all, r.done = len(parts), 0
	if err := r.run(ctx, parts, partProbe, partYielding); err != nil {
		return nil, err
	}
	r.estimated = estimated
	if rest := weak.rest(r.proved, p.units); len(rest) > 0 {
		tell := func(done int) { tell(&r.o, "comparing", done, len(rest)) }
		if err := p.score(ctx, rest, tell); err != nil {
			return nil, err
		}
		r.onlyWeak = true
		r.keep(rest)
	}
	slices.SortFunc(r.proved, compareScores)
	return r.proved, nil
}

// dropFacts drops the facts of pairs below the score, which are not listed.
func (p *pairing) dropFacts(proved []candidate, below float64) {
	p.factsFrom = below
	for i := range proved {
		if proved[i].score < below {
			proved[i].facts = nil
		}
	}
}

// areBest reports whether only the best pairs count, and the next candidate is not among them.
func (p *pairing) areBest(best scores, next candidate) bool {
	return p.o.BestOnly && !p.byShare() && p.o.Top > 0 && len(best) == p.o.Top &&
		align.WithMaterial(min(1, align.HighestSimilarity(float64(next.estimate))), 1, p.usualNames) < best[0]
}

// score aligns the candidates by blocks of units, so that units are prepared once. In a
// [split.Split] it aligns a part of them. It reports progress by tell.
func (p *pairing) score(ctx context.Context, all []candidate, tell func(done int)) error {
	byUnit := make([]*candidate, len(all))
	for i := range all {
		byUnit[i] = &all[i]
	}
	block := units.Blocks(p.units)
	slices.SortFunc(byUnit, func(x, y *candidate) int {
		switch {
		case block[x.a] != block[y.a]:
			return int(block[x.a] - block[y.a])
		case x.b != y.b:
			return int(x.b - y.b)
		}
		return int(x.a - y.a)
	})
	share := split.From(ctx)
	from, to := share.Range(share.Part, len(all))
	begin, step := from, 1
	if p.back = !p.back; p.back {
		begin, step = to-1, -1
	}
	var mu sync.Mutex
	done := 0
	err := units.Each(ctx, to-from, func(ctx context.Context, i int) error {
		mu.Lock()
		if done%told == 0 {
			tell(done * share.Of) // the others are as fast
		}
		done++
		mu.Unlock()
		return p.scoreOne(ctx, byUnit[begin+step*i])
	})
	if err == nil && share.Exchange != nil {
		err = p.exchange(ctx, share, byUnit)
	}
	p.aligned += int64(len(all))
	return err
}

// mostAligned bounds the tokens of files aligned at a time. One pair may have more. A token takes
// up to 300 bytes.
const mostAligned = 1 << 20

// largest returns the tokens of the largest file of a unit.
func largest(u *units.Unit) (tokens int64) {
	for _, f := range u.Files {
		tokens = max(tokens, int64(f.Tokens))
	}
	return tokens
}

// scoreOne computes the score of a pair, and its facts if they are kept. Files that cannot be read
// again count for nothing.
func (p *pairing) scoreOne(ctx context.Context, k *candidate) error {
	a, b := p.units[k.a], p.units[k.b]
	tokens := min(largest(a)+largest(b), mostAligned)
	if err := p.room.Acquire(ctx, tokens); err != nil {
		return err
	}
	defer p.room.Release(tokens)
	listed := func() bool {
		return p.keepFacts && k.score > 0 && k.score >= p.factsFrom && (k.sure || k.score >= p.o.MinScore)
	}
	if len(a.Files) == 1 && len(b.Files) == 1 {
		x, y := p.files.Get(a.Files[0]), p.files.Get(b.Files[0])
		if x == nil || y == nil {
			return nil
		}
		matches := align.Align(x.Document, y.Document)
		var of []align.Assessment
		k.score, of = x.Assess(y, matches)
		k.score = align.WithMaterial(k.score, p.material(*k), p.usualNames)
		d := p.newDescription(a, b, false, false)
		d.bound(0, 0, x, y, matches)
		if k.sure = d.isSure(k.score); listed() {
			d.add(0, 0, x, y, matches, of)
			k.facts = p.factsOf(d, k.score)
		}
		return nil
	}
	w, err := p.files.Compare(ctx, a, b)
	if err != nil {
		return err
	}
	d := p.newDescription(a, b, false, false)
	if k.score, err = w.Score(ctx, d.bound); err != nil {
		return err
	}
	k.score = align.WithMaterial(k.score, p.material(*k), p.usualNames)
	if k.sure = d.isSure(k.score); !listed() {
		return nil
	}
	err = w.Each(ctx, d.align)
	k.facts = p.factsOf(d, k.score)
	return err
}

// agree fails unless all processes of a [split.Split] have read the same. Otherwise they would have
// other candidates, and take the scores of one pair for another's.
func (p *pairing) agree(ctx context.Context) error {
	share := split.From(ctx)
	if share.Exchange == nil {
		return nil
	}
	read := sha256.New()
	for _, u := range p.units {
		fmt.Fprintf(read, "%q %v %d\n", u.Name, u.Old, u.Prints)
		for _, f := range u.Files {
			fmt.Fprintf(read, "%q %s %v %d %d\n", f.Path, f.Content, f.Language, f.Tokens, f.Boilerplate())
		}
	}
	parts, err := gather(ctx, share, read.Sum(nil))
	if err == nil && slices.ContainsFunc(parts, func(rest []byte) bool { return len(rest) > 0 }) {
		err = errExchange
	}
	return err
}

// exchange passes on this process's results, and fills in the results of others: scores and facts
// of aligned candidates. All processes have the same candidates in the same order, and have read
// the same files again.
func (p *pairing) exchange(ctx context.Context, s split.Split, all []*candidate) error {
	same := sha256.New()
	for _, k := range all {
		fmt.Fprintln(same, k.a, k.b)
	}
	fmt.Fprintf(same, "%q\n", warning.Texts(p.files.Warnings()))
	from, to := s.Range(s.Part, len(all))
	var found []byte
	for _, k := range all[from:to] {
		found = k.appendFound(found)
	}
	parts, err := gather(ctx, s, same.Sum(nil), found...)
	if err != nil {
		return err
	}
	for n, part := range parts {
		from, to := s.Range(n, len(all))
		if n == s.Part {
			continue
		}
		for _, k := range all[from:to] {
			if part, err = k.takeFound(part); err != nil {
				return err
			}
		}
		if len(part) > 0 {
			return errExchange
		}
	}
	return nil
}
