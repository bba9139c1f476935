package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
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
			x.dir.link = func(old, new string) error {
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
			if !errors.Is(err, context.Canceled) || report.Added != 1 || !report.Unpublished {
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

// A call that is to finish returns when what was done is published, or could not be, and says so; what is reported is
// what readers see.
func TestUpdateThatFinishes(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]error{"publishing works": nil, "publishing fails": syscall.EIO} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr, x := newTree(t, nil), newIndex(t)
			for n := range uint64(30) {
				tr.write(fmt.Sprintf("%02d.go", n), source(n))
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			returned := make(chan struct{})
			x.dir.link = func(old, new string) error {
				select {
				case <-returned:
					t.Error("it returns before what was done is published")
				case <-time.After(4 * grace): // a call that does not finish has returned by then
				}
				return cmp.Or(fails, os.Link(old, new))
			}
			x.limits = limits{1, 1}
			x.bleve = &hooked{bleveIndex: x.bleve, after: func(int64) error { cancel(); return nil }}
			report, err := x.Update(ctx, Source{Root: tr.root}, UpdateOptions{Finish: true})
			close(returned)
			if want := cmp.Or(fails, context.Canceled); !errors.Is(err, want) {
				t.Errorf("%v, not %v", err, want)
			}
			if report.Added == 0 || report.Added == 30 || report.Unpublished != (fails != nil) {
				t.Errorf("%+v", report)
			}
			if fails == nil && 2*report.Added != len(published(t, x.Path())) { // lines, of occurrences and contents
				t.Errorf("%+v is told of %q", report, published(t, x.Path()))
			}
			must(t, x.Close())
		})
	}
}

// Of a run that was interrupted where contents are still to be looked at, readers see nothing yet, and the report says
// so.
func TestInterruptedUpdateSaysThatItIsNotPublished(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)}), newIndex(t)
	src := Source{Root: tr.root}
	if r := updated(t, x, src, UpdateOptions{}); r.Unpublished {
		t.Errorf("%+v", r)
	}
	before := published(t, x.Path())
	tr.write("a.go", source(3))
	ctx, cancel := context.WithCancel(context.Background())
	h := &hooked{bleveIndex: x.bleve, after: func(int64) error { cancel(); return nil }}
	x.bleve = h
	r, err := x.Update(ctx, src, UpdateOptions{Finish: true})
	if !errors.Is(err, context.Canceled) || r.Changed != 1 || !r.Unpublished {
		t.Errorf("%+v, %v", r, err)
	}
	x.bleve = h.bleveIndex
	same(t, "published", published(t, x.Path()), before)
	if r := updated(t, x, src, UpdateOptions{}); r.Unpublished || r.Unchanged != 2 {
		t.Errorf("the next one: %+v", r)
	}
	same(t, "published", published(t, x.Path()), state(t, x))
}

// What goes wrong behind a call is kept until something is published.
func TestLateErrorIsKept(t *testing.T) {
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
	if err := turns.lateError(); err != failure {
		t.Errorf("after a call that published nothing, the late error is %v", err)
	}
	turns.published()
	if err := turns.lateError(); err != nil {
		t.Errorf("the late error is %v", err)
	}
}

// What an interrupted run could not publish is told.
func TestFailureBehindAnInterruptIsTold(t *testing.T) {
	t.Parallel()
	for name, during := range map[string]bool{"it returns before": true, "it returns after": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
			updated(t, x, Source{Root: tr.root}, UpdateOptions{})
			tr.write("b.go", source(2))
			ctx, cancel := context.WithCancel(context.Background())
			released := make(chan struct{})
			if !during {
				close(released)
			}
			x.dir.link = func(string, string) error {
				<-released
				return syscall.EIO
			}
			o := UpdateOptions{Progress: func(r Report) {
				if r.Read > 0 {
					cancel()
				}
			}}
			_, err := x.Update(ctx, Source{Root: tr.root}, o)
			if during {
				if !errors.Is(err, context.Canceled) || errors.Is(err, syscall.EIO) {
					t.Errorf("updating: %v", err)
				}
				close(released)
				if err := x.Close(); !errors.Is(err, syscall.EIO) {
					t.Errorf("closing: %v", err)
				}
				return
			}
			if err := errors.Join(err, x.Close()); !errors.Is(err, syscall.EIO) {
				t.Errorf("updating and closing: %v", err)
			}
		})
	}
}

// A call that publishes makes good what another could not, and one that does not reach that leaves it to be told.
func TestLateErrorStaysUntilSomethingIsPublished(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
	fail := func() {
		ctx, cancel := context.WithCancel(context.Background())
		released := make(chan struct{})
		x.dir.link = func(string, string) error { cancel(); <-released; return syscall.EIO }
		if _, err := x.Update(ctx, Source{Root: tr.root}, UpdateOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("updating: %v", err)
		}
		close(released)
		must(t, x.writing.take(context.Background()))
		x.dir.link = os.Link
		x.writing.pass()
	}
	fail()
	if _, err := x.Update(context.Background(), Source{Root: tr.path("nowhere")}, UpdateOptions{}); err == nil {
		t.Error("a folder that does not exist was read")
	}
	if err := x.writing.lateError(); !errors.Is(err, syscall.EIO) {
		t.Errorf("after a call that wrote nothing: %v", err)
	}
	_, err := x.RemoveBoilerplate(context.Background(), func(string) bool { return false })
	must(t, err)
	must(t, x.writing.lateError())
	fail()
	if err := x.Close(); !errors.Is(err, syscall.EIO) {
		t.Errorf("closing: %v", err)
	}
}

// A test of the caller's may end in a function that it gave.
func TestFunctionThatEndsItsGoroutineHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if _, err := x.Remove(context.Background(), func(Occurrence) bool { runtime.Goexit(); return true }); err == nil {
		t.Error("it has no error")
	}
	n, err := x.Remove(context.Background(), func(Occurrence) bool { return true })
	if n != 1 || err != nil {
		t.Errorf("the next one removes %d: %v", n, err)
	}
}

// A batch that cannot be written is a failure, whatever ends the run before it is heard of: nothing is published.
func TestBatchThatFailsInAnInterruptIsTold(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	before := published(t, x.Path())
	for i := range 20 {
		tr.write(fmt.Sprintf("b%d.go", i), source(uint64(i+2)))
	}
	ctx, cancel := context.WithCancel(context.Background())
	x.limits = limits{1, 1}
	x.bleve = &hooked{bleveIndex: x.bleve, before: func(int64) error { cancel(); return errBroken }}
	_, err := x.Update(ctx, Source{Root: tr.root}, UpdateOptions{})
	if err := errors.Join(err, x.Close()); !errors.Is(err, errBroken) {
		t.Errorf("updating and closing: %v", err)
	}
	same(t, "published", published(t, x.Path()), before)
}
