package pairing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A check goes by the score of a pair, but does not count repetition: two tables of one shape. Two
// short files count.
func TestResult_OverLeavesOutRepetition(t *testing.T) {
	table := func(line string, lines int) string {
		var b strings.Builder
		for i := range lines {
			fmt.Fprintf(&b, line+"\n", i)
		}
		return b.String()
	}
	r := compared(t, pairs.Options{}, filetest.Folder(t, map[string]string{
		"a.c": table("REGISTER_API(Name%d);", 80), "b.c": table("SEC2TXT(ERR_OTHER_%d);", 80), "c.go": code(1), "d.go": code(1) + "var d int\n",
		"e.py": "a = 1\nb = f(a, 2)\n", "f.py": "c = 1\nd = f(c, 2)\n",
	}))
	tables := pairOf(t, r, "a.c", "b.c")
	if tables.Score < .5 || tables.Probability >= threshold.CountedPair {
		t.Fatalf("two tables score %.3f, sure %.2f", tables.Score, tables.Probability)
	}
	groups, counted := r.Over(.5)
	if repetition := r.OverRepetition(.5); groups != 0 || counted != 2 || repetition != 1 {
		t.Errorf("%d groups and %d pairs count, %d are repetition", groups, counted, repetition)
	}
	for _, lines := range []int{40, 60, 80} { // it goes by neither names nor lengths
		for _, other := range []string{"SEC2TXT(ERR_OTHER_%d);", "ADD_ENTRY(entry_%d);"} {
			r := compared(t, pairs.Options{}, filetest.Folder(t, map[string]string{"a.c": table("REGISTER_API(Name%d);", lines), "b.c": table(other, lines)}))
			if _, counted := r.Over(.6); counted != 0 || r.OverRepetition(.6) != 1 {
				t.Errorf("%d lines as %s: %d pairs count: %+v", lines, other, counted, r.Pairs)
			}
		}
	}
}
