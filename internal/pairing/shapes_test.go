package pairing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Two tables of one macro's calls are alike by their shape alone. The same table twice is a copy.
func TestPairs_ATableOfOneShapeIsNoCopy(t *testing.T) {
	calls := func(macro, name string) string {
		var b strings.Builder
		for i := range 80 {
			fmt.Fprintf(&b, "\t%s(%s%d);\n", macro, name, i*i+7)
		}
		return b.String()
	}
	table := calls("REGISTER_API", "Module")
	for _, test := range []struct {
		other string
		copy  bool
	}{{table + "int end;\n", true}, {calls("SEC2TXT", "ERR_"), false}, {calls("REGISTER_API", "ERR_"), false}} {
		folder := filetest.Folder(t, map[string]string{"a.c": table, "b.c": test.other})
		r := compared(t, pairs.Options{}, folder)
		x := newIndex(t, index.DefaultSettings(), filetest.Folder(t, map[string]string{"b.c": test.other}))
		answer, err := x.Similar(t.Context(), chaffinch.Document{Name: "a.c", Source: []byte(table)}, chaffinch.SearchOptions{})
		if err != nil || len(r.Pairs) > 1 || len(answer.Hits) > 1 {
			t.Fatal(r.Pairs, answer.Hits, err)
		}
		for _, h := range answer.Hits {
			if (h.Probability > 0.9) != test.copy || (h.Probability < 0.2) == test.copy {
				t.Errorf("similar: %.30s: %.2f", test.other, h.Probability)
			}
		}
		for _, p := range r.Pairs {
			if (p.Probability > 0.9) != test.copy || (p.Probability < 0.2) == test.copy {
				t.Errorf("pairs: %.30s: %.2f", test.other, p.Probability)
			}
		}
		if test.copy && len(r.Pairs)+len(answer.Hits) == 0 {
			t.Error("the same table is not found")
		}
	}
}
