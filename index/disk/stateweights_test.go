package disk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// Whatever happens to the cached weights or to the index, answers are those of an index without a
// cache.
func TestWeights_NeverUsesStaleCache(t *testing.T) {
	root, other := newTree(t, nil), newTree(t, nil)
	for i := range 5 {
		root.write(fmt.Sprintf("%d.go", i), source(1)+"\n"+source(uint64(10+i)))
		other.write(fmt.Sprintf("%d.go", i), source(1)+"\n"+source(2)+"\n"+source(uint64(20+i)))
	}
	ctx := context.Background()
	x := newIndex(t)
	path := x.Path()
	cache := filepath.Join(path, "weights")
	check := func(when string) {
		t.Helper()
		s := openState(t, x)
		defer s.Close()
		must(t, s.Weigh(ctx))
		got := s.weights.Load()
		want, err := blevequery.ComputeWeights(ctx, s.Reader(), fields(), s.Contents())
		must(t, err)
		g, _ := got.MarshalBinary()
		w, _ := want.MarshalBinary()
		if string(g) != string(w) {
			t.Errorf("%s: the weights are others", when)
		}
		kept, err := os.ReadFile(cache)
		if err != nil || string(kept) != string(w) {
			t.Errorf("%s: the cache was not renewed: %v", when, err)
		}
	}
	update := func(root string) {
		t.Helper()
		updated(t, x, index.Source{Root: root}, index.UpdateOptions{})
	}
	reopen := func() {
		t.Helper()
		must(t, x.Close())
		var err error
		x, err = Open(ctx, path, index.Options{})
		must(t, err)
	}
	defer func() { x.Close() }()

	check("empty")
	update(root.root)
	check("filled")
	check("from the cache")
	_, err := x.Remove(ctx, func(index.Occurrence) bool { return true })
	must(t, err)
	check("emptied")
	for range 2 { // opened empty again, segments are numbered from 1 as before
		for _, one := range []string{root.path("1.go"), other.path("1.go")} {
			reopen()
			reopen()
			update(one)
			check(one)
			_, err = x.Remove(ctx, func(index.Occurrence) bool { return true })
			must(t, err)
		}
	}
	update(other.root)
	reopen()
	check("reopened")
	whole, err := os.ReadFile(cache)
	must(t, err)
	for _, damaged := range [][]byte{nil, whole[:len(whole)/2], append([]byte("x"), whole...)} {
		must(t, os.WriteFile(cache, damaged, 0o644))
		check("damaged")
	}
	left, err := filepath.Glob(cache + "-*")
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	must(t, os.Remove(cache))
	must(t, os.MkdirAll(filepath.Join(cache, "in the way"), 0o755))
	last := openState(t, x)
	defer last.Close()
	must(t, last.Weigh(ctx))
	if left, _ := filepath.Glob(cache + "-*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func openState(t *testing.T, x *Index) *bleveState {
	t.Helper()
	s, err := x.State()
	must(t, err)
	return s.(*bleveState)
}
