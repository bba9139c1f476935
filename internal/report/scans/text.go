package scans

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// TextOptions are the options of [Text].
type TextOptions struct {
	// All lists all findings, not only open ones.
	All bool
	// Explain adds details of each finding and its origin.
	Explain bool
	// Top is the maximum number of findings, and of origins; under 1 means all.
	Top   int
	Style terminal.Style
}

// Text prints how much of a project is copied, from which origins, and the findings.
func Text(out io.Writer, r *scan.Report, o TextOptions) error {
	if err := scanSummary(out, r, o.Style); err != nil {
		return err
	}
	if err := scanOrigins(out, r, o); err != nil {
		return err
	}
	if err := scanFindings(out, r, o); err != nil {
		return err
	}
	return scanNotes(out, r, o)
}

func scanSummary(out io.Writer, r *scan.Report, style terminal.Style) error {
	t := r.Totals
	head := fmt.Sprintf("%s: %s in %s, compared with %s", terminal.Safe(r.Tree), terminal.Plural(t.Lines, "line", "lines"),
		terminal.Plural(t.Files, "file", "files"), terminal.Plural(r.Index.Contents, "document", "documents"))
	if r.Since != "" {
		head += ", only what changed since " + terminal.Safe(r.Since)
	}
	if _, err := fmt.Fprintln(out, style.Wrap(head, "  ")); err != nil {
		return err
	}
	table := terminal.NewTable("", ">lines", ">share", "=")
	for _, row := range []struct {
		name  string
		lines int
		note  string
	}{
		{"copied", t.Copied, openNote(r)},
		{"own", t.Own, ""},
		{"common", t.Common, ""},
		{"unchanged", t.Unchanged, ""},
		{"unexplained", t.Unexplained, ""},
	} {
		if row.lines > 0 || row.name == "copied" || row.name == "unexplained" {
			table.Row("  "+row.name, terminal.Thousands(row.lines), report.Percent(float64(row.lines)/float64(max(1, t.Lines))), row.note)
		}
	}
	return table.WriteWith(out, style, func(int) string { return "" })
}

