package align

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// hostile pairs of some n tokens are built to be slow: everything matches everything.
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

// Four times the tokens take at most four times the steps, plus some where a document becomes large
// enough for the limit of places.
func TestAlign_StepsGrowLinearly(t *testing.T) {
	steps := func(pair [2]string) (n, tokens int) {
		a, b := lexed(t, "C", pair[0]), lexed(t, "C", pair[1])
		s := new(scanner)
		s.begin(a, b, b.seed)
		s.tiles()
		return s.steps, a.Len() + b.Len()
	}
	small, large := hostile(10_000), hostile(40_000)
	for name := range small {
		n, tokens := steps(small[name])
		m, more := steps(large[name])
		if float64(m)/float64(max(n, tokens)) > 1.5*float64(more)/float64(tokens) || m > 100*more {
			t.Errorf("%s: %d steps for %d tokens, %d for %d", name, n, tokens, m, more)
		}
	}
}

// tables are 40 rows of tables and a large one, in which nearly every seed has many places.
func tables(rows int) map[string][2]string {
	r := rand.New(rand.NewPCG(7, 8))
	kinds := map[string]func() string{
		"numbers":  func() string { return fmt.Sprintf("0x%02x, 0x%02x, 0x00, 0x00,\n", r.IntN(256), r.IntN(256)) },
		"zeros":    func() string { return []string{"0, 0, 0, 0,\n", "0, 1, 0, 0,\n"}[r.IntN(9)/8] },
		"structs":  func() string { return fmt.Sprintf("{ 0x%x, %d, 0x00 },\n", r.IntN(1<<16), r.IntN(9)) },
		"ragged":   func() string { return "{ " + strings.Repeat("1, ", r.IntN(9)) + "},\n" },
		"pages":    func() string { return strings.Repeat("0xe0, ", 20+r.IntN(9)) + "}; char p[28] = {\n" },
		"register": func() string { return fmt.Sprintf("#define R%d (B + 0x%x)\n", r.IntN(1<<20), r.IntN(1<<16)) },
		"calls":    func() string { return fmt.Sprintf("write(dev, 0x%x, 0x%x);\n", r.IntN(1<<16), r.IntN(256)) },
	}
	pairs := map[string][2]string{}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		var all []string
		for range rows {
			all = append(all, kinds[name]())
		}
		from := r.IntN(rows - 40)
		question := append(slices.Clone(all[from:from+20]), kinds[name](), kinds[name]())
		pairs[name] = [2]string{strings.Join(append(question, all[:18]...), ""), strings.Join(all, "")}
	}
	return pairs
}

// A question that is a table takes a bounded number of steps for each token of a large table,
// however many places match.
func TestAlign_StepsOfTables(t *testing.T) {
	const most = 40
	for name, pair := range tables(5_000) {
		a, b := lexed(t, "C", pair[0]), lexed(t, "C", pair[1])
		s := new(scanner)
		s.begin(a, b, b.seed)
		s.tiles()
		if tokens := a.Len() + b.Len(); s.steps > most*tokens {
			t.Errorf("%s: %d steps for %d tokens", name, s.steps, tokens)
		}
	}
}

// At most the affordable number of places is tried, and none is left out if all are affordable.
func TestAlign_PlacesAreAffordable(t *testing.T) {
	fewer := 0
	check := func(name string, a, b *Document) {
		s := new(scanner)
		s.begin(a, b, b.seed)
		tried, more := 0, 0
		for _, h := range s.hits {
			places := len(s.seeds.in(h.bucket))
			tried += min(places, s.places)
			more += min(places, s.places+1)
		}
		most := max(freePlaces, placesPerToken*(a.Len()+b.Len()))
		if s.places > leastPlaces && tried > most || s.places < mostPlaces && more <= most {
			t.Errorf("%s: %d places of a seed, %d in all, are tried of %d tokens", name, s.places, tried, a.Len()+b.Len())
		}
		if s.places < mostPlaces {
			fewer++
		}
	}
	for name, pair := range tables(5_000) {
		check(name, lexed(t, "C", pair[0]), lexed(t, "C", pair[1]))
	}
	for name, pair := range hostile(20_000) {
		check(name, lexed(t, "C", pair[0]), lexed(t, "C", pair[1]))
	}
	for seed := range uint64(100) {
		a, b := documents(t, rand.New(rand.NewPCG(seed, 1)))
		check("random", a, b)
	}
	if fewer < 5 {
		t.Errorf("fewer are tried of %d pairs only: this tests little", fewer)
	}
}

// FuzzAlign takes any sources: matches are valid under their kinds.
func FuzzAlign(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	f.Add("Go", words(r, 60, 40), words(r, 60, 40))
	f.Add("Python", "def f(a):\n  return a + 1\n", "def g(b):\n  return b + 1\n")
	f.Add("Text", "Finches sing in the morning, and", "in the morning and in the evening finches sing")
	f.Add("C", strings.Repeat("0,", 40), strings.Repeat("1,", 41))
	f.Fuzz(func(t *testing.T, language, x, y string) {
		l, ok := lex.Lookup(language)
		if !ok {
			l = lex.Prose
		}
		a := NewDocument(l, []byte(x), l.Lex(nil, []byte(x)))
		b := NewDocument(l, []byte(y), l.Lex(nil, []byte(y)))
		checkMatches(t, a, b, Align(a, b))
	})
}

func BenchmarkAlignHostile(b *testing.B) {
	for name, pair := range hostile(100_000) {
		b.Run(name, func(b *testing.B) {
			x, y := lexed(b, "C", pair[0]), lexed(b, "C", pair[1])
			c, _ := lex.Lookup("C")
			for b.Loop() {
				Align(NewDocument(c, x.source, x.tokens), NewDocument(c, y.source, y.tokens))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*(x.Len()+y.Len())), "ns/token")
		})
	}
}
