package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/report/diff"
)

// A function is copied verbatim, and three short ones under new names: the summary says both, each
// match its own kind. The order of the texts makes no difference.
func TestComparison_NamesEachKind(t *testing.T) {
	long := []string{"func walk(all []node, most int) (sum int, err error) {"}
	for i := range 23 {
		long = append(long, fmt.Sprintf("\tif x := all[%d].next(most - %d); x.%s > sum { sum += x.%s << %d }", i*3, i, "abcdefg"[i%7:i%7+1], "hijkl"[i%5:i%5+1], i%4))
	}
	long = append(long, "\treturn sum, nil", "}")
	short := func(n int, names ...string) (lines []string) {
		lines = append(lines, fmt.Sprintf("func %s(%s []int, %s map[string]bool) bool {", names[0], names[1], names[2]))
		for i := range 8 {
			lines = append(lines, []string{
				fmt.Sprintf("\tfor i := range %s { %s[%s] = %s[i] > %d }", names[1], names[2], names[3], names[1], n*i),
				fmt.Sprintf("\tswitch { case %s[%s]: return len(%s) == %d }", names[2], names[3], names[1], i),
				fmt.Sprintf("\t%s = append(%s[:%d], %s...)", names[1], names[1], i, names[4]),
			}[(i*n+i/3)%3])
		}
		return append(lines, "\treturn false", "}")
	}
	var sources [2][]byte
	for side, names := range [][]string{{"alpha", "beta", "gamma", "delta", "eps"}, {"one", "two", "three", "four", "five"}} {
		var pieces [][]string
		for n := range 3 {
			lines := short(n+1, names...)
			pieces = append(pieces, strings.Split(strings.ReplaceAll(strings.Join(lines, "\n"), names[0]+"(", fmt.Sprint(names[0], n, "(")), "\n"))
		}
		pieces = append(pieces, long)
		if side == 1 {
			slices.Reverse(pieces)
		}
		sources[side] = []byte("package p\n\n" + strings.Join(slices.Concat(pieces...), "\n") + "\n")
	}
	for side := range sources {
		c, err := chaffinch.Compare(t.Context(), chaffinch.Document{Name: "a.go", Source: sources[side]}, chaffinch.Document{Name: "b.go", Source: sources[1-side]}, chaffinch.CompareOptions{})
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]int{} // lines of a
		for _, m := range c.Matches {
			kinds[m.Kind] = max(kinds[m.Kind], m.A.Lines.To-m.A.Lines.From+1)
		}
		var out bytes.Buffer
		if err := ComparisonText(&out, c, diff.Layout{Columns: 100}); err != nil {
			t.Fatal(err)
		}
		if kinds["verbatim"] < len(long) || kinds["renamed"] == 0 || !strings.Contains(out.String(), ": verbatim and renamed") {
			t.Errorf("side %d: %v in\n%s", side, kinds, out.String())
		}
	}
}
