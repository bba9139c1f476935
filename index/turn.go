package index

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Calls that write take turns. When the context of one is done it stops, but batches that Bleve is at have to be waited
// for, and what was written has to be published; that can take a second. So the call returns without that, and the rest
// is done behind it: the next call that writes waits for it, and so does Close, which returns its error.

// turn is held by the call that writes.
type turn struct {
	held chan struct{} // has room for one
	mu   sync.Mutex
	late error // of the last call, if that had returned before
}

func newTurn() *turn { return &turn{held: make(chan struct{}, 1)} }

// grace is how long a call goes on when its context is done before it returns.
const grace = 50 * time.Millisecond

// take waits for the turn, or for the end of ctx.
func (t *turn) take(ctx context.Context) error {
	select {
	case t.held <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pass ends the turn.
func (t *turn) pass() { <-t.held }

// run calls do in a turn, and returns its error; or, where do is not over some time after ctx is done, ctx's error
// and false, and do goes on.
func (t *turn) run(ctx context.Context, do func() error) (over bool, err error) {
	if err := t.take(ctx); err != nil {
		return false, err
	}
	left := false // guarded by mu
	done := make(chan error, 1)
	go func() {
		err := do()
		t.mu.Lock()
		t.late = nil
		if left && !errors.Is(err, ctx.Err()) {
			t.late = err
		}
		done <- err
		t.mu.Unlock()
		t.pass()
	}()
	select {
	case err := <-done:
		return true, err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return true, err
	case <-time.After(grace):
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case err := <-done:
		return true, err
	default:
		left = true
		return false, ctx.Err()
	}
}

// lateError returns the error of the last call if that had returned before.
func (t *turn) lateError() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.late
}

// gate lets calls of a caller's functions through until that has returned.
type gate struct {
	mu   sync.Mutex
	shut bool
}

// call calls f, one at a time, unless the gate is shut.
func (g *gate) call(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.shut {
		f()
	}
}

// close waits for the call under way, and lets no other through.
func (g *gate) close() {
	g.mu.Lock()
	g.shut = true
	g.mu.Unlock()
}
