package align

import (
	"fmt"
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
		parts = append(parts, Part{m.A, m.B, m.Weight(a, b, rarity)})
	}
	return Origin(Explained(parts, a.Own()))
}

// Repeated structure counts once: two tables of calls of two macros are no copies. The same table is, and so is code with other names.
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
