package index

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"testing"
)

// A call whose context is done does not wait for what it has begun; the next one does, and Close.
func TestCancelledUpdateReturnsBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]error{"publishing works": nil, "publishing fails": syscall.EIO} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
			ctx, cancel := context.WithCancel(context.Background())
			released := make(chan struct{})
			x.link = func(old, new string) error {
				cancel()
				<-released
				if fails != nil {
					return fails
				}
				return os.Link(old, new)
			}
			var returned atomic.Bool
			o := UpdateOptions{Progress: func(Report) {
				if returned.Load() {
					t.Error("progress is reported of a call that has returned")
				}
			}}
			report, err := x.Update(ctx, Source{Root: tr.root}, o)
			returned.Store(true)
			if !errors.Is(err, context.Canceled) || report.Added != 1 {
				t.Errorf("%+v, %v", report, err)
			}
			if _, err := x.Update(ctx, Source{Root: tr.root}, o); !errors.Is(err, context.Canceled) {
				t.Errorf("the next call, with a context that is done: %v", err)
			}
			if _, err := x.Remove(ctx, func(Occurrence) bool { return true }); !errors.Is(err, context.Canceled) {
				t.Errorf("a removal, with a context that is done: %v", err)
			}
			close(released)
			if err := x.Close(); !errors.Is(err, fails) {
				t.Errorf("closing: %v, not %v", err, fails)
			}
			reader, err := Open(context.Background(), x.Path(), Options{ReadOnly: true})
			if fails != nil {
				if !errors.Is(err, ErrUnfinished) {
					t.Errorf("opening what was not published: %v", err)
				}
				return
			}
			must(t, err)
			defer reader.Close()
			same(t, "paths", paths(t, reader, map[string]string{"one": source(1)}), []string{"a.go one"})
		})
	}
}

// What goes wrong behind a call is made good by the next one, and then Close has nothing to tell.
func TestLateErrorIsGoneWithTheNextCall(t *testing.T) {
	t.Parallel()
	turns := newTurn()
	ctx, cancel := context.WithCancel(context.Background())
	released, failure := make(chan struct{}), errors.New("failure")
	over, err := turns.run(ctx, func() error { cancel(); <-released; return failure })
	if over || !errors.Is(err, context.Canceled) {
		t.Fatal(over, err)
	}
	close(released)
	must(t, turns.take(context.Background()))
	if err := turns.lateError(); err != failure {
		t.Errorf("the late error is %v", err)
	}
	turns.pass()
	if over, err := turns.run(context.Background(), func() error { return nil }); !over || err != nil {
		t.Error(over, err)
	}
	if err := turns.lateError(); err != nil {
		t.Errorf("the late error is %v", err)
	}
}
