package disk

import (
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"testing"
)

// All parts together are what an update of all files is, and none touches the files of another.
func TestUpdate_OfPartsIsOfAll(t *testing.T) {
	t.Parallel()
	files := map[string]string{"bad.go": "package p\x00", "short.go": "x"}
	for n := range uint64(40) {
		files[fmt.Sprintf("d%d/%d.go", n%3, n)] = source(n / 2)
	}
	tr, x, whole := newTree(t, files), newIndex(t), newIndex(t)
	src := index.Source{Root: tr.root}
	all := updated(t, whole, src, index.UpdateOptions{})
	const parts = 3
	var sum index.Report
	run := func() {
		sum = index.Report{Skipped: map[document.Reason]int{}}
		for n := range parts {
			r := updated(t, x, src, index.UpdateOptions{Part: index.Part{N: n + 1, Of: parts}, Prune: true})
			if r.Read == all.Read {
				t.Errorf("part %d reads everything", n+1)
			}
			sum.Added, sum.Unchanged, sum.Removed, sum.Read = sum.Added+r.Added, sum.Unchanged+r.Unchanged, sum.Removed+r.Removed, sum.Read+r.Read
			for reason, skipped := range r.Skipped {
				sum.Skipped[reason] += skipped
			}
		}
	}
	if run(); sum.Added != all.Added || sum.Read != all.Read || fmt.Sprint(sum.Skipped) != fmt.Sprint(all.Skipped) {
		t.Errorf("parts: %+v, all: %+v", sum, all)
	}
	same(t, "parts", published(t, x.Path()), published(t, whole.Path()))
	if run(); sum.Unchanged != all.Added || sum.Removed != 0 {
		t.Errorf("again: %+v", sum)
	}
	tr.remove("d0/0.go")
	if run(); sum.Removed != 1 {
		t.Errorf("after one file was removed: %+v", sum)
	}
}
