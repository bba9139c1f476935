package main

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// figures are the measurements of one set, NaN if not measured.
type figures struct {
	copies      int
	ap, auc, f1 metric.Figure
	threshold   metric.Figure // of the best F1
	hit1, mean  metric.Figure // of questions; mean of their average precisions
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
	hit1, mean := s.retrieval(c)
	f.hit1, f.mean = metric.Figure(hit1), metric.Figure(mean)
	return f
}

// retrieval returns, of the questions that have a copy, the share whose first answer is one, and
// the mean of their average precisions. NaN if there are none.
func (s *set) retrieval(c scores) (hit1, meanAP float64) {
	if s.noRetrieval {
		return math.NaN(), math.NaN()
	}
	answers := map[string][]answer{} // by question
	add := func(question, document string, r row) {
		if question != document && (s.question == nil || s.question.MatchString(question)) {
			answers[question] = append(answers[question], answer{c[r.pair], r.copied})
		}
	}
	for _, r := range s.rows {
		add(r.a, r.b, r)
		add(r.b, r.a, r)
	}
	hits, sum, asked := 0., 0., 0.
	for _, question := range slices.Sorted(maps.Keys(answers)) {
		first, precision, copies := ranked(answers[question])
		if copies == 0 {
			continue
		}
		asked++
		if sum += precision; first {
			hits++
		}
	}
	return hits / asked, sum / asked
}

// answer is a document that a question is paired with.
type answer struct {
	score  float64
	copied bool
}

// ranked reports whether the first answer is a copy, and returns the average precision of the
// copies. A copy with a score of 0 is not found. Others come before copies of the same score.
func ranked(all []answer) (first bool, precision float64, copies int) {
	slices.SortFunc(all, func(x, y answer) int {
		switch {
		case x.score != y.score:
			return cmp.Compare(y.score, x.score)
		case x.copied == y.copied:
			return 0
		case y.copied:
			return -1
		}
		return 1
	})
	found := 0.
	for i, a := range all {
		if a.copied {
			if copies++; a.score > 0 {
				found++
				precision += found / float64(i+1)
			}
		}
	}
	return len(all) > 0 && all[0].copied && all[0].score > 0, precision / float64(max(1, copies)), copies
}
