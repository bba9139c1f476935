package cluster

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// mix permutes the 64-bit values, differently for every seed, so that counters become evenly spread
// hashes (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// 2014).
func mix(hash, seed uint64) uint64 { return finish(hash ^ finish(seed+splitMixStep)) }

const splitMixStep = 0x9E3779B97F4A7C15

func finish(x uint64) uint64 {
	x += splitMixStep
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// sets returns two sets of which so many hashes are in A only, in B only, and in both. The hashes
// are mixed counters.
func sets(onlyA, onlyB, both int, seed uint64) (a, b []uint64) {
	for i := range uint64(onlyA + onlyB + both) {
		h := mix(i, seed)
		if i < uint64(onlyA+both) {
			a = append(a, h)
		}
		if i >= uint64(onlyA) {
			b = append(b, h)
		}
	}
	return a, b
}

// corpora are of like sizes, of very different ones, one inside of the other, and hardly alike.
var corpora = []struct{ onlyA, onlyB, both int }{
	{500, 500, 1000}, {150, 4500, 350}, {0, 4500, 500}, {2500, 100, 1500}, {2000, 2000, 200}, {30, 30, 2000},
}

const (
	trials = 60
	// One in two million numbers that are normally distributed is further than five standard errors
	// from the mean. There are some hundreds of estimates here.
	factor = 5
)

// TestSketch_ResemblanceIsUnbiased compares with what is known of the sets: every estimate by the
// standard error of its sample, and the mean of all, which would reveal a small bias.
func TestSketch_ResemblanceIsUnbiased(t *testing.T) {
	for _, size := range [][2]int{{200, 200}, {400, 150}} {
		for _, c := range corpora {
			truth := float64(c.both) / float64(c.onlyA+c.onlyB+c.both)
			sum, variance := 0.0, 0.0
			for seed := range uint64(trials) {
				a, b := sets(c.onlyA, c.onlyB, c.both, seed)
				x, y := NewSketch(size[0]).With(a), NewSketch(size[1]).With(b)
				value := x.Resemblance(y)
				_, sample := x.overlap(y)
				if sample != min(size[0], size[1]) {
					t.Fatalf("%v of %v: a sample of %d", size, c, sample)
				}
				squared := truth * (1 - truth) / float64(sample)
				// A share is a multiple of 1/n: without that room, truths near 0 or 1 would need a
				// longer tail.
				if off := math.Abs(value - truth); off > factor*math.Sqrt(squared)+1/float64(sample) {
					t.Errorf("%v of %v, seed %d: %v is %v off", size, c, seed, value, off)
				}
				sum += value / trials
				variance += squared / trials / trials
			}
			if off := math.Abs(sum - truth); off > factor*math.Sqrt(variance)+1e-9 {
				t.Errorf("%v of %v: the mean is %v, want %v", size, c, sum, truth)
			}
		}
	}
}

// randomSets are small and overlap, have hashes several times and in no order, and may be empty.
func randomSets(r *rand.Rand) (a, b []uint64) {
	draw := func() []uint64 {
		hashes := make([]uint64, r.IntN(80))
		for i := range hashes {
			hashes[i] = mix(r.Uint64N(60), 3)
		}
		return hashes
	}
	return draw(), draw()
}

func asSet(hashes []uint64) map[uint64]bool {
	m := map[uint64]bool{}
	for _, h := range hashes {
		m[h] = true
	}
	return m
}

// smallest is MIN_s, from the definition.
func smallest(m map[uint64]bool, s int) map[uint64]bool {
	sorted := slices.Sorted(maps.Keys(m))
	return asSet(sorted[:min(s, len(sorted))])
}

func inBoth(of, a, b map[uint64]bool) int {
	n := 0
	for h := range of {
		if a[h] && b[h] {
			n++
		}
	}
	return n
}

// TestSketch_IsTheoremOne computes |MIN_s(M(A) ∪ M(B)) ∩ M(A) ∩ M(B)| / |MIN_s(M(A) ∪ M(B))| of
// sets as they are written.
func TestSketch_IsTheoremOne(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		a, b := randomSets(r)
		s := 1 + r.IntN(50)
		x, y := NewSketch(s).With(a), NewSketch(s).With(b)
		ofA, ofB := smallest(asSet(a), s), smallest(asSet(b), s)
		sample := maps.Clone(ofA)
		maps.Copy(sample, ofB)
		if len(asSet(a)) > s || len(asSet(b)) > s {
			sample = smallest(sample, s)
		}
		shared, size := x.overlap(y)
		if shared != inBoth(sample, ofA, ofB) || size != len(sample) {
			t.Fatalf("seed %d, s=%d: %d of %d, want %d of %d", seed, s, shared, size, inBoth(sample, ofA, ofB), len(sample))
		}
	}
}

