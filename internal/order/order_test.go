package order

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestShort_SortsAsSlices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 50 {
		got := rng.Perm(n)
		want := slices.Clone(got)
		Short(got, func(a, b int) int { return cmp.Compare(b, a) })
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(b, a) })
		if !slices.Equal(got, want) {
			t.Fatalf("%v, not %v", got, want)
		}
	}
}
