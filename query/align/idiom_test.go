package align

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestMatch_Names(t *testing.T) {
	const source = "func sum(all []int) int { total := 0; for _, one := range all { total += one * 2 }; return total }"
	for name, test := range map[string]struct {
		other       string
		least, most float64
		whole       bool // all tokens agree
	}{
		"the same":            {source, 1, 1, true},
		"renamed all along":   {"func add(xs []int) int { n := 0; for _, x := range xs { n += x * 2 }; return n }", 0.01, 0.2, true},
		"one name, two names": {"func sum(all []int) int { total := 0; for _, two := range all { other += three * 2 }; return last }", 0.5, 0.99, false},
		"a statement more":    {strings.Replace(strings.ReplaceAll(source, "total", "n"), "{ total", "{ use(all); total", 1), 0.01, 0.8, true},
	} {
		l, _ := lex.Lookup("Go")
		a, b := NewDocument(l, []byte(source), l.Lex(nil, []byte(source))), NewDocument(l, []byte(test.other), l.Lex(nil, []byte(test.other)))
		matches := Align(a, b)
		if len(matches) != 1 {
			t.Fatalf("%s: %d matches", name, len(matches))
		}
		n := matches[0].Names(a, b)
		if n.Kept < test.least || n.Kept > test.most || (n.Agreeing == a.Len()) != test.whole {
			t.Errorf("%s: %.2f is kept, and %d of %d tokens agree", name, n.Kept, n.Agreeing, a.Len())
		}
	}
}

// Less agreement is enough the fewer documents have a match.
func TestNames_Evident(t *testing.T) {
	for _, test := range []struct {
		agreeing, longest, df int
		whole                 bool
	}{
		{79, 20, 0, false}, {80, 20, 0, true}, {80, 20, 1, true}, {80, 20, 2, false}, {99, 20, 2, false}, {100, 20, 2, true}, {100, 20, 3, false},
		{149, 99, 3, false}, {150, 20, 3, true}, {150, 20, 9999, true}, {100, 100, 9999, true}, {30, 30, 1, false}, {68, 68, 1, false}, {69, 69, 1, true}, {69, 69, 2, false},
	} {
		n := Names{Kept: 0.5, Agreeing: test.agreeing, Longest: test.longest, Tokens: 92}
		if got := n.Evident(8, test.df); got != map[bool]float64{true: 8, false: 4}[test.whole] {
			t.Errorf("%d agreeing tokens, %d in a run, in %d documents: %g of 8", test.agreeing, test.longest, test.df, got)
		}
	}
}
