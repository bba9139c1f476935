package origin

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// foreignScores stands for a level in tables: questions without an origin.
const foreignScores level = "foreign"

// scoredLevels are the levels whose scores are printed.
var scoredLevels = []level{verbatim, relaid, renamed, edited, embedded}

// quantiles are the shares of the questions that score at most what the columns say, and thresholds
// the scores that a share of them reaches.
var (
	quantiles  = []float64{.05, .25, .5, .75, .95}
	thresholds = []float64{.07, .3, .5, .8}
)

// scores returns what the copies score in questions of a level and length; or, for foreignScores,
// what the first answers to cut questions without an origin score. first counts the copies that are
// the first answer.
func (r *report) scores(l level, lines int) (scores []float64, first int) {
	for _, one := range r.results {
		q := one.question
		switch {
		case q.Lines != lines:
		case q.hasOrigin() && q.Level == l:
			scores = append(scores, one.proved)
			if one.rank == 1 {
				first++
			}
		case !q.hasOrigin() && l == foreignScores && q.Level == verbatim:
			scores = append(scores, max(0, one.score))
		}
	}
	return scores, first
}

// writeScores prints a table of scores by length, a row for each level.
func (r *report) writeScores(out io.Writer, lines []int) error {
	indexed, held := r.corpus.counts()
	fmt.Fprintf(out, "%d files to index, %d held out or foreign (seed %d)\n", indexed, held, r.corpus.seed)
	fmt.Fprintf(out, "snippets with an origin: %s\n\n", r.languages())
	heads := []string{"level", ">lines", ">questions", ">first"}
	for _, q := range quantiles {
		heads = append(heads, fmt.Sprintf(">%.0f%%", 100*q))
	}
	for _, t := range thresholds {
		heads = append(heads, fmt.Sprintf(">over %g", t))
	}
	table := terminal.NewTable(heads...)
	for _, l := range append(slices.Clone(scoredLevels), foreignScores) {
		for _, n := range lines {
			scores, first := r.scores(l, n)
			table.Row(scoreCells(l, n, scores, first)...)
		}
	}
	if err := table.Write(out, terminal.Style{}); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "\nfirst: copies that are the first answer; then the quantiles of scores, "+
		"and the share\nof questions that score as much or more. foreign: the first answer, whatever it is")
	return err
}

func scoreCells(l level, lines int, scores []float64, first int) []string {
	n := float64(max(1, len(scores)))
	firsts := fmt.Sprintf("%.3f", float64(first)/n)
	if l == foreignScores {
		firsts = "-"
	}
	cells := []string{string(l), strconv.Itoa(lines), strconv.Itoa(len(scores)), firsts}
	for _, q := range quantiles {
		cells = append(cells, fmt.Sprintf("%.2f", metric.Quantile(scores, q)))
	}
	for _, t := range thresholds {
		over := 0
		for _, s := range scores {
			if s >= t {
				over++
			}
		}
		cells = append(cells, fmt.Sprintf("%.1f%%", 100*float64(over)/n))
	}
	return cells
}
