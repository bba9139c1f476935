package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// ClonesText prints the clones as a table, the largest first, and the totals.
func ClonesText(out io.Writer, r *pairs.CloneReport) error {
	style := terminal.StyleFor(out)
	if len(r.Clones) > 0 {
		if err := clonesTable(r).Write(out, style); err != nil {
			return err
		}
		if _, err := io.WriteString(out, "\n"); err != nil {
			return err
		}
	}
	if r.Total.Files > 0 {
		if err := totalsTable(r).Write(out, style); err != nil {
			return err
		}
	}
	_, err := io.WriteString(out, ClonesSummary(r, style)+ClonesUnread(r, style))
	return err
}

func clonesTable(r *pairs.CloneReport) *terminal.Table {
	heads := []string{">tokens", ">lines", "kind", "/copy", "/original"}
	if r.Baseline != "" {
		heads = append([]string{"="}, heads...)
	}
	table := terminal.NewTable(heads...)
	for _, c := range r.Clones {
		cells := []string{
			terminal.Thousands(c.Tokens), terminal.Thousands(cloneLines(c)), c.Kind, placeText(c.Copy), placeText(c.Original),
		}
		if r.Baseline != "" {
			cells = append([]string{map[bool]string{true: "new"}[c.New]}, cells...)
		}
		table.Row(cells...)
	}
	return table
}

// totalsTable has a row for each language, and one for all.
func totalsTable(r *pairs.CloneReport) *terminal.Table {
	table := terminal.NewTable("language", ">files", ">lines", ">tokens", ">matches", ">duplicated lines", ">", ">duplicated tokens")
	row := func(name string, t pairs.CloneTotal) {
		table.Row(name, terminal.Thousands(t.Files), terminal.Thousands(t.Lines), terminal.Thousands(t.Tokens),
			terminal.Thousands(t.Clones), terminal.Thousands(t.DuplicatedLines), CloneShare(t.Percent), terminal.Thousands(t.DuplicatedTokens))
	}
	for _, t := range r.Languages {
		row(t.Language, t)
	}
	if len(r.Languages) != 1 {
		row("total", r.Total)
	}
	return table
}

// CloneShare writes a percentage of duplicated lines.
func CloneShare(percent float64) string { return fmt.Sprintf("%.2f%%", percent) }

// ClonesSummary sums up the matches in a few lines.
func ClonesSummary(r *pairs.CloneReport, style terminal.Style) string {
	lines := []string{cloneOutcome(r)}
	if r.Baseline != "" {
		found := "nothing new"
		if r.NewClones > 0 {
			found = terminal.Plural(r.NewClones, "new match", "new matches")
		}
		lines = append(lines, "compared with "+style.CutPath(r.Baseline, style.Left(40))+": "+found)
	}
	if counts := skips.Counts(r.Skipped); len(counts) > 0 {
		lines = append(lines, "skipped: "+strings.Join(counts, ", "))
	}
	if r.Generated > 0 {
		lines = append(lines, terminal.Plural(r.Generated, "match", "matches")+" within and between files that look generated or minified: not listed, unless --generated and --minified are given")
	}
	for i, line := range lines {
		lines[i] = style.Wrap(line, "  ") + "\n"
	}
	return strings.Join(lines, "")
}

// cloneOutcome reports how many matches there are, and the share of copied lines.
func cloneOutcome(r *pairs.CloneReport) string {
	of := ""
	switch {
	case r.Only && r.Total.Files == 0:
		return "no match: the named files have no lines to check"
	case r.Only:
		of = " of " + terminal.Plural(r.Total.Files, "named file", "named files")
	}
	return fmt.Sprintf("%s of %d tokens or more; %s of %s%s are duplicated (%s)",
		terminal.Plural(len(r.Clones)+r.More, "match", "matches"), r.MinTokens,
		terminal.Thousands(r.Total.DuplicatedLines), terminal.Plural(r.Total.Lines, "line", "lines"), of, CloneShare(r.Total.Percent))
}

// ClonesUnread names the files that were not compared, as [UnreadText] does.
func ClonesUnread(r *pairs.CloneReport, style terminal.Style) string {
	return UnreadText(&pairs.Report{Unit: "file", Unread: r.Unread}, style)
}

func cloneLines(c pairs.Clone) int { return c.Copy.Lines.To - c.Copy.Lines.From + 1 }

func placeText(p pairs.ClonePlace) string { return terminal.Safe(p.Path) + ":" + p.Lines.String() }

// cloneColumns are the columns of CSV and TSV. Later versions may append columns. With a baseline
// there is a last column, new, of true or false.
var cloneColumns = []string{
	"copy", "copyFrom", "copyTo", "original", "originalFrom", "originalTo", "tokens", "lines", "kind",
}

func cloneCells(r *pairs.CloneReport, c pairs.Clone) []string {
	cells := []string{
		NoFormula(c.Copy.Path, "./"), strconv.Itoa(c.Copy.Lines.From), strconv.Itoa(c.Copy.Lines.To),
		NoFormula(c.Original.Path, "./"), strconv.Itoa(c.Original.Lines.From), strconv.Itoa(c.Original.Lines.To),
		strconv.Itoa(c.Tokens), strconv.Itoa(cloneLines(c)), c.Kind,
	}
	if r.Baseline != "" {
		cells = append(cells, strconv.FormatBool(c.New))
	}
	return cells
}

// ClonesCSV writes a line of headings and a line for each clone.
func ClonesCSV(out io.Writer, r *pairs.CloneReport) error {
	heads := slices.Clone(cloneColumns)
	if r.Baseline != "" {
		heads = append(heads, "new")
	}
	return cloneRows(out, r, CSVLine(heads), CSVLine)
}

// ClonesTSV writes the lines of [ClonesCSV] without headings, and escapes cells as [TSV] does.
func ClonesTSV(out io.Writer, r *pairs.CloneReport) error {
	return cloneRows(out, r, "", func(cells []string) string { return line(cells, "\t", plain) })
}

func cloneRows(out io.Writer, r *pairs.CloneReport, heads string, line func([]string) string) error {
	w := bufio.NewWriter(out)
	w.WriteString(heads)
	for _, c := range r.Clones {
		w.WriteString(line(cloneCells(r, c)))
	}
	return w.Flush()
}
