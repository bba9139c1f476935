package cluster

import (
	"cmp"
	"math"
	"slices"
)

// Sizes of sketches in hashes: minimum, default and maximum.
const (
	MinSize     = 10
	DefaultSize = 200 // a standard error of 0.035
	MaxSize     = 100_000
)

// Sketch is MIN_s of a set of hashes: its s smallest, or all of them if it has no more (Broder, "On
// the resemblance and containment of documents", SEQUENCES 1997). Two sketches of the same s
// estimate how much their sets resemble each other.
//
// Broder permutes the hashes at random first. That is not needed here: the hashes of fingerprints
// are evenly spread already. A Sketch is immutable and safe for concurrent use.
type Sketch struct {
	s      int      // maximum number of hashes kept
	size   int      // at least over s if the set has more than s hashes
	hashes []uint64 // the hashes kept, ascending
}

// NewSketch returns the sketch of the empty set that keeps at most s hashes. The standard error of
// a resemblance is at most 1/(2 sqrt(s)): 0.05 for 100 hashes, 0.025 for 400.
func NewSketch(s int) Sketch { return Sketch{s: max(s, 0)} }

// With returns the sketch of the set with the hashes added. They may come in any order and several
// times, and are not changed. It takes O(n log n) time; the result has memory of its own, 8 bytes
// for each hash kept.
func (a Sketch) With(hashes []uint64) Sketch {
	all := slices.Concat(hashes, a.hashes)
	slices.Sort(all)
	all = slices.Compact(all)
	kept := slices.Clone(all[:min(a.s, len(all))])
	return Sketch{s: a.s, size: max(a.size, len(all)), hashes: kept}
}

// limit returns the largest s for which the sketch is MIN_s of its set: any, if it holds all of it.
func (a Sketch) limit() int {
	if a.size <= a.s {
		return math.MaxInt
	}
	return a.s
}

// Resemblance estimates |A ∩ B| / |A ∪ B|, without bias: the share of the s smallest hashes of the
// union that both hold (Broder, theorem 1). It is 0 if both are empty. Of two sketches with
// different s the lower s counts. If both sketches hold their whole sets, the value is exact.
func (a Sketch) Resemblance(b Sketch) float64 {
	shared, sample := a.overlap(b)
	if sample == 0 {
		return 0
	}
	return float64(shared) / float64(sample)
}

// overlap counts the s smallest hashes of the union, and the shared among them.
func (a Sketch) overlap(b Sketch) (shared, union int) {
	x, y, limit := a.hashes, b.hashes, min(a.limit(), b.limit())
	for union < limit && len(x) > 0 && len(y) > 0 {
		union++
		switch {
		case x[0] < y[0]:
			x = x[1:]
		case x[0] > y[0]:
			y = y[1:]
		default:
			shared++
			x, y = x[1:], y[1:]
		}
	}
	return shared, min(limit, union+len(x)+len(y))
}

// compare is a total order. Sketches that compare equal have the same resemblance to any other.
func (a Sketch) compare(b Sketch) int {
	return cmp.Or(slices.Compare(a.hashes, b.hashes), cmp.Compare(a.limit(), b.limit()))
}

// ceiling bounds the resemblance of sketches that share at most so many hashes. At least one sketch
// must not be empty.
func (a Sketch) ceiling(b Sketch, shared int) float64 {
	sample := min(a.limit(), b.limit(), len(a.hashes)+len(b.hashes)-shared)
	return float64(shared) / float64(sample)
}
