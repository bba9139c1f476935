// Package duplicates prints which documents of a collection are dropped. It is not in package
// report because the browser edition, which has that, has no use for it.
package duplicates

import (
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Text prints which documents are dropped as text, in favour of which.
func Text(out io.Writer, r *dedup.Report) error {
	style := terminal.StyleFor(out)
	var b strings.Builder
	line := func(format string, args ...any) { b.WriteString(style.Wrap(fmt.Sprintf(format, args...), "  ") + "\n") }
	line("%s: %s kept", totalText(r.All), totalText(r.Kept))
	dropped := func(t dedup.Total, why string) {
		if t.Documents > 0 {
			line("dropped: %s, %s", totalText(t), why)
		}
	}
	dropped(r.Identical, "identical to a kept one")
	dropped(r.Similar, fmt.Sprintf("similar to a kept one (%s %g or more)", r.Measure, r.Threshold))
	dropped(r.InReferences, "with a passage of a reference")
	if counts := skips.Counts(r.Skipped); len(counts) > 0 {
		line("skipped: %s", strings.Join(counts, ", "))
	}
	for i := range r.Groups {
		writeDropped(&b, &r.Groups[i], style)
	}
	for i := range r.Passages {
		p := &r.Passages[i]
		fmt.Fprintf(&b, "\n%s  %s:%s\n  is in %s:%s\n", terminal.Plural(p.Overlap, "word", "words"),
			terminal.Safe(p.Path), p.Lines, terminal.Safe(p.Reference), p.Of)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func totalText(t dedup.Total) string {
	return fmt.Sprintf("%s, %s", terminal.Plural(t.Documents, "document", "documents"), terminal.Bytes(t.Bytes))
}

func writeDropped(b *strings.Builder, g *dedup.Group, style terminal.Style) {
	const column = len("identical  ")
	kept := "kept"
	if g.Against {
		kept = "against"
	}
	fmt.Fprintf(b, "\n%-*s%s\n", column, kept, style.CutPath(g.Kept.Path, style.Left(column)))
	for i := range g.Dropped {
		d := &g.Dropped[i]
		how := report.Score(d.Similarity)
		if d.Identical {
			how = "identical"
		}
		fmt.Fprintf(b, "%-*s%s\n", column, how, style.CutPath(d.Path, style.Left(column)))
	}
}
