package chaffinch

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query/align"
)

const (
	// probe is the number of candidates that are aligned before their yield decides whether to
	// continue. A chunk follows each probe, twice as large as the one before, up to mostChunk. A
	// large chunk has more pairs of the same unit, which is then prepared once for all of them.
	probe, mostChunk = 4096, 1 << 18
	// yielding is the number of candidates that are aligned for each that reaches the minimum score: if fewer
	// reach it, the search ends. A chunk is not larger than the yield of its probe allows for.
	// After the copies come pairs that share common code only, and there may be millions of them.
	yielding = 500
)

// candidate is a pair of units that share fingerprints.
type candidate struct {
	a, b     int32   // a < b
	estimate float32 // of the score, by fingerprints
	made     bool    // both look generated or minified
	score    float64 // proved
	facts    *facts  // of the matches; nil unless kept
}

// bounds bound the memory of a comparison whose pairs are listed.
type bounds struct {
	// listed is the number of pairs that are listed if [PairsOptions.Top] is 0. kept is the number of
	// candidates then. Otherwise at least leastKept candidates are kept.
	listed, kept, leastKept int
}

// usual are the bounds. A candidate takes 32 bytes, and as much again until all are found. A listed
// pair takes some 300 bytes.
var usual = bounds{listed: units.MostListed, kept: 10_000_000, leastKept: 1_000_000}

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

// keptPerListed is the number of candidates for each pair to be listed.
const keptPerListed = 5

// listed returns how many of n pairs are listed.
func (p *pairing) listed(n int) int {
	if p.o.Top > 0 {
		return min(n, p.o.Top)
	}
	return min(n, p.bounds.listed)
}

// ranked returns how many of the best scores among n candidates must be known: no facts are kept of
// the others.
func (p *pairing) ranked(n int) int {
	if p.o.Top < 1 && n <= 2*p.bounds.listed {
		return 0
	}
	return p.listed(n)
}

// warnOfLeft says that candidates were left out, and how many pairs to list for all to be compared.
func (p *pairing) warnOfLeft() []string {
	if p.left == 0 {
		return nil
	}
	all := p.left + p.kept
	return []string{fmt.Sprintf("the %d pairs that have least in common were not compared: "+
		"raise PairsOptions.MinScore, or set PairsOptions.Top to %d", p.left, (all+keptPerListed-1)/keptPerListed)}
}

// warnOfBase says that nearly all is starter code, as if the submissions were named as such.
func (r *comparison) warnOfBase(base []string) {
	const most = 0.9
	ignored, all := 0, 0
	for _, u := range r.Units {
		ignored, all = ignored+u.Boilerplate, all+u.Tokens
	}
	if len(base) > 0 && all > 0 && float64(ignored) >= most*float64(all) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %d tokens are in PairsOptions.Base, and ignored: "+
			"name only starter code there, not submissions", ignored, all))
	}
}

// candidates returns the pairs that may reach the minimum score, the most promising first. Two short
// units are proposed by what all their k-grams share, other pairs by their fingerprints.
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
	c.cut()
	p.kept, p.left = len(c.all), c.left
	if c.left > 0 {
		return slices.Clone(c.all), nil // without the room for as many again
	}
	return c.all, nil
}

// propose adds the candidates of a table: of the k-grams of short units, or of all fingerprints.
func (p *pairing) propose(ctx context.Context, table *pairs.Table, e units.Estimator, folds folds, c *collector) error {
	least := align.LeastEstimate(align.LeastWithMaterial(p.o.MinScore))
	return table.Candidates(ctx, least, func(found pairs.Candidate) error {
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
		if !p.mayReach(k) {
			return nil
		}
		if c.most == units.MostPairs && len(c.all) == c.most {
			return wrongOption("PairsOptions.MinScore", "is %g, which more than %d pairs may reach: raise it",
				p.o.MinScore, units.MostPairs)
		}
		c.add(k)
		return nil
	})
}

// comparable reports whether two units are compared: not two old ones, nor two of the rest, nor two parts
// of one submission.
func (p *pairing) comparable(a, b int) bool {
	return !(p.units[a].Old && p.units[b].Old || p.rest[a] && p.rest[b]) && p.units[a].Whole != p.units[b].Whole
}

// mayReach reports whether a candidate may reach the minimum score.
func (p *pairing) mayReach(k candidate) bool {
	highest := min(1, align.HighestSimilarity(float64(k.estimate)))
	return highest >= p.o.MinScore || align.WithMaterial(highest, p.material(k), p.usualNames) >= p.o.MinScore
}

// material returns the cosine of the names and literals of a pair.
func (p *pairing) material(k candidate) float64 { return p.names.Measures(int(k.a), int(k.b)).Cosine }

