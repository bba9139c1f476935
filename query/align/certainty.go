package align

import "math"

// Certainty is how a score and a length tell how likely a copy is: the coefficients of a logistic
// regression over [Features].
type Certainty [4]float64

// The coefficients are fitted by bench/quality/calibrate to labelled scores: see docs/scores.md.
var certainties = [...]Certainty{
	ForOrigin:     {3.897, 1.970, -0.393, 0.056},
	ForSimilarity: {2.834, 3.653, 0.858, 0.599},
}

// ofPairs is fitted to scores [WithMaterial], most of them of classes of one task: there, solutions
// are alike that are no copies.
var ofPairs = Certainty{-1.892, 1.329, 1.470, 0.515}

// ofShort says how often short documents are alike by chance.
var ofShort = Certainty{0.478, 2.566, 1.858, 1.068}

// CertaintyOf returns the certainty of the scores of a use: [Origin], or [Similarity], for which
// see also [CertaintyOfSimilar].
func CertaintyOf(use Use) Certainty { return certainties[use] }

// CertaintyOfPairs returns the certainty of a [Similarity] [WithMaterial].
func CertaintyOfPairs() Certainty { return ofPairs }

// leastSimilar is the number of tokens of the shortest documents whose similarity was observed.
// Shorter ones are often alike by chance.
const leastSimilar = 50

// CertaintyOfSimilar returns the probability that one of two similar documents is a copy. The
// documents have that score. tokens is the number of tokens of the shorter one.
func CertaintyOfSimilar(score float64, tokens int) float64 {
	p := certainties[ForSimilarity].Probability(score, tokens)
	if tokens < leastSimilar {
		p = min(p, ofShort.Probability(score, tokens))
	}
	return p
}

const (
	// leastOdds bounds scores, and with it what a score of 0 or 1 can say.
	leastOdds = 0.01
	// leastLength and mostLength bound lengths to those that were observed, in tokens.
	leastLength, mostLength = 20, 5000
	usualLength             = 200
)

// Features returns the features of the probability of a copy: 1, the logarithm of the odds of the
// score, the logarithm of the length, and their product. tokens is the number of tokens of the
// question, or of the shorter document.
func Features(score float64, tokens int) [4]float64 {
	score = min(max(score, leastOdds), 1-leastOdds)
	odds := math.Log1p((2*score - 1) / (1 - score)) // the same on every system: see query.IDF
	length := math.Log1p(float64(min(max(tokens, leastLength), mostLength)-usualLength) / usualLength)
	return [4]float64{1, odds, length, odds * length}
}

// mostCertain bounds probabilities: the coefficients were fitted to some ten thousand scores.
const mostCertain = 0.9999

// Probability returns the probability, below 1, that a document with that score is a copy. It
// assumes that every second question has an origin, or that a collection has as many copies as the
// collections of the fit.
func (c Certainty) Probability(score float64, tokens int) float64 {
	sum := 0.
	for i, x := range Features(score, tokens) {
		sum += c[i] * x
	}
	return min(1/(2+math.Expm1(-sum)), mostCertain)
}

// Score returns the lowest score that has the probability. Scores are from 0 to 1, probabilities
// from above 0 to 1.
func (c Certainty) Score(probability float64, tokens int) float64 {
	x := Features(0.5, tokens) // odds are 0
	odds := (math.Log1p((2*probability-1)/(1-probability)) - c[0] - c[2]*x[2]) / (c[1] + c[3]*x[2])
	return 1 / (2 + math.Expm1(-odds))
}