// TestSketch_SizesDiffer: with different s the lower counts, and a whole set has any.
func TestSketch_SizesDiffer(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 5))
		a, b := randomSets(r)
		s, more := 1+r.IntN(20), r.IntN(100)
		small := NewSketch(s).With(b)
		got, want := NewSketch(s+more).With(a).Resemblance(small), NewSketch(s).With(a).Resemblance(small)
		if len(asSet(b)) > s && got != want {
			t.Fatalf("seed %d: s=%d and %d make %v, want %v", seed, s+more, s, got, want)
		}
		if n := len(asSet(a)); NewSketch(n).With(a).size != n || NewSketch(n).With(a).limit() != math.MaxInt {
			t.Fatalf("seed %d: a sketch of all %d hashes is not exact", seed, n)
		}
	}
}

func TestSketch_Properties(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 6))
		x, y := randomSets(r)
		s := 1 + r.IntN(100)
		others := make([]uint64, len(x))
		for i := range others {
			others[i] = mix(uint64(1000+i), 3) // no random set has these
		}
		a, b, disjoint := NewSketch(s).With(x), NewSketch(s).With(y), NewSketch(s).With(others)
		if x, y := a.Resemblance(b), b.Resemblance(a); x != y {
			t.Fatalf("resemblance is %v one way and %v the other", x, y)
		}
		if own := a.Resemblance(a); len(a.hashes) > 0 && own != 1 {
			t.Fatalf("resembles itself by %v", own)
		}
		if e := a.Resemblance(disjoint); e != 0 {
			t.Fatalf("resembles what it shares nothing with: %v", e)
		}
		both := inBoth(asSet(a.hashes), asSet(a.hashes), asSet(b.hashes))
		if r := a.Resemblance(b); both > 0 && r > a.ceiling(b, both) {
			t.Fatalf("resemblance is %v, said to be at most %v", r, a.ceiling(b, both))
		}
	}
}

func TestSketch_WithIsThatOfTheUnion(t *testing.T) {
	var all []uint64
	joint := NewSketch(20)
	for i := range uint64(40) {
		var part []uint64
		for j := range i % 5 {
			part = append(part, mix(i/2*7+j, 1))
		}
		all = append(all, part...)
		joint = joint.With(part)
		want := NewSketch(20).With(all)
		if !slices.Equal(joint.hashes, want.hashes) || joint.size > want.size || (joint.size > 20) != (want.size > 20) {
			t.Fatalf("after %d: %+v, not %+v", i, joint, want)
		}
	}
	if len(joint.hashes) != 20 || joint.limit() != 20 {
		t.Errorf("%+v", joint)
	}
}

func TestSketch_BadInput(t *testing.T) {
	hashes := []uint64{5, 3, 5}
	if k := NewSketch(-1).With(hashes); len(k.hashes) != 0 || k.Resemblance(k) != 0 {
		t.Errorf("a sketch of -1 hashes is %+v", k)
	}
	if v := (Sketch{}).Resemblance(NewSketch(1).With(hashes)); v != 0 {
		t.Errorf("nothing resembles something: %v", v)
	}
	if !slices.Equal(hashes, []uint64{5, 3, 5}) {
		t.Errorf("hashes are %v now", hashes)
	}
}
