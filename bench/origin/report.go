package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// report is everything that is printed.
type report struct {
	Indexed int     `json:"indexed_files"`
	HeldOut int     `json:"held_out_files"`
	Seed    uint64  `json:"seed"`
	Holdout float64 `json:"holdout"`
	// OpenSeconds is the time that indexing took.
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

// metrics sums up questions with an origin and the questions without one that belong to them.
type metrics struct {
	Questions int     `json:"questions"`
	HitAt1    float64 `json:"hit_at_1"`
	HitAt5    float64 `json:"hit_at_5"`
	// MRR is the mean of 1/rank of the first right answer.
	MRR float64 `json:"mrr"`

	NoOrigin int `json:"no_origin"`
	// Threshold is the least score that at most 5% of the questions without an origin exceed; null
	// if that few are answered at all.
	Threshold metric.Figure `json:"threshold"`
	// Right is the share of questions with a right first answer that exceeds the threshold.
	Right metric.Figure `json:"right_at_5_percent_alarms"`
	// AUC is the chance that the first score of a question with an origin is higher than that
	// of one without, ties counting half.
	AUC metric.Figure `json:"auc"`

	// Median and P99 are of the time for one question of both kinds, in seconds.
	Median float64 `json:"median_seconds"`
	P99    float64 `json:"p99_seconds"`
	// Errors is the number of questions that failed; they count as not answered.
	Errors int `json:"errors"`

	// Evidence is null if no answer shows any.
	Evidence *accuracy `json:"evidence"`
}

// measure computes the metrics.
func measure(origins, nones []result) metrics {
	m := metrics{Questions: len(origins), NoOrigin: len(nones), Evidence: judge(origins)}
	var firsts []metric.First
	for _, r := range origins {
		if r.rank == 1 {
			m.HitAt1++
		}
		if r.rank >= 1 && r.rank <= 5 {
			m.HitAt5++
		}
		if r.rank > 0 {
			m.MRR += 1 / float64(r.rank)
		}
		firsts = append(firsts, metric.First{Score: r.score, Right: r.rank == 1})
	}
	n := float64(max(len(origins), 1))
	m.HitAt1, m.HitAt5, m.MRR = m.HitAt1/n, m.HitAt5/n, m.MRR/n
	var scores, times []float64
	for _, r := range nones {
		scores = append(scores, r.score)
	}
	right, threshold := metric.RightAt(0.05, firsts, scores)
	if math.IsInf(threshold, 0) {
		threshold = math.NaN()
	}
	m.Right, m.Threshold = metric.Figure(right), metric.Figure(threshold)
	m.AUC = metric.Figure(metric.FirstAUC(firsts, scores))
	for _, r := range slices.Concat(origins, nones) {
		times = append(times, r.elapsed.Seconds())
		if r.err != nil {
			m.Errors++
		}
	}
	m.Median, m.P99 = quantile(times, 0.5), quantile(times, 0.99)
	return m
}

// summarise fills in the rows: for each set, a row for each level and their total.
func (r *report) summarise(results []result, levels []level) {
	for _, set := range []string{setAll, setOnce} {
		for _, l := range append(slices.Clone(levels), sumOfRows) {
			var origins, nones []result
			for _, one := range results {
				q := one.question
				switch {
				case l != sumOfRows && q.Level != l:
				case !q.hasOrigin():
					nones = append(nones, one)
				case set == setAll || q.Once:
					origins = append(origins, one)
				}
			}
			r.Rows = append(r.Rows, row{set, string(l), measure(origins, nones)})
		}
	}
	r.Languages = map[string]int{}
	seen := map[string]bool{} // a snippet is asked for at all levels, and counts once
	for _, one := range results {
		if q := one.question; q.hasOrigin() && !seen[q.Cut] {
			seen[q.Cut] = true
			r.Languages[q.Language]++
		}
	}
}

const (
	header = "level     questions  hit@1  hit@5    MRR  no-origin  threshold  right    AUC  median     p99"

	evidenceHeader = `          right answers       lines off: median, 90%        coverage off by points
level     at cut  shown    all edges   question   document    median    90%  within 5`
)

// writeText prints the tables, within 100 columns.
func (r *report) writeText(w io.Writer) {
	fmt.Fprintf(w, "%d files to index, %d held out (seed %d, holdout %v)\n",
		r.Indexed, r.HeldOut, r.Seed, r.Holdout)
	fmt.Fprintf(w, "indexed in %s\n", clock(r.OpenSeconds))
	var languages []string
	byCount := func(a, b string) int {
		return cmp.Or(r.Languages[b]-r.Languages[a], strings.Compare(a, b))
	}
	for _, name := range slices.SortedFunc(maps.Keys(r.Languages), byCount) {
		languages = append(languages, fmt.Sprintf("%s %d", name, r.Languages[name]))
	}
	fmt.Fprintf(w, "snippets with an origin: %s\n", strings.Join(languages, ", "))
	if len(r.NotUsed) > 0 {
		fmt.Fprintln(w, "not used:")
		for _, why := range slices.Sorted(maps.Keys(r.NotUsed)) {
			fmt.Fprintf(w, "  %6d  %s\n", r.NotUsed[why], why)
		}
	}
	half := len(r.Rows) / 2
	r.writeSet(w, "all snippets", r.Rows[:half])
	r.writeSet(w, "snippets that stand once", r.Rows[half:])
	fmt.Fprintln(w, "\nright: right first answers above the threshold that 5% of no-origin scores exceed")
	fmt.Fprintln(w, "at cut: first right answers that are the file the snippet was cut from; shown: those with matches")
}

func (r *report) writeSet(w io.Writer, title string, rows []row) {
	fmt.Fprintf(w, "\n%s\n%s\n", title, header)
	for _, m := range rows {
		limit := "-"
		if !math.IsNaN(float64(m.Threshold)) {
			limit = fmt.Sprintf("%.4g", float64(m.Threshold))
		}
		fmt.Fprintf(w, "%-9s %9d  %.3f  %.3f  %.3f  %9d  %9s  %s  %s  %6s  %6s\n", m.Level, m.Questions,
			m.HitAt1, m.HitAt5, m.MRR, m.NoOrigin, limit, m.Right, m.AUC, clock(m.Median), clock(m.P99))
		if m.Errors > 0 {
			fmt.Fprintf(w, "          %d of them failed\n", m.Errors)
		}
	}
	fmt.Fprintf(w, "\n%s\n", evidenceHeader)
	for _, m := range rows {
		m.writeEvidence(w)
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
	columns := func(s spread, n int, format string, factor float64) string {
		text := fmt.Sprintf(format, s.Median*factor, s.Q90*factor)
		if n == 0 {
			return fmt.Sprintf("%*s", len(text), "-")
		}
		return text
	}
	lines := func(s spread) string { return columns(s, e.Placed, "%5.0f %4.0f", 1) }
	fmt.Fprintf(w, "%-9s %6d %6d  %s  %s  %s  %s  %8s\n", r.Level, e.AtCut, e.Placed, lines(e.Edges),
		lines(e.Question), lines(e.Document), columns(e.Coverage, e.Right, "%8.1f %6.1f", 100), within)
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

// writeAnswers writes one line for each question, with columns separated by tabs: the question;
// once, often or none, for where its snippet stands; the rank of the first right answer; the score
// of the first answer, -Inf without one; where the snippet was cut from; the first answer; the
// error. Then, of the first right answer, by how many lines its region begins and ends too late in
// the question and in the document, and its coverage minus the true one. What is not known is a
// dash.
func writeAnswers(file string, results []result) error {
	var b strings.Builder
	for _, r := range results {
		q, failure, region, coverage := r.question, "", "-", "-"
		if r.err != nil {
			failure = strings.Join(strings.Fields(r.err.Error()), " ")
		}
		if e := r.edges; e != nil {
			region = fmt.Sprintf("%+d %+d %+d %+d", e.questionFrom, e.questionTo, e.documentFrom, e.documentTo)
		}
		if r.covered != nil {
			coverage = fmt.Sprintf("%+.3f", *r.covered)
		}
		fmt.Fprintf(&b, "%s\t%s\t%d\t%g\t%s\t%s\t%s\t%s\t%s\n",
			q.ID, q.standing(), r.rank, r.score, q.Cut, r.first, failure, region, coverage)
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// dump writes each question to its file LEVEL/NUMBER.EXT below dir, and three files with columns
// separated by tabs:
//
//	truth.tsv    FILE LANGUAGE once|often|none CUT [RIGHT ANSWER...]
//	places.tsv   FILE FIRST-LAST FIRST-LAST OWN TOKENS
//	heldout.txt  NAME
//
// CUT is NAME:FIRST-LAST. places.tsv says where the copy stands in the question and in the file of
// the cut: these lines hold tokens that both have, and OWN of the question's TOKENS come from the
// snippet. heldout.txt names the files that must not be indexed.
func dump(dir string, c *corpus, questions []question) error {
	var truth, places, held strings.Builder
	fmt.Fprintf(&truth, "# seed=%d holdout=%v\n", c.seed, c.holdout)
	for _, q := range questions {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(q.ID)), q.Source); err != nil {
			return err
		}
		columns := append([]string{q.ID, q.Language, q.standing(), q.Cut}, q.Truth...)
		truth.WriteString(strings.Join(columns, "\t") + "\n")
		if p := q.Place; q.hasOrigin() {
			fmt.Fprintf(&places, "%s\t%v\t%v\t%d\t%d\n", q.ID, p.Question, p.Document, p.Own, p.Tokens)
		}
	}
	for _, d := range c.documents {
		if d.held {
			held.WriteString(d.name + "\n")
		}
	}
	for name, b := range map[string]*strings.Builder{
		"truth.tsv": &truth, "places.tsv": &places, "heldout.txt": &held,
	} {
		if err := writeFile(filepath.Join(dir, name), []byte(b.String())); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}
