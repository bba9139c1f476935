package collection

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/query/align"
)

// wholes are two units of several files while they are compared. Only pairs of files that share
// fingerprints are aligned, and of those the ones that share most.
type wholes struct {
	c            *comparison
	unitA, unitB *unit
	a, b         *align.Whole
	pairs        [][2]int // of files
}

// partners is with how many files of the other unit a file is aligned at most. More hold a copy of
// the same material rather than more of it.
const partners = 8

func (c *comparison) newWholes(ctx context.Context, a, b *unit) (*wholes, error) {
	w := &wholes{c: c, unitA: a, unitB: b}
	sizesA, weightsA, err := c.measure(ctx, a)
	if err != nil {
		return nil, err
	}
	sizesB, weightsB, err := c.measure(ctx, b)
	if err != nil {
		return nil, err
	}
	w.a, w.b = align.NewWhole(sizesA), align.NewWhole(sizesB)
	w.pairs, err = choose(ctx, weightsA, weightsB)
	return w, err
}

// measure returns the sizes of the files, and what their fingerprints weigh.
func (c *comparison) measure(ctx context.Context, u *unit) ([]align.Size, []map[uint64]float64, error) {
	var sizes []align.Size
	var weights []map[uint64]float64
	for _, f := range u.files {
		p, err := c.get(ctx, f)
		if err != nil {
			return nil, nil, err
		}
		if p == nil {
			p = new(prepared)
		}
		sizes, weights = append(sizes, p.size), append(weights, p.weights)
	}
	return sizes, weights, nil
}

// mostSteps bounds the time of choosing. Fingerprints that stand in many files of both units, as those of a
// licence in thousands, take a step for each pair of these; what is over leads to no pair, the commonest
// first.
const mostSteps = 1 << 26

// choose returns the pairs of files to align, in order: for each file the ones that share most with it.
func choose(ctx context.Context, a, b []map[uint64]float64) ([][2]int, error) {
	holders := holdersOf(b)
	withinSteps(holdersOf(a), holders, mostSteps)
	chosen := map[[2]int]bool{}
	forB := make([]nearest, len(b))
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
		var forA nearest
		for _, j := range met {
			forA.add(shared{j, sums[j]}, compareFiles)
			forB[j].add(shared{i, sums[j]}, compareFiles)
			sums[j] = 0
		}
		for _, s := range forA {
			chosen[[2]int{i, s.file}] = true
		}
	}
	for j, with := range forB {
		for _, s := range with {
			chosen[[2]int{s.file, j}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(chosen), func(x, y [2]int) int { return slices.Compare(x[:], y[:]) }), nil
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

// withinSteps removes the fingerprints from b that stand in the most pairs of files, until no more than so
// many pairs are left.
func withinSteps(a, b map[uint64][]int, most int) {
	steps := func(hash uint64) int { return len(a[hash]) * len(b[hash]) }
	left := most
	for hash := range b {
		left -= steps(hash)
	}
	if left >= 0 {
		return
	}
	commonest := slices.SortedFunc(maps.Keys(b), func(x, y uint64) int {
		return cmp.Or(cmp.Compare(steps(y), steps(x)), cmp.Compare(x, y))
	})
	for _, hash := range commonest {
		if left >= 0 {
			return
		}
		left += steps(hash)
		delete(b, hash)
	}
}

// shared is a file with the idf of what it shares with another one.
type shared struct {
	file int
	idf  float64
}

func compareFiles(x, y int) int { return cmp.Compare(x, y) }

// nearest are those that share most with a file, the best first.
type nearest []shared

// add keeps the best [partners]. Of those that share as much, the first by the order are better.
func (n *nearest) add(s shared, order func(x, y int) int) {
	at, _ := slices.BinarySearchFunc(*n, s, func(x, y shared) int {
		return cmp.Or(cmp.Compare(y.idf, x.idf), order(x.file, y.file))
	})
	if at == partners {
		return
	}
	if len(*n) == partners {
		*n = (*n)[:partners-1]
	}
	*n = slices.Insert(*n, at, s)
}

// eachPair calls f for the pairs of files to align, with their numbers in the units. It stops when ctx is
// done.
func (w *wholes) eachPair(ctx context.Context, f func(ctx context.Context, i, j int, x, y *prepared) error) error {
	for _, p := range w.pairs {
		x, y, err := w.c.both(ctx, w.unitA.files[p[0]], w.unitB.files[p[1]])
		if err != nil {
			return err
		}
		if x == nil || y == nil {
			continue
		}
		if err := f(ctx, p[0], p[1], x, y); err != nil {
			return err
		}
	}
	return nil
}

// coverAll aligns the pairs, and returns how much the units are alike.
func (w *wholes) coverAll(ctx context.Context) (float64, error) {
	err := w.eachPair(ctx, func(ctx context.Context, i, j int, x, y *prepared) error {
		matches, err := align.AlignContext(ctx, x.document, y.document)
		for _, m := range matches {
			w.cover(i, j, x, y, m)
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	return align.WholeSimilarity(w.a, w.b), nil
}

func (w *wholes) cover(i, j int, x, y *prepared, m align.Match) {
	w.a.Cover(i, x.document, y.document, x.rarity, m)
	w.b.Cover(j, y.document, x.document, y.rarity, m.Mirrored())
}
