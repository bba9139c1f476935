package candidates

import (
	"context"
	"math"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Names and literals count once for a document, and not in boilerplate. Nothing else counts.
func TestAddNames_CountsNamesOutsideBoilerplate(t *testing.T) {
	c, _ := lex.Lookup("C")
	s := NewSet()
	for doc, src := range []string{
		"int f(int alpha) { return alpha + 41; }",
		"while (alpha) { f(41, alpha, \"other\"); }",
		"common(x); for (;;) { if (y) return z; }",
		"common(u); for (;;) { if (v) return w; }",
	} {
		n := analyzer.Analysis{Language: c, Tokens: c.Lex(nil, []byte(src))}
		var boilerplate []analyzer.Span
		if doc >= 2 {
			boilerplate = []analyzer.Span{{From: 0, To: 1}} // common
		}
		s.AddNames(doc, &n, boilerplate)
	}
	table, err := NewTable(context.Background(), s, Options{Documents: 4})
	if err != nil {
		t.Fatal(err)
	}
	if m := table.Measures(0, 1); math.Abs(m.Resemblance-3./4) > 1e-9 { // f, alpha and 41 of these and "other"
		t.Errorf("resemblance %g", m.Resemblance)
	}
	if m := table.Measures(2, 3); m.Resemblance != 0 {
		t.Errorf("boilerplate or keywords in common: %g", m.Resemblance)
	}
}

func TestSpelling_SurvivesTranslation(t *testing.T) {
	python, _ := lex.Lookup("Python")
	java, _ := lex.Lookup("Java")
	hash := func(l *lex.Language, text string) uint64 {
		return Spelling([]byte(text), l.Lex(nil, []byte(text))[0])
	}
	for _, same := range [][2]string{{"maxDepth", "max_depth"}, {`"two words"`, `'two words'`}, {`"at: "`, `f'at: '`}, {"1000", "1_000"}, {`'a'`, `"a"`}} {
		if hash(java, same[0]) != hash(python, same[1]) {
			t.Errorf("%s and %s differ", same[0], same[1])
		}
	}
	if hash(java, `"+"`) == hash(java, `"-"`) {
		t.Error("texts without letters are the same")
	}
}