func openNote(r *scan.Report) string {
	n := 0
	for _, f := range r.Findings {
		if f.Class == scan.Copy {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s, %s open", terminal.Plural(n, "finding", "findings"), terminal.Thousands(r.Totals.Open))
}

// scanOrigins prints where copies are from, most lines first.
func scanOrigins(out io.Writer, r *scan.Report, o TextOptions) error {
	origins := r.Origins()
	if len(origins) == 0 {
		return nil
	}
	fmt.Fprintln(out)
	table := terminal.NewTable(">lines", ">files", ">open", "licence", "/origin")
	listed := origins
	if o.Top > 0 {
		listed = origins[:min(len(origins), o.Top)]
	}
	for _, g := range listed {
		table.Row(terminal.Thousands(g.Lines), terminal.Thousands(g.Files), terminal.Thousands(g.Open),
			terminal.Safe(cmp.Or(g.License, scan.Unknown)), terminal.Safe(terminal.Nearby(g.Name)))
	}
	if err := table.WriteWith(out, o.Style, func(int) string { return "" }); err != nil {
		return err
	}
	return moreLine(out, len(origins)-len(listed), "more: --top 0 lists all", o.Style)
}

// scanFindings prints the findings, the worst first.
func scanFindings(out io.Writer, r *scan.Report, o TextOptions) error {
	listed := slices.DeleteFunc(slices.Clone(r.Findings), func(f scan.Finding) bool { return !o.All && !f.Open })
	hidden := len(r.Findings) - len(listed)
	all := rows(r, listed)
	if o.Explain { // which is about each finding
		all = all[:0]
		for _, f := range listed {
			all = append(all, row{"", []scan.Finding{f}})
		}
	}
	shown := all
	if o.Top > 0 {
		shown = all[:min(len(all), o.Top)]
	}
	if len(shown) > 0 {
		fmt.Fprintln(out)
		table := terminal.NewTable(">score", "=kind", "=status", "/file", "??licence", "/origin")
		for _, w := range shown {
			f := &w.all[0]
			table.Row(report.Score(f.Score), f.Kind, scanStatus(*f), terminal.Safe(w.place(r)), terminal.Safe(cmp.Or(f.Origin.License, scan.Unknown)),
				terminal.Safe(w.origin()))
			if w.folder == "" {
				table.Link(r.Name(f.File), f.Origin.File())
			} else {
				table.Link(r.Name(w.folder), w.origin())
			}
		}
		explain := func(i int) string {
			if !o.Explain {
				return ""
			}
			return explainFinding(&shown[i].all[0], o.Style)
		}
		if err := table.WriteWith(out, o.Style, explain); err != nil {
			return err
		}
	}
	more, kinds := kindsOf(all[len(shown):])
	if err := moreLine(out, more, "more: --top 0 lists all ("+kinds+")", o.Style); err != nil {
		return err
	}
	return moreLine(out, hidden, "not open: --all lists all", o.Style)
}

// moreLine reports how many are not listed, if there are any.
func moreLine(out io.Writer, n int, how string, style terminal.Style) error {
	if n <= 0 {
		return nil
	}
	_, err := fmt.Fprintln(out, style.Dim(terminal.Thousands(n)+" "+how))
	return err
}

// scanStatus is a finding's class or, for a copy, status and verdict.
func scanStatus(f scan.Finding) string {
	switch {
	case f.Class != scan.Copy:
		return string(f.Class)
	case f.Decision != nil:
		return string(f.Decision.Decision)
	}
	return string(f.Status)
}

// shownName is a project's file's path from the working folder. So readers and code hosts can open
// it. If the project is elsewhere or no folder, it is the path in the project.
func shownName(r *scan.Report, file string) string {
	name := r.Name(file)
	if document.IsAddress(name) {
		return file
	}
	return cmp.Or(sarif.LocalPath(name), file)
}

// scanPlace is a finding's file, its heaviest match's lines, and how many others.
func scanPlace(name string, f *scan.Finding) string {
	return name + ":" + f.Heaviest().File.String() + otherMatches(f)
}

func otherMatches(f *scan.Finding) string {
	if n := len(f.Matches) - 1; n > 0 {
		return fmt.Sprintf(" +%d", n)
	}
	return ""
}

// scanOrigin is a finding's origin, its heaviest match's lines, and how many equal origins.
func scanOrigin(f scan.Finding) string {
	return terminal.Nearby(f.Origin.File()) + ":" + f.Heaviest().Origin.String() + besideOrigin(&f.Origin)
}

// scanNotes prints what else a reader should know.
func scanNotes(out io.Writer, r *scan.Report, o TextOptions) error {
	for _, note := range Notes(r) {
		if _, err := fmt.Fprintln(out, o.Style.Wrap(terminal.Safe(note), "  ")); err != nil {
			return err
		}
	}
	if err := decisions(out, r.Stale, "decided, but no longer there: --remove-stale removes the decisions", o); err != nil {
		return err
	}
	return decisions(out, r.Unseen, "decided, but not checked: the origin is not in this index, or the file was not read", o)
}

// decisions counts decisions and lists them with --all.
func decisions(out io.Writer, all []scan.Decision, what string, o TextOptions) error {
	if err := moreLine(out, len(all), what, o.Style); err != nil || !o.All {
		return err
	}
	for _, d := range all {
		text := "  " + string(d.Decision)
		for _, more := range []string{d.File, d.Origin, d.Reason} {
			if more != "" {
				text += ", " + more
			}
		}
		if _, err := fmt.Fprintln(out, o.Style.Wrap(terminal.Safe(text), "    ")); err != nil {
			return err
		}
	}
	return nil
}

// Finding prints one finding with all that is known of its origin.
func Finding(out io.Writer, r *scan.Report, f *scan.Finding, style terminal.Style) error {
	_, err := fmt.Fprintf(out, "\n%s  %s, score %s, %s\n", style.Link(r.Name(f.File), terminal.Safe(scanPlace(shownName(r, f.File), f))), f.Kind,
		report.Score(f.Score), terminal.Plural(f.Tokens, "token", "tokens"))
	lines := append([]string{"from " + scanOrigin(*f)}, originLines(&f.Origin)...)
	for _, line := range lines {
		if err != nil {
			break
		}
		_, err = fmt.Fprintln(out, style.Wrap("  "+terminal.Safe(line), "    "))
	}
	return err
}

// mostPlaces is the maximum number of matches that are listed of a finding.
const mostPlaces = 20

// explainFinding returns the lines below a finding. They say why it is not a copy or how it was
// decided, in how many documents its material is, all its matches, and its origin.
func explainFinding(f *scan.Finding, style terminal.Style) string {
	var lines []string
	if f.Why != "" {
		lines = append(lines, string(f.Class)+": "+f.Why)
	}
	if d := f.Decision; d != nil {
		text := string(d.Decision)
		for _, more := range []string{d.Reason, strings.TrimSpace(d.By + " " + d.Date)} {
			if more != "" {
				text += ", " + more
			}
		}
		lines = append(lines, text)
	}
	places := "sure " + report.Sure(f.Probability) + ", " + terminal.Plural(f.Tokens, "token", "tokens")
	imports := 0
	for _, m := range f.Matches {
		imports += m.Imports
	}
	if imports > 0 {
		places += ", " + terminal.Thousands(imports) + " in import lines"
	}
	places += ", in " + terminal.Plural(max(1, f.DF), "document", "documents")
	for i, m := range f.Matches {
		if i == mostPlaces {
			places += fmt.Sprintf(" and %d more", len(f.Matches)-i)
			break
		}
		between := "; "
		if i == 0 {
			between = ": lines "
		}
		places += fmt.Sprintf("%s%s as %s, %s", between, m.File, m.Origin, m.Kind)
	}
	lines = append(append(lines, places), originLines(&f.Origin)...)
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(style.Dim(style.Wrap("       "+terminal.Safe(line), "       ")) + "\n")
	}
	return b.String()
}
