package metric

import (
	"cmp"
	"math"
	"slices"
)

// Ranking is the answers to one question, best first.
type Ranking struct {
	relevant []bool // of the answers
	total    int    // relevant documents that there are
}

// NewRanking returns the ranking of answers with these scores; the slices are of one length. Total
// is the number of relevant documents, found or not, at least 1. Answers scored 0 or less are left
// out. The irrelevant of equal answers come first.
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

// Hit1 returns 1 if the first answer is relevant, and 0 if not.
func (r Ranking) Hit1() float64 {
	if len(r.relevant) > 0 && r.relevant[0] {
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
