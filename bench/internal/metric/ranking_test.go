package metric

import (
	"math"
	"slices"
	"testing"
)

func TestRanking_Cases(t *testing.T) {
	scores := []float64{.2, .7, .7, .9, 0, -1, .4, .2}
	relevant := []bool{true, true, false, false, true, false, true, false}
	before := slices.Clone(scores)
	r := NewRanking(scores, relevant, 5) // relevant at 3, 4 and 6, since the ties are lost; 0 is none
	for name, pair := range map[string][2]float64{
		"AP":     {r.AveragePrecision(), (1./3 + 2./4 + 3./6) / 5},
		"RR":     {r.ReciprocalRank(), 1. / 3},
		"r@1":    {r.Recall(1), 0},
		"r@3":    {r.Recall(3), 1. / 3},
		"r@5":    {r.Recall(5), 2. / 5},
		"r@10":   {r.Recall(10), 3. / 5},
		"hit@2":  {r.Hit(2), 0},
		"hit@3":  {r.Hit(3), 1},
		"hit@10": {r.Hit(10), 1},
	} {
		if !near(pair[0], pair[1]) {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
	if !slices.Equal(scores, before) {
		t.Errorf("the scores were changed to %v", scores)
	}
}

func TestRanking_WithoutAnswers(t *testing.T) {
	r := NewRanking([]float64{0}, []bool{true}, 1)
	if r.AveragePrecision() != 0 || r.ReciprocalRank() != 0 || r.Recall(5) != 0 || r.Hit(5) != 0 {
		t.Errorf("got %v, %v, %v, %v, want zeros", r.AveragePrecision(), r.ReciprocalRank(), r.Recall(5), r.Hit(5))
	}
}

func TestMean_Cases(t *testing.T) {
	all := []Ranking{
		NewRanking([]float64{1}, []bool{true}, 1),
		NewRanking([]float64{1, 2}, []bool{true, false}, 1),
		NewRanking(nil, nil, 1),
	}
	if got := Mean(all, Ranking.ReciprocalRank); !near(got, .5) {
		t.Errorf("got %v, want .5", got)
	}
	if got := Mean(nil, Ranking.ReciprocalRank); !math.IsNaN(got) {
		t.Errorf("got %v of nothing, want NaN", got)
	}
}
