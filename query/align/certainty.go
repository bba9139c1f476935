package align

import (
	"math"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Certainty estimates the probability of a copy from a score and a length. It holds the
// coefficients of a logistic regression over [Features].
type Certainty [4]float64

// The coefficients are fitted by bench/quality/calibrate to labelled scores: see docs/scores.md.
var certainties = [...]Certainty{
	ForOrigin:     {3.897, 1.970, -0.393, 0.056},
	ForSimilarity: {2.834, 3.653, 0.858, 0.599},
}

// ofPairs is fitted to scores [WithMaterial], most of them of classes of one task: there, solutions
// are alike without being copies.
var ofPairs = Certainty{-1.892, 1.329, 1.470, 0.515}

// ofShort is fitted to short documents that are alike by chance.
var ofShort = Certainty{0.478, 2.566, 1.858, 1.068}

// CertaintyOf returns the certainty of the scores of a use. For [Similarity], see also
// [CertaintyOfSimilar].
func CertaintyOf(use Use) Certainty { return certainties[use] }

// CertaintyOfPairs returns the certainty of a [Similarity] [WithMaterial], where nothing is known
// of the [Run].
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
	// leastOdds bounds scores, and thus the probability of a score of 0 or 1.
	leastOdds = 0.01
	// leastLength and mostLength bound lengths to those that were observed, in tokens.
	leastLength, mostLength = 20, 5000
	usualLength             = 200
)

// Features returns the features of the probability of a copy. They are 1, the logarithm of the odds
// of the score, the logarithm of the length, and their product. tokens is the number of tokens of
// the question, or of the shorter document.
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

// Run describes all units of a comparison: how alike they are without being copies.
type Run struct {
	Units int
	// Names is a cosine of names and literals. Three quarters of the units have three others that
	// are as near. It is low among files of a project, and high among solutions of a task, above
	// all if code was handed out. 0 is unknown.
	Names float64
}

// Fitted to classes of one task, and to all classes of a language together:
// bench/quality/calibrate.
const (
	wholeAlone, wholeByNames          = -1.15, -0.98
	partAlone, partByUnits, partNames = -2.4, -0.6, -0.44
)

// wholeOfFew is for units without others that show what is common. Fitted to the sets of
// docs/decisions/alone.md.
const wholeOfFew = -2.5

// Whole returns the probability that two units with a score [WithMaterial] are copies. tokens is
// the number of tokens of the shorter one.
func (r Run) Whole(score float64, tokens int) float64 {
	p := ofPairs.Probability(score, tokens)
	switch {
	case r.IsFew():
		return shifted(p, wholeOfFew)
	case !r.IsOfTask():
		return p
	}
	return shifted(p, min(0, wholeAlone+wholeByNames*r.nearness()))
}

// Part returns the probability that a unit has a part of another. It is given the probability of a
// search in an index of the others. Search assumes that every second question has an origin. In a
// class, each unit is compared with all others, and few are copies. The more units there are, the
// more are alike by chance.
func (r Run) Part(sure float64) float64 { return shifted(sure, r.partOdds()) }

// SearchFor returns the probability of a search from which [Run.Part] makes part.
func (r Run) SearchFor(part float64) float64 { return shifted(part, -r.partOdds()) }

func (r Run) partOdds() float64 {
	if !r.IsOfTask() {
		return 0
	}
	return min(0, partAlone+partByUnits*math.Log1p(float64(r.Units-1))+partNames*r.nearness())
}

// IsOfTask reports whether the units are solutions of a task, or of a few.
func (r Run) IsOfTask() bool { return r.Units >= threshold.TaskUnits && r.Names >= threshold.OneTask }

// IsFew reports whether the units are too few to show what is common: see provedAlone.
func (r Run) IsFew() bool { return r.Units > 0 && r.Units < threshold.TaskUnits }

// IsCommon reports whether so many others have material that it proves nothing of a unit.
func (r Run) IsCommon(others int) bool {
	return others > max(threshold.TaskOthers, (r.Units-1)/threshold.TaskShare)
}

// nearness returns the logarithm of the odds of the cosine of names.
func (r Run) nearness() float64 { return Features(r.Names, usualLength)[1] }

// usualFactor was chosen on irplag_all, ocd, hjc1 and 530 classes: docs/decisions/unusual.md.
const usualFactor = 6

// Unusual returns a score of two solutions of a task, lowered by their usual score. The usual score
// is the mean score of both with all others. The logarithm of its odds falls by six times that. 1
// stays 1.
func Unusual(score, usual float64) float64 {
	e := 1 + math.Expm1(-usualFactor*usual)
	return score * e / (1 - score + score*e)
}

// shifted returns the probability with that much added to the logarithm of its odds.
func shifted(p, odds float64) float64 {
	if odds == 0 {
		return p
	}
	p = min(p, mostCertain)
	e := 1 + math.Expm1(odds)
	return min(p*e/(1-p+p*e), mostCertain)
}
