package metric

import (
	"math"
	"slices"
)

// First is the first answer to a question that has a right one.
type First struct {
	Score float64 // 0 where nothing was found
	Right bool
}

// RightAt returns the share of the questions whose first answer is right and above a threshold. It
// also returns the threshold: the least that at most the share alarms of the questions without a
// right answer exceed. none are the scores of the latters' first answers, 0 where nothing was
// found. alarms is at least 0 and less than 1. Both are NaN if there are no questions of either
// kind.
func RightAt(alarms float64, firsts []First, none []float64) (share, threshold float64) {
	if len(firsts) == 0 || len(none) == 0 {
		return math.NaN(), math.NaN()
	}
	descending := slices.Sorted(slices.Values(none))
	slices.Reverse(descending)
	threshold = descending[int(alarms*float64(len(none)))]
	right := 0
	for _, f := range firsts {
		if f.Right && f.Score > threshold {
			right++
		}
	}
	return float64(right) / float64(len(firsts)), threshold
}
