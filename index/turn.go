package index

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Calls that write take turns. When the context of one is done it stops, but batches that Bleve is at have to be waited
// for, and what was written has to be published; that can take a second. So Update, unless it is to finish, and Remove
// return without that, and the rest is done behind them: the next call that writes waits for it, and so does Close,
// which returns its error.

// turn is held by the call that writes.
type turn struct {
	held chan struct{} // has room for one
	mu   sync.Mutex
	late error // of a call that had returned before, as long as nothing was published since
}

func newTurn() *turn { return &turn{held: make(chan struct{}, 1)} }

// grace is how long a call goes on when its context is done before it returns.
const grace = 50 * time.Millisecond

// take waits for the turn, or for the end of ctx.
func (t *turn) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
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
		err := errors.New("a function of the caller's has ended its goroutine")
		defer func() {
			t.mu.Lock()
			if left && !errors.Is(err, ctx.Err()) {
				t.late = err
			}
			done <- err
			t.mu.Unlock()
			t.pass()
		}()
		err = do()
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

// published says that all that was written has been published: so what had failed behind a call is made good.
func (t *turn) published() {
	t.mu.Lock()
	t.late = nil
	t.mu.Unlock()
}

// lateError returns the error of a call that had returned before, if nothing was published since.
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
