package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// report is the output of a run.
type report struct {
	Files    int     // indexed
	SourceMB float64 // their size in millions of bytes
	Builds   []build
	Ask      timings
	Cost     cost
	Command  command
	Update   update
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
	if first := r.Builds[0]; first.Runs > 1 {
		fmt.Fprintf(out, "%s: medians of %d runs\n", first.Engine, first.Runs)
	}
	if err := r.printAsking(out, w); err != nil {
		return err
	}
	u := r.Update
	fmt.Fprintf(out, "update of %d in %d files: %.2f s, %.1f%% of the %.1f s of the first time; "+
		"of none: %.2f s\n", u.Changed, u.Files, u.Seconds, 100*u.Seconds/u.Full, u.Full, u.Nothing)
	return r.printCosts(out)
}

func (r *report) printAsking(out io.Writer, w *tabwriter.Writer) error {
	a := r.Ask
	fmt.Fprintf(out, "\n%d questions of %.0f terms, best %d\n", a.Questions, a.Terms, top)
	fmt.Fprintln(w, "searching, ms\tmedian\t99%\tworst\t")
	row := func(name string, l latency) {
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t\n", name, l.Median, l.P99, l.Worst)
	}
	row("chaffinch", a.Chaffinch)
	row("Bleve's disjunction", a.Bleve)
	row("whole answers", a.Answer)
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "as many documents found: %d of %d; own document first: %d\n",
		a.SameSet, a.Questions, a.OriginFirst)
	fmt.Fprintf(out, "the first question by cosine after an update weighs all documents: %.1f s\n",
		a.Weighing)
	_, err := fmt.Fprintf(out, "chaffinch search as a process: median %.0f ms, %.0f MB\n",
		r.Command.Milliseconds, r.Command.PeakMB)
	return err
}

// printCosts prints what a byte, a posting and a question cost: docs/scale.md computes from that.
func (r *report) printCosts(out io.Writer) error {
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	b, c := r.Builds[0], r.Cost
	line := func(name, format string, value float64) { fmt.Fprintf(w, "%s\t"+format+"\n", name, value) }
	line("contents", "%.0f", float64(c.Contents))
	line("bytes per content", "%.0f", r.SourceMB*1e6/float64(c.Contents))
	postings := 0
	for i := range analyzer.Representation(analyzer.Representations) {
		postings += c.Postings[i]
		line(i.String()+", millions of postings", "%.2f", float64(c.Postings[i])/1e6)
		line("  of terms", "%.2f", float64(c.Terms[i])/1e6)
		line("  of terms in one content", "%.2f", float64(c.Single[i])/1e6)
		line("  bytes of source for a posting", "%.0f", r.SourceMB*1e6/float64(c.Postings[i]))
		line("  look-ups that hit by chance, one in", "%.0f",
			math.Exp2(winnow.TermBits)/float64(c.Terms[i]))
	}
	line("bytes of the index for a posting", "%.2f", b.IndexMB*1e6/float64(postings))
	line("indexing, CPU ns per byte", "%.1f", b.CPU*1e3/r.SourceMB)
	line("a question with all its k-grams, ms", "%.2f", c.QuestionMS)
	line("  candidates", "%.0f", c.Candidates)
	line("  postings read", "%.0f", c.Read)
	return w.Flush()
}