// A sample tells what names and literals the units of a collection share without being copies. In a class
// of one task it is much. Among few units, many of the pairs may be copies, which would tell nothing.
const (
	leastUnits   = 50
	sampledPairs = 2000
	usualShare   = 0.85 // of the sample has no more
)

// commonNames returns the cosine of names and literals that most pairs of the collection do not exceed. It
// is that of a sample, in the order of the names of the units.
func (p *pairing) commonNames(skip []bool) float64 {
	var all []int
	for n := range p.units {
		if !skip[n] && !p.made[n] {
			all = append(all, n)
		}
	}
	if len(all) < leastUnits {
		return align.CommonNames
	}
	slices.SortFunc(all, func(x, y int) int { return cmp.Compare(p.units[x].Name, p.units[y].Name) })
	r := rand.New(rand.NewPCG(1, uint64(len(all))))
	var cosines []float64
	for range sampledPairs {
		x := r.IntN(len(all))
		y := (x + 1 + r.IntN(len(all)-1)) % len(all)
		cosines = append(cosines, p.names.Measures(all[x], all[y]).Cosine)
	}
	slices.Sort(cosines)
	return max(align.CommonNames, cosines[int(usualShare*float64(len(cosines)-1))])
}

// collector keeps the most promising candidates, independent of their order.
type collector struct {
	most int
	all  []candidate // up to twice as many
	last candidate   // the last one kept, once some were left out
	left int         // the number left out
}

// comparePromise orders the most promising candidate first, and those of two generated units last.
func comparePromise(x, y candidate) int {
	switch { // cmp.Or would compare all, which takes three times as long for a million candidates
	case x.made != y.made:
		return units.FalseFirst(x.made, y.made)
	case x.estimate > y.estimate:
		return -1
	case x.estimate < y.estimate:
		return 1
	case x.a != y.a:
		return int(x.a - y.a)
	}
	return int(x.b - y.b)
}

func (c *collector) add(k candidate) {
	if c.left > 0 && comparePromise(k, c.last) > 0 {
		c.left++
		return
	}
	if c.all = append(c.all, k); len(c.all) > 2*c.most {
		c.cut()
	}
}

// cut leaves out the candidates beyond the best.
func (c *collector) cut() {
	if beyond := len(c.all) - c.most; beyond > 0 {
		first(c.all, c.most)
		c.all = c.all[:c.most]
		c.left += beyond
		c.last = slices.MaxFunc(c.all, comparePromise)
	}
}

// first moves the n most promising candidates to the front, in any order: Hoare's Find, 1961. Pivots are random, so no input
// makes it slow.
func first(all []candidate, n int) {
	for 0 < n && n < len(all) {
		pivot := all[rand.IntN(len(all))]
		from, to := 0, len(all)-1
		for from <= to {
			for comparePromise(all[from], pivot) < 0 {
				from++
			}
			for comparePromise(all[to], pivot) > 0 {
				to--
			}
			if from <= to {
				all[from], all[to] = all[to], all[from]
				from, to = from+1, to-1
			}
		}
		switch {
		case n <= to+1:
			all = all[:to+1]
		case n >= from:
			all, n = all[from:], n-from
		default: // what is between is the pivot
			return
		}
	}
}

