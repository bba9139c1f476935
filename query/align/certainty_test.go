package align

import (
	"math"
	"testing"
)

// A higher score never makes a copy less likely, nor certain, at any length that an index can hold.
func TestCertainty_GrowsWithTheScore(t *testing.T) {
	for name, c := range map[string]Certainty{
		"origin": CertaintyOf(ForOrigin), "similarity": CertaintyOf(ForSimilarity), "pairs": CertaintyOfPairs(),
	} {
		for tokens := 0; tokens < 1<<20; tokens = 2*tokens + 1 {
			before := -1.
			for score := 0.; score <= 1; score += 1. / 64 {
				p := c.Probability(score, tokens)
				if p < before || p < 0 || p >= 1 {
					t.Errorf("%s: score %g of %d tokens has the probability %g, a lower score %g", name, score, tokens, p, before)
				}
				before = p
			}
		}
	}
}

// Two short documents may be equal by chance.
func TestCertaintyOfSimilar_ExpectsChance(t *testing.T) {
	for tokens, most := range map[int]float64{10: .05, 20: .05, 30: .4, 49: .96, 100: 1} {
		before := 0.
		for score := 0.; score <= 1; score += 1. / 64 {
			p := CertaintyOfSimilar(score, tokens)
			if p < before || p > most {
				t.Errorf("score %g of %d tokens has the probability %g, a lower score %g", score, tokens, p, before)
			}
			before = p
		}
	}
}

func TestCertainty_OfCopiesAndOthers(t *testing.T) {
	for _, c := range []struct {
		use         Use
		score       float64
		tokens      int
		least, most float64
	}{
		{ForOrigin, 0.02, 200, 0, .05}, {ForOrigin, 0.95, 200, .98, 1},
		{ForSimilarity, 0.05, 500, 0, .05}, {ForSimilarity, 0.9, 500, .98, 1},
	} {
		if p := CertaintyOf(c.use).Probability(c.score, c.tokens); p < c.least || p > c.most {
			t.Errorf("use %d: score %g of %d tokens has the probability %g, want %g to %g", c.use, c.score, c.tokens, p, c.least, c.most)
		}
	}
}

// Among solutions of one task, what is alike is less surely copied; elsewhere nothing changes.
func TestRun_IsLessSureInAClass(t *testing.T) {
	project, class, handout, large, few := Run{40, 0.05}, Run{8, 0.2}, Run{8, 0.6}, Run{300, 0.2}, Run{4, 0.6}
	for _, none := range []Run{{}, project} {
		if p := none.Whole(0.8, 300); p != CertaintyOfPairs().Probability(0.8, 300) || none.Part(0.97) != 0.97 || none.SearchFor(0.97) != 0.97 {
			t.Errorf("%+v: %g, %g", none, p, none.Part(0.97))
		}
	}
	if w, h := class.Whole(0.8, 300), handout.Whole(0.8, 300); !(h < w-0.2) {
		t.Errorf("whole: %g in a class, %g where much was handed out", w, h)
	}
	if f, p := few.Whole(0.8, 300), project.Whole(0.8, 300); !(f < p-0.2) || few.Part(0.97) != 0.97 {
		t.Errorf("whole: %g among few, %g among many that share no names", f, p)
	}
	if c, h, l := class.Part(0.97), handout.Part(0.97), large.Part(0.97); !(c < 0.7 && h < c && l < c) {
		t.Errorf("parts: %g in a class, %g where much was handed out, %g in a large class", c, h, l)
	}
	if p := class.Part(0.9999); p < 0.99 {
		t.Errorf("a part that is surely copied has %g", p)
	}
	for _, p := range []float64{0.5, 0.9, 0.99} {
		if back := class.Part(class.SearchFor(p)); math.Abs(back-p) > 0.02 {
			t.Errorf("%g becomes %g", p, back)
		}
	}
	for score := 0.; score < 1; score += 1. / 64 {
		if a, b := handout.Whole(score, 300), handout.Whole(score+1./64, 300); a > b || b >= 1 {
			t.Errorf("score %g: %g, then %g", score, a, b)
		}
	}
}
