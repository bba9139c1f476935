package origin

import (
	"fmt"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// foreignScores stands for a level in tables: questions without an origin.
const foreignScores level = "foreign"

// scoredLevels are the levels whose scores are printed.
var scoredLevels = []level{verbatim, relaid, renamed, edited, embedded}

// quantiles are the shares of the questions that score at most as much as the columns say.
// thresholds are the scores that a share of the questions reaches.
var (
	quantiles  = []float64{.05, .25, .5, .75, .95}
	thresholds = []float64{.07, .3, .5, .8}
)

// printScores prints a table of scores by length, a row for each level.
func (r *report) printScores(b *cli.Bench, lines []int) error {
	r.printHead(b)
	heads := []string{"level", ">lines", ">questions", ">first"}
	for _, q := range quantiles {
		heads = append(heads, fmt.Sprintf(">%.0f%%", 100*q))
	}
	for _, t := range thresholds {
		heads = append(heads, fmt.Sprintf(">over %g", t))
	}
	table := terminal.NewTable(heads...)
	for _, l := range scoredLevels {
		for _, n := range lines {
			var scores []float64 // of the copies
			first := 0
			for _, one := range r.results {
				if one.lines == n && one.hasOrigin() && one.level == l {
					scores = append(scores, one.proved)
					if one.rank == 1 {
						first++
					}
				}
			}
			table.Row(scoreCells(l, n, scores, fmt.Sprintf("%.3f", float64(first)/float64(max(1, len(scores)))))...)
		}
	}
	for _, n := range lines {
		var scores []float64 // of the first answers
		for _, one := range r.results {
			if one.lines == n && !one.hasOrigin() {
				scores = append(scores, max(0, one.score))
			}
		}
		table.Row(scoreCells(foreignScores, n, scores, "-")...)
	}
	if err := b.Print(table); err != nil {
		return err
	}
	_, err := fmt.Fprintln(b.Out, "\nfirst: copies that are the first answer; then the quantiles of scores, "+
		"and the share\nof questions that score as much or more. foreign: the first answer, whatever it is")
	return err
}

func scoreCells(l level, lines int, scores []float64, first string) []string {
	cells := []string{string(l), strconv.Itoa(lines), strconv.Itoa(len(scores)), first}
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
		cells = append(cells, fmt.Sprintf("%.1f%%", 100*float64(over)/float64(max(1, len(scores)))))
	}
	return cells
}
