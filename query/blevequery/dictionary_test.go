package blevequery

import (
	"context"
	"testing"
)

func TestEachTerm_AgreesWithTheDocuments(t *testing.T) {
	for seed := range uint64(4) {
		w := newWorld(t, newIndex(t), 50+seed)
		r := readerOf(t, w.index)
		for _, field := range append(bothFields, "nofield") {
			holders := map[string]map[string]bool{}
			for id, d := range w.docs {
				for _, text := range d[field] {
					if holders[text] == nil {
						holders[text] = map[string]bool{}
					}
					holders[text][id] = true
				}
			}
			last, n := "", 0
			must(t, EachTerm(context.Background(), r, field, func(term []byte, df int) error {
				if string(term) <= last && n > 0 || df != len(holders[string(term)]) {
					t.Errorf("%q after %q with df %d, not %d", term, last, df, len(holders[string(term)]))
				}
				last, n = string(term), n+1
				return nil
			}))
			if n != len(holders) {
				t.Errorf("%d terms, not %d", n, len(holders))
			}
			holders["nobody"] = nil
			for text, want := range holders {
				for _, n := range []int{-1, 0, 1, 3, 1000} {
					got, err := DocumentsWith(r, field, text, n)
					must(t, err)
					distinct := map[string]bool{}
					for _, id := range got {
						distinct[id] = want[id]
						if !want[id] {
							t.Errorf("%s does not hold %q", id, text)
						}
					}
					if len(distinct) != len(got) || len(got) != max(0, min(n, len(want))) {
						t.Errorf("the first %d with %q: %v of %v", n, text, got, want)
					}
				}
			}
		}
	}
}

func TestEachTerm_StopsAtTheFirstError(t *testing.T) {
	w := newWorld(t, newIndex(t), 1)
	r := readerOf(t, w.index)
	calls := 0
	err := EachTerm(context.Background(), r, "exact", func([]byte, int) error { calls++; return context.Canceled })
	if err != context.Canceled || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := EachTerm(ctx, r, "exact", func([]byte, int) error { return nil }); err == nil {
		t.Error("a context that is done is not checked")
	}
}
