package align

import "testing"

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
