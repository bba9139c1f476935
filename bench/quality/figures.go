package main

import (
	"math"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// figures are the measurements of one set, NaN if not measured.
type figures struct {
	copies      int
	ap, auc, f1 metric.Figure
	threshold   metric.Figure // of the best F1
	hit1        metric.Figure
}

// figuresOf computes the figures of a set.
func figuresOf(s *set, c scores) figures {
	var f figures
	var values []float64
	var copied []bool
	for _, r := range s.rows {
		values, copied = append(values, c[r.pair]), append(copied, r.copied)
		if r.copied {
			f.copies++
		}
	}
	curve := metric.NewCurve(values, copied)
	threshold, f1 := curve.Best()
	f.ap, f.auc = metric.Figure(curve.AveragePrecision()), metric.Figure(curve.AUC())
	f.threshold, f.f1 = metric.Figure(threshold), metric.Figure(f1)
	f.hit1 = metric.Figure(s.hit1(c))
	return f
}

// hit1 returns the share of the questions that have a copy whose first answer is one. NaN if there
// are none.
func (s *set) hit1(c scores) float64 {
	if s.noRetrieval {
		return math.NaN()
	}
	best := map[string]*[2]float64{} // the highest scores of others and of copies, by question
	asked := map[string]bool{}       // questions that have a copy
	answer := func(question, document string, r row) {
		if question == document || s.question != nil && !s.question.MatchString(question) {
			return
		}
		if best[question] == nil {
			best[question] = new([2]float64)
		}
		kind := 0
		if r.copied {
			kind, asked[question] = 1, true
		}
		best[question][kind] = max(best[question][kind], c[r.pair])
	}
	for _, r := range s.rows {
		answer(r.a, r.b, r)
		answer(r.b, r.a, r)
	}
	hits := 0.
	for question := range asked {
		if b := best[question]; b[1] > b[0] {
			hits++
		}
	}
	return hits / float64(len(asked))
}
