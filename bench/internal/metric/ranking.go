package metric

import (
	"cmp"
	"math"
	"slices"
)

// Ranking is what became of one question: its answers, best first.
type Ranking struct {
	relevant []bool // of the answers
	total    int    // relevant documents that there are
}

// NewRanking returns the ranking of answers with these scores; the slices are of one length. Total
// is how many relevant documents there are, found or not, 1 at least. Answers scored 0 or less are
// none. Of equal answers the irrelevant come first, so that a tie is no luck.
func NewRanking(scores []float64, relevant []bool, total int) Ranking {
	var answers []int
	for i, s := range scores {
		if s > 0 {
			answers = append(answers, i)
		}
	}
	slices.SortFunc(answers, func(i, j int) int {
		return cmp.Or(cmp.Compare(scores[j], scores[i]), compareBool(relevant[i], relevant[j]))
	})
	r := Ranking{total: total}
	for _, i := range answers {
		r.relevant = append(r.relevant, relevant[i])
	}
	return r
}

// compareBool puts false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// AveragePrecision returns the mean, over all relevant documents, of the precision down to each;
// one that is not found counts 0. Its mean over questions is MAP.
func (r Ranking) AveragePrecision() float64 {
	sum := 0.0
	found := 0
	for i, relevant := range r.relevant {
		if relevant {
			found++
			sum += float64(found) / float64(i+1)
		}
	}
	return sum / float64(r.total)
}

// ReciprocalRank returns 1 over the rank of the first relevant answer, 0 without one. Its mean
// over questions is MRR.
func (r Ranking) ReciprocalRank() float64 {
	if i := slices.Index(r.relevant, true); i >= 0 {
		return 1 / float64(i+1)
	}
	return 0
}

// Recall returns the relevant ones among the first k answers over those that could be there: all
// relevant documents, or k if that is less.
func (r Ranking) Recall(k int) float64 {
	found := 0
	for _, relevant := range r.relevant[:min(k, len(r.relevant))] {
		if relevant {
			found++
		}
	}
	return float64(found) / float64(min(k, r.total))
}

// Hit returns 1 if one of the first k answers is relevant, and 0 if not.
func (r Ranking) Hit(k int) float64 {
	if slices.Contains(r.relevant[:min(k, len(r.relevant))], true) {
		return 1
	}
	return 0
}

// Mean returns the mean of a figure over the rankings; NaN if there are none.
func Mean(rankings []Ranking, figure func(Ranking) float64) float64 {
	if len(rankings) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, r := range rankings {
		sum += figure(r)
	}
	return sum / float64(len(rankings))
}
