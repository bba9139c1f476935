package disk

import (
	"github.com/chaffinch-search/chaffinch/index"
	"testing"
)

// Bleve counts references to segments. Closing a snapshot twice must not release those of others.
func TestSnapshot_ClosesOnce(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	want := state(t, x)
	for range 3 {
		s, err := x.Snapshot()
		must(t, err)
		must(t, s.Close())
		must(t, s.Close())
	}
	same(t, "state", state(t, x), want)
}
