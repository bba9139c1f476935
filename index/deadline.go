package index

import (
	"context"
	"time"
)

// lateBy bounds writing finished work after an interrupt. The time is long for a disk, and bounded
// for a cluster whose nodes hang.
const lateBy = 20 * time.Second

// late returns a context that ends lateBy after ctx, for writing finished work. The function frees
// it.
func late(ctx context.Context) (context.Context, context.CancelFunc) {
	after, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lateBy, cancel) })
	return after, func() {
		stop()
		cancel()
	}
}
