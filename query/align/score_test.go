package align

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// rarities makes token weights as [NewRarity] does: class and text together at most 1.
func rarities(r *rand.Rand, n int) Rarity {
	v := Rarity{Class: make([]float64, n), Text: make([]float64, n)}
	for i := range n {
		v.Class[i], v.Text[i] = 0.75*r.Float64(), 0.25*r.Float64()
	}
	return v
}

func TestScores_StayInTheirBounds(t *testing.T) {
	eachPair(t, 1000, func(t *testing.T, r *rand.Rand, a, b *Document) {
		ra, rb := rarities(r, a.Len()), rarities(r, b.Len())
		matches := Align(a, b)
		var parts []Part
		for _, m := range matches {
			w := m.Weight(a, b, ra)
			most := 0.0
			for _, tile := range m.Tiles {
				most += ra.Sum(analyzer.Span{From: tile.A, To: tile.A + tile.Length})
			}
			if w < 0 || w > most || m.Identical == m.Tokens && w <= 0 {
				t.Fatalf("weight %g of at most %g: %+v", w, most, m)
			}
			parts = append(parts, m.Part(w))
		}
		score := Origin(Explained(parts, a.Len()))
		alike := Similarity(a, b, matches, ra, rb)
		mirrored := Similarity(b, a, Align(b, a), rb, ra)
		if score < 0 || score >= 1 || alike < 0 || alike > 1 || math.Abs(alike-mirrored) > 1e-9 {
			t.Fatalf("score %g, similarity %g, mirrored %g", score, alike, mirrored)
		}
		if self := Similarity(a, a, Align(a, a), ra, ra); a.Len() >= a.seed && math.Abs(self-1) > 1e-9 {
			t.Fatalf("a document is like itself to %g", self)
		}
	})
}

// weightOf returns the weight of all matches of two texts, in which every token is rare.
func weightOf(t *testing.T, source, other string) (sum float64) {
	a, b := lexed(t, "Go", source), lexed(t, "Go", other)
	full := Rarity{Class: make([]float64, a.Len()), Text: make([]float64, a.Len())}
	for i := range a.Len() {
		full.Class[i], full.Text[i] = 0.75, 0.25
	}
	for _, m := range Align(a, b) {
		sum += m.Weight(a, b, full)
	}
	return sum
}

// Stronger evidence weighs more: the same text, then a consistently renamed name, then a name that
// occurs once, then another literal; and a long run more than its parts.
func TestWeight_OrdersCopies(t *testing.T) {
	source := "if a == b { c = a + b ; d ( c , a , 7 ) ; return c }"
	order := []string{
		source,
		"if a == b { c = a + b ; d ( c , a , 8 ) ; return c }", // a literal
		"if x == b { c = x + b ; d ( c , x , 8 ) ; return c }", // and a name
		"if x == y { z = x + y ; w ( z , x , 8 ) ; return z }", // and all names
		"if x == y { z = q + b ; d ( p , x , 8 ) ; return c }", // not one to one
		"if x == y { z = q + b ; d ( p , x , 8 ) ; log ( ) ; return c }",
	}
	for i := 1; i < len(order); i++ {
		if more, less := weightOf(t, source, order[i-1]), weightOf(t, source, order[i]); more <= less || less <= 0 {
			t.Errorf("%q weighs %g, %q %g", order[i-1], more, order[i], less)
		}
	}
}

// A token that disagrees takes more from a run that it divides than from one that it ends.
func TestWeight_DisagreementDividesRuns(t *testing.T) {
	source := "f ( a , b , c , d , e , 7 , g , h , i , j , k , 7 )"
	divided := weightOf(t, source, "f ( a , b , c , d , e , 8 , g , h , i , j , k , 7 )")
	ended := weightOf(t, source, "f ( a , b , c , d , e , 7 , g , h , i , j , k , 8 )")
	if divided >= ended {
		t.Errorf("divided %g, ended %g", divided, ended)
	}
}

// A lower cosine counts the more the shorter the question, and not in a long one.
func TestSimilarityInIndex(t *testing.T) {
	for _, c := range []struct {
		similarity, cosine float64
		tokens             int
		want               float64
	}{
		{0.8, 0.2, 0, 0.4}, {0.8, 0.2, 150, 0.6}, {0.8, 0.2, 300, 0.8}, {0.8, 0.2, 5000, 0.8},
		{0.2, 0.8, 150, 0.2}, {1, 1, 10, 1}, {0, 0.9, 10, 0},
	} {
		if got := SimilarityInIndex(c.similarity, c.cosine, c.tokens); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%g and %g of %d tokens are %g, not %g", c.similarity, c.cosine, c.tokens, got, c.want)
		}
	}
}

func TestExplained_CountsTheBest(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		tokens  int
		want    float64
	}{
		{nil, 100, 0},
		{[]float64{99}, 98, 99},                           // all of the question
		{[]float64{30, 99, 40}, 98, 99},                   // slight ones add nothing
		{[]float64{50, 100, 60}, 114, 115},                // others add what is beyond 40, half
		{[]float64{100, 50, 60}, 114, 115},                // in any order
		{[]float64{10}, 1e6 - 1, 10 * math.Pow(1e-5, .1)}, // of a long question
	} {
		var parts []Part
		for i, w := range c.weights {
			parts = append(parts, Part{A: place(10*i, 1), B: place(10*i, 1), Weight: w})
		}
		if got := Explained(parts, c.tokens); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("Explained(%v, %d) is %g, not %g", c.weights, c.tokens, got, c.want)
		}
	}
	if Origin(30) != 0.5 || Origin(0) != 0 || Origin(1e9) > 1 {
		t.Error("the score is not even at 30, or leaves its range")
	}
}

