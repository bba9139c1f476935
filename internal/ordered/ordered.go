// Package ordered works on several items at a time, and passes the results on in order.
package ordered

import (
	"cmp"
	"context"
	"iter"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// item is an item of several, and its result. done is closed when its work is.
type item[T, R any] struct {
	value  T
	result R
	err    error
	done   chan struct{}
}

// Each calls work for each item without an error, for GOMAXPROCS items at a time, and then pass, in
// the order of the items, with the result, and the error of the item or its work. It holds up to
// two more items. It returns the first error of pass, or ctx's error. Another goroutine iterates
// over the items; pass is called on the caller's. No work runs any more on return.
func Each[T, R any](ctx context.Context, items iter.Seq2[T, error], work func(context.Context, T) (R, error), pass func(T, R, error) error) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	pending := make(chan *item[T, R], runtime.GOMAXPROCS(0))
	go func() {
		defer close(pending)
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for value, err := range items {
			one := &item[T, R]{value: value, err: err, done: make(chan struct{})}
			select {
			case pending <- one:
			case <-working.Done():
				return
			}
			group.Go(func() error {
				defer close(one.done)
				if one.err == nil {
					one.result, one.err = work(working, one.value)
				}
				return nil
			})
		}
	}()
	var failed error
	for one := range pending { // to its end, so that no work runs any more on return
		<-one.done
		if failed == nil {
			failed = ctx.Err()
		}
		if failed == nil {
			failed = pass(one.value, one.result, one.err)
		}
		if failed != nil {
			stop()
		}
	}
	return cmp.Or(failed, ctx.Err())
}
