package interruptible

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

func TestSortSortsOrEnds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 100, 20 * Looks} {
		s := make([]int, n)
		for i := range s {
			s[i] = r.IntN(n + 1)
		}
		compared := 0
		compare := func(a, b int) int { compared++; return cmp.Compare(a, b) }
		if n > 100 {
			err := Sort(countdown.After(2), slices.Clone(s), compare)
			if !errors.Is(err, context.Canceled) || compared > 3*Looks {
				t.Errorf("%v after %d comparisons", err, compared)
			}
		}
		want := slices.Sorted(slices.Values(s))
		if err := Sort(context.Background(), s, compare); err != nil || !slices.Equal(s, want) {
			t.Errorf("%d are not sorted: %v", n, err)
		}
	}
}

func TestLooksAreFarApart(t *testing.T) {
	t.Parallel()
	const steps = 10 * Looks
	ctx := countdown.After(7)
	for i := range steps {
		if err := Look(ctx, i); (err != nil) != (i == 7*Looks) || err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("step %d: %v", i, err)
		} else if err != nil {
			break
		}
	}
	if ctx.Looks() != 8 {
		t.Errorf("%d looks", ctx.Looks())
	}
}
