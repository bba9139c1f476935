package main

import (
	"math"
	"slices"
)

// accuracy says how close the evidence of right answers comes to the truth. Quantiles are of
// absolute values.
type accuracy struct {
	// Right is the number of questions with a right answer whose coverage is shown. AtCut of those
	// first right answers are the file that the snippet was cut from, and Placed of those show matches.
	Right  int `json:"right"`
	AtCut  int `json:"at_cut"`
	Placed int `json:"placed"`
	// Edges are all four of every region, in lines.
	Edges    spread `json:"edges"`
	Question spread `json:"question_edges"`
	Document spread `json:"document_edges"`
	// Coverage is of the difference to the share of tokens that come from the snippet, from 0 to 1.
	Coverage spread `json:"coverage"`
	// Close is the share of the right answers whose coverage is wrong by at most 0.05.
	Close float64 `json:"coverage_within_5_points"`
}

// spread is the median and the 90% quantile of errors.
type spread struct {
	Median float64 `json:"median"`
	Q90    float64 `json:"q90"`
}

// closely is by how much coverage may be wrong to be close.
const closely = 0.05

// judge sums up the evidence of the results; nil if there is none.
func judge(results []result) *accuracy {
	a := &accuracy{}
	var question, document, coverage []float64
	for _, r := range results {
		if r.covered == nil {
			continue
		}
		a.Right++
		coverage = append(coverage, math.Abs(*r.covered))
		if r.atCut {
			a.AtCut++
		}
		if e := r.edges; e != nil {
			a.Placed++
			question = append(question, absolute(e.questionFrom), absolute(e.questionTo))
			document = append(document, absolute(e.documentFrom), absolute(e.documentTo))
		}
	}
	if a.Right == 0 {
		return nil
	}
	a.Question, a.Document, a.Coverage = spreadOf(question), spreadOf(document), spreadOf(coverage)
	a.Edges = spreadOf(slices.Concat(question, document))
	a.Close = shareUpTo(closely, coverage)
	return a
}

func absolute(n int) float64 { return math.Abs(float64(n)) }

func spreadOf(values []float64) spread { return spread{quantile(values, 0.5), quantile(values, 0.9)} }

// shareUpTo is the share of the values that are at most limit.
func shareUpTo(limit float64, values []float64) float64 {
	n := 0
	for _, v := range values {
		if v <= limit {
			n++
		}
	}
	return float64(n) / float64(max(len(values), 1))
}
