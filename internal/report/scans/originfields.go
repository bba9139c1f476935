package scans

import (
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// originField is how faces show a field of a finding's origin. One row of [originFields] is all
// that these faces know of the field. JSON marshals the origin.
type originField struct {
	// values returns the texts as they are in the origin. Faces escape them.
	values func(*scan.Origin) []string
	column string // heading in CSV; empty means none
	// property is a key of the properties of a result in SARIF. list means that it has an array.
	property string
	list     bool
	detail   bool   // a line of each text, below a finding in a terminal
	fact     string // label on the page
	markup   string // of the fact
	// beside is shown next to the document in a terminal.
	beside func(*scan.Origin) string
}

// coded is the markup of a fact in a fixed-width font: see [report.Figure].
const coded = "code"

// originFields are the fields in the order of the columns. CSV appends the column of a new last
// row.
var originFields = []originField{
	{detail: true, values: text(func(o *scan.Origin) string { return report.OriginText(o.Origin) })},
	{column: "license", property: "license", values: text(func(o *scan.Origin) string { return o.License })},
	{column: "author", fact: "Author", markup: report.Foreign, values: text(func(o *scan.Origin) string { return o.Author })},
	{column: "date", values: text(func(o *scan.Origin) string {
		if o.Date.IsZero() {
			return ""
		}
		return o.Date.Format(time.DateOnly)
	})},
	{fact: "Date", values: text(func(o *scan.Origin) string { return o.Days() })},
	{column: "copyright", property: "copyright", list: true, detail: true, fact: "Copyright", markup: report.Foreign,
		values: func(o *scan.Origin) []string { return o.Copyright }},
	{column: "url", property: "url", values: text(func(o *scan.Origin) string { return o.URL })},
	{fact: "Page", markup: report.Linked, values: text(func(o *scan.Origin) string { return report.WebPage(o.URL) })},
	{column: "package", property: "package", fact: "Package", markup: report.Foreign, values: text(func(o *scan.Origin) string { return o.Package })},
	{column: "repository", values: text(func(o *scan.Origin) string { return o.Repository })},
	{column: "revision", values: text(func(o *scan.Origin) string { return o.Revision })},
	{fact: "File", markup: report.Foreign, values: text(func(o *scan.Origin) string { return o.Public() })},
	{column: "swhid", property: "swhid", detail: true, values: text(func(o *scan.Origin) string { return o.SWHID })},
	{fact: "SWHID", markup: coded, values: text(func(o *scan.Origin) string { return o.SWHIDOf(answer.Lines{}) })},
	{fact: "Also in", values: counted(others, "other place", "other places"),
		beside: besides(others, "other", "others")},
	{fact: "Other versions", values: counted(versions, "version", "versions"),
		beside: besides(versions, "version", "versions")},
}

// text returns the values of a field of one text.
func text(of func(*scan.Origin) string) func(*scan.Origin) []string {
	return func(o *scan.Origin) []string { return []string{of(o)} }
}

// counted returns the values of a field that counts.
func counted(of func(*scan.Origin) int, one, many string) func(*scan.Origin) []string {
	return text(func(o *scan.Origin) string {
		if of(o) == 0 {
			return ""
		}
		return terminal.Plural(of(o), one, many)
	})
}

// besides returns the words for a field that counts, shown next to the document.
func besides(of func(*scan.Origin) int, one, many string) func(*scan.Origin) string {
	return func(o *scan.Origin) string {
		if of(o) == 0 {
			return ""
		}
		return " and " + terminal.Plural(of(o), one, many)
	}
}

// others counts copies of the document, and documents with as much of the same.
func others(o *scan.Origin) int { return o.Copies + o.Equal }

func versions(o *scan.Origin) int { return o.Versions }

// texts returns the values of a field that are not empty.
func (f originField) texts(o *scan.Origin) []string {
	return slices.DeleteFunc(slices.Clone(f.values(o)), func(text string) bool { return text == "" })
}

// besideOrigin returns the words shown next to the document.
func besideOrigin(o *scan.Origin) string {
	var b strings.Builder
	for _, f := range originFields {
		if f.beside != nil {
			b.WriteString(f.beside(o))
		}
	}
	return b.String()
}

// originLines are the details of an origin in a terminal.
func originLines(o *scan.Origin) (lines []string) {
	for _, f := range originFields {
		if f.detail {
			lines = append(lines, f.texts(o)...)
		}
	}
	return lines
}

// originColumns are the headings of an origin in CSV.
func originColumns() (heads []string) {
	for _, f := range originFields {
		if f.column != "" {
			heads = append(heads, f.column)
		}
	}
	return heads
}

// originCells are the cells of an origin in CSV.
func originCells(o *scan.Origin) (cells []string) {
	for _, f := range originFields {
		if f.column != "" {
			cells = append(cells, strings.Join(f.texts(o), "; "))
		}
	}
	return cells
}

// addOriginProperties adds the properties of an origin in SARIF.
func addOriginProperties(o *scan.Origin, properties map[string]any) {
	for _, f := range originFields {
		switch values := f.texts(o); {
		case f.property == "" || len(values) == 0:
		case f.list:
			properties[f.property] = values
		default:
			properties[f.property] = values[0]
		}
	}
}

// Fact is a field of an origin on the page of a scan.
type Fact struct {
	Label  string                      `json:"label"`
	Markup string                      `json:"markup,omitempty"` // see [report.Figure]
	Values func(*scan.Origin) []string `json:"-"`
}

// Facts returns the facts of origins, in their order.
func Facts() (all []Fact) {
	for _, f := range originFields {
		if f.fact != "" {
			all = append(all, Fact{f.fact, f.markup, f.texts})
		}
	}
	return all
}
