package main

import (
	"maps"
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
	f.ofPairs(values, copied)
	if s.noRetrieval {
		f.ofQuestions(nil)
	} else {
		_, rankings := s.rankings(c)
		f.ofQuestions(rankings)
	}
	return f
}

// ofPairs sets the figures of pairs with those scores and labels.
func (f *figures) ofPairs(values []float64, copied []bool) {
	curve := metric.NewCurve(values, copied)
	threshold, f1 := curve.Best()
	f.ap, f.auc = metric.Figure(curve.AveragePrecision()), metric.Figure(curve.AUC())
	f.threshold, f.f1 = metric.Figure(threshold), metric.Figure(f1)
}

// ofQuestions sets the figures of questions, NaN if there are none.
func (f *figures) ofQuestions(rankings []metric.Ranking) {
	f.meanAP = metric.Figure(metric.Mean(rankings, metric.Ranking.AveragePrecision))
	f.hit1 = metric.Figure(metric.Mean(rankings, metric.Ranking.Hit1))
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

// rankings ranks the answers to each question that has a copy, in the order of the questions.
func (s *set) rankings(c scores) (of []string, rankings []metric.Ranking) {
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
		of, rankings = append(of, question), append(rankings, metric.NewRanking(values, copied, len(q.copies)))
	}
	return of, rankings
}