// prove aligns the candidates, the most promising first, until no further one can be listed, or the
// yield is too small. It returns the pairs that reach the minimum score, best first. They take the
// place of the candidates.
func (p *pairing) prove(ctx context.Context, all []candidate) ([]candidate, error) {
	r := proof{pairing: p, all: len(all), ranked: p.ranked(len(all)), proved: all[:0]}
	written := 0
	for i, k := range all {
		if !k.made {
			all[i], all[written] = all[written], k
			written++
		}
	}
	for _, part := range [][]candidate{all[:written], all[written:]} {
		if err := r.run(ctx, part); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(r.proved, compareScores)
	return r.proved, nil
}

// proof is the state of [pairing.prove].
type proof struct {
	*pairing
	all, done int // candidates
	ranked    int
	proved    []candidate // in place of candidates that were aligned: no further memory
	best      scores      // of pairs that are listed first
	facts     int         // pairs that have them
}

// sortedFirst is the number of candidates that are sorted at first. Often, of millions, no others are aligned.
const sortedFirst = 1 << 17

// byPromise returns the candidates, the most promising first, in parts of those sizes. It sorts some of them at first, and
// then four times as many, in place.
func byPromise(all []candidate, sizes iter.Seq[int], some int) iter.Seq[[]candidate] {
	return func(yield func([]candidate) bool) {
		sorted := 0
		for size := range sizes {
			if size = min(len(all), size); size > sorted {
				sorted = min(len(all), max(size, some))
				some *= 4
				first(all, sorted)
				slices.SortFunc(all[:sorted], comparePromise)
			}
			if size == 0 || !yield(all[:size]) {
				return
			}
			all, sorted = all[size:], sorted-size
		}
	}
}

// run aligns candidates until the yield is too small.
func (r *proof) run(ctx context.Context, rest []candidate) error {
	chunk := mostChunk
	for part := range byPromise(rest, sizes(&chunk), sortedFirst) {
		if r.areBest(r.best, part[0]) {
			r.settled = r.all - r.done
			break
		}
		tell := func(done int) { tell(&r.o, "comparing", r.done+done, r.all) }
		if err := r.score(ctx, part, tell); err != nil {
			return err
		}
		r.done += len(part)
		tell(0)
		before := len(r.proved)
		r.keep(part)
		if r.o.MinScore == 0 {
			continue
		}
		if chunk = yielding * (len(r.proved) - before); chunk < len(part) {
			break
		}
	}
	return nil
}

// keep keeps the pairs that reach the minimum score, and the facts of those that may be listed.
func (r *proof) keep(part []candidate) {
	for _, k := range part {
		r.histogram[min(bins-1, int(k.score*bins))]++
		if k.score < r.o.MinScore || k.score == 0 {
			continue
		}
		r.proved = append(r.proved, k)
		r.facts++
		if !k.made {
			r.best.push(k.score, r.ranked)
		}
	}
	if r.ranked > 0 && len(r.best) == r.ranked && r.facts > 2*r.ranked && !r.byShare() {
		r.dropFacts(r.proved, r.best[0])
		r.facts = r.ranked
	}
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

// areBest reports whether only the best pairs are wanted and the next candidate cannot be one.
func (p *pairing) areBest(best scores, next candidate) bool {
	return p.o.BestOnly && !p.byShare() && p.o.Top > 0 && len(best) == p.o.Top &&
		align.WithMaterial(min(1, align.HighestSimilarity(float64(next.estimate))), 1, p.usualNames) < best[0]
}

// sizes returns the numbers of candidates to align at a time: a probe and a chunk in turn, at most as large as most is then.
func sizes(most *int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for chunk := 2 * probe; yield(probe) && yield(min(chunk, *most)); chunk = min(2*chunk, mostChunk) {
		}
	}
}

// score aligns the candidates block by block of units, so that a unit is prepared once for many of
// them. In a [split.Split] it aligns a part of them. Now and then it tells how many are done.
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

// told is the number of pairs after which progress is told. A pair of large units may take a second.
const told = 16

// scoreOne computes the score of a pair, and its facts if they are kept. Files that cannot be read
// again count for nothing.
func (p *pairing) scoreOne(ctx context.Context, k *candidate) error {
	a, b := p.units[k.a], p.units[k.b]
	listed := func() bool { return p.keepFacts && k.score > 0 && k.score >= max(p.o.MinScore, p.factsFrom) }
	if len(a.Files) == 1 && len(b.Files) == 1 {
		x, y := p.files.Get(a.Files[0]), p.files.Get(b.Files[0])
		if x == nil || y == nil {
			return nil
		}
		matches := align.Align(x.Document, y.Document)
		var of []align.Assessment
		k.score, of = x.Assess(y, matches)
		if k.score = align.WithMaterial(k.score, p.material(*k), p.usualNames); listed() {
			d := p.newDescription(a, b, false, false)
			d.add(0, 0, x, y, matches, of)
			k.facts = d.facts()
		}
		return nil
	}
	w, err := p.files.Compare(ctx, a, b)
	if err != nil {
		return err
	}
	if k.score, err = w.Score(ctx); err != nil {
		return err
	}
	if k.score = align.WithMaterial(k.score, p.material(*k), p.usualNames); !listed() {
		return nil
	}
	d := p.newDescription(a, b, false, false)
	err = w.Each(ctx, d.align)
	k.facts = d.facts()
	return err
}

// scores are the best scores so far, a min-heap.
type scores []float64

func (s scores) Len() int           { return len(s) }
func (s scores) Less(i, j int) bool { return s[i] < s[j] }
func (s scores) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// Push implements [heap.Interface].
func (s *scores) Push(x any) { *s = append(*s, x.(float64)) }

// Pop implements [heap.Interface].
func (s *scores) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// push adds a score, and keeps the best most scores; under 1 keeps none.
func (s *scores) push(score float64, most int) {
	switch {
	case most < 1:
	case len(*s) < most:
		heap.Push(s, score)
	case score > (*s)[0]:
		(*s)[0] = score
		heap.Fix(s, 0)
	}
}
