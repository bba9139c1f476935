package ordered

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Results come in the order of the items, whatever their work takes.
func TestEach_KeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []int
		err := Each(t.Context(), upTo(200), func(_ context.Context, n *int) {
			time.Sleep(rand.N(time.Second))
			*n *= 2
		}, func(n *int) error {
			got = append(got, *n)
			return nil
		})
		for i, n := range got {
			if n != 2*i {
				t.Fatalf("result %d is %d", i, n)
			}
		}
		if err != nil || len(got) != 200 {
			t.Errorf("%d results, error %v", len(got), err)
		}
	})
}

// An error, or the end of the context, ends the work. None runs any more on return.
func TestEach_EndsEarly(t *testing.T) {
	broken := errors.New("broken")
	for _, cancelled := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var begun, ended atomic.Int64
			want := broken
			if cancelled {
				want = context.Canceled
			}
			err := Each(ctx, upTo(1_000_000), func(context.Context, *int) {
				begun.Add(1)
				time.Sleep(rand.N(time.Second))
				ended.Add(1)
			}, func(n *int) error {
				switch {
				case *n == 10 && cancelled:
					cancel()
				case *n == 10:
					return broken
				}
				return nil
			})
			if !errors.Is(err, want) || begun.Load() != ended.Load() || begun.Load() == 1_000_000 {
				t.Errorf("error %v, want %v; %d begun, %d ended", err, want, begun.Load(), ended.Load())
			}
		})
	}
}

func upTo(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
