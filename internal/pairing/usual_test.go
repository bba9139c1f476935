package pairing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Solutions of a task that do it the usual way score much with each other. A pair that does it
// another way comes before them, though it scores less.
func TestPairs_UnusualFirst(t *testing.T) {
	class := map[string]string{}
	for n := range 9 {
		class[fmt.Sprintf("usual%d.java", n)] = fmt.Sprintf(`class Totals {
	static int total(int[] prices, int limit) {
		int total = 0;
		for (int i = 0; i < prices.length; i++) {
			if (prices[i] > limit) { continue; }
			total += prices[i];
		}
		%s
		return total;
	}
}
`, strings.Repeat(fmt.Sprintf("System.out.println(%d + total * %d);\n", n, n+7), 1+n%3))
	}
	own := `class Totals {
	static int total(int[] prices, int limit) {
		return java.util.Arrays.stream(prices).filter(price -> price <= limit).map(price -> Math.abs(price) / 3).sum();
	}
	static String shown(int[] prices, int limit) {
		StringBuilder line = new StringBuilder("prices: ");
		%s
		while (limit --> 0) line.append(total(prices, limit)).append(';').insert(0, limit * limit);
		return line.reverse().toString();
	}
}
`
	class["a.java"], class["b.java"] = fmt.Sprintf(own, ""), fmt.Sprintf(own, strings.Repeat("assert prices != null && prices.length > limit % 12 : prices.getClass();\n do { limit ^= prices[0] << 2; } while (limit > 91);\n", 2))
	folder := filetest.Folder(t, class)
	first := func(o pairs.Options) (string, pairs.Pair) {
		t.Helper()
		o.MinScore = 0.25
		r := compared(t, o, folder)
		if !r.Run.IsOfTask() {
			t.Fatalf("%+v is no task", r.Run)
		}
		p := r.Pairs[0]
		return p.A.Name + " " + p.B.Name, p
	}
	for _, o := range []pairs.Options{{}, {Top: 1}, {Top: 1, BestOnly: true}} {
		if name, p := first(o); name != "a.java b.java" || p.Rank != 1 || p.Unusual >= p.Score {
			t.Errorf("%+v: the first is %s: %+v", o, name, p)
		}
	}
	name, p := first(pairs.Options{Sort: "score"})
	if name == "a.java b.java" || p.Rank < 2 {
		t.Errorf("by score, the first is %s: %+v", name, p)
	}
	if _, p := first(pairs.Options{Reading: pairs.Reading{Only: []string{folder}}}); p.Unusual != p.Score {
		t.Errorf("the usual scores of not all units are known: %+v", p)
	}
	if got := align.Unusual(1, 0.9); got != 1 {
		t.Errorf("a score of 1 is %g", got)
	}
}
