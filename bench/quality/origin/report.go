package origin

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// report is everything that is printed.
type report struct {
	corpus  *corpus
	seed    uint64
	results []result
}

// printHead prints what was asked.
func (r *report) printHead(b *cli.Bench) {
	fmt.Fprintf(b.Out, "%d files to index, %d held out or foreign (seed %d)\n", len(r.corpus.indexed), len(r.corpus.held), r.seed)
	fmt.Fprintf(b.Out, "snippets with an origin: %s\n\n", r.languages())
}

// print prints a row for each level, and one for all of them.
func (r *report) print(b *cli.Bench) error {
	r.printHead(b)
	table := terminal.NewTable("level", ">questions", ">hit@1", ">MRR", ">no-origin", ">threshold", ">right", ">sure", ">surely right")
	for _, l := range append(slices.Clone(allLevels), "total") {
		var origins, nones []result
		for _, one := range r.results {
			switch {
			case l != "total" && one.level != l:
			case one.hasOrigin():
				origins = append(origins, one)
			default:
				nones = append(nones, one)
			}
		}
		table.Row(append([]string{string(l)}, cells(origins, nones)...)...)
	}
	if err := b.Print(table); err != nil {
		return err
	}
	_, err := fmt.Fprintln(b.Out, "\nright: right first answers above the threshold that 5% of no-origin scores exceed;\n"+
		"surely right: the same by probability, above sure")
	return err
}

// cells sums up questions with an origin, and the questions without one that belong to them.
func cells(origins, nones []result) []string {
	hit1, mrr := 0., 0. // mrr is the mean of 1/rank of the first right answer
	for _, r := range origins {
		if r.rank == 1 {
			hit1++
		}
		if r.rank > 0 {
			mrr += 1 / float64(r.rank)
		}
	}
	n := float64(max(len(origins), 1))
	right, threshold := rightAt(origins, nones, func(r result) float64 { return r.score })
	surely, sure := rightAt(origins, nones, func(r result) float64 { return r.sure })
	return []string{strconv.Itoa(len(origins)), fmt.Sprintf("%.3f", hit1/n), fmt.Sprintf("%.3f", mrr/n), strconv.Itoa(len(nones)),
		threshold, right, sure, surely}
}

// rightAt returns the share of the origins with a right first answer that exceeds the threshold. At
// most 5% of the nones exceed it; it is - if fewer are answered at all.
func rightAt(origins, nones []result, by func(result) float64) (right, threshold string) {
	var firsts []metric.First
	for _, r := range origins {
		firsts = append(firsts, metric.First{Score: by(r), Right: r.rank == 1})
	}
	var others []float64
	for _, r := range nones {
		others = append(others, by(r))
	}
	share, least := metric.RightAt(0.05, firsts, others)
	threshold = fmt.Sprintf("%.4g", least)
	if math.IsInf(least, 0) || math.IsNaN(least) {
		threshold = "-"
	}
	return metric.Figure(share).String(), threshold
}

// languages counts the snippets with an origin by language. A snippet is searched at all levels,
// and counts once.
func (r *report) languages() string {
	counts := map[string]int{}
	seen := map[string]bool{}
	for _, one := range r.results {
		if one.hasOrigin() && !seen[one.cut] {
			seen[one.cut] = true
			counts[one.language]++
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

// observed returns the scores of the first answers.
func (r *report) observed(set string) (all []observed.Score) {
	for _, one := range r.results {
		all = append(all, observed.Score{Use: observed.Search, Set: set, Language: one.language, Tokens: one.tokens,
			Score: max(0, one.score), Sure: max(0, one.sure), Copy: one.rank == 1, Foreign: !one.hasOrigin()})
	}
	return all
}
