package align

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// originOf returns the score of a question by its best match with a document, if all of it is rare.
func originOf(t *testing.T, question, document string) float64 {
	t.Helper()
	settings := analyzer.DefaultSettings()
	az, err := analyzer.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := lex.Lookup("C")
	var n, other analyzer.Analysis
	az.Analyze(l, []byte(question), &n)
	az.Analyze(l, []byte(document), &other)
	a, b := NewDocument(l, []byte(question), n.Tokens), NewDocument(l, []byte(document), other.Tokens)
	rarity := NewRarity(az, &n, 1, nil, ForOrigin)
	var parts []Part
	for _, m := range Align(a, b) {
		parts = append(parts, m.Part(m.Weight(a, b, rarity)))
	}
	return Origin(Explained(parts, a.Own()))
}

// Repeated structure counts once: two tables of calls of two macros are no copies. The same table
// is, and so is code with other names.
func TestWeight_CountsRepeatedStructureOnce(t *testing.T) {
	table := func(format string) string {
		var b strings.Builder
		for i := range 80 {
			fmt.Fprintf(&b, format, i, i*i%97)
		}
		return b.String()
	}
	calls, others := table("    REGISTER_API(Name%dOf%d);\n"), table("    SEC2TXT(ERR_%d_%d);\n")
	if score := originOf(t, calls, others); score > 0.07 {
		t.Errorf("tables of calls of two macros score %.3f", score)
	}
	edited := strings.Replace(calls, "(Name7Of", "(Other7Of", 1)
	for name, document := range map[string]string{"itself": calls, "edited": edited} {
		if score := originOf(t, calls, document); score < 0.5 {
			t.Errorf("a table and %s score %.3f", name, score)
		}
	}
	const code = "int f(int a, int b) { int c = a * 3 + g(a); if (c > b) return h(c, 7); while (c < 9) c += k(a, b) - 1;\n" +
		"for (b = 0; b < c; b++) { t[b] = a ? c : -b; u->next[t[b]].x ^= ~c & 0xff; } do { c >>= 1; s(&c, b); } while (c); return t[a] % b; }\n"
	if score := originOf(t, strings.NewReplacer("a", "x", "b", "y").Replace(code), code); score < 0.5 {
		t.Errorf("renamed code scores %.3f", score)
	}
}

// A table is no copy of a shorter one either.
func TestWeight_OfTablesOfTwoLengths(t *testing.T) {
	table := func(format string, rows int) string {
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, format, i, i*i%97)
		}
		return b.String()
	}
	if score := originOf(t, table("    REGISTER_API(Name%dOf%d);\n", 80), table("    SEC2TXT(ERR_%d_%d);\n", 12)); score > 0.1 {
		t.Errorf("tables of calls of two macros score %.3f", score)
	}
}

// Each duplicate matches the tokens that the first one matches, with the same symbols, and overlaps
// no other match.
func TestDuplicates_MatchTheSameTokens(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("if ( a b c ) { } = + - * ; 1 2 while for return x y , [ ]")
	random := func(n int) string {
		var all []string
		for range n {
			all = append(all, words[r.IntN(len(words))])
		}
		return strings.Join(all, " ")
	}
	for range 200 {
		block := random(24 + r.IntN(60))
		times := 1 + r.IntN(12)
		var question strings.Builder
		for range times {
			question.WriteString(random(r.IntN(40)) + " " + block + " ")
		}
		a, b := lexed(t, "C", question.String()), lexed(t, "C", random(50)+" "+block+" "+random(50))
		matches := Align(a, b)
		all := append(slices.Clone(matches), duplicates(a, b, matches, a.lengths(matches))...)
		taken, tokens := make([]bool, a.Len()), 0
		for _, m := range all {
			for _, tile := range m.Tiles {
				for i := range tile.Length {
					if a.symbols[tile.A+i] != b.symbols[tile.B+i] || taken[tile.A+i] {
						t.Fatalf("token %d matches %d, or is matched before", tile.A+i, tile.B+i)
					}
					taken[tile.A+i] = true
				}
			}
			tokens += m.Tokens
		}
		if least := times * lexed(t, "C", block).Len() * 9 / 10; tokens < least {
			t.Fatalf("of a block that is there %d times, %d tokens match, not %d:\n%s", times, tokens, least, question.String())
		}
	}
}

// Whole documents are as similar if one of them repeats what both have. Rows of another table are
// no repeats.
func TestSimilarity_CountsRepeatsOnce(t *testing.T) {
	az, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	l, _ := lex.Lookup("C")
	prepared := func(source string) (*Document, Rarity) {
		var n analyzer.Analysis
		az.Analyze(l, []byte(source), &n)
		d := NewDocument(l, []byte(source), n.Tokens)
		d.For(ForSimilarity)
		return d, NewRarity(az, &n, 1, nil, ForSimilarity)
	}
	similarity := func(x, y string) float64 {
		a, ra := prepared(x)
		b, rb := prepared(y)
		matches := Align(a, b)
		score := Similarity(a, b, matches, ra, rb)
		if mirrored := Similarity(b, a, Align(b, a), rb, ra); math.Abs(mirrored-score) > 1e-9 {
			t.Errorf("%.4f, and %.4f mirrored", score, mirrored)
		}
		one, two := NewWhole([]Size{SizeOf(a, ra)}), NewWhole([]Size{SizeOf(b, rb)})
		for _, m := range matches {
			one.Cover(0, a, b, ra, m)
			two.Cover(0, b, a, rb, m.Mirrored())
		}
		if whole := WholeSimilarity(one, two); math.Abs(whole-score) > 1e-9 {
			t.Errorf("%.4f, and %.4f of wholes", score, whole)
		}
		return score
	}
	table := func(format string, rows int) string {
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, format, i, i*i%97)
		}
		return b.String()
	}
	const code = "int f(int a, int b) { int c = a * 3 + g(a); if (c > b) return h(c, 7); while (c < 9) c += k(a, b) - 1;\n" +
		"for (b = 0; b < c; b++) { t[b] = a ? c : -b; u->next[t[b]].x ^= ~c & 0xff; } return t[a] % b; }\n"
	const other = "struct s { unsigned long p; char *q[12]; } w = { 3, { \"x\", \"y\" } };\n"
	once := similarity(other+code, code)
	for _, times := range []int{2, 12, 100} {
		if score := similarity(other+strings.Repeat(code, times), code); math.Abs(score-once) > 0.05 {
			t.Errorf("%d times: %.3f, once %.3f", times, score, once)
		}
	}
	if score := similarity(table("    REGISTER_API(Name%dOf%d);\n", 20), table("    SEC2TXT(ERR_%d_%d);\n", 500)); score > 0.25 {
		t.Errorf("tables of calls of two macros: %.3f", score)
	}
}
