package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// The documents of a set are written for a few tasks, such as exercises. The pairs of a task are
// alike: one program that is hard to tell apart makes hundreds of such pairs. So a figure is less
// certain than the number of pairs suggests. This file estimates its uncertainty by the bootstrap,
// and draws whole tasks, not pairs (Cameron, Gelbach and Miller, "Bootstrap-Based Improvements for
// Inference with Clustered Errors", 2008). A task is a folder.
//
// In a draw, a pair of two documents of one task counts as often as its task is drawn. A pair
// across two tasks counts as often as the first is drawn, times as often as the second.

const (
	draws = 1000
	// outside is the share of the draws that are above an interval, and of those below it.
	outside = 0.025
)

// taskPair is a scored pair of documents of the tasks a and b.
type taskPair struct {
	score  float64
	copied bool
	a, b   int
}

// interval returns the range that holds the average precision of 95% of the draws; - for one task.
func (s *set) interval(c scores) string {
	var tasks []string
	for _, document := range s.documents() {
		tasks = append(tasks, path.Dir(document))
	}
	tasks = slices.Compact(tasks)
	if len(tasks) < 2 {
		return "-"
	}
	var pairs []taskPair
	for _, r := range s.rows {
		pairs = append(pairs, taskPair{c[r.pair], r.copied, slices.Index(tasks, path.Dir(r.a)), slices.Index(tasks, path.Dir(r.b))})
	}
	slices.SortStableFunc(pairs, func(x, y taskPair) int { return cmp.Compare(y.score, x.score) })
	random := rand.New(rand.NewPCG(1, 2))
	var found []float64
	for range draws {
		times := make([]int, len(tasks))
		for range times {
			times[random.IntN(len(times))]++
		}
		if ap := drawn(pairs, times); !math.IsNaN(ap) {
			found = append(found, ap)
		}
	}
	return fmt.Sprint(metric.Figure(metric.Quantile(found, outside)), "-", metric.Figure(metric.Quantile(found, 1-outside)))
}

// drawn returns the average precision if every task counts that many times. It is NaN if no copy
// is drawn.
func drawn(pairs []taskPair, times []int) float64 {
	values, copied := make([]float64, 0, len(pairs)), make([]bool, 0, len(pairs))
	for _, p := range pairs {
		n := times[p.a]
		if p.a != p.b {
			n *= times[p.b]
		}
		for range n {
			values, copied = append(values, p.score), append(copied, p.copied)
		}
	}
	return metric.NewCurve(values, copied).AveragePrecision()
}
