// Package metric computes how well scores distinguish right from wrong.
//
// There are three views. A [Curve] measures how well scores separate positive from negative pairs.
// A [Ranking] measures how near to the top of the answers to a question the relevant ones are. A
// [First] is the first answer to a question: how often is it right if few questions without an
// answer may raise an alarm?
//
// Ties never flatter: a curve moves over equal scores in one step, and a ranking puts the
// irrelevant of equal answers first. A score of 0 or less means that nothing was found. An
// undefined figure, such as an average over nothing, is NaN.
//
// The functions keep no state and do not change their arguments.
package metric

import (
	"math"
	"sort"
)

// Curve is what every threshold lets through of a set of labelled pairs.
type Curve struct {
	points               []point // one per distinct score, by descending threshold
	positives, negatives int
}

// point is how many positive and negative pairs reach a threshold.
type point struct {
	threshold float64
	tp, fp    int
}

// NewCurve returns the curve of pairs with these scores and labels; the slices are of one length.
func NewCurve(scores []float64, positive []bool) *Curve {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return scores[order[i]] > scores[order[j]] })
	c := &Curve{}
	for _, i := range order {
		if positive[i] {
			c.positives++
		} else {
			c.negatives++
		}
		p := point{scores[i], c.positives, c.negatives}
		if last := len(c.points) - 1; last >= 0 && c.points[last].threshold == p.threshold {
			c.points[last] = p
		} else {
			c.points = append(c.points, p)
		}
	}
	return c
}

// AveragePrecision returns the area under precision over recall, as a sum of steps: the precision
// at each distinct score times the recall gained there. Pairs scored 0 count, as the last step.
// NaN without positives.
func (c *Curve) AveragePrecision() float64 {
	if c.positives == 0 {
		return math.NaN()
	}
	sum := 0.0
	before := 0
	for _, p := range c.points {
		sum += float64(p.tp-before) / float64(c.positives) * float64(p.tp) / float64(p.tp+p.fp)
		before = p.tp
	}
	return sum
}

// AUC returns the area under the ROC curve: the chance that a positive pair has a higher score
// than a negative one, equal scores counting half. NaN without positives or without negatives.
func (c *Curve) AUC() float64 {
	if c.positives == 0 || c.negatives == 0 {
		return math.NaN()
	}
	won := 0.0
	var before point
	for _, p := range c.points {
		won += float64(p.fp-before.fp) * (float64(before.tp) + float64(p.tp-before.tp)/2)
		before = p
	}
	return won / (float64(c.positives) * float64(c.negatives))
}

// Best returns the threshold above 0 with the largest F1, and that F1. F1 is the harmonic mean of
// precision and recall. Of equally good thresholds it returns the highest. If none lets a positive
// pair through the threshold is NaN and F1 is 0.
func (c *Curve) Best() (threshold, f1 float64) {
	threshold = math.NaN()
	for _, p := range c.points {
		if f := 2 * float64(p.tp) / float64(p.tp+p.fp+c.positives); p.threshold > 0 && f > f1 {
			threshold, f1 = p.threshold, f
		}
	}
	return threshold, f1
}
