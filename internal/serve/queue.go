package serve

import (
	"context"
	"runtime/metrics"
	"sync/atomic"

	"github.com/chaffinch-search/chaffinch/internal/mapped"
)

// BusyError means that the server is busy. Retry after a few seconds.
type BusyError struct{ Why string }

// Error reports why.
func (e *BusyError) Error() string { return e.Why + ": try again in a few seconds" }

// queue bounds running and waiting questions. If several may run, one slot is reserved for small
// ones, and so is half of the queue.
type queue struct {
	slots, large chan struct{}
	waiting      atomic.Int64
	waitingLarge atomic.Int64
	limits       Limits
}

// largeQuestion is the size of a request, in bytes, from which it is large. These are about 1,500
// lines.
const largeQuestion = 64 << 10

func newQueue(l Limits) *queue {
	return &queue{slots: make(chan struct{}, l.Questions), large: make(chan struct{}, max(1, l.Questions-1)), limits: l}
}

// Queue returns a function that calls others in their turn, as [Server.Ask] does.
func Queue(l Limits) func(context.Context, func(context.Context) error) error { return newQueue(l).ask }

type sizeKey struct{}

// withSize records the size of the request in its context.
func withSize(ctx context.Context, bytes int64) context.Context {
	return context.WithValue(ctx, sizeKey{}, bytes)
}

// ask calls f when a slot is free. The limit Time bounds the wait and f together.
func (q *queue) ask(ctx context.Context, f func(context.Context) error) error {
	ctx, stop := context.WithTimeout(ctx, q.limits.Time)
	defer stop()
	if size, _ := ctx.Value(sizeKey{}).(int64); size >= largeQuestion {
		if err := enter(ctx, q.large, &q.waitingLarge, q.limits.Queue/2); err != nil {
			return err
		}
		defer func() { <-q.large }()
	}
	if err := enter(ctx, q.slots, &q.waiting, q.limits.Queue); err != nil {
		return err
	}
	defer func() { <-q.slots }()
	if live := liveHeap(); live > q.limits.Memory {
		return &BusyError{"the server's memory limit is reached"}
	}
	return mapped.Read(func() error { return f(ctx) })
}

// enter takes a slot. It fails if too many others wait for one.
func enter(ctx context.Context, slots chan struct{}, waiting *atomic.Int64, most int) error {
	select {
	case slots <- struct{}{}:
		return nil
	default:
	}
	if n := waiting.Add(1); n > int64(most) {
		waiting.Add(-1)
		return &BusyError{"the queue is full"}
	}
	defer waiting.Add(-1)
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return &BusyError{"the request waited too long in the queue"}
	}
}

// liveHeap returns the live bytes of the heap at the last garbage collection.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}
