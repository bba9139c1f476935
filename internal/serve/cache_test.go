package serve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
)

func acquire(t testing.TB, x *Indexes) *Held {
	t.Helper()
	h, err := x.Acquire("")
	must(t, err)
	t.Cleanup(h.Close)
	return h
}

func TestKeep_ComputesOnceAState(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	x := openIndexes(t, Named{"a", w.Path()})
	var times atomic.Int64
	count := func(ctx context.Context, h *Held) (int64, error) {
		return times.Add(1), ctx.Err()
	}
	var asking sync.WaitGroup
	for range 20 {
		h := acquire(t, x)
		asking.Go(func() {
			if n, err := Keep(t.Context(), h, "n", count); n != 1 || err != nil {
				t.Error(n, err)
			}
		})
	}
	asking.Wait()
	before := acquire(t, x)
	w.add("b.go", program("b"))
	x.refresh(t.Context())
	if n, err := Keep(t.Context(), acquire(t, x), "n", count); n != 2 || err != nil {
		t.Error("the newer state", n, err)
	}
	if n, err := Keep(t.Context(), before, "n", count); n != 1 || err != nil {
		t.Error("the state before", n, err)
	}
}

func TestKeep_GoesOnAfterTheQuestionEnds(t *testing.T) {
	x := openIndexes(t, Named{"a", newIndex(t, "a", nil).Path()})
	h := acquire(t, x)
	begun, finish := make(chan struct{}), make(chan struct{})
	slow := func(context.Context, *Held) (string, error) {
		close(begun)
		<-finish
		return "there", nil
	}
	asked, stop := context.WithCancel(t.Context())
	go func() { <-begun; stop() }()
	if _, err := Keep(asked, h, "slow", slow); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(finish)
	if s, err := Keep(t.Context(), h, "slow", slow); s != "there" || err != nil {
		t.Error(s, err)
	}
}

func TestKeep_KeepsNoErrors(t *testing.T) {
	x := openIndexes(t, Named{"a", newIndex(t, "a", nil).Path()})
	h := acquire(t, x)
	wrong := errors.New("wrong")
	for range 2 {
		if _, err := Keep(t.Context(), h, "n", func(context.Context, *Held) (int, error) { return 0, wrong }); err != wrong {
			t.Error(err)
		}
	}
	if n, err := Keep(t.Context(), h, "n", func(context.Context, *Held) (int, error) { return 3, nil }); n != 3 || err != nil {
		t.Error(n, err)
	}
	func() {
		defer func() {
			if _, ok := recover().(*panicError); !ok {
				t.Error("a panic does not reach the question")
			}
		}()
		Keep(t.Context(), h, "bug", func(context.Context, *Held) (int, error) { panic("bug") })
	}()
}

func TestKeep_EndsWithTheIndexes(t *testing.T) {
	x, err := Open(t.Context(), []Named{{"a", newIndex(t, "a", nil).Path()}})
	must(t, err)
	h := acquire(t, x)
	begun, ended := make(chan struct{}), false
	go Keep(t.Context(), h, "slow", func(ctx context.Context, _ *Held) (int, error) {
		close(begun)
		<-ctx.Done()
		ended = true
		return 0, ctx.Err()
	})
	<-begun
	must(t, x.Close())
	if !ended {
		t.Error("it was not waited for")
	}
}

func TestHeld_DescribesAsTheCommand(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a"), "b.go": program("a") + program("b")})
	x := openIndexes(t, Named{"a", w.Path()})
	h := acquire(t, x)
	for range 2 {
		stats, err := h.Stats(t.Context())
		must(t, err)
		want, err := inspect.Index(t.Context(), h)
		must(t, err)
		// The folder also has files of those that read it.
		stats.Size, want.Size = 0, 0
		if asJSON(t, stats) != asJSON(t, want) {
			t.Errorf("%s\nnot %s", asJSON(t, stats), asJSON(t, want))
		}
		for _, n := range []int{0, 1, 2, MaxIdioms} {
			got, err := h.Idioms(t.Context(), analyzer.Structure, n)
			must(t, err)
			idioms, err := inspect.Idioms(t.Context(), h, analyzer.Structure, n)
			must(t, err)
			if !slices.Equal(got, idioms) {
				t.Errorf("%d idioms: %v", n, got)
			}
		}
		if l, err := h.CollectionList(t.Context()); err != nil || len(l.Collections) != 1 || l.Collections[0].Documents != 2 {
			t.Error(l, err)
		}
	}
}
