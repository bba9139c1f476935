package serve

import (
	"context"
	"runtime/metrics"
	"sync/atomic"

	"github.com/chaffinch-search/chaffinch/internal/mapped"
)

// BusyError means that a question cannot be asked now. Ask it again after some seconds.
type BusyError struct{ Why string }

// Error says why.
func (e *BusyError) Error() string { return e.Why + ": try again in some seconds" }

// queue lets some questions be answered at a time, and some more wait. Large ones leave a slot to others, and half of
// the places to wait.
type queue struct {
	slots, large chan struct{}
	waiting      atomic.Int64
	waitingLarge atomic.Int64
	limits       Limits
}

// largeQuestion is the size of a request, in bytes, from which it is large: some 1,500 lines.
const largeQuestion = 64 << 10

func newQueue(l Limits) *queue {
	return &queue{slots: make(chan struct{}, l.Questions), large: make(chan struct{}, max(1, l.Questions-1)), limits: l}
}

// Queue returns a function that calls others in their turn, as [Server.Ask] does.
func Queue(l Limits) func(context.Context, func(context.Context) error) error { return newQueue(l).ask }

type sizeKey struct{}

// withSize notes the size of the request that a context is of.
func withSize(ctx context.Context, bytes int64) context.Context {
	return context.WithValue(ctx, sizeKey{}, bytes)
}

// ask calls f in its turn. The context of f, and the wait, end with the time of an answer.
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
		return &BusyError{"the questions so far need all memory"}
	}
	return mapped.Read(func() error { return f(ctx) })
}

// enter takes a slot, for which at most so many others wait.
func enter(ctx context.Context, slots chan struct{}, waiting *atomic.Int64, most int) error {
	select {
	case slots <- struct{}{}:
		return nil
	default:
	}
	if n := waiting.Add(1); n > int64(most) {
		waiting.Add(-1)
		return &BusyError{"too many questions wait for an answer"}
	}
	defer waiting.Add(-1)
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return &BusyError{"the questions before take too long"}
	}
}

// liveHeap returns the bytes that the last collection found in use.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}
