package origin

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// report is everything that is printed.
type report struct {
	corpus  *corpus
	results []result
}

// metrics sums up questions with an origin, and the questions without one that belong to them.
type metrics struct {
	questions, noOrigin int
	hitAt1              float64
	// mrr is the mean of 1/rank of the first right answer.
	mrr float64
	// threshold is the minimum score that at most 5% of the questions without an origin exceed; NaN
	// if fewer are answered at all.
	threshold metric.Figure
	// right is the share of questions with a right first answer that exceeds the threshold.
	right metric.Figure
	// sure and surely are threshold and right by probability.
	sure, surely metric.Figure
	// errors is the number of questions that failed; they count as not answered.
	errors int
}

// measure computes the metrics.
func measure(origins, nones []result) metrics {
	m := metrics{questions: len(origins), noOrigin: len(nones)}
	for _, r := range origins {
		if r.rank == 1 {
			m.hitAt1++
		}
		if r.rank > 0 {
			m.mrr += 1 / float64(r.rank)
		}
	}
	n := float64(max(len(origins), 1))
	m.hitAt1, m.mrr = m.hitAt1/n, m.mrr/n
	m.right, m.threshold = rightAt(origins, nones, func(r result) float64 { return r.score })
	m.surely, m.sure = rightAt(origins, nones, func(r result) float64 { return r.sure })
	for _, r := range slices.Concat(origins, nones) {
		if r.err != nil {
			m.errors++
		}
	}
	return m
}

// rightAt returns the share of the origins with a right first answer that exceeds the threshold. At
// most 5% of the nones exceed it; it is NaN if fewer are answered at all.
func rightAt(origins, nones []result, by func(result) float64) (right, threshold metric.Figure) {
	var firsts []metric.First
	for _, r := range origins {
		firsts = append(firsts, metric.First{Score: by(r), Right: r.rank == 1})
	}
	var others []float64
	for _, r := range nones {
		others = append(others, by(r))
	}
	share, least := metric.RightAt(0.05, firsts, others)
	if math.IsInf(least, 0) {
		least = math.NaN()
	}
	return metric.Figure(share), metric.Figure(least)
}

// write prints the tables, within 100 columns.
func (r *report) write(out io.Writer) error {
	indexed, held := r.corpus.counts()
	fmt.Fprintf(out, "%d files to index, %d held out (seed %d, holdout %v)\n",
		indexed, held, r.corpus.seed, r.corpus.holdout)
	fmt.Fprintf(out, "snippets with an origin: %s\n", r.languages())
	err := r.writeTable(out)
	fmt.Fprintln(out,
		"\nright: right first answers above the threshold that 5% of no-origin scores exceed;\n"+
			"surely right: the same by probability, above sure")
	return err
}

// languages counts the snippets with an origin by language. A snippet is searched at all levels,
// and counts once.
func (r *report) languages() string {
	counts := map[string]int{}
	seen := map[string]bool{}
	for _, one := range r.results {
		if q := one.question; q.hasOrigin() && !seen[q.Cut] {
			seen[q.Cut] = true
			counts[q.Language]++
		}
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// writeTable prints the table: a row for each level, and one for all of them.
func (r *report) writeTable(out io.Writer) error {
	answers := terminal.NewTable("level", ">questions", ">hit@1", ">MRR", ">no-origin", ">threshold", ">right", ">sure", ">surely right")
	failed := 0
	for _, l := range append(slices.Clone(allLevels), "total") {
		var origins, nones []result
		for _, one := range r.results {
			switch q := one.question; {
			case l != "total" && q.Level != l:
			case !q.hasOrigin():
				nones = append(nones, one)
			default:
				origins = append(origins, one)
			}
		}
		m := measure(origins, nones)
		failed = m.errors
		answers.Row(append([]string{string(l)}, m.cells()...)...)
	}
	fmt.Fprintln(out)
	err := answers.Write(out, terminal.Style{})
	if failed > 0 {
		fmt.Fprintf(out, "%d of them failed\n", failed)
	}
	return err
}

func (m metrics) cells() []string {
	share := func(v float64) string { return fmt.Sprintf("%.3f", v) }
	least := func(f metric.Figure) string {
		if math.IsNaN(float64(f)) {
			return "-"
		}
		return fmt.Sprintf("%.4g", float64(f))
	}
	return []string{
		strconv.Itoa(m.questions), share(m.hitAt1), share(m.mrr), strconv.Itoa(m.noOrigin),
		least(m.threshold), m.right.String(), least(m.sure), m.surely.String(),
	}
}

// observed returns the scores of the first answers.
func (r *report) observed(set string) []observed.Score {
	var all []observed.Score
	for _, one := range r.results {
		if one.err == nil {
			all = append(all, observed.Score{Use: observed.Search, Set: set, Language: one.question.Language,
				Tokens: one.tokens, Score: max(0, one.score), Sure: max(0, one.sure), Copy: one.rank == 1, Foreign: !one.question.hasOrigin()})
		}
	}
	return all
}
