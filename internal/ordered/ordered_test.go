package ordered

import (
	"context"
	"errors"
	"iter"
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
		err := Each(t.Context(), upTo(200), func(_ context.Context, n int) (int, error) {
			time.Sleep(rand.N(time.Second))
			return 2 * n, nil
		}, func(_, n int, err error) error {
			got = append(got, n)
			return err
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
			err := Each(ctx, upTo(1_000_000), func(_ context.Context, n int) (int, error) {
				begun.Add(1)
				time.Sleep(rand.N(time.Second))
				ended.Add(1)
				return n, nil
			}, func(n, _ int, _ error) error {
				switch {
				case n == 10 && cancelled:
					cancel()
				case n == 10:
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

func upTo(n int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
	}
}
