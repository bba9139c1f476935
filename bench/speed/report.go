package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// report is what a run prints.
type report struct {
	Files    int     `json:"files"`    // indexed
	SourceMB float64 `json:"sourceMB"` // their size in millions of bytes
	Builds   []build `json:"builds"`
	Ask      asked   `json:"ask"`
	Command  command `json:"command"`
	Update   update  `json:"update"`
}

func (r *report) print(out io.Writer) error {
	fmt.Fprintf(out, "%d files, %.1f MB\n\n", r.Files, r.SourceMB)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "indexing\tseconds\tMB/s\tCPU s\tpeak MB\tindex MB\tof source\t")
	for _, b := range r.Builds {
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t%.1f%%\t\n", b.Engine, b.Seconds,
			r.SourceMB/b.Seconds, b.CPU, b.PeakMB, b.IndexMB, 100*b.IndexMB/r.SourceMB)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	r.printRatios(out)
	a := r.Ask
	fmt.Fprintf(out, "\n%d questions of %.0f terms, best %d; index opened in %.1f ms\n", a.Questions, a.Terms, top, a.Open)
	fmt.Fprintln(w, "searching, ms\tmedian\t99%\tworst\t")
	fmt.Fprintf(w, "chaffinch\t%.2f\t%.2f\t%.2f\t\n", a.Chaffinch.Median, a.Chaffinch.P99, a.Chaffinch.Worst)
	fmt.Fprintf(w, "Bleve's disjunction\t%.2f\t%.2f\t%.2f\t\n", a.Bleve.Median, a.Bleve.P99, a.Bleve.Worst)
	if a.Chaffinch.Median > 0 {
		fmt.Fprintf(w, "times slower\t%.1f\t%.1f\t%.1f\t\n", a.Bleve.Median/a.Chaffinch.Median,
			a.Bleve.P99/a.Chaffinch.P99, a.Bleve.Worst/a.Chaffinch.Worst)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nthe whole answer, aligned candidates included: median %.2f ms, 99%% %.2f, worst %.2f; of that for 20 candidates, median %.2f\n",
		a.Answer.Median, a.Answer.P99, a.Answer.Worst, a.Evidence)
	fmt.Fprintf(out, "the first question by cosine after an update weighs all documents: %.1f s\n", a.Weighing)
	fmt.Fprintf(out, "chaffinch search as a process: median %.0f ms, %.0f MB; of that %.0f ms to start\n",
		r.Command.Milliseconds, r.Command.PeakMB, r.Command.Version)
	u := r.Update
	fmt.Fprintf(out, "update of %d in %d files: %.2f s, %.1f%% of the %.1f s of the first time; of none: %.2f s\n",
		u.Changed, u.Files, u.Seconds, 100*u.Seconds/u.Full, u.Full, u.Nothing)
	_, err := fmt.Fprintf(out, "\nas many documents found: %d of %d; same one first: %d; own document first: %d\n",
		a.SameSet, a.Questions, a.SameFirst, a.OriginFirst)
	return err
}

// printRatios prints how much faster and smaller than plain Bleve chaffinch is.
func (r *report) printRatios(out io.Writer) {
	first, last := r.Builds[0], r.Builds[len(r.Builds)-1]
	if first.Runs > 1 {
		fmt.Fprintf(out, "%s: medians of %d runs\n", first.Engine, first.Runs)
	}
	if last.Engine == bleveEngine {
		fmt.Fprintf(out, "beside plain Bleve: %.1f times as fast, %.1f times less processor time, %.1f times as small\n",
			last.Seconds/first.Seconds, last.CPU/first.CPU, last.IndexMB/first.IndexMB)
	}
}
