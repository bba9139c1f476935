package index

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

// Remove looks at its context for every occurrence, whether it is to be removed or not, and wherever it ends the next
// call does the rest.
func TestRemoveEndsWithItsContext(t *testing.T) {
	t.Parallel()
	const n = 12
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("%d/a.go", i)] = source(uint64(i))
	}
	tr, x := newTree(t, files), newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	looks := countdown.After(1 << 20)
	if removed, err := x.Remove(looks, func(Occurrence) bool { return false }); removed != 0 || err != nil {
		t.Fatal(removed, err)
	}
	if asked := looks.Looks(); asked < n {
		t.Errorf("%d looks for %d occurrences", asked, n)
	}
	removed := 0
	for after := 1; removed < n; after *= 2 {
		got, err := x.Remove(countdown.After(after), func(Occurrence) bool { return true })
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if removed += got; after > 100*n {
			t.Fatalf("%d of %d are removed after %d calls", removed, n, after)
		}
	}
	_, err := x.Remove(context.Background(), func(Occurrence) bool { return false }) // for the review that is left
	must(t, err)
	if left := state(t, x); len(left) > 0 {
		t.Errorf("left is %v", left)
	}
}

// What is left to do when ctx is done is done by the next update: occurrences of contents that another worker was
// writing, files that are gone, and the review.
func TestWhatAnInterruptedUpdateLeavesTheNextOneDoes(t *testing.T) {
	t.Parallel()
	done, cancel := context.WithCancel(context.Background())
	cancel()
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2), "c.go": source(3)})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	tr.remove("b.go")
	o := UpdateOptions{Prune: true}
	u, err := x.newUpdate(context.Background(), Source{Root: tr.root}, o)
	must(t, err)
	defer u.before.Close()
	must(t, u.load(context.Background()))
	if err := u.removeUnseen(done); !errors.Is(err, context.Canceled) {
		t.Errorf("removing goes on: %v", err)
	}
	u.deferred = []deferral{{Occurrence: u.known["a.go"].Occurrence}}
	if err := u.writeDeferred(done); err != nil || len(u.deferred) != 1 {
		t.Errorf("%d are left, %v", len(u.deferred), err)
	}
	w := newWorker(u)
	must(t, w.remove(u.known["c.go"].Occurrence))
	must(t, w.flush())
	must(t, u.review(done))
	if _, orphans := looseState(t, x); len(orphans) != 1 {
		t.Errorf("without an occurrence are %v", orphans)
	}
	tr.remove("c.go")
	updated(t, x, Source{Root: tr.root}, o)
	same(t, "paths", paths(t, x, map[string]string{"one": source(1)}), []string{"a.go one"})
	state(t, x)
}
