package collection

import (
	"cmp"
	"container/heap"
	"context"
	"iter"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query/align"
)

const (
	// probe is how many candidates are aligned before their yield decides whether to go on. Then
	// comes a chunk, each twice as large as the one before, up to mostChunk. A large chunk has more
	// pairs of the same unit, which then is prepared once for all of them.
	probe, mostChunk = 4096, 1 << 18
	// leastYield is the part of them that must reach the least score for the search to go on.
	// Behind the copies come pairs that share what everybody writes, and there may be millions of
	// them.
	leastYield = 1.0 / 500
)

// prove aligns the candidates, the most promising first, until the next ones cannot be listed or
// hardly any of them is. It returns those with the least score, best first. takeFacts says that
// proved pairs will be described, see [comparison.scoreOf].
func (c *comparison) prove(ctx context.Context, all []candidate, takeFacts bool) ([]candidate, error) {
	var proved []candidate
	whole := len(all)
	best := &scores{}
	for size := range chunks() {
		settled := func() bool { // no later candidate can be among the best
			return c.o.Top > 0 && len(*best) == c.o.Top && units.Highest(all[0].estimate) < (*best)[0]
		}
		if len(all) == 0 || settled() {
			break
		}
		part := all[:min(len(all), size)]
		all = all[len(part):]
		if err := c.score(ctx, part, takeFacts); err != nil {
			return nil, err
		}
		c.o.progress("comparing", whole-len(all), whole)
		before := len(proved)
		for _, k := range part {
			c.result.Histogram[min(bins-1, int(k.score*bins))]++
			if k.score >= c.o.MinScore && k.score > 0 {
				proved = append(proved, k)
				best.push(k.score, c.o.Top)
			}
		}
		if yield := float64(len(proved)-before) / float64(len(part)); c.o.MinScore > 0 && yield < leastYield {
			break
		}
	}
	slices.SortFunc(proved, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(y.estimate, x.estimate),
			cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return proved, nil
}

// chunks returns how many candidates are aligned at a time: a probe and a chunk in turn.
func chunks() iter.Seq[int] {
	return func(yield func(int) bool) {
		for chunk := 2 * probe; yield(probe) && yield(chunk); chunk = min(2*chunk, mostChunk) {
		}
	}
}

// score aligns the candidates in the order of their units, so that a unit is prepared once for
// several of them.
func (c *comparison) score(ctx context.Context, part []candidate, takeFacts bool) error {
	byUnit := make([]int, len(part))
	for i := range byUnit {
		byUnit[i] = i
	}
	slices.SortFunc(byUnit, func(i, j int) int {
		return cmp.Or(cmp.Compare(part[i].a, part[j].a), cmp.Compare(part[i].b, part[j].b))
	})
	err := units.Each(ctx, len(part), func(ctx context.Context, i int) (err error) {
		k := &part[byUnit[i]]
		k.score, k.facts, err = c.scoreOf(ctx, c.units[k.a], c.units[k.b], takeFacts)
		return err
	})
	c.result.Stats.Aligned += int64(len(part))
	return err
}

// scoreOf says how much two units are alike. Files that cannot be read again count for nothing. If
// the pair is listed for certain, and its matches are not asked for, its facts are taken down, too,
// so that it is not aligned a second time.
func (c *comparison) scoreOf(ctx context.Context, a, b *units.Unit, takeFacts bool) (float64, *facts, error) {
	takeFacts = takeFacts && c.o.Top < 1 && c.o.Shown < 1 && !c.o.Matches
	listed := func(score float64) bool { return takeFacts && score > 0 && score >= c.o.MinScore }
	if len(a.Files) == 1 && len(b.Files) == 1 {
		x, y := c.files.Get(a.Files[0]), c.files.Get(b.Files[0])
		if x == nil || y == nil {
			return 0, nil, nil
		}
		matches := align.Align(x.Document, y.Document)
		score, of := align.Assess(x.Document, y.Document, matches, x.Rarity, y.Rarity)
		if !listed(score) {
			return score, nil, nil
		}
		d := newDescription(a, b, false)
		d.add(0, 0, x, y, matches, of)
		return score, d.facts(), nil
	}
	w, err := c.files.Compare(ctx, a, b)
	if err != nil {
		return 0, nil, err
	}
	score, err := w.Score(ctx)
	if err != nil || !listed(score) {
		return score, nil, err
	}
	d := newDescription(a, b, false)
	if err := w.Each(ctx, d.align); err != nil {
		return 0, nil, err
	}
	return score, d.facts(), nil
}

// scores are the best ones so far, the least first.
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

// push adds a score, and keeps the best of that number; of 0 or less none is kept.
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
