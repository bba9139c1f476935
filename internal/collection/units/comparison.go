package units

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Comparison compares two units of several files. Only pairs of files that share fingerprints are
// aligned, the pairs that share most first.
type Comparison struct {
	files          *Preparer
	a, b           *Unit
	sizesA, sizesB []align.Size
	pairs          [][2]int // of files, in order
}

// Compare chooses the pairs of files to align. For each file these are the [Partners] that share
// most with it. It checks ctx once per file.
func (p *Preparer) Compare(ctx context.Context, a, b *Unit) (*Comparison, error) {
	c := &Comparison{files: p, a: a, b: b}
	var weightsA, weightsB []map[uint64]float64
	var err error
	if c.sizesA, weightsA, err = p.measure(ctx, a); err != nil {
		return nil, err
	}
	if c.sizesB, weightsB, err = p.measure(ctx, b); err != nil {
		return nil, err
	}
	c.pairs, err = choose(ctx, weightsA, weightsB)
	return c, err
}

// CompareAll is [Preparer.Compare], but aligns each file with each.
func (p *Preparer) CompareAll(ctx context.Context, a, b *Unit) (*Comparison, error) {
	c := &Comparison{files: p, a: a, b: b}
	var err error
	if c.sizesA, _, err = p.measure(ctx, a); err != nil {
		return nil, err
	}
	if c.sizesB, _, err = p.measure(ctx, b); err != nil {
		return nil, err
	}
	for i := range a.Files {
		for j := range b.Files {
			c.pairs = append(c.pairs, [2]int{i, j})
		}
	}
	return c, nil
}

// Each calls f for the pairs of files to align, with their numbers. It checks ctx once per pair.
// Files that cannot be read again are omitted.
func (c *Comparison) Each(ctx context.Context, f func(i, j int, x, y *Prepared)) error {
	for _, p := range c.pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		x, y := c.files.Get(c.a.Files[p[0]]), c.files.Get(c.b.Files[p[1]])
		if x != nil && y != nil {
			f(p[0], p[1], x, y)
		}
	}
	return nil
}

// Score aligns the pairs of files, and returns the units' similarity, 0 to 1. It calls also, which
// may be nil, with the matches of each pair of files.
func (c *Comparison) Score(ctx context.Context, also func(i, j int, x, y *Prepared, matches []align.Match)) (float64, error) {
	a, b := align.NewWhole(c.sizesA), align.NewWhole(c.sizesB)
	err := c.Each(ctx, func(i, j int, x, y *Prepared) {
		matches := align.Align(x.Document, y.Document)
		if also != nil {
			also(i, j, x, y, matches)
		}
		for _, m := range matches {
			a.Cover(i, x.Document, y.Document, x.Rarity, m)
			b.Cover(j, y.Document, x.Document, y.Rarity, m.Mirrored())
		}
	})
	if err != nil {
		return 0, err
	}
	return align.WholeSimilarity(a, b), nil
}

// measure returns the sizes of the files, and the weights of their fingerprints.
func (p *Preparer) measure(ctx context.Context, u *Unit) (sizes []align.Size,
	weights []map[uint64]float64, err error) {
	for _, f := range u.Files {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		x := p.Get(f)
		if x == nil {
			x = new(Prepared)
		}
		sizes, weights = append(sizes, x.size), append(weights, x.weights)
	}
	return sizes, weights, nil
}

// choose returns the pairs of files to align, in order. For each file these are the files that
// share most with it.
func choose(ctx context.Context, a, b []map[uint64]float64) ([][2]int, error) {
	holders := holdersOf(b)
	withinSteps(holdersOf(a), holders, mostSteps)
	chosen := map[[2]int]bool{}
	forB := make([]Nearest, len(b))
	sums, met := make([]float64, len(b)), []int(nil)
	for i, weights := range a {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		met = met[:0]
		for _, hash := range slices.Sorted(maps.Keys(weights)) {
			for _, j := range holders[hash] {
				if sums[j] == 0 {
					met = append(met, j)
				}
				sums[j] += weights[hash]
			}
		}
		var forA Nearest
		for _, j := range met {
			forA.Add(Near{j, sums[j]}, cmp.Compare)
			forB[j].Add(Near{i, sums[j]}, cmp.Compare)
			sums[j] = 0
		}
		for _, s := range forA {
			chosen[[2]int{i, s.File}] = true
		}
	}
	for j, with := range forB {
		for _, s := range with {
			chosen[[2]int{s.File, j}] = true
		}
	}
	all := slices.Collect(maps.Keys(chosen))
	order.Short(all, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	return all, nil
}

// holdersOf returns which files have a fingerprint.
func holdersOf(files []map[uint64]float64) map[uint64][]int {
	holders := map[uint64][]int{}
	for n, weights := range files {
		for hash := range weights {
			holders[hash] = append(holders[hash], n)
		}
	}
	return holders
}

// withinSteps removes fingerprints from b until at most most pairs are left. It begins with those
// in the most pairs of files.
func withinSteps(a, b map[uint64][]int, most int) {
	steps := func(hash uint64) int { return len(a[hash]) * len(b[hash]) }
	left := most
	for hash := range b {
		left -= steps(hash)
	}
	if left >= 0 {
		return
	}
	common := slices.SortedFunc(maps.Keys(b), func(x, y uint64) int {
		return cmp.Or(cmp.Compare(steps(y), steps(x)), cmp.Compare(x, y))
	})
	for _, hash := range common {
		if left >= 0 {
			return
		}
		left += steps(hash)
		delete(b, hash)
	}
}

// Near is a file with the idf of the fingerprints it shares with another one.
type Near struct {
	File int
	IDF  float64
}

// Nearest are the files that share most with a file, best first.
type Nearest []Near

// Add keeps the best [Partners]. Of those that share as much, the first by the order are better.
func (n *Nearest) Add(s Near, order func(x, y int) int) {
	at, _ := slices.BinarySearchFunc(*n, s, func(x, y Near) int {
		return cmp.Or(cmp.Compare(y.IDF, x.IDF), order(x.File, y.File))
	})
	if at == Partners {
		return
	}
	if len(*n) == Partners {
		*n = (*n)[:Partners-1]
	}
	*n = slices.Insert(*n, at, s)
}
