package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// warmUp is how many questions are asked before those that are timed.
const warmUp = 10

// askAll puts all questions to the engine, one after the other, and reports progress.
func askAll(e engine, questions []question, canonical func(string) string, progress io.Writer) []result {
	for i := range questions[:min(warmUp, len(questions))] {
		askOne(e, &questions[i], canonical)
	}
	results := make([]result, len(questions))
	for i := range questions {
		results[i] = askOne(e, &questions[i], canonical)
		if (i+1)%500 == 0 {
			fmt.Fprintf(progress, "asked %d of %d questions\n", i+1, len(questions))
		}
	}
	return results
}

func askOne(e engine, q *question, canonical func(string) string) result {
	start := time.Now()
	answers, err := e.Ask(q.ID, q.Source)
	r := result{question: q, elapsed: time.Since(start), score: math.Inf(-1), err: err}
	if err != nil || len(answers) == 0 {
		return r
	}
	r.first, r.score = canonical(answers[0].Path), answers[0].Score
	for i, a := range answers {
		if right(a, q.Truth, canonical) {
			r.rank = i + 1
			r.compare(a, canonical)
			break
		}
	}
	return r
}

// compare holds what the first right answer shows against the truth.
func (r *result) compare(a answer, canonical func(string) string) {
	p := r.question.Place
	if a.Evidence == nil || !p.known() {
		return
	}
	off := a.Evidence.coverage - p.share()
	r.covered = &off
	r.atCut = right(a, []string{r.question.cutFrom()}, canonical)
	if shown, ok := a.Evidence.region(); ok && r.atCut {
		e := edgesOf(shown, p)
		r.edges = &e
	}
}

// right reports whether the answer, or a document of the same bytes, is among the right ones.
func right(a answer, truth []string, canonical func(string) string) bool {
	for _, path := range slices.Concat([]string{a.Path}, a.Same) {
		if slices.Contains(truth, canonical(path)) {
			return true
		}
	}
	return false
}
