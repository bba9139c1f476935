package serve

import (
	"context"
	"runtime/metrics"
	"sync/atomic"
)

// BusyError means that a question cannot be asked now. Ask it again after some seconds.
type BusyError struct{ Why string }

// Error says why.
func (e *BusyError) Error() string { return e.Why + ": try again in some seconds" }

// queue lets some questions be answered at a time, and some more wait.
type queue struct {
	slots   chan struct{}
	waiting atomic.Int64
	limits  Limits
}

func newQueue(l Limits) *queue { return &queue{slots: make(chan struct{}, l.Questions), limits: l} }

// ask calls f in its turn. The context of f, and the wait, end with the time of an answer.
func (q *queue) ask(ctx context.Context, f func(context.Context) error) error {
	ctx, stop := context.WithTimeout(ctx, q.limits.Time)
	defer stop()
	if err := q.enter(ctx); err != nil {
		return err
	}
	defer func() { <-q.slots }()
	if live := liveHeap(); live > q.limits.Memory {
		return &BusyError{"the questions so far need all memory"}
	}
	return f(ctx)
}

func (q *queue) enter(ctx context.Context) error {
	select {
	case q.slots <- struct{}{}:
		return nil
	default:
	}
	if n := q.waiting.Add(1); n > int64(q.limits.Queue) {
		q.waiting.Add(-1)
		return &BusyError{"too many questions wait for an answer"}
	}
	defer q.waiting.Add(-1)
	select {
	case q.slots <- struct{}{}:
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
