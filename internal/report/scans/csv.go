package scans

import (
	"bufio"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
	"github.com/chaffinch-search/chaffinch/scan"
)

// scanColumns are the columns of [CSV] before the origin's. Later versions may append columns to
// the origin's.
var scanColumns = []string{
	"file", "from", "to", "class", "status", "kind", "score", "probability", "tokens", "df", "origin", "originFrom",
	"originTo", "decision", "reason", "key",
}

// CSV writes a line of headings, and a line for each match of each finding.
func CSV(out io.Writer, r *scan.Report) error {
	w := bufio.NewWriter(out)
	w.WriteString(report.CSVLine(append(slices.Clone(scanColumns), originColumns()...)))
	for _, f := range r.Findings {
		for _, m := range f.Matches {
			w.WriteString(report.CSVLine(scanCells(r, f, m)))
		}
	}
	return w.Flush()
}

func scanCells(r *scan.Report, f scan.Finding, m scan.Match) []string {
	o := f.Origin
	verdict, reason := "", ""
	if f.Decision != nil {
		verdict, reason = string(f.Decision.Decision), f.Decision.Reason
	}
	figure := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	cells := []string{
		report.NoFormula(r.Name(f.File), "./"), strconv.Itoa(m.File.From), strconv.Itoa(m.File.To), string(f.Class), string(f.Status),
		f.Kind, figure(f.Score), figure(f.Probability), strconv.Itoa(m.Tokens), strconv.Itoa(m.DF), report.NoFormula(o.File(), "./"),
	}
	for _, line := range []int{m.Origin.From, m.Origin.To} {
		if line == 0 { // unknown
			cells = append(cells, "")
		} else {
			cells = append(cells, strconv.Itoa(line))
		}
	}
	for _, text := range append([]string{verdict, reason, m.Key}, originCells(&o)...) {
		cells = append(cells, report.NoFormula(text, "'"))
	}
	return cells
}

// componentColumns are the columns of [ComponentsCSV]. Later versions may append columns.
var componentColumns = []string{
	"name", "version", "license", "class", "status", "files", "lines", "copyright", "package", "repository", "licenses", "usedIn", "id",
}

// ComponentsCSV writes headings, and a line for each component with copied code.
func ComponentsCSV(out io.Writer, r *scan.Report) error {
	w := bufio.NewWriter(out)
	w.WriteString(report.CSVLine(slices.Clone(componentColumns)))
	for _, c := range componentsOf(r) {
		w.WriteString(report.CSVLine(c.cells()))
	}
	return w.Flush()
}

func (c *component) cells() []string {
	var names, statuses []string
	lines := textlines.Ranges{}
	for _, f := range c.findings {
		names, statuses = append(names, f.File), append(statuses, string(f.Status))
		for _, m := range f.Matches {
			lines.Add(f.File, m.File.From, m.File.To)
		}
	}
	names = distinct(names)
	cells := []string{
		path.Join(c.group, c.name), c.version, stated(c.licenses()), string(notice.ClassOf(stated(c.licenses()))), strings.Join(distinct(statuses), "; "),
		strconv.Itoa(len(names)), strconv.Itoa(lines.Lines()), strings.Join(c.copyrights(), "; "), c.purl, c.repository, c.licenseWords(),
		strings.Join(names, "; "), c.id,
	}
	for i := range cells {
		cells[i] = report.NoFormula(cells[i], "'")
	}
	return cells
}
