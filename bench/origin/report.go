package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// report is everything that is printed.
type report struct {
	Indexed  int     `json:"indexed_files"`
	HeldOut  int     `json:"held_out_files"`
	Seed     uint64  `json:"seed"`
	Holdout  float64 `json:"holdout"`
	MinScore float64 `json:"min_score"`
	// OpenSeconds is the time the engine took to be opened, its index built included.
	OpenSeconds float64 `json:"open_seconds"`
	// Languages counts the snippets with an origin.
	Languages map[string]int `json:"languages"`
	// NotUsed counts the files and snippets that no question was made of.
	NotUsed census `json:"not_used,omitempty"`
	Rows    []row  `json:"rows"`
}

// row holds the metrics of one level, or of all, in one set of snippets.
type row struct {
	Set   string `json:"set"`
	Level string `json:"level"`
	metrics
}

const (
	setAll    = "all"
	setOnce   = "once"
	sumOfRows = "total"
)

// summarise fills in the rows: for each set, a row for each level and their total.
func (r *report) summarise(results []result, levels []level) {
	for _, set := range []string{setAll, setOnce} {
		for _, l := range levels {
			origins, nones := separate(results, func(q *question) bool { return q.Level == l }, set)
			r.Rows = append(r.Rows, row{set, string(l), measure(origins, nones, r.MinScore)})
		}
		origins, nones := separate(results, func(*question) bool { return true }, set)
		r.Rows = append(r.Rows, row{set, sumOfRows, measure(origins, nones, r.MinScore)})
	}
	r.Languages = languages(results)
}

// separate parts the results wanted into those with and without an origin; in the set "once", of the
// former only those whose snippet stands once.
func separate(results []result, wanted func(*question) bool, set string) (origins, nones []result) {
	for _, r := range results {
		q := r.question
		switch {
		case !wanted(q):
		case !q.hasOrigin():
			nones = append(nones, r)
		case set == setAll || q.Once:
			origins = append(origins, r)
		}
	}
	return origins, nones
}

// languages counts snippets, each of which is asked for at all levels, once.
func languages(results []result) map[string]int {
	counts := make(map[string]int)
	seen := make(map[string]bool)
	for _, r := range results {
		if q := r.question; q.hasOrigin() && !seen[q.Cut] {
			seen[q.Cut] = true
			counts[q.Language]++
		}
	}
	return counts
}

func (r *report) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

const header = "level     questions  hit@1  hit@5    MRR  no-origin  alarms  threshold  right    AUC  median     p99"

const evidenceHeader = `          right answers       lines off: median, 90%        coverage off by points
level     at cut  shown    all edges   question   document    median    90%  within 5`

// writeText prints the tables, within 100 columns.
func (r *report) writeText(w io.Writer) {
	fmt.Fprintf(w, "%d files to index, %d held out (seed %d, holdout %v)\n", r.Indexed, r.HeldOut, r.Seed,
		r.Holdout)
	fmt.Fprintf(w, "engine opened in %s\n", clock(r.OpenSeconds))
	fmt.Fprintf(w, "snippets with an origin: %s\n", countList(r.Languages))
	if len(r.NotUsed) > 0 {
		fmt.Fprintln(w, "not used:")
		for _, why := range slices.Sorted(maps.Keys(r.NotUsed)) {
			fmt.Fprintf(w, "  %6d  %s\n", r.NotUsed[why], why)
		}
	}
	titles := map[string]string{setAll: "all snippets", setOnce: "snippets that stand once"}
	for _, set := range []string{setAll, setOnce} {
		fmt.Fprintf(w, "\n%s\n%s\n", titles[set], header)
		rows := r.of(set)
		for _, row := range rows {
			row.writeText(w)
		}
		fmt.Fprintf(w, "\n%s\n", evidenceHeader)
		for _, row := range rows {
			row.writeEvidence(w)
		}
	}
	fmt.Fprintf(w, "\nalarms: no-origin questions answered with a score of %v or more\n", r.MinScore)
	fmt.Fprintln(w, "right: right first answers above the threshold that 5% of no-origin scores exceed")
	fmt.Fprintln(w, "at cut: first right answers that are the file the snippet was cut from; shown: those with matches")
}

