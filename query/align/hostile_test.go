package align

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// hostile pairs of some n tokens are made to be slow: everything agrees with everything.
func hostile(n int) map[string][2]string {
	r := rand.New(rand.NewPCG(1, 2))
	table := func() string {
		var b strings.Builder
		for range n / 3 {
			b.WriteString([]string{"1, ", "-2, ", "x, ", "(3), "}[r.IntN(4)])
		}
		return b.String()
	}
	equal := strings.Repeat("0 ", n)
	long := func(part string, n int) string { return strings.Repeat(part, n) }
	return map[string][2]string{
		"equal":   {equal, equal},
		"period":  {strings.Repeat("1, ", n/2), strings.Repeat("2, ", n/2)},
		"shifted": {strings.Repeat("case X: return 1;\n", n/6), "x" + strings.Repeat("case Y: return 2;\n", n/6)},
		"tables":  {table(), table()},
		"random":  {words(r, n, 26), words(r, n, 26)},
		"binary":  {words(r, n, 2), words(r, n, 2)},
		"twice":   {equal, equal + equal},
		"a fifth": {equal, equal + equal[:n/5*2]},
		"cases":   {long("case X: return 1;\n", n/6), long("case Y: return 2;\n", n/3)},
		"numbers": {long("1, ", n/2), long("2, ", n)},
		"gaps":    {long("a.b(c, d) 1 ", n/9), long("a.b(c, d) x ", n/9)},
		"blocks":  {strings.Repeat(words(r, 50, 40), n/50), strings.Repeat(words(r, 50, 40), n/50)},
	}
}

// Four times the tokens take no more than four times the steps, and some more where a document
// becomes large enough for a seed's places to be cut off.
func TestStepsGrowLinearly(t *testing.T) {
	steps := func(pair [2]string) (n, tokens int) {
		a, b := lex(t, "C", pair[0]), lex(t, "C", pair[1])
		s := new(scanner)
		s.begin(context.Background().Err, a, b)
		s.tiles()
		return s.steps, a.Len() + b.Len()
	}
	small, large := hostile(10_000), hostile(40_000)
	for name := range small {
		n, tokens := steps(small[name])
		m, more := steps(large[name])
		if float64(m)/float64(max(n, tokens)) > 1.5*float64(more)/float64(tokens) || m > 400*more {
			t.Errorf("%s: %d steps for %d tokens, %d for %d", name, n, tokens, m, more)
		}
	}
}

// FuzzAlign feeds sources of any kind: matches agree under their kinds, whatever comes.
func FuzzAlign(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	f.Add("Go", words(r, 60, 40), words(r, 60, 40))
	f.Add("Python", "def f(a):\n  return a + 1\n", "def g(b):\n  return b + 1\n")
	f.Add("Text", "Finches sing in the morning, and", "in the morning and in the evening finches sing")
	f.Add("C", strings.Repeat("0,", 40), strings.Repeat("1,", 41))
	f.Fuzz(func(t *testing.T, language, x, y string) {
		l, ok := analyzer.Lookup(language)
		if !ok {
			l = analyzer.Prose
		}
		a := NewDocument([]byte(x), l.Lex(nil, []byte(x)))
		b := NewDocument([]byte(y), l.Lex(nil, []byte(y)))
		checkMatches(t, a, b, Align(a, b))
	})
}
