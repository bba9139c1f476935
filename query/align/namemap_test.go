package align

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// Copies of short runs, between which there is nothing in common.
const (
	twoRuns   = "if aa == bb { cc ( aa , 7 ) ; return } %s while bb < aa { cc ( bb , 8 ) ; break }"
	unrelated = "[ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ]"
	others    = "* * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * *"
)

// A document whose names are mapped alike in all matches is more similar than one in which each
// match maps them in its own way.
func TestSimilarity_PrefersOneMappingOfNames(t *testing.T) {
	a := lexed(t, "C", strings.Replace(twoRuns, "%s", unrelated, 1))
	similar := func(first, second string) float64 {
		run, next, _ := strings.Cut(twoRuns, "%s")
		b := lexed(t, "C", strings.NewReplacer(strings.Fields(first)...).Replace(run)+others+
			strings.NewReplacer(strings.Fields(second)...).Replace(next))
		a.For(ForSimilarity)
		b.For(ForSimilarity)
		ra, rb := evenRarity(a), evenRarity(b)
		matches := Align(a, b)
		if len(matches) != 2 {
			t.Fatalf("%d matches", len(matches))
		}
		score := Similarity(a, b, matches, ra, rb)
		if mirrored := Similarity(b, a, Align(b, a), rb, ra); mirrored != score {
			t.Errorf("similarity %g, mirrored %g", score, mirrored)
		}
		whole := func(of *Document, r Rarity) *Whole { return NewWhole([]Size{SizeOf(of, r)}) }
		x, y := whole(a, ra), whole(b, rb)
		for _, m := range matches {
			x.Cover(0, a, b, ra, m)
			y.Cover(0, b, a, rb, m.Mirrored())
		}
		if alike := WholeSimilarity(x, y); alike < score-1e-9 || alike > score+1e-9 {
			t.Errorf("similarity %g, of wholes %g", score, alike)
		}
		return score
	}
	alike := similar("aa pp bb qq cc rr", "aa pp bb qq cc rr")
	apart := similar("aa pp bb qq cc rr", "aa vv bb ww cc xx")
	if alike <= apart {
		t.Errorf("%g with one mapping, %g with two", alike, apart)
	}
}

// A search finds a part wherever it is from, so its matches have nothing to do with each other.
func TestMapNames_OnlyOfWholeDocuments(t *testing.T) {
	for _, use := range []Use{ForOrigin, ForSimilarity} {
		a := lexed(t, "C", strings.Replace(twoRuns, "%s", unrelated, 1))
		b := lexed(t, "C", strings.Replace(twoRuns, "%s", others, 1))
		a.For(use)
		b.For(use)
		matches := Align(a, b)
		for _, m := range matches {
			if (m.mapping != nil) != (use == ForSimilarity) {
				t.Errorf("use %d: mapping %v", use, m.mapping)
			}
			if back := m.Mirrored().Mirrored(); !reflect.DeepEqual(back, m) {
				t.Errorf("mirrored twice: %+v, not %+v", back, m)
			}
		}
	}
}

// eachWholePair calls f with pairs that are compared as whole documents, their rarities and
// matches.
func eachWholePair(t *testing.T, f func(t *testing.T, a, b *Document, ra, rb Rarity, matches []Match)) {
	eachPair(t, 500, func(t *testing.T, r *rand.Rand, a, b *Document) {
		a.For(ForSimilarity)
		b.For(ForSimilarity)
		f(t, a, b, rarities(r, a.Len()), rarities(r, b.Len()), Align(a, b))
	})
}

func TestSimilarity_WithOneMappingStaysInItsBounds(t *testing.T) {
	mapped := 0
	eachWholePair(t, func(t *testing.T, a, b *Document, ra, rb Rarity, matches []Match) {
		score, of := Assess(a, b, matches, ra, rb)
		for i, m := range matches {
			if m.mapping != nil {
				mapped++
			}
			forA, forB := m.Weight(a, b, ra), m.Mirrored().Weight(b, a, rb)
			if of[i].Kind != m.Changes(a, b).Kind || math.Abs(of[i].Weights[0]-forA) > 1e-9 || math.Abs(of[i].Weights[1]-forB) > 1e-9 {
				t.Fatalf("%+v, not %g and %g: %+v", of[i], forA, forB, m)
			}
		}
		if mirrored := Similarity(b, a, Align(b, a), rb, ra); score < 0 || score > 1 || math.Abs(score-mirrored) > 1e-9 {
			t.Fatalf("similarity %g, mirrored %g", score, mirrored)
		}
		if self := Similarity(a, a, Align(a, a), ra, ra); a.Len() >= a.seed && math.Abs(self-1) > 1e-9 {
			t.Fatalf("a document is like itself to %g", self)
		}
	})
	if mapped == 0 {
		t.Error("no pair has several matches")
	}
}
