package metric

import (
	"math"
	"testing"
)

func near(a, b float64) bool {
	return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b)
}

// pairs makes scores and labels from runs of a score, with numbers of positives and negatives.
func pairs(runs ...[3]float64) (scores []float64, positive []bool) {
	for _, r := range runs {
		for i := range int(r[1] + r[2]) {
			scores, positive = append(scores, r[0]), append(positive, i < int(r[1]))
		}
	}
	return scores, positive
}

func TestCurve_Cases(t *testing.T) {
	c := NewCurve(pairs([3]float64{.2, 1, 3}, [3]float64{.9, 2, 0}, [3]float64{.5, 1, 1}, [3]float64{0, 1, 4}))
	threshold, f := c.Best()
	for name, pair := range map[string][2]float64{
		// After each distinct score, 2 of 2, 3 of 4, 4 of 8 and 5 of 13 are positive.
		"AP": {c.AveragePrecision(), (2.*1 + 1.*3/4 + 1.*1/2 + 1.*5/13) / 5},
		// Of 8 negatives, those at .5 tie with one, those at .2 with three, those at 0 with four.
		"AUC":           {c.AUC(), (2*8 + 7.5 + 4 + 1.5 + 2) / 40},
		"best F1":       {f, 2 * .75 * .6 / (.75 + .6)},
		"its threshold": {threshold, .5},
	} {
		if !near(pair[0], pair[1]) {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
}

func TestCurve_Empty(t *testing.T) {
	for name, c := range map[string]*Curve{
		"no pairs":     NewCurve(nil, nil),
		"no positives": NewCurve(pairs([3]float64{.5, 0, 3})),
	} {
		threshold, f := c.Best()
		for _, figure := range []float64{c.AveragePrecision(), c.AUC(), threshold} {
			if !math.IsNaN(figure) || f != 0 {
				t.Errorf("%s: AP %v, AUC %v, best %v %v", name, c.AveragePrecision(), c.AUC(), threshold, f)
			}
		}
	}
	if c := NewCurve(pairs([3]float64{0, 2, 0})); c.AveragePrecision() != 1 || !math.IsNaN(c.AUC()) {
		t.Errorf("no negatives: AP %v, AUC %v; want 1 and NaN", c.AveragePrecision(), c.AUC())
	}
}
