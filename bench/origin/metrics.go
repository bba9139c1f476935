package main

import (
	"math"
	"slices"
	"time"
)

// result is what an engine answered to one question.
type result struct {
	question *question
	// rank of the first right answer, from 1; 0 if there is none.
	rank int
	// score of the first answer, and its path; -Inf and "" if there is none.
	score   float64
	first   string
	elapsed time.Duration
	err     error

	// covered is by how much the coverage shown for the first right answer exceeds the truth; nil
	// if there is no such answer, or nothing is shown for it.
	covered *float64
	// atCut says that the first right answer is the file that the snippet was cut from; only then
	// is it known where the copy stands. edges is nil where no matches are shown for it.
	atCut bool
	edges *edges
}

// tolerated is the share of false alarms at which right first answers are counted.
const tolerated = 0.05

// metrics sums up some questions with an origin, and the no-origin questions that belong to them.
type metrics struct {
	Questions int     `json:"questions"`
	HitAt1    float64 `json:"hit_at_1"`
	HitAt5    float64 `json:"hit_at_5"`
	// MRR is the mean of 1/rank of the first right answer, over all answers given.
	MRR float64 `json:"mrr"`

	NoOrigin int `json:"no_origin"`
	// Alarms is the share of no-origin questions answered with at least the minimum score.
	Alarms float64 `json:"alarms"`
	// RightAtMinimum is the share of questions with a right first answer of at least that score.
	RightAtMinimum float64 `json:"right_at_min_score"`
	// Threshold is the least score that at most 5% of the no-origin questions exceed; null if
	// so few of them are answered that any score will do.
	Threshold *float64 `json:"threshold"`
	// Right is the share of questions with a right first answer that exceeds the threshold.
	Right float64 `json:"right_at_5_percent_alarms"`
	// AUC is the chance that the first score of a question with an origin is higher than that
	// of one without, ties counting half.
	AUC float64 `json:"auc"`

	// Median and P99 are of the time for one question, in seconds; no-origin ones included.
	Median float64 `json:"median_seconds"`
	P99    float64 `json:"p99_seconds"`
	// Errors is the number of questions the engine failed at; they count as not answered.
	Errors int `json:"errors"`

	// Evidence is null for an engine that shows none.
	Evidence *accuracy `json:"evidence"`
}

// measure computes the metrics. Shares of no questions are 0.
func measure(origins, nones []result, minScore float64) metrics {
	m := metrics{Questions: len(origins), NoOrigin: len(nones)}
	m.HitAt1 = part(origins, func(r result) bool { return r.rank == 1 })
	m.HitAt5 = part(origins, func(r result) bool { return r.rank >= 1 && r.rank <= 5 })
	m.MRR = meanReciprocal(origins)
	enough := func(r result) bool { return answered(r) && r.score >= minScore }
	m.Alarms = part(nones, enough)
	m.RightAtMinimum = part(origins, func(r result) bool { return r.rank == 1 && enough(r) })
	limit := threshold(nones)
	if !math.IsInf(limit, 0) {
		m.Threshold = &limit
	}
	m.Right = part(origins, func(r result) bool { return r.rank == 1 && r.score > limit })
	m.AUC = auc(origins, nones)
	all := slices.Concat(origins, nones)
	times := make([]float64, len(all))
	for i, r := range all {
		times[i] = r.elapsed.Seconds()
	}
	m.Median, m.P99 = quantile(times, 0.5), quantile(times, 0.99)
	m.Evidence = judge(origins)
	for _, r := range all {
		if r.err != nil {
			m.Errors++
		}
	}
	return m
}

func answered(r result) bool { return !math.IsInf(r.score, -1) }

// part is the share of the results for which holds is true.
func part(results []result, holds func(result) bool) float64 {
	n := 0
	for _, r := range results {
		if holds(r) {
			n++
		}
	}
	return float64(n) / float64(max(len(results), 1))
}

func meanReciprocal(results []result) float64 {
	sum := 0.0
	for _, r := range results {
		if r.rank > 0 {
			sum += 1 / float64(r.rank)
		}
	}
	return sum / float64(max(len(results), 1))
}

// threshold is the least score that at most the tolerated share of the no-origin questions
// exceed; -Inf if that many are not even answered.
func threshold(nones []result) float64 {
	scores := sortedScores(nones)
	allowed := int(tolerated * float64(len(scores)))
	if allowed >= len(scores) {
		return math.Inf(-1)
	}
	return scores[len(scores)-1-allowed]
}

func sortedScores(results []result) []float64 {
	scores := make([]float64, len(results))
	for i, r := range results {
		scores[i] = r.score
	}
	slices.Sort(scores)
	return scores
}

// auc is the area under the ROC curve of the first score: the Mann-Whitney statistic over the
// number of pairs.
func auc(origins, nones []result) float64 {
	scores := sortedScores(nones)
	if len(scores) == 0 || len(origins) == 0 {
		return 0
	}
	wins := 0.0
	for _, r := range origins {
		below, found := slices.BinarySearch(scores, r.score)
		above := below
		for found && above < len(scores) && scores[above] == r.score {
			above++
		}
		wins += float64(below) + float64(above-below)/2
	}
	return wins / float64(len(scores)) / float64(len(origins))
}

// quantile is the least of the values that the share q of them does not exceed; 0 if there are none.
// It sorts them.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	at := int(math.Ceil(q*float64(len(values)))) - 1
	return values[max(at, 0)]
}
