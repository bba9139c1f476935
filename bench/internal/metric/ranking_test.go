package metric

import (
	"slices"
	"testing"
)

func TestRanking_Cases(t *testing.T) {
	scores := []float64{.2, .7, .7, .9, 0, -1, .4, .2}
	relevant := []bool{true, true, false, false, true, false, true, false}
	before := slices.Clone(scores)
	r := NewRanking(scores, relevant, 5) // relevant at 3, 4 and 6, since the ties are lost; 0 is none
	if got, want := r.AveragePrecision(), (1./3+2./4+3./6)/5; !near(got, want) || r.Hit1() != 0 {
		t.Errorf("AP %v, hit@1 %v; want %v and 0", got, r.Hit1(), want)
	}
	if !slices.Equal(scores, before) {
		t.Errorf("the scores were changed to %v", scores)
	}
}

func TestRanking_WithoutAnswers(t *testing.T) {
	r := NewRanking([]float64{0}, []bool{true}, 1)
	if r.AveragePrecision() != 0 || r.Hit1() != 0 {
		t.Errorf("got %v, %v, want zeros", r.AveragePrecision(), r.Hit1())
	}
}
