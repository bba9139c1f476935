package pairing

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// The kept candidates are the best, in any order of arrival.
func TestCollector_KeepsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		var all []candidate
		for n := range rng.IntN(60) {
			all = append(all, candidate{a: int32(n % 7), b: int32(n), estimate: float32(rng.IntN(8))})
		}
		c := collector{most: 1 + rng.IntN(20)}
		for _, i := range rng.Perm(len(all)) {
			c.add(all[i])
		}
		c.cut()
		slices.SortFunc(all, func(x, y candidate) int {
			return cmp.Or(cmp.Compare(y.estimate, x.estimate), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
		})
		want := all[:min(len(all), c.most)]
		slices.SortFunc(c.all, comparePromise)
		if !slices.Equal(c.all, want) || c.left != len(all)-len(want) {
			t.Fatalf("of %v\n%v are kept, and %d are not", all, c.all, c.left)
		}
	}
}

// However many candidates are sorted at first, all come in order, in parts of the sizes wanted.
func TestByPromise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		all := make([]candidate, rng.IntN(200))
		for n := range all {
			all[n] = candidate{a: rng.Int32N(5), b: int32(n), estimate: float32(rng.IntN(8)), made: rng.IntN(4) == 0}
		}
		want := slices.SortedFunc(slices.Values(all), comparePromise)
		sizes := func(yield func(int) bool) {
			for yield(1 + rng.IntN(30)) {
			}
		}
		var got []candidate
		for part := range byPromise(all, sizes, 1+rng.IntN(20)) {
			if len(part) == 0 || len(part) > 30 {
				t.Fatalf("%d at a time", len(part))
			}
			got = append(got, part...)
		}
		if !slices.Equal(got, want) || !slices.Equal(all, want) {
			t.Fatalf("%v, not %v", got, want)
		}
	}
}
