// Package metric computes how well scores tell right from wrong.
//
// There are three views. A [Curve] is of pairs with a label each: how far the scores part the
// positive ones from the negative ones. A [Ranking] is of the answers to one question: how near to
// the top the relevant ones are. A [First] is the first answer to a question alone: how often it
// is right when few questions that have no answer may raise an alarm.
//
// Ties never flatter: a curve moves over equal scores in one step, a ranking puts the irrelevant
// of equal answers first. A score of 0 or less says that nothing was found. What is not defined,
// as an average over nothing, is NaN.
//
// The functions keep no state and do not change their arguments.
package metric

import (
	"math"
	"sort"
)

// Point is what a threshold lets through.
type Point struct {
	// Threshold is the least score that is let through; NaN where no threshold is worth anything.
	Threshold float64
	// TP and FP are the numbers of positive and negative pairs that reach it.
	TP, FP int
}

// Precision returns the share of what was let through that is positive, 0 of nothing.
func (p Point) Precision() float64 {
	if p.TP+p.FP == 0 {
		return 0
	}
	return float64(p.TP) / float64(p.TP+p.FP)
}

// Curve is what every threshold lets through of a set of labelled pairs.
type Curve struct {
	points               []Point // one a distinct score, by falling threshold
	positives, negatives int
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
		p := Point{scores[i], c.positives, c.negatives}
		if last := len(c.points) - 1; last >= 0 && c.points[last].Threshold == p.Threshold {
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
		sum += float64(p.TP-before) / float64(c.positives) * p.Precision()
		before = p.TP
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
	var before Point
	for _, p := range c.points {
		won += float64(p.FP-before.FP) * (float64(before.TP) + float64(p.TP-before.TP)/2)
		before = p
	}
	return won / (float64(c.positives) * float64(c.negatives))
}

// At returns what the threshold lets through.
func (c *Curve) At(threshold float64) Point {
	n := sort.Search(len(c.points), func(i int) bool { return !(c.points[i].Threshold >= threshold) })
	if n == 0 {
		return Point{Threshold: threshold}
	}
	return Point{threshold, c.points[n-1].TP, c.points[n-1].FP}
}

// Recall returns the share of the positives that the point lets through, 0 of none.
func (c *Curve) Recall(p Point) float64 {
	if c.positives == 0 {
		return 0
	}
	return float64(p.TP) / float64(c.positives)
}

// Best returns the threshold above 0 with the largest F1, the harmonic mean of precision and
// recall, and that F1: the highest of equally good ones. If none lets a positive pair through the
// threshold is NaN and F1 is 0.
func (c *Curve) Best() (Point, float64) {
	best, most := Point{Threshold: math.NaN()}, 0.0
	for _, p := range c.found() {
		if f1 := 2 * float64(p.TP) / float64(p.TP+p.FP+c.positives); f1 > most {
			best, most = p, f1
		}
	}
	return best, most
}

// found returns the points above 0.
func (c *Curve) found() []Point {
	n := sort.Search(len(c.points), func(i int) bool { return c.points[i].Threshold <= 0 })
	return c.points[:n]
}

// PrecisionAt returns the largest precision of thresholds above 0 with at least that recall, 0
// without one.
func (c *Curve) PrecisionAt(recall float64) float64 {
	most := 0.0
	for _, p := range c.found() {
		if float64(p.TP) >= recall*float64(c.positives) {
			most = max(most, p.Precision())
		}
	}
	return most
}

// RecallAt returns the largest recall of thresholds above 0 with at least that precision, 0
// without one.
func (c *Curve) RecallAt(precision float64) float64 {
	most := 0.0
	for _, p := range c.found() {
		if p.Precision() >= precision {
			most = max(most, c.Recall(p))
		}
	}
	return most
}
