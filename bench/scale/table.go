package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"text/tabwriter"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// printTable prints what docs/scale.md is made of.
func printTable(out io.Writer, rows []row) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name string, of func(r row) string) {
		fmt.Fprint(w, name)
		for _, r := range rows {
			fmt.Fprint(w, "\t", of(r))
		}
		fmt.Fprintln(w)
	}
	number := func(format string, of func(r row) float64) func(r row) string {
		return func(r row) string { return fmt.Sprintf(format, of(r)) }
	}
	line("corpus", func(r row) string { return filepath.Base(r.Folder) })
	line("read, MB", number("%.0f", func(r row) float64 { return float64(r.Bytes) / 1e6 }))
	line("contents", number("%.0f", func(r row) float64 { return float64(r.Contents) }))
	line("bytes a content", number("%.0f", func(r row) float64 { return float64(r.Bytes) / float64(r.Contents) }))
	for i := range analyzer.Representation(analyzer.Representations) {
		line(i.String()+", millions of postings", number("%.2f", func(r row) float64 { return float64(r.Postings[i]) / 1e6 }))
		line("  of terms", number("%.2f", func(r row) float64 { return float64(r.Terms[i]) / 1e6 }))
		line("  of terms of one content", number("%.2f", func(r row) float64 { return float64(r.Single[i]) / 1e6 }))
		line("  bytes for a posting", number("%.0f", func(r row) float64 { return float64(r.Bytes) / float64(r.Postings[i]) }))
	}
	line("index, MB", number("%.1f", func(r row) float64 { return float64(r.IndexBytes) / 1e6 }))
	line("  of the source, %", number("%.1f", func(r row) float64 { return 100 * float64(r.IndexBytes) / float64(r.Bytes) }))
	line("  bytes a posting", number("%.2f", func(r row) float64 { return float64(r.IndexBytes) / float64(r.Postings[0]+r.Postings[1]) }))
	line("indexing, seconds", number("%.1f", func(r row) float64 { return r.Seconds }))
	line("  MB/s", number("%.0f", func(r row) float64 { return float64(r.Bytes) / 1e6 / r.Seconds }))
	line("  processor ns a byte", number("%.1f", func(r row) float64 { return r.CPU * 1e9 / float64(r.Bytes) }))
	line("  peak MB", number("%.0f", func(r row) float64 { return r.PeakMB }))
	line("a question, ms", number("%.2f", func(r row) float64 { return r.QuestionMS }))
	line("  candidates", number("%.0f", func(r row) float64 { return r.Candidates }))
	line("  postings", number("%.0f", func(r row) float64 { return r.Read }))
	for i := range analyzer.Representation(analyzer.Representations) {
		line("hits by chance in "+i.String()+", one term in", number("%.0f", func(r row) float64 {
			return math.Exp2(winnow.TermBits) / float64(r.Terms[i])
		}))
	}
	return w.Flush()
}
