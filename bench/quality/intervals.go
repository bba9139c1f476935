package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// The documents of a set are written for a few tasks, such as exercises, and the pairs of a task
// are alike: one program that is hard to tell apart makes hundreds of such pairs. So a figure is
// less certain than the number of pairs suggests. This file estimates its uncertainty by the
// bootstrap, and draws whole tasks, not pairs (Cameron, Gelbach and Miller, "Bootstrap-Based
// Improvements for Inference with Clustered Errors", 2008). A task is a folder.
//
// In a draw, a question counts as often as its task is drawn, and so does a pair of two documents
// of one task. A pair across two tasks counts as often as the first is drawn, times as often as the
// second. The answers to a question are from the whole set.

const (
	draws = 1000
	// outside is the share of the draws that are above an interval, and of those below it.
	outside = 0.025
)

// tasks is a scored set, divided by task.
type tasks struct {
	pairs  []taskPair // by descending score
	ofTask []answered // by task
}

// taskPair is a pair of documents of the tasks a and b.
type taskPair struct {
	score  float64
	copied bool
	a, b   int
}

// answered are the rankings of the answers to a task's questions.
type answered []metric.Ranking

func newTasks(s *set, c scores) *tasks {
	t := &tasks{}
	number := map[string]int{}
	for _, document := range s.documents() {
		task := path.Dir(document)
		if _, known := number[task]; !known {
			number[task] = len(number)
		}
	}
	for _, r := range s.rows {
		t.pairs = append(t.pairs, taskPair{c[r.pair], r.copied, number[path.Dir(r.a)], number[path.Dir(r.b)]})
	}
	slices.SortStableFunc(t.pairs, func(x, y taskPair) int { return cmp.Compare(y.score, x.score) })
	t.ofTask = make([]answered, len(number))
	if !s.noRetrieval {
		questions, rankings := s.rankings(c)
		for i, question := range questions {
			task := number[path.Dir(question)]
			t.ofTask[task] = append(t.ofTask[task], rankings[i])
		}
	}
	return t
}

// draw returns the figures of every draw. Equal sets have the same tasks drawn, whatever the
// scores.
func (t *tasks) draw() []figures {
	if len(t.ofTask) < 2 {
		return nil
	}
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]figures, draws)
	for i := range all {
		times := make([]int, len(t.ofTask))
		for range times {
			times[r.IntN(len(times))]++
		}
		all[i] = t.figures(times)
	}
	return all
}

// figures returns the figures if every task counts that many times.
func (t *tasks) figures(times []int) figures {
	values, copied := make([]float64, 0, len(t.pairs)), make([]bool, 0, len(t.pairs))
	for _, p := range t.pairs {
		n := times[p.a]
		if p.a != p.b {
			n *= times[p.b]
		}
		for range n {
			values, copied = append(values, p.score), append(copied, p.copied)
		}
	}
	var rankings []metric.Ranking
	for task, n := range times {
		for range n {
			rankings = append(rankings, t.ofTask[task]...)
		}
	}
	f := figures{}
	f.ofPairs(values, copied)
	f.ofQuestions(rankings)
	return f
}

// interval is a range that holds 95% of the draws.
type interval struct{ from, to metric.Figure }

// intervalOf returns the interval of the values that are defined.
func intervalOf(values []float64) interval {
	values = slices.DeleteFunc(values, math.IsNaN)
	if len(values) == 0 {
		return interval{metric.Figure(math.NaN()), metric.Figure(math.NaN())}
	}
	return interval{metric.Figure(metric.Quantile(values, outside)), metric.Figure(metric.Quantile(values, 1-outside))}
}

func (i interval) String() string {
	if math.IsNaN(float64(i.from)) {
		return "-"
	}
	return fmt.Sprint(i.from, "-", i.to)
}

// intervalCells are the number of tasks and the intervals of the figures, as the table shows them.
func (t *tasks) intervalCells(drawn []figures) []string {
	cells := []string{terminal.Thousands(len(t.ofTask))}
	for _, figure := range compared {
		var values []float64
		for _, f := range drawn {
			values = append(values, float64(figure.of(f)))
		}
		cells = append(cells, intervalOf(values).String())
	}
	return cells
}

// compared are the figures that have intervals.
var compared = []struct {
	name string
	of   func(figures) metric.Figure
}{
	{"AP", func(f figures) metric.Figure { return f.ap }},
	{"AUC", func(f figures) metric.Figure { return f.auc }},
	{"F1", func(f figures) metric.Figure { return f.f1 }},
	{"MAP", func(f figures) metric.Figure { return f.meanAP }},
	{"hit@1", func(f figures) metric.Figure { return f.hit1 }},
}

// differences returns a row for every figure that is defined: its value by two scorings, the
// difference, and its interval. The draws are the same for both, so the interval is much narrower
// than the intervals of the two figures.
func differences(here, there figures, drawnHere, drawnThere []figures) (rows [][]string) {
	for _, figure := range compared {
		x, y := figure.of(here), figure.of(there)
		if math.IsNaN(float64(x)) || math.IsNaN(float64(y)) {
			continue
		}
		var values []float64
		for i := range drawnHere {
			values = append(values, float64(figure.of(drawnHere[i])-figure.of(drawnThere[i])))
		}
		between := intervalOf(values)
		rows = append(rows, []string{
			figure.name, x.String(), y.String(), signed(x - y), signed(between.from), signed(between.to),
		})
	}
	return rows
}

// signed prints a difference.
func signed(f metric.Figure) string {
	if math.IsNaN(float64(f)) {
		return "-"
	}
	return fmt.Sprintf("%+.3f", float64(f))
}
