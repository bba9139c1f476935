package collection

import (
	"cmp"
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

func (c *comparison) newWholes(a, b *unit) *wholes {
	w := &wholes{c: c, unitA: a, unitB: b}
	sizesA, weightsA := c.measure(a)
	sizesB, weightsB := c.measure(b)
	w.a, w.b = align.NewWhole(sizesA), align.NewWhole(sizesB)
	w.pairs = choose(weightsA, weightsB)
	return w
}

// measure returns the sizes of the files, and what their fingerprints weigh.
func (c *comparison) measure(u *unit) (sizes []align.Size, weights []map[uint64]float64) {
	for _, f := range u.files {
		p, err := c.get(f)
		if c.gone(f, err) {
			p = new(prepared)
		}
		sizes, weights = append(sizes, p.size), append(weights, p.weights)
	}
	return sizes, weights
}

// choose returns the pairs of files to align, in order: for each file the ones that share most with it.
func choose(a, b []map[uint64]float64) [][2]int {
	holders := map[uint64][]int{}
	for j, weights := range b {
		for hash := range weights {
			holders[hash] = append(holders[hash], j)
		}
	}
	forA, forB := make([][]shared, len(a)), make([][]shared, len(b))
	for i, weights := range a {
		sums := map[int]float64{}
		for _, hash := range slices.Sorted(maps.Keys(weights)) {
			for _, j := range holders[hash] {
				sums[j] += weights[hash]
			}
		}
		for j, sum := range sums {
			forA[i] = append(forA[i], shared{j, sum})
			forB[j] = append(forB[j], shared{i, sum})
		}
	}
	chosen := map[[2]int]bool{}
	for i, with := range forA {
		for _, s := range most(with) {
			chosen[[2]int{i, s.file}] = true
		}
	}
	for j, with := range forB {
		for _, s := range most(with) {
			chosen[[2]int{s.file, j}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(chosen), func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
}

// shared is a file with the idf of what it shares with another one.
type shared struct {
	file int
	idf  float64
}

func most(with []shared) []shared {
	slices.SortFunc(with, func(x, y shared) int { return cmp.Or(cmp.Compare(y.idf, x.idf), cmp.Compare(x.file, y.file)) })
	return with[:min(len(with), partners)]
}

// eachPair calls f for the pairs of files to align, with their numbers in the units.
func (w *wholes) eachPair(f func(i, j int, x, y *prepared)) {
	for _, p := range w.pairs {
		fileA, fileB := w.unitA.files[p[0]], w.unitB.files[p[1]]
		x, errX := w.c.get(fileA)
		y, errY := w.c.get(fileB)
		if !w.c.gone(fileA, errX) && !w.c.gone(fileB, errY) {
			f(p[0], p[1], x, y)
		}
	}
}

func (w *wholes) cover(i, j int, x, y *prepared, m align.Match) {
	w.a.Cover(i, x.document, y.document, x.rarity, m)
	w.b.Cover(j, y.document, x.document, y.rarity, m.Mirrored())
}
