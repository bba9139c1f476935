package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// random returns a set of three tasks with four documents each, and scores with ties.
func random(r *rand.Rand) (*set, scores) {
	var documents []string
	for i := range 12 {
		documents = append(documents, fmt.Sprintf("%c/%d", 'a'+i/4, i%4))
	}
	s, c := &set{name: "random"}, scores{}
	for i, a := range documents {
		for j, b := range documents[:i] {
			p := pairOf(a, b)
			s.rows = append(s.rows, row{p, i/4 == j/4 && r.IntN(2) == 0})
			c[p] = float64(r.IntN(8)) / 8
		}
	}
	return s, c
}

// near reports whether all figures that have intervals are equal, but for rounding.
func near(x, y figures) bool {
	for _, figure := range compared {
		if math.Abs(float64(figure.of(x)-figure.of(y))) > 1e-12 {
			return false
		}
	}
	return true
}

func TestTasks_CountAsOftenAsDrawn(t *testing.T) {
	s, c := random(rand.New(rand.NewPCG(5, 6)))
	times := map[byte]int{'a': 2, 'b': 0, 'c': 1}
	var values []float64
	var copied []bool
	for _, r := range s.rows {
		n := times[r.a[0]]
		if r.a[0] != r.b[0] {
			n *= times[r.b[0]]
		}
		for range n {
			values, copied = append(values, c[r.pair]), append(copied, r.copied)
		}
	}
	var want figures
	want.ofPairs(values, copied)
	questions, rankings := s.rankings(c)
	var counted []metric.Ranking
	for i, question := range questions {
		for range times[question[0]] {
			counted = append(counted, rankings[i])
		}
	}
	want.ofQuestions(counted)
	if got := newTasks(s, c).figures([]int{2, 0, 1}); !near(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestTasks_SameDrawsForOtherScores(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	s, c := random(r)
	_, other := random(r)
	drawn, again := newTasks(s, c).draw(), newTasks(s, c).draw()
	if len(drawn) != draws || !slices.EqualFunc(drawn, again, near) {
		t.Errorf("%d draws, want %d, the same in every run", len(drawn), draws)
	}
	doubled := scores{}
	for p, value := range c {
		doubled[p] = 2 * value // in the same order
	}
	if !slices.EqualFunc(drawn, newTasks(s, doubled).draw(), near) {
		t.Error("other tasks are drawn for other scores")
	}
	for _, row := range differences(figuresOf(s, c), figuresOf(s, doubled), drawn, newTasks(s, doubled).draw()) {
		if got := strings.Join(row[3:], " "); got != "+0.000 +0.000 +0.000" {
			t.Errorf("%s of scores in the same order differs by %s", row[0], got)
		}
	}
	rows := differences(figuresOf(s, c), figuresOf(s, other), drawn, newTasks(s, other).draw())
	if len(rows) != len(compared) || rows[0][4] == rows[0][5] {
		t.Errorf("%v, want a row with an interval for every figure", rows)
	}
}
