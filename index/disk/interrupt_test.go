package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"os"
	"runtime"
	"syscall"
	"testing"
)

// An interrupted update publishes before it returns, and reports whether that worked. The report
// counts what readers see.
func TestUpdate_InterruptedPublishesBeforeItReturns(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]error{"publishing works": nil, "publishing fails": syscall.EIO} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr, x := newTree(t, nil), newIndex(t)
			for n := range uint64(600) {
				tr.write(fmt.Sprintf("%03d.go", n), source(n))
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			x.dir.link = func(old, new string) error { return cmp.Or(fails, os.Link(old, new)) }
			x.limits = limits{1, 1}
			x.bleve = &hooked{bleveIndex: x.bleve, after: func(int64) error { cancel(); return nil }}
			report, err := x.Update(ctx, index.Source{Root: tr.root}, index.UpdateOptions{})
			if want := cmp.Or(fails, context.Canceled); !errors.Is(err, want) {
				t.Errorf("%v, not %v", err, want)
			}
			if report.Added == 0 || report.Added == 600 || report.Unpublished != (fails != nil) {
				t.Errorf("%+v", report)
			}
			if fails == nil && 2*report.Added != len(published(t, x.Path())) { // lines, of occurrences and contents
				t.Errorf("%+v: readers see %q", report, published(t, x.Path()))
			}
			must(t, x.Close())
		})
	}
}

// If an update is interrupted before its review, readers see nothing of it, and the report says so.
func TestUpdate_SaysWhatIsNotPublished(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)}), newIndex(t)
	src := index.Source{Root: tr.root}
	if r := updated(t, x, src, index.UpdateOptions{}); r.Unpublished {
		t.Errorf("%+v", r)
	}
	before := published(t, x.Path())
	tr.write("a.go", source(3))
	ctx, cancel := context.WithCancel(context.Background())
	h := &hooked{bleveIndex: x.bleve, after: func(int64) error { cancel(); return nil }}
	x.bleve = h
	r, err := x.Update(ctx, src, index.UpdateOptions{})
	if !errors.Is(err, context.Canceled) || r.Changed != 1 || !r.Unpublished {
		t.Errorf("%+v, %v", r, err)
	}
	x.bleve = h.bleveIndex
	same(t, "published", published(t, x.Path()), before)
	if r := updated(t, x, src, index.UpdateOptions{}); r.Unpublished || r.Unchanged != 2 {
		t.Errorf("the next one: %+v", r)
	}
	same(t, "published", published(t, x.Path()), state(t, x))
}

// If a batch cannot be written after an interrupt, the run has failed and nothing is published.
func TestUpdate_FailsWhenABatchOfAnInterruptedRunFails(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	before := published(t, x.Path())
	for i := range 20 {
		tr.write(fmt.Sprintf("b%d.go", i), source(uint64(i+2)))
	}
	ctx, cancel := context.WithCancel(context.Background())
	x.limits = limits{1, 1}
	x.bleve = &hooked{bleveIndex: x.bleve, before: func(int64) error { cancel(); return errBroken }}
	_, err := x.Update(ctx, index.Source{Root: tr.root}, index.UpdateOptions{})
	if err := errors.Join(err, x.Close()); !errors.Is(err, errBroken) {
		t.Errorf("updating and closing: %v", err)
	}
	same(t, "published", published(t, x.Path()), before)
}

// A callback that calls runtime.Goexit, as t.FailNow does, releases the write lock.
func TestRemove_CallbackEndsItsGoroutine(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1)}), newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = x.Remove(context.Background(), func(index.Occurrence) bool { runtime.Goexit(); return true })
	}()
	<-ended
	n, err := x.Remove(context.Background(), func(index.Occurrence) bool { return true })
	if n != 1 || err != nil {
		t.Errorf("the next one removes %d: %v", n, err)
	}
}

// Boilerplate that is interrupted before it is written changes nothing.
func TestAddBoilerplate_InterruptedAddsNothing(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1), "b.go": "", "c.go": source(2)}), newIndex(t)
	ctx, cancel := context.WithCancel(context.Background())
	o := index.BoilerplateOptions{Skipped: func(string, document.Reason, error) { cancel() }}
	if _, err := x.AddBoilerplate(ctx, []string{tr.root}, o); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	must(t, snapshot(t, x).EachBoilerplate(func(b index.Boilerplate) error {
		t.Errorf("%q is there", b.Names)
		return nil
	}))
}