// A copy cut into pieces of the same weight is found, if these are in order.
func TestExplained_CountsASeries(t *testing.T) {
	pieces := func(n int, weight float64, b func(i int) int) (all []Part) {
		for i := range n {
			all = append(all, Part{A: place(100*i, 40), B: place(b(i), 40), Weight: weight})
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	ordered := func(i int) int { return 50 * i }
	const tokens = 40_000
	for _, c := range []struct {
		n, more int // pieces, and those that count besides the best
		weight  float64
		b       func(i int) int
	}{
		{8, 0, 38, ordered}, {9, 1, 38, ordered}, {400, 392, 38, ordered},
		{400, 0, 19, ordered},                                   // slight ones
		{400, 0, 38, func(i int) int { return -i }},             // in another order
		{400, 0, 38, func(int) int { return 7 }},                // of one place
		{400, 192, 38, func(i int) int { return 50 * (i ^ 1) }}, // neighbours exchanged
	} {
		total := c.weight + float64(c.more)*c.weight/2
		want := total * math.Pow(min(1, total/(tokens+1)), shareExponent)
		if got := Explained(pieces(c.n, c.weight, c.b), tokens); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d pieces of %g explain %g, not %g", c.n, c.weight, got, want)
		}
	}
}

func place(from, tokens int) analyzer.Span { return analyzer.Span{From: from, To: from + tokens} }

// Pieces in another order count if they are neighbours in both documents.
func TestExplained_CountsWhatIsShuffled(t *testing.T) {
	order := rand.New(rand.NewPCG(1, 2)).Perm(6)
	for _, c := range []struct {
		name string
		more int // pieces that count besides the best
		part func(i int) Part
	}{
		{"neighbours", 5, func(i int) Part { return Part{A: place(25*i, 20), B: place(1000+25*order[i], 20), Weight: 18} }},
		{"apart in the document", 0, func(i int) Part { return Part{A: place(25*i, 20), B: place(1000+50*order[i], 20), Weight: 18} }},
		{"apart in the question", 0, func(i int) Part { return Part{A: place(50*i, 20), B: place(1000+25*order[i], 20), Weight: 18} }},
		{"slight", 0, func(i int) Part { return Part{A: place(25*i, 20), B: place(1000+25*order[i], 20), Weight: 7} }},
		{"of unknown place", 0, func(i int) Part { return Part{A: place(25*i, 20), B: place(0, 0), Weight: 18} }},
	} {
		var parts []Part
		for i := range order {
			parts = append(parts, c.part(i))
		}
		weight := parts[0].Weight
		want := weight * float64(2+c.more) / 2
		if got := Explained(parts, 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %g, not %g", c.name, got, want)
		}
	}
}

func TestAssess_EqualsSingleCalls(t *testing.T) {
	eachWholePair(t, func(t *testing.T, a, b *Document, ra, rb Rarity, matches []Match) {
		score, of := Assess(a, b, matches, ra, rb)
		if score != Similarity(a, b, matches, ra, rb) || len(of) != len(matches) {
			t.Fatalf("%g, %d of %d matches", score, len(of), len(matches))
		}
		for i, m := range matches {
			forA, forB := m.Weight(a, b, ra), m.Mirrored().Weight(b, a, rb)
			kind := m.Changes(a, b).Kind
			if of[i].Kind != kind || math.Abs(of[i].Weights[0]-forA) > 1e-9 || math.Abs(of[i].Weights[1]-forB) > 1e-9 ||
				of[i].Weight() != max(of[i].Weights[0], of[i].Weights[1]) {
				t.Fatalf("%+v, not %v, %g and %g: %+v", of[i], kind, forA, forB, m)
			}
		}
	})
}

func TestWithMaterial_RaisesInBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 7))
	for range 1000 {
		s, m, usual := r.Float64(), r.Float64(), r.Float64()
		raised := WithMaterial(s, m, usual)
		if raised < s || raised > 1 || raised > WithMaterial(s, min(1, m+.01), usual) || raised > WithMaterial(min(1, s+.01), m, usual) ||
			raised < WithMaterial(s, m, min(1, usual+.01)) {
			t.Fatalf("WithMaterial(%g, %g, %g) is %g", s, m, usual, raised)
		}
		if least := LeastWithMaterial(raised); s < least-1e-9 || WithMaterial(least, 1, usual) < raised-1e-9 {
			t.Fatalf("%g is raised to %g, and the least is %g", s, raised, least)
		}
	}
	if WithMaterial(0, 1, .2) != 0 || WithMaterial(1, 1, .2) != 1 || WithMaterial(.5, .2, .2) != .5 || WithMaterial(.5, 1, 1) != .5 {
		t.Error("0, 1, or a score without names in common changes")
	}
}
