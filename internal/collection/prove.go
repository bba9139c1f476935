package collection

import (
	"cmp"
	"container/heap"
	"context"
	"iter"
	"slices"

	"github.com/chaffinch-search/chaffinch/query/align"
)

const (
	// probe is how many candidates are proved before it is asked whether others are worth it. Then
	// comes a chunk, each twice as large as the one before, up to mostChunk: in a large one there are
	// more pairs of the same unit, which then is prepared once for all of them.
	probe, mostChunk = 4096, 1 << 18
	// leastYield is which part of them has to have the least score for it to go on. Behind the
	// copies come all those pairs that share what everybody writes, and there may be millions of them.
	leastYield = 1.0 / 500
)

// prove aligns the candidates, the most promising first, until the next ones cannot be listed or hardly
// any of them is, and returns those with the least score, best first.
func (c *comparison) prove(ctx context.Context, all []candidate) ([]candidate, error) {
	var listed []candidate
	whole := len(all)
	best := &scores{}
	for size := range chunks() {
		if len(all) == 0 || c.settled(best, all[0]) {
			break
		}
		part := all[:min(len(all), size)]
		all = all[len(part):]
		if err := c.proveAll(ctx, part); err != nil {
			return nil, err
		}
		c.progress("comparing", whole-len(all), whole)
		before := len(listed)
		for _, k := range part {
			c.count(k.score)
			if k.score >= c.o.MinScore && k.score > 0 {
				listed = append(listed, k)
				best.push(k.score, c.o.Top)
			}
		}
		if yield := float64(len(listed)-before) / float64(len(part)); c.o.MinScore > 0 && yield < leastYield {
			break
		}
	}
	slices.SortFunc(listed, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(y.estimate, x.estimate), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return listed, nil
}

// chunks are how many candidates are proved at a time: a probe and a chunk in turn.
func chunks() iter.Seq[int] {
	return func(yield func(int) bool) {
		for chunk := 2 * probe; yield(probe) && yield(chunk); chunk = min(2*chunk, mostChunk) {
		}
	}
}

// settled says that neither the candidate nor a later one can be among those listed.
func (c *comparison) settled(best *scores, next candidate) bool {
	return c.o.Top > 0 && len(*best) == c.o.Top && next.highest() < (*best)[0]
}

// count notes the score in the histogram.
func (c *comparison) count(score float64) {
	c.result.Histogram[min(len(c.result.Histogram)-1, int(score*float64(len(c.result.Histogram))))]++
}

func (c *comparison) progress(doing string, done, whole int) {
	if c.o.Progress != nil {
		c.o.Progress(doing, done, whole)
	}
}

// proveAll aligns the candidates in the order of their units, so that a unit is prepared once for
// several of them.
func (c *comparison) proveAll(ctx context.Context, part []candidate) error {
	byUnit := make([]int, len(part))
	for i := range byUnit {
		byUnit[i] = i
	}
	slices.SortFunc(byUnit, func(i, j int) int {
		return cmp.Or(cmp.Compare(part[i].a, part[j].a), cmp.Compare(part[i].b, part[j].b))
	})
	err := each(ctx, len(part), func(ctx context.Context, i int) (err error) {
		k := &part[byUnit[i]]
		k.score, k.facts, err = c.score(ctx, c.l.units[k.a], c.l.units[k.b])
		return err
	})
	c.result.Stats.Aligned += int64(len(part))
	return err
}

// score says how much two units are alike. Files that cannot be read again count for nothing. If the pair
// is listed, and nothing but facts is asked for, they are taken down at once.
func (c *comparison) score(ctx context.Context, a, b *unit) (float64, *facts, error) {
	if len(a.files) == 1 && len(b.files) == 1 {
		return c.scoreFiles(ctx, a, b)
	}
	w, err := c.newWholes(ctx, a, b)
	if err != nil {
		return 0, nil, err
	}
	score, err := w.coverAll(ctx)
	if err != nil || !c.factsOnly(score) {
		return score, nil, err
	}
	s := newShown(c, a, b)
	if err := w.eachPair(ctx, s.align); err != nil {
		return 0, nil, err
	}
	return score, s.facts(), nil
}

// scoreFiles compares units of one file each.
func (c *comparison) scoreFiles(ctx context.Context, a, b *unit) (float64, *facts, error) {
	x, y, err := c.both(ctx, a.files[0], b.files[0])
	if err != nil || x == nil || y == nil {
		return 0, nil, err
	}
	matches, err := align.AlignContext(ctx, x.document, y.document)
	if err != nil {
		return 0, nil, err
	}
	score, of := align.Assess(x.document, y.document, matches, x.rarity, y.rarity)
	if !c.factsOnly(score) {
		return score, nil, nil
	}
	s := newShown(c, a, b)
	s.show(0, 0, x, y, matches, of)
	return score, s.facts(), nil
}

// factsOnly says whether a pair of that score is listed for certain, without its matches.
func (c *comparison) factsOnly(score float64) bool {
	return score > 0 && score >= c.o.MinScore && c.o.Top < 1 && c.o.Shown < 1 && !c.o.Matches && !c.o.GroupsOnly
}

// both returns two files ready to be aligned, and nil for one that cannot be read again.
func (c *comparison) both(ctx context.Context, a, b *file) (x, y *prepared, err error) {
	if x, err = c.get(ctx, a); err != nil {
		return nil, nil, err
	}
	y, err = c.get(ctx, b)
	return x, y, err
}

// gone notes a file that could not be read again.
func (c *comparison) gone(f *file, err error) {
	c.l.mu.Lock()
	defer c.l.mu.Unlock()
	if !c.lost[f] {
		c.lost[f] = true
		c.l.warnings = append(c.l.warnings, err.Error())
	}
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
