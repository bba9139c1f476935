package align

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBitset_IsAListOfMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	var set bitset
	for range 2000 {
		n := 1 + rng.IntN(200)
		set = set.emptied(n)
		marks := make([]bool, n)
		for range rng.IntN(4) {
			from := rng.IntN(n)
			to := from + rng.IntN(n-from+1)
			set.mark(from, to)
			for i := from; i < to; i++ {
				marks[i] = true
			}
		}
		from := rng.IntN(n)
		to := from + rng.IntN(n-from+1)
		if got, want := set.has(from, to), slices.Contains(marks[from:to], true); got != want {
			t.Fatalf("%v: from %d to %d: %v", marks, from, to, got)
		}
		step, most := 1-2*rng.IntN(2), rng.IntN(65)
		at := rng.IntN(n+1) - max(0, -step) // after the last token, or before the first one
		want := 0
		for i := at; want < most && i >= 0 && i < n && !marks[i]; i += step {
			want++
		}
		if got := set.free(at, step, most, n); got != want {
			t.Fatalf("%v: %d free from %d by %d, not %d", marks, got, at, step, want)
		}
	}
}
