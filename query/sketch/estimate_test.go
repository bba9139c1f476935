package sketch

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sets returns two sets of which so many hashes are in A only, in B only, and in both. The hashes are mixed counters.
func sets(onlyA, onlyB, both int, seed uint64) (a, b []uint64) {
	for i := range uint64(onlyA + onlyB + both) {
		h := Mix(i, seed)
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
	// One in two million numbers that are normally distributed is further than five standard errors from the mean.
	// There are some thousands of estimates here.
	factor = 5
)

// estimator is one way to an estimate, with the number of hashes that it draws at least from any of the corpora.
type estimator struct {
	name  string
	of    func(a, b []uint64) Estimate
	truth func(onlyA, onlyB, both float64) float64
	least int
}

func resemblance(onlyA, onlyB, both float64) float64 { return both / (onlyA + onlyB + both) }
func containment(onlyA, _, both float64) float64     { return both / (onlyA + both) }

var estimators = []estimator{
	{"min resemblance", func(a, b []uint64) Estimate {
		return NewMin(a, 200).Resemblance(NewMin(b, 200))
	}, resemblance, 200},
	{"min resemblance of two sizes", func(a, b []uint64) Estimate {
		return NewMin(a, 400).Resemblance(NewMin(b, 150))
	}, resemblance, 150},
	{"mod resemblance", func(a, b []uint64) Estimate {
		return NewMod(a, 5).Resemblance(NewMod(b, 5))
	}, resemblance, 250},
	{"mod containment", func(a, b []uint64) Estimate {
		return NewMod(a, 5).Containment(NewMod(b, 5))
	}, containment, 60},
	{"mod resemblance of two sizes", func(a, b []uint64) Estimate {
		return NewModOf(a, 1000).Resemblance(NewModOf(b, 1000))
	}, resemblance, 150},
	{"mod containment of two sizes", func(a, b []uint64) Estimate {
		return NewModOf(a, 1000).Containment(NewModOf(b, 1000))
	}, containment, 30},
}

// TestEstimatesAreUnbiased compares with what is known of the sets: every estimate for itself, by the standard error of
// its own sample, and the mean of all, which would tell a small bias.
func TestEstimatesAreUnbiased(t *testing.T) {
	for _, x := range estimators {
		for _, c := range corpora {
			truth := x.truth(float64(c.onlyA), float64(c.onlyB), float64(c.both))
			sum, variance := 0.0, 0.0
			for seed := range uint64(trials) {
				a, b := sets(c.onlyA, c.onlyB, c.both, seed)
				e := x.of(a, b)
				if e.Sample < x.least || e.Exact {
					t.Fatalf("%s of %v: %+v, want a sample of %d", x.name, c, e, x.least)
				}
				squared := truth * (1 - truth) / float64(e.Sample)
				// A share is a multiple of 1/n: without that room, truths near 0 or 1 would need a longer tail.
				if off := math.Abs(e.Value() - truth); off > factor*math.Sqrt(squared)+1/float64(e.Sample) {
					t.Errorf("%s of %v, seed %d: %+v is %v off", x.name, c, seed, e, off)
				}
				sum += e.Value() / trials
				variance += squared / trials / trials
			}
			if off := math.Abs(sum - truth); off > factor*math.Sqrt(variance)+1e-9 {
				t.Errorf("%s of %v: the mean is %v, want %v", x.name, c, sum, truth)
			}
		}
	}
}

func TestStandardErrorIsThatOfTheSample(t *testing.T) {
	for _, c := range []struct {
		e    Estimate
		want float64
	}{
		{Estimate{Shared: 50, Sample: 100}, 0.05}, {Estimate{Shared: 80, Sample: 400}, 0.02},
		{Estimate{Shared: 1, Sample: 2, Exact: true}, 0}, {Estimate{Exact: true}, 0}, {Estimate{}, 1},
	} {
		if got := c.e.StandardError(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v has a standard error of %v, want %v", c.e, got, c.want)
		}
	}
}

// randomSets are small and overlap, have hashes several times and in no order, and may be empty.
func randomSets(r *rand.Rand) (a, b []uint64) {
	draw := func() []uint64 {
		hashes := make([]uint64, r.IntN(80))
		for i := range hashes {
			hashes[i] = Mix(r.Uint64N(60), 3)
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

func union(a, b map[uint64]bool) map[uint64]bool {
	m := maps.Clone(a)
	maps.Copy(m, b)
	return m
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

// TestMinIsTheoremOne computes |MIN_s(M(A) ∪ M(B)) ∩ M(A) ∩ M(B)| / |MIN_s(M(A) ∪ M(B))| of sets as they are written.
func TestMinIsTheoremOne(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		a, b := randomSets(r)
		s := 1 + r.IntN(50)
		got := NewMin(a, s).Resemblance(NewMin(b, s))
		ofA, ofB := smallest(asSet(a), s), smallest(asSet(b), s)
		whole := len(asSet(a)) <= s && len(asSet(b)) <= s
		sample := union(ofA, ofB)
		if !whole {
			sample = smallest(sample, s)
		}
		want := Estimate{inBoth(sample, ofA, ofB), len(sample), whole}
		if got != want {
			t.Fatalf("seed %d, s=%d: %+v, want %+v", seed, s, got, want)
		}
	}
}

func TestModIsTheoremOne(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 4))
		a, b := randomSets(r)
		m, n := r.Uint64N(7), r.Uint64N(7)
		of := func(hashes []uint64) map[uint64]bool {
			return asSet(slices.DeleteFunc(slices.Clone(hashes), func(h uint64) bool {
				return h%max(m, 1) != 0 || h%max(n, 1) != 0
			}))
		}
		ofA, ofB := of(a), of(b)
		shared, exact := inBoth(ofA, ofA, ofB), m <= 1 && n <= 1
		x, y := NewMod(a, m), NewMod(b, n)
		if got, want := x.Resemblance(y), (Estimate{shared, len(union(ofA, ofB)), exact}); got != want {
			t.Fatalf("seed %d, m=%d, %d: resemblance %+v, want %+v", seed, m, n, got, want)
		}
		if got, want := x.Containment(y), (Estimate{shared, len(ofA), exact}); got != want {
			t.Fatalf("seed %d, m=%d, %d: containment %+v, want %+v", seed, m, n, got, want)
		}
	}
}

// TestSketchesOfAnySize: with different s the lower counts, and a whole set has any.
func TestSketchesOfAnySize(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 5))
		a, b := randomSets(r)
		s, more := 1+r.IntN(20), r.IntN(100)
		got, want := NewMin(a, s+more).Resemblance(NewMin(b, s)), NewMin(a, s).Resemblance(NewMin(b, s))
		if len(asSet(b)) > s && got != want {
			t.Fatalf("seed %d: s=%d and %d make %+v, want %+v", seed, s+more, s, got, want)
		}
		if n := len(asSet(a)); NewMin(a, n).Size != n || !NewMin(a, n).Resemblance(NewMin(a, n+more)).Exact {
			t.Fatalf("seed %d: a sketch of all %d hashes is not exact", seed, n)
		}
	}
}

