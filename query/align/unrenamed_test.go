package align

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestUnrenamed(t *testing.T) {
	const source = "func sum(all []int) int { total := 0; for _, one := range all { total += one * 2 }; return total }"
	for name, test := range map[string]struct {
		other       string
		least, most float64
		whole       bool // the longest run has all tokens
	}{
		"the same":            {source, 1, 1, true},
		"renamed all along":   {"func add(xs []int) int { n := 0; for _, x := range xs { n += x * 2 }; return n }", 0.01, 0.2, true},
		"one name, two names": {"func sum(all []int) int { total := 0; for _, two := range all { other += three * 2 }; return last }", 0.5, 0.99, false},
	} {
		l, _ := lex.Lookup("Go")
		a, b := NewDocument(l, []byte(source), l.Lex(nil, []byte(source))), NewDocument(l, []byte(test.other), l.Lex(nil, []byte(test.other)))
		matches := Align(a, b)
		if len(matches) != 1 {
			t.Fatalf("%s: %d matches", name, len(matches))
		}
		left, longest := matches[0].Unrenamed(a, b)
		if left < test.least || left > test.most || (longest == a.Len()) != test.whole {
			t.Errorf("%s: %.2f is left, and the longest run has %d of %d tokens", name, left, longest, a.Len())
		}
	}
}
