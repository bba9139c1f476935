package align

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// ignoreSome ignores random parts of the document, possibly none or all of it.
func ignoreSome(r *rand.Rand, d *Document) {
	var spans []analyzer.Span
	for at := r.IntN(20); at < d.Len(); {
		to := min(d.Len(), at+1+r.IntN(60))
		spans = append(spans, analyzer.Span{From: at, To: to})
		at = to + 1 + r.IntN(80)
	}
	d.Ignore(spans)
}

func TestAlign_NoMatchOverIgnoredTokens(t *testing.T) {
	found := 0
	eachPair(t, 2000, func(t *testing.T, r *rand.Rand, a, b *Document) {
		ignoreSome(r, a)
		ignoreSome(r, b)
		matches := Align(a, b)
		found += len(matches)
		checkMatches(t, a, b, matches)
		for _, m := range matches {
			if a.ignores(m.A) || b.ignores(m.B) {
				t.Fatalf("%+v goes over what is ignored: %v and %v", m, a.ignored, b.ignored)
			}
		}
		if mirrored := Align(b, a); len(mirrored) != len(matches) {
			t.Fatalf("%d matches, mirrored %d", len(matches), len(mirrored))
		}
	})
	if found < 1000 {
		t.Errorf("only %d matches: this tests little", found)
	}
}

// Ignored tokens do not reduce the score of the rest: a document equals itself.
func TestSimilarity_LeavesIgnoredTokensOut(t *testing.T) {
	eachPair(t, 1000, func(t *testing.T, r *rand.Rand, a, b *Document) {
		ignoreSome(r, a)
		ignoreSome(r, b)
		ra, rb := rarities(r, a.Len()), rarities(r, b.Len())
		ra.Ignore(a.ignored)
		rb.Ignore(b.ignored)
		alike, mirrored := Similarity(a, b, Align(a, b), ra, rb), Similarity(b, a, Align(b, a), rb, ra)
		if !(alike >= 0 && alike <= 1) || math.Abs(alike-mirrored) > 1e-9 {
			t.Fatalf("similarity %g, mirrored %g", alike, mirrored)
		}
		longest := 0
		a.eachOwn(func(s analyzer.Span) { longest = max(longest, s.Len()) })
		self := Similarity(a, a, Align(a, a), ra, ra)
		switch {
		case longest < a.seed && self != 0:
			t.Fatalf("of what is too short to match it is like itself to %g", self)
		case longest >= a.seed && math.Abs(self-1) > 1e-9:
			t.Fatalf("it is like itself to %g", self)
		}
	})
}

func TestAlign_IgnoredTokensSeparateMatches(t *testing.T) {
	own := "if a == b { c = a + b ; d ( c , a , 7 ) ; return c } "
	given := "while f ( x ) != nil { x = x . next ; count ++ } "
	source := own + given + strings.ReplaceAll(own, "7", "9")
	a, b := lexed(t, "Go", source), lexed(t, "Go", source)
	ownTokens, givenTokens := lexed(t, "Go", own).Len(), lexed(t, "Go", given).Len()
	if whole := Align(a, b); len(whole) != 1 || whole[0].Tokens != a.Len() || a.Own() != a.Len() {
		t.Fatalf("without: %+v", whole)
	}
	a.Ignore([]analyzer.Span{{From: ownTokens, To: ownTokens + givenTokens}}) // of one side is enough
	if a.Own() != a.Len()-givenTokens {
		t.Errorf("own: %d of %d", a.Own(), a.Len())
	}
	matches := Align(a, b)
	if len(matches) != 2 || matches[0].A != (analyzer.Span{From: 0, To: ownTokens}) || matches[1].A != (analyzer.Span{From: ownTokens + givenTokens, To: a.Len()}) ||
		matches[1].B != matches[1].A {
		t.Errorf("%+v", matches)
	}
	a.Ignore([]analyzer.Span{{From: 0, To: a.Len()}})
	if matches := Align(a, b); len(matches) != 0 || a.Own() != 0 {
		t.Errorf("all ignored: %+v", matches)
	}
}