// of returns the rows of one set.
func (r *report) of(set string) []row {
	var rows []row
	for _, row := range r.Rows {
		if row.Set == set {
			rows = append(rows, row)
		}
	}
	return rows
}

func (r row) writeText(w io.Writer) {
	limit := "-"
	if r.Threshold != nil {
		limit = fmt.Sprintf("%.4g", *r.Threshold)
	}
	fmt.Fprintf(w, "%-9s %9d  %.3f  %.3f  %.3f  %9d   %.3f  %9s  %.3f  %.3f  %6s  %6s", r.Level, r.Questions,
		r.HitAt1, r.HitAt5, r.MRR, r.NoOrigin, r.Alarms, limit, r.Right, r.AUC, clock(r.Median), clock(r.P99))
	fmt.Fprintln(w)
	if r.Errors > 0 {
		fmt.Fprintf(w, "          %d of them failed\n", r.Errors)
	}
}

// writeEvidence prints how close the evidence comes, with a dash for what was not measured.
func (r row) writeEvidence(w io.Writer) {
	e := r.Evidence
	if e == nil {
		e = &accuracy{}
	}
	within := "-"
	if e.Right > 0 {
		within = fmt.Sprintf("%.3f", e.Close)
	}
	lines := func(s spread) string { return s.columns(e.Placed, "%5.0f %4.0f", 1) }
	fmt.Fprintf(w, "%-9s %6d %6d  %s  %s  %s  %s  %8s\n", r.Level, e.AtCut, e.Placed, lines(e.Edges),
		lines(e.Question), lines(e.Document), e.Coverage.columns(e.Right, "%8.1f %6.1f", 100), within)
}

// columns prints a spread of n values, times factor.
func (s spread) columns(n int, format string, factor float64) string {
	text := fmt.Sprintf(format, s.Median*factor, s.Q90*factor)
	if n > 0 {
		return text
	}
	return fmt.Sprintf("%*s", len(text), "-")
}

// clock prints seconds with three digits and a unit.
func clock(seconds float64) string {
	switch {
	case seconds < 1e-3:
		return fmt.Sprintf("%.3gµs", seconds*1e6)
	case seconds < 1:
		return fmt.Sprintf("%.3gms", seconds*1e3)
	}
	return fmt.Sprintf("%.3gs", seconds)
}

// countList prints counts, the largest first.
func countList(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if d := counts[b] - counts[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// writeAnswers prints one line a question, with columns separated by tabs: the question, how its
// snippet stands, the rank of the first right answer, the score of the first answer (-Inf if
// there is none), the time in microseconds, where the snippet was cut from, the first answer, the
// error; and of the first right answer, by how many lines the region shown begins and ends too late
// in the question and in the document, and by how much its coverage exceeds the truth. What is not
// known is a dash.
func writeAnswers(w io.Writer, results []result) error {
	for _, r := range results {
		q := r.question
		standing := strings.Split(truthLine(*q), "\t")[2]
		failure := ""
		if r.err != nil {
			failure = strings.Join(strings.Fields(r.err.Error()), " ")
		}
		_, err := fmt.Fprintf(w, "%s\t%s\t%d\t%g\t%d\t%s\t%s\t%s\t%s\n", q.ID, standing, r.rank, r.score,
			r.elapsed/time.Microsecond, q.Cut, r.first, failure, r.shown())
		if err != nil {
			return err
		}
	}
	return nil
}

// shown prints how the evidence of the first right answer differs from the truth.
func (r result) shown() string {
	region, coverage := "-", "-"
	if e := r.edges; e != nil {
		region = fmt.Sprintf("%+d %+d %+d %+d", e.questionFrom, e.questionTo, e.documentFrom, e.documentTo)
	}
	if r.covered != nil {
		coverage = fmt.Sprintf("%+.3f", *r.covered)
	}
	return region + "\t" + coverage
}
