package units

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each calls do for the numbers below n, on all processors, roughly ascending. It stops at the
// first error, and when ctx is done.
func Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(ctx, i); err != nil {
					return err
				}
				runtime.Gosched() // WebAssembly has one thread, and interrupts nobody for the garbage collector
			}
			return nil
		})
	}
	return group.Wait()
}
