package disk

import (
	"context"
	"errors"
	"github.com/chaffinch-search/chaffinch/index"
	"testing"
	"testing/synctest"
	"time"
)

// A second call that writes waits until the first one returns, or its own context ends.
func TestWriteLock_WaitsOrEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newWriteLock()
		must(t, l.lock(t.Context()))
		ctx, cancel := context.WithCancel(t.Context())
		first, second := make(chan error, 1), make(chan error, 1)
		go func() { first <- l.lock(ctx) }()
		go func() { second <- l.lock(t.Context()) }()
		synctest.Wait()
		if len(first)+len(second) > 0 {
			t.Error("a call does not wait")
		}
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		l.unlock()
		must(t, <-second)
	})
}

// Close waits for a call that writes.
func TestIndex_CloseWaitsForAnUpdate(t *testing.T) {
	t.Parallel()
	tr, x := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)}), newIndex(t)
	closed := make(chan error, 1)
	x.bleve = &hooked{bleveIndex: x.bleve, before: func(n int64) error {
		if n > 0 {
			return nil
		}
		go func() { closed <- x.Close() }()
		select {
		case err := <-closed:
			t.Errorf("closed during an update: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
		return nil
	}}
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	must(t, <-closed)
	if lines := published(t, x.Path()); len(lines) != 4 { // occurrences and contents
		t.Errorf("readers see %q", lines)
	}
}
