package align

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
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

// Less agreement is enough the fewer documents have a match, and least if it stands alone.
func TestNames_Evident(t *testing.T) {
	for _, test := range []struct {
		agreeing, longest, confirming, df int
		whole                             bool
	}{
		{79, 20, 0, 1, false}, {80, 20, 0, 1, true}, {80, 20, 0, 2, false}, {99, 20, 0, 2, false}, {100, 20, 0, 2, true}, {100, 20, 0, 3, false},
		{149, 99, 0, 3, false}, {150, 20, 0, 3, true}, {150, 20, 0, 9999, true}, {100, 100, 0, 9999, true},
		{30, 30, 0, 1, false}, {68, 68, 0, 1, false}, {69, 69, 0, 1, true}, {69, 69, 0, 2, false},
		{50, 20, 16, 1, false}, {50, 20, 17, 1, true}, {50, 20, 17, 2, false}, {50, 20, 22, 2, false}, {50, 20, 23, 9999, true},
		{50, 20, 12, Alone, true}, {49, 20, 12, Alone, false}, {50, 20, 11, Alone, false}, {50, 20, 12, 1, false},
	} {
		n := Names{Kept: 0.5, Agreeing: test.agreeing, Longest: test.longest, Confirming: test.confirming, Tokens: 92}
		if got := n.Evident(8, test.df); got != map[bool]float64{true: 8, false: 4}[test.whole] {
			t.Errorf("%d agreeing tokens, %d in a run, %d confirming ones, in %d documents: %g of 8", test.agreeing, test.longest, test.confirming, test.df, got)
		}
	}
}

// Names that are renamed alike several times and equal literals confirm a copy, each name up to
// three times. Names that occur once, keep their names or differ do not.
func TestMatch_Names_CountsWhatConfirms(t *testing.T) {
	const source = "func sum(all []int) int { total := 7; for _, one := range all { total += one * 2 }; return total }"
	const swap = "func (l list) Swap(i, j int) { l[i], l[j] = l[j], l[i]; f() }"
	for other, want := range map[string]int{
		source: 2, // 7 and 2
		strings.NewReplacer("total", "n", "one", "x", "all", "xs").Replace(source): 2 + 3 + 2 + 2,
		strings.NewReplacer("sum", "add", "7", "8").Replace(source):                1,
		strings.Replace(source, "return total", "return n", 1):                     2,
	} {
		l, _ := lex.Lookup("Go")
		a, b := NewDocument(l, []byte(source), l.Lex(nil, []byte(source))), NewDocument(l, []byte(other), l.Lex(nil, []byte(other)))
		if n := Align(a, b)[0].Names(a, b); n.Confirming != want {
			t.Errorf("%s: %d names and literals confirm it, want %d", other, n.Confirming, want)
		}
	}
	l, _ := lex.Lookup("Go")
	other := strings.NewReplacer("(l ", "(x ", "l[", "x[", "f()", "g(i)").Replace(swap)
	a, b := NewDocument(l, []byte(swap), l.Lex(nil, []byte(swap))), NewDocument(l, []byte(other), l.Lex(nil, []byte(other)))
	if n := Align(a, b)[0].Names(a, b); n.Confirming != 3 {
		t.Errorf("a name that occurs five times counts %d times, want 3", n.Confirming)
	}
}

// Heavy matches beside each other are judged as one. Others are not.
func TestNamesOf_JoinsPieces(t *testing.T) {
	piece := func(letter, operator string) string { // 60 tokens; each name occurs once
		text := ""
		for i := range 6 {
			text += fmt.Sprintf("%[1]sa%[2]d %[3]s %[1]sb%[2]d(%[1]sc%[2]d, %[1]sd%[2]d) + %[1]se%[2]d\n", letter, i, operator)
		}
		return text
	}
	foreign := func(lines int) string { // 7 tokens a line
		text := ""
		for i := range lines {
			text += fmt.Sprintf("var f%[1]d [%[1]d]*t%[1]d\n", i)
		}
		return text
	}
	origin := piece("a", "=") + piece("a", "-=")
	for lines, joined := range map[int]bool{7: true, 20: false} {
		question := piece("x", "=") + foreign(lines) + piece("x", "-=")
		l, _ := lex.Lookup("Go")
		a, b := NewDocument(l, []byte(question), l.Lex(nil, []byte(question))), NewDocument(l, []byte(origin), l.Lex(nil, []byte(origin)))
		matches := Align(a, b)
		if len(matches) != 2 {
			t.Fatalf("%d lines between: %d matches", lines, len(matches))
		}
		weights := []float64{threshold.HeavyMatch, threshold.HeavyMatch}
		for i, n := range agreeingNames(matches, weights, a, b) {
			alone := matches[i].Names(a, b)
			if n.Agreeing != alone.Agreeing || n.Confirming > alone.Confirming != joined {
				t.Errorf("%d lines between: %+v, alone %+v", lines, n, alone)
			}
		}
		weights[1]--
		if n := agreeingNames(matches, weights, a, b); n[0] != matches[0].Names(a, b) {
			t.Errorf("a light match counts in the one beside it: %+v", n)
		}
	}
}
