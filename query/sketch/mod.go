package sketch

import (
	"cmp"
	"math"
	"slices"
)

// Mod is the sketch MOD_m of a set: its hashes that are 0 modulo m, one in m of them. It is made by [NewMod] or
// [NewModOf]; the zero value is the sketch of a document without a shingle.
type Mod struct {
	M      uint64   // the modulus
	Hashes []uint64 // those that are kept, rising
}

// NewMod returns MOD_m of the hashes, which may come in any order and several times. A modulus of 0 or 1 keeps all of
// them, which makes every estimate between such sketches exact. It takes O(n log n) time; the sketch has 8 bytes a hash
// that is kept, in memory of its own.
func NewMod(hashes []uint64, m uint64) Mod {
	m = max(m, 1)
	return Mod{M: m, Hashes: set(multiples(hashes, m))}
}

// NewModOf returns MOD_m for the lowest power of two m that lets at most s hashes be expected: all hashes of a document
// that has no more than s, and of a larger one about s/2 to s. That is Broder's MOD of 2^i, for documents of variable
// size: the sketch stops growing, and is of use for containment still. m depends on the number of hashes only, never on
// their values, which would bias estimates. s is at least 1, or counts as 1. Time and memory are those of [NewMod].
func NewModOf(hashes []uint64, s int) Mod {
	all, m := set(hashes), uint64(1)
	for uint64(len(all)) > uint64(max(s, 1))*m {
		m *= 2
	}
	return Mod{M: m, Hashes: slices.Clone(multiples(all, m))}
}

func multiples(hashes []uint64, m uint64) []uint64 {
	if m <= 1 {
		return hashes
	}
	var kept []uint64
	for _, h := range hashes {
		if h%m == 0 {
			kept = append(kept, h)
		}
	}
	return kept
}

// common returns what both sketches hold for a common modulus, the least: a hash that is 0 modulo both is so modulo
// their least common multiple. Of powers of two that is the larger.
func (a Mod) common(b Mod) (ofA, ofB []uint64, exact bool) {
	exact = a.M <= 1 && b.M <= 1
	if a.M == b.M {
		return a.Hashes, b.Hashes, exact
	}
	return multiples(a.Hashes, b.M), multiples(b.Hashes, a.M), exact
}

// Resemblance estimates |A ∩ B| / |A ∪ B|, without bias where there is a sample: the share of all hashes of the
// sketches that both hold (Theorem 1). Sketches with different moduli are compared by the hashes that both would keep;
// where none divides another's, these are few.
func (a Mod) Resemblance(b Mod) Estimate {
	ofA, ofB, exact := a.common(b)
	shared, union := overlap(ofA, ofB, math.MaxInt)
	return Estimate{Shared: shared, Sample: union, Exact: exact}
}

// Containment estimates |A ∩ B| / |A|, how much of A is in B, without bias where there is a sample: the share of the
// hashes of A's sketch that B's holds, too (Theorem 1). Moduli are as for [Mod.Resemblance]. The sample of a short
// document is small once it is compared with a long one of a large modulus: see [Estimate.StandardError].
func (a Mod) Containment(b Mod) Estimate {
	ofA, ofB, exact := a.common(b)
	shared, _ := overlap(ofA, ofB, math.MaxInt)
	return Estimate{Shared: shared, Sample: len(ofA), Exact: exact}
}

func (a Mod) hashes() []uint64 { return a.Hashes }

func (a Mod) compare(b Mod) int {
	return cmp.Or(slices.Compare(a.Hashes, b.Hashes), cmp.Compare(a.M, b.M))
}

func (a Mod) ceiling(b Mod, shared int) float64 {
	if a.M != b.M { // what is in the sample is not known yet
		return 1
	}
	return float64(shared) / float64(len(a.Hashes)+len(b.Hashes)-shared)
}
