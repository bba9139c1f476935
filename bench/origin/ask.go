package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"
)

// engine is what is measured.
type engine interface {
	// Ask returns the documents that share material with src, best first. The extension of name
	// tells the language.
	Ask(name string, src []byte) ([]answer, error)
	io.Closer
}

// opener builds an engine over the documents of a corpus that are not held out.
type opener func(c *corpus) (engine, error)

// answer is one content.
type answer struct {
	Names []string // of the documents with that content
	// Score is higher for better answers, and comparable between questions.
	Score float64
	// Evidence is what the answer shows of the copy; nil if it shows nothing.
	Evidence *evidence
}

// right reports whether one of the answer's documents is among the right ones.
func (a answer) right(truth []string) bool {
	return slices.ContainsFunc(a.Names, func(name string) bool { return slices.Contains(truth, name) })
}

// result is the answer to one question.
type result struct {
	question *question
	// rank of the first right answer, from 1; 0 if there is none.
	rank int
	// score and first document of the first answer; -Inf and "" if there is none.
	score   float64
	first   string
	elapsed time.Duration
	err     error

	// covered is the coverage of the first right answer minus the true one; nil if there is no
	// such answer, or it shows no evidence.
	covered *float64
	// atCut says that the first right answer is the file that the snippet was cut from. edges is
	// nil unless it is, and shows matches.
	atCut bool
	edges *edges
}

// warmUp is how many questions are asked before those that are timed.
const warmUp = 10

// askAll asks all questions, one after the other, and reports progress and the first error.
func askAll(e engine, questions []question, progress io.Writer) []result {
	for i := range questions[:min(warmUp, len(questions))] {
		askOne(e, &questions[i])
	}
	results := make([]result, len(questions))
	failed := false
	for i := range questions {
		r := askOne(e, &questions[i])
		results[i] = r
		if r.err != nil && !failed {
			failed = true
			fmt.Fprintf(progress, "the first error, at %s: %v\n", r.question.ID, r.err)
		}
		if (i+1)%500 == 0 {
			fmt.Fprintf(progress, "asked %d of %d questions\n", i+1, len(questions))
		}
	}
	return results
}

func askOne(e engine, q *question) result {
	start := time.Now()
	answers, err := e.Ask(q.ID, q.Source)
	r := result{question: q, elapsed: time.Since(start), score: math.Inf(-1), err: err}
	if err != nil || len(answers) == 0 {
		return r
	}
	r.first, r.score = answers[0].Names[0], answers[0].Score
	i := slices.IndexFunc(answers, func(a answer) bool { return a.right(q.Truth) })
	if i < 0 {
		return r
	}
	r.rank = i + 1
	a, p := answers[i], q.Place
	if a.Evidence == nil || p.Tokens == 0 {
		return r
	}
	off := a.Evidence.coverage - p.share()
	r.covered = &off
	r.atCut = a.right([]string{q.cutFrom()})
	if shown, ok := a.Evidence.region(); ok && r.atCut {
		r.edges = edgesOf(shown, p)
	}
	return r
}
