package main

import (
	"maps"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// figures are the measurements of one set, NaN if not measured.
type figures struct {
	documents, pairs, copies int

	ap, auc, f1 metric.Figure
	threshold   metric.Figure // of the best F1
	meanAP      metric.Figure // over questions
	hit1        metric.Figure
}

// figuresOf computes the figures of a set.
func figuresOf(s *set, c scores) figures {
	f := figures{documents: len(s.documents()), pairs: len(s.rows)}
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
	f.meanAP, f.hit1 = metric.Figure(math.NaN()), metric.Figure(math.NaN())
	if !s.noRetrieval {
		rankings := s.rankings(c)
		f.meanAP = metric.Figure(metric.Mean(rankings, metric.Ranking.AveragePrecision))
		f.hit1 = metric.Figure(metric.Mean(rankings, metric.Ranking.Hit1))
	}
	return f
}

// cells are the figures as the table shows them.
func (f figures) cells() []string {
	cells := []string{
		terminal.Thousands(f.documents), terminal.Thousands(f.pairs), terminal.Thousands(f.copies),
	}
	for _, figure := range []metric.Figure{f.ap, f.auc, f.f1, f.threshold, f.meanAP, f.hit1} {
		cells = append(cells, figure.String())
	}
	return cells
}

// answers are those to one question: the documents that it is paired with.
type answers struct {
	scores map[string]float64
	copies map[string]bool
}

// rankings ranks the answers to each question that has a copy.
func (s *set) rankings(c scores) []metric.Ranking {
	questions := map[string]answers{}
	answer := func(question, document string, r row) {
		if question == document || s.question != nil && !s.question.MatchString(question) {
			return
		}
		if questions[question].scores == nil {
			questions[question] = answers{map[string]float64{}, map[string]bool{}}
		}
		questions[question].scores[document] = c[r.pair]
		if r.copied {
			questions[question].copies[document] = true
		}
	}
	for _, r := range s.rows {
		answer(r.a, r.b, r)
		answer(r.b, r.a, r)
	}
	var rankings []metric.Ranking
	for _, question := range slices.Sorted(maps.Keys(questions)) {
		q := questions[question]
		if len(q.copies) == 0 {
			continue
		}
		var values []float64
		var copied []bool
		for document, score := range q.scores {
			values, copied = append(values, score), append(copied, q.copies[document])
		}
		rankings = append(rankings, metric.NewRanking(values, copied, len(q.copies)))
	}
	return rankings
}