func TestProperties(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 6))
		a, b := randomSets(r)
		s, m := 1+r.IntN(100), r.Uint64N(5)
		checkKind(t, NewMin(a, s), NewMin(b, s), NewMin(others(a), s))
		checkKind(t, NewMod(a, m), NewMod(b, m), NewMod(others(a), m))
		checkKind(t, NewModOf(a, s), NewModOf(b, s), NewModOf(others(a), s))
	}
}

// others returns hashes that no random set has.
func others(hashes []uint64) []uint64 {
	list := make([]uint64, len(hashes))
	for i := range list {
		list[i] = Mix(uint64(1000+i), 3)
	}
	return list
}

func checkKind[S Sketch[S]](t *testing.T, a, b, disjoint S) {
	t.Helper()
	if x, y := a.Resemblance(b), b.Resemblance(a); x != y {
		t.Fatalf("resemblance is %+v one way and %+v the other", x, y)
	}
	if own := a.Resemblance(a).Value(); len(a.hashes()) > 0 && own != 1 {
		t.Fatalf("resembles itself by %v", own)
	}
	if e := a.Resemblance(disjoint); e.Value() != 0 {
		t.Fatalf("resembles what it shares nothing with: %+v", e)
	}
	both := inBoth(asSet(a.hashes()), asSet(a.hashes()), asSet(b.hashes()))
	if r := a.Resemblance(b).Value(); both > 0 && r > a.ceiling(b, both) {
		t.Fatalf("resemblance is %v, said to be at most %v", r, a.ceiling(b, both))
	}
}

// TestSizeOfModOf: at most s hashes are expected, and more than half as many unless that is all.
func TestSizeOfModOf(t *testing.T) {
	for _, n := range []int{0, 1, 99, 100, 101, 200, 201, 5000, 100_000} {
		hashes, _ := sets(n, 0, 0, 9)
		k := NewModOf(hashes, 100)
		expected := float64(n) / float64(k.M)
		if expected > 100 || k.M > 1 && expected <= 50 {
			t.Errorf("%d hashes: modulus %d", n, k.M)
		}
		if deviation := math.Abs(float64(len(k.Hashes)) - expected); deviation > factor*math.Sqrt(expected) {
			t.Errorf("%d hashes: %d are kept of about %v", n, len(k.Hashes), expected)
		}
	}
}

func TestBadInputKeepsNothingOrAll(t *testing.T) {
	hashes := []uint64{5, 3, 5}
	if k := NewMin(hashes, -1); len(k.Hashes) != 0 || k.Resemblance(k).StandardError() != 1 {
		t.Errorf("MIN of -1 hashes is %+v", k)
	}
	for _, k := range []Mod{NewMod(hashes, 0), NewMod(hashes, 1), NewModOf(hashes, 5)} {
		if !slices.Equal(k.Hashes, []uint64{3, 5}) || k.M != 1 {
			t.Errorf("MOD of all hashes is %+v", k)
		}
	}
	if k := NewModOf(hashes, -1); k.M != 2 {
		t.Errorf("MOD of -1 of two hashes has a modulus of %d, want 2", k.M)
	}
	if e := (Min{}).Resemblance(NewMin(hashes, 1)); e.Value() != 0 {
		t.Errorf("nothing resembles something: %+v", e)
	}
	if e := (Mod{}).Containment(NewMod(hashes, 3)); e != (Estimate{}) {
		t.Errorf("nothing is contained in something: %+v", e)
	}
	if !slices.Equal(hashes, []uint64{5, 3, 5}) {
		t.Errorf("hashes are %v now", hashes)
	}
}
