package origin

import (
	"math"
	"testing"
)

// ranked makes results with an origin from pairs of rank and score.
func ranked(pairs ...float64) []result {
	var results []result
	for i := 0; i < len(pairs); i += 2 {
		results = append(results, result{rank: int(pairs[i]), score: pairs[i+1]})
	}
	return results
}

func scored(scores ...float64) []result {
	var results []result
	for _, s := range scores {
		results = append(results, result{score: s})
	}
	return results
}

func equal(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestMeasure_Figures(t *testing.T) {
	none := math.Inf(-1)
	origins := ranked(1, 9, 1, 4, 2, 8, 6, 5, 0, none)
	nones := scored(none, 2, 4, 6)
	m := measure(origins, nones)
	for name, pair := range map[string][2]float64{
		"hit@1": {m.hitAt1, 2.0 / 5},
		"MRR":   {m.mrr, (1 + 1 + 1.0/2 + 1.0/6) / 5},
		// 5% of 4 is less than a question, so none may exceed the threshold.
		"threshold": {float64(m.threshold), 6},
		"right":     {float64(m.right), 1.0 / 5},
	} {
		if !equal(pair[0], pair[1]) {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
}

func TestMeasure_UnansweredNeedNoThreshold(t *testing.T) {
	none := math.Inf(-1)
	m := measure(ranked(1, 0.1, 0, none), scored(none, none))
	if !math.IsNaN(float64(m.threshold)) || m.right != 0.5 {
		t.Errorf("threshold %v, right %v; want none, 0.5", m.threshold, m.right)
	}
}
