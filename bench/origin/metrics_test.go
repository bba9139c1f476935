package main

import (
	"errors"
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

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestMeasure(t *testing.T) {
	none := math.Inf(-1)
	origins := ranked(1, 9, 1, 4, 2, 8, 6, 5, 0, none)
	nones := scored(none, 2, 4, 6)
	m := measure(origins, nones, 4)
	for name, pair := range map[string][2]float64{
		"hit@1": {m.HitAt1, 2.0 / 5},
		"hit@5": {m.HitAt5, 3.0 / 5},
		"MRR":   {m.MRR, (1 + 1 + 1.0/2 + 1.0/6) / 5},
		// 4 and 6 are at least 4
		"alarms": {m.Alarms, 2.0 / 4},
		// 9 and 4
		"right at minimum": {m.RightAtMinimum, 2.0 / 5},
		// 5% of 4 is no question, so none may exceed the threshold
		"threshold": {*m.Threshold, 6},
		"right":     {m.Right, 1.0 / 5},
		// of 4 each: 9 beats 4; 4 beats 2 and ties with one; 8 beats 4; 5 beats 3; none ties with one
		"AUC": {m.AUC, (4 + 2.5 + 4 + 3 + 0.5) / 20},
	} {
		if !near(pair[0], pair[1]) {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
}

func TestThresholdLetsFivePercentThrough(t *testing.T) {
	var scores []float64
	for i := range 40 {
		scores = append(scores, float64(i))
	}
	if got := threshold(scored(scores...)); got != 37 { // 38 and 39 are 5% of 40
		t.Errorf("threshold is %v, want 37", got)
	}
	if got := threshold(scored(1, 1, 1, 1)); got != 1 {
		t.Errorf("threshold of equal scores is %v, want 1", got)
	}
	if got := threshold(nil); !math.IsInf(got, -1) {
		t.Errorf("threshold of nothing is %v, want -Inf", got)
	}
}

func TestUnansweredNeedNoThreshold(t *testing.T) {
	none := math.Inf(-1)
	m := measure(ranked(1, 0.1, 0, none), scored(none, none), 0)
	if m.Threshold != nil || m.Right != 0.5 || m.Alarms != 0 {
		t.Errorf("threshold %v, right %v, alarms %v; want none, 0.5, 0", m.Threshold, m.Right, m.Alarms)
	}
}

func TestMeasureNothing(t *testing.T) {
	m := measure(nil, nil, 0)
	if m != (metrics{}) {
		t.Errorf("got %+v, want zeros", m)
	}
}

func TestQuantile(t *testing.T) {
	var values []float64
	for i := range 100 {
		values = append(values, float64(100-i))
	}
	for q, want := range map[float64]float64{0.5: 50, 0.99: 99, 1: 100} {
		if got := quantile(values, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if got := quantile(nil, 0.5); got != 0 {
		t.Errorf("the median of nothing is %v", got)
	}
}

func TestErrorsAreCounted(t *testing.T) {
	failed := result{score: math.Inf(-1), err: errors.New("no")}
	if m := measure([]result{failed}, []result{failed}, 0); m.Errors != 2 || m.HitAt1 != 0 || m.Alarms != 0 {
		t.Errorf("errors %d, hit@1 %v, alarms %v; want 2, 0, 0", m.Errors, m.HitAt1, m.Alarms)
	}
}
