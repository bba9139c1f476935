package align

import (
	"math"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// spelledOf returns the run of the heaviest match of a text with another, if all its tokens are
// rare.
func spelledOf(t *testing.T, language, text, other string) Spelled {
	t.Helper()
	l, ok := lex.Lookup(language)
	if !ok {
		t.Fatal(language)
	}
	an, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var n analyzer.Analysis
	an.Analyze(l, []byte(text), &n)
	a, b := NewDocument(l, []byte(text), n.Tokens), NewDocument(l, []byte(other), l.Lex(nil, []byte(other)))
	a.For(ForOrigin)
	b.For(ForOrigin)
	rarity := NewRarity(an, &n, 1, nil, ForOrigin)
	var best Spelled
	for _, m := range Align(a, b) {
		if s := m.Spelled(a, b, rarity); s.weight > best.weight {
			best = s
		}
	}
	return best
}

// Long names prove more than short ones, one name counts once, and what differs ends a run. Words
// are no names.
func TestMatch_Spelled(t *testing.T) {
	const short = "a := f(b, c); if a != nil { return g(a, d), h(b) }; c.e(d)"
	const long = "cursor := openWindow(parent, geometry); if cursor != nil { return raiseAbove(cursor, stack), hide(parent) }; geometry.align(stack)"
	const once = "geometry := f(geometry, c); if geometry != nil { return g(geometry, d), h(geometry) }; c.e(d)"
	weight := map[string]float64{}
	for _, text := range []string{short, long, once} {
		s := spelledOf(t, "Go", "x = 1; "+text+"; y = 2", "z(); "+text+"; q(3)")
		if weight[text] = s.weight; s.A.Len() < threshold.SpelledRun {
			t.Errorf("the run of %q is %v", text, s.A)
		}
	}
	if weight[short] >= weight[once] || weight[once] >= weight[long] || weight[long] > Even {
		t.Errorf("short names %.2f, a name often %.2f, long names %.2f", weight[short], weight[once], weight[long])
	}
	cut := "cursor := openWindow(parent, geometry); if cursor != nil { return lowerBelow(cursor, stack), hide(parent) }; geometry.align(stack)"
	if s := spelledOf(t, "Go", long, cut); s.weight >= weight[long]/2 {
		t.Errorf("with another name: %.2f of %.2f", s.weight, weight[long])
	}
	const prose = "the quick brown fox jumps over the lazy dog while nobody in the house looks out of any window at all today"
	if s := spelledOf(t, "Text", prose, prose); s.A.Len() > 0 {
		t.Errorf("of prose: %v", s.A)
	}
}

// The score in any question is the one of the run alone.
func TestSpelled_Evident(t *testing.T) {
	for _, weight := range []float64{1, 12.5, 18, Even} {
		for _, tokens := range []int{0, 10, 29, 30, 400, 100_000} {
			w := Spelled{weight: weight}.Evident(tokens)
			if got := Explained([]Part{{Weight: w}}, tokens); math.Abs(got-weight) > 1e-9*weight {
				t.Errorf("%g in %d tokens: %g, which explains %g", weight, tokens, w, got)
			}
		}
	}
	for _, tokens := range []int{20, 400, 100_000} {
		if least := LeastSpelled(0.25, tokens); least <= 0 || least > 0.25 {
			t.Errorf("the least score in %d tokens is %g", tokens, least)
		}
	}
}
