package report

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// columns are the columns of CSV and TSV. Later versions may append columns. With a baseline there
// is a last column, new, of true or false.
var columns = []string{
	"pathA", "pathB", "score", "containmentA", "containmentB", "coverageA", "coverageB", "resemblance", "cosine",
	"longest", "tokens", "kind", "authorA", "authorB", "shareOfSmaller", "shareOfLarger",
	"probability", "looks", "weak", "rank", "percentile", "unusual",
}

func headings(r *pairs.Report) []string {
	if r.Baseline == "" {
		return columns
	}
	return append(slices.Clone(columns), "new")
}

func cells(baseline bool, r row) []string {
	p := r.pair
	all := []string{NoFormula(p.A.Name, "./"), NoFormula(p.B.Name, "./")}
	figures := func(values ...float64) {
		for _, v := range values {
			all = append(all, strconv.FormatFloat(v, 'f', 6, 64))
		}
	}
	figures(p.Score, p.A.Containment, p.B.Containment, p.A.Coverage, p.B.Coverage, p.Resemblance, p.Cosine)
	all = append(all, strconv.Itoa(p.Longest), strconv.Itoa(p.Tokens), p.Kind, NoFormula(author(r.a, r.a.Author), "'"), NoFormula(author(r.b, r.b.Author), "'"))
	figures(p.ShareOfSmaller, p.ShareOfLarger, p.Probability)
	all = append(all, string(p.Looks), map[bool]string{true: "weak"}[p.Weak])
	all = append(all, strconv.Itoa(p.Rank))
	figures(p.Percentile, p.Unusual)
	if baseline {
		all = append(all, strconv.FormatBool(p.New))
	}
	return all
}

// NoFormula guards a text that a spreadsheet would read as a formula. (OWASP, "CSV Injection") A
// path with "./" before it still names the same file; with a quote, it would not. East Asian
// spreadsheets also read full-width signs.
func NoFormula(text, guard string) string {
	if strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") || strings.HasPrefix(text, "\n") ||
		strings.IndexAny(strings.TrimLeft(text, " "), "=+-@＝＋－＠") == 0 {
		return guard + text
	}
	return text
}

// CSV writes a line of headings and a line for each top pair. It writes all if top is under 1. Each
// copy of identical units has its own line.
func CSV(out io.Writer, r *pairs.Report, top int) error {
	w := bufio.NewWriter(out)
	w.WriteString(CSVLine(slices.Clone(headings(r))))
	for row := range first(r, top) {
		if _, err := w.WriteString(CSVLine(cells(r.Baseline != "", row))); err != nil {
			return err
		}
	}
	return w.Flush()
}

// CSVLine returns a line of CSV, and changes the cells. All cells are escaped as in text, so that
// none controls a terminal, or is divided by a spreadsheet.
func CSVLine(cells []string) string { return line(cells, ",", quoted) }

// line returns a line of cells. A first cell that begins a command of GitHub's runners, "::", is a
// path or a name, and begins with "./".
func line(cells []string, separator string, escape func(string) string) string {
	for i, cell := range cells {
		cells[i] = escape(cell)
	}
	if strings.HasPrefix(cells[0], "::") {
		cells[0] = "./" + cells[0]
	}
	return strings.Join(cells, separator) + "\n"
}

// formulaWithin matches a formula's first sign where a spreadsheet splits cells. The character
// before it splits them.
var formulaWithin = lazyregexp.New(`([;|"]\s*)([=+@＝＋－＠-])`)

// quoted escapes a cell of CSV, and quotes it if some spreadsheet would split it. Package
// encoding/csv quotes only cells with its own separator. Excel uses a semicolon in many countries,
// and would read what follows it in a path as a cell, perhaps a formula: then a backslash is
// written before its sign.
// Quotes do not help in the second column, which for it is not the beginning of a cell.
func quoted(cell string) string {
	cell = terminal.Safe(cell)
	if cell == "" || !strings.ContainsAny(cell, "\",;|") && strings.TrimSpace(cell) == cell {
		return cell
	}
	cell = formulaWithin.ReplaceAllString(cell, `$1\$2`)
	return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
}

// plain escapes a cell of TSV.
func plain(cell string) string { return terminal.Safe(strings.ReplaceAll(cell, `\`, `\\`)) }

// TSV writes the lines of [CSV] without headings. In paths, a tab, line feed, carriage return and
// backslash are written \t, \n, \r and \\.
func TSV(out io.Writer, r *pairs.Report, top int) error {
	w := bufio.NewWriter(out)
	for row := range first(r, top) {
		if _, err := w.WriteString(line(cells(r.Baseline != "", row), "\t", plain)); err != nil {
			return err
		}
	}
	return w.Flush()
}
