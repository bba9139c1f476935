package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// outcome is everything that is printed.
type outcome struct {
	By   string    `json:"by"` // the scorer, or the file that the scores are from
	Sets []*result `json:"sets"`
}

// writeText prints a table for every set, within [terminal.Width] columns.
func (r *outcome) writeText(w io.Writer) error {
	for i, s := range r.Sets {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, terminal.Wrap(s.title()+"; scored by "+r.By, "  "))
		if err := s.table().Write(w, terminal.Style{}); err != nil {
			return err
		}
		for _, line := range s.notes() {
			fmt.Fprintln(w, terminal.Wrap(line, "  "))
		}
	}
	return nil
}

func (r *result) title() string {
	copies := terminal.Plural(r.Positives, "copy", "copies")
	if r.pairFigures == nil {
		return fmt.Sprintf("%s: %s with %s", r.Set, terminal.Plural(r.Queries, "question", "questions"), copies)
	}
	return fmt.Sprintf("%s: %s of %s, %s", r.Set, terminal.Plural(r.Pairs, "pair", "pairs"),
		terminal.Plural(r.Documents, "file", "files"), copies)
}

// table has a row for the whole set and for every level.
func (r *result) table() *terminal.Table {
	whole := &part{N: r.Positives, retrieval: r.retrieval, alarms: r.alarms}
	if r.pairFigures != nil {
		whole.parting, whole.Recall = &r.parting, &r.pairFigures.Recall
	} else {
		whole.N = r.Queries
	}
	t := terminal.NewTable(r.headings()...)
	t.Row(append([]string{"all", terminal.Thousands(whole.N)}, r.cells(whole)...)...)
	for _, level := range slices.Sorted(maps.Keys(r.Levels)) {
		p := r.Levels[level]
		t.Row(append([]string{"level " + level, terminal.Thousands(p.N)}, r.cells(p)...)...)
	}
	return t
}

func (r *result) headings() []string {
	h := []string{"", ">questions"}
	if r.pairFigures != nil {
		h = []string{"", ">copies", ">AP", ">AUC", ">F1", ">recall"}
	}
	if r.retrieval != nil {
		h = append(h, ">MAP", ">MRR", ">r@1", ">r@5", ">hit@1", ">hit@5")
	}
	if r.alarms != nil {
		h = append(h, ">right", ">AUC")
	}
	return h
}

// cells returns the figures of a part that there are headings for.
func (r *result) cells(p *part) []string {
	var c []string
	if r.pairFigures != nil {
		recall := metric.Figure(math.NaN())
		if p.Recall != nil {
			recall = *p.Recall
		}
		c = append(c, cells(p.AP, p.AUC, p.F1, recall)...)
	}
	if r.retrieval != nil {
		if p.retrieval == nil {
			return append(c, slices.Repeat([]string{"-"}, 6)...)
		}
		c = append(c, cells(p.MAP, p.MRR, p.Recall1, p.Recall5, p.Hit1, p.Hit5)...)
	}
	if r.alarms != nil {
		c = append(c, cells(p.Right, p.FirstAUC)...)
	}
	return c
}

func cells(figures ...metric.Figure) []string {
	var c []string
	for _, f := range figures {
		c = append(c, f.String())
	}
	return c
}

// notes says what has no column.
func (r *result) notes() []string {
	var notes []string
	if f := r.pairFigures; f != nil {
		best := fmt.Sprintf("best F1 at %.4g: precision %s, recall %s",
			float64(f.Threshold), f.Precision, f.Recall)
		notes = append(notes, best, fmt.Sprintf(
			"precision at recall .5 .8 .9 .95: %s; recall at precision .9 .99: %s",
			strings.Join(cells(f.PrecisionAt50, f.PrecisionAt80, f.PrecisionAt90, f.PrecisionAt95), " "),
			strings.Join(cells(f.RecallAt90, f.RecallAt99), " ")))
		if r.retrieval != nil {
			notes = append(notes, fmt.Sprintf("MAP to hit@5: with %s as questions", terminal.Plural(r.Queries, "file", "files")))
		}
	}
	if r.alarms != nil {
		notes = append(notes, fmt.Sprintf("right: right first answers that score above 5%% of those to %s without a copy",
			terminal.Plural(r.NoneQueries, "question", "questions")))
	}
	return notes
}
