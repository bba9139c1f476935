package chaffinch

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
		if !slices.Equal(c.all, want) || c.left != len(all)-len(want) {
			t.Fatalf("of %v\n%v are kept, and %d are not", all, c.all, c.left)
		}
	}
}
