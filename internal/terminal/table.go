package terminal

import (
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table prints rows in columns as wide as their widest cell. The first character of a heading
// selects the kind of the column:
//
//	>  numbers, aligned to the right and never shortened
//	=  names that are useless if shortened, such as ids
//	/  paths, shortened from the left
//
// Other columns are text, shortened from the right. One ? or more before it make the column
// optional: it goes if all cells of the rows that are written first are empty. If rows are wider
// than the terminal, paths lose their folders, and long text its end; then optional columns go,
// those with the fewest ? first; then the widest columns are shortened until the rows fit. In a
// pipe or file nothing is shortened.
type Table struct {
	columns []column
	rows    [][]string
	links   map[int][]string // by row: the files that its paths link to
	begun   bool             // the headings are written
}

type column struct {
	kind    byte // one of "> = /", or 0
	heading string
	widest  int // cell
	width   int // as printed
	base    int // width of the longest last element of a path, with what shows that more was before it
	option  int // how long it stays; 0 if it may not go
	gone    bool
}

const (
	// leastWidth is the minimum width of a shortened column.
	leastWidth = 5
	// fairWidth is the width of text while there are optional columns.
	fairWidth = 16
)

// gap separates two columns.
const gap = "  "

// Beside separates a path from words beside it in the same cell. They are cut before the path.
const Beside = "\t"

// NewTable returns a table with these headings.
func NewTable(headings ...string) *Table {
	t := &Table{columns: make([]column, len(headings))}
	for i, h := range headings {
		name := strings.TrimLeft(h, "?")
		h, t.columns[i].option = name, len(h)-len(name)
		if h != "" && strings.IndexByte(">=/", h[0]) >= 0 {
			t.columns[i].kind, h = h[0], h[1:]
		}
		t.columns[i].heading = h
	}
	return t
}

// Row adds a row; it has as many cells as there are headings.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Fit makes the columns wide enough for a row that is added later. A long table that is written
// part by part, in columns of the same width, needs no memory.
func (t *Table) Fit(cells ...string) {
	for i := range t.columns {
		c, text := &t.columns[i], strings.Replace(cells[i], Beside, "", 1)
		c.widest = max(c.widest, utf8.RuneCountInString(text))
		c.base = max(c.base, 2+utf8.RuneCountInString(path.Base(text))) // with …/
	}
}

// Link makes the paths of the last row links to files, in their order. See [Style.Link]. A path
// without a file, or with an empty one, gets no link.
func (t *Table) Link(files ...string) {
	if t.links == nil {
		t.links = map[int][]string{}
	}
	t.links[len(t.rows)-1] = files
}

// Lacks reports whether an optional column is gone.
func (t *Table) Lacks(heading string) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool { return c.heading == heading && c.gone })
}

// Rows returns the number of rows that are not written yet.
func (t *Table) Rows() int { return len(t.rows) }

// Write prints the table, its headings dimmed. Rows that are added later are printed by the next
// Write, without headings, in columns that are at least as wide.
func (t *Table) Write(out io.Writer, style Style) error {
	return t.WriteWith(out, style, nil)
}

// WriteWith prints the table as Write does. below returns text to print below the row with that
// index: whole lines, which may be painted, or nothing.
func (t *Table) WriteWith(out io.Writer, style Style, below func(row int) string) error {
	t.measure(style)
	var b strings.Builder
	if !t.begun {
		heads := make([]string, len(t.columns))
		for i, c := range t.columns {
			heads[i] = c.heading
		}
		b.WriteString(style.Dim(t.line(heads, nil, style)) + "\n")
	}
	for i, row := range t.rows {
		b.WriteString(t.line(row, t.links[i], style) + "\n")
		if below != nil {
			b.WriteString(below(i))
		}
	}
	t.begun, t.rows, t.links = true, nil, nil
	_, err := io.WriteString(out, b.String())
	return err
}

// measure sets the widths.
func (t *Table) measure(style Style) {
	for _, row := range t.rows {
		t.Fit(row...)
	}
	left := style.width + len(gap)
	for i := range t.columns {
		c := &t.columns[i]
		c.gone = c.gone || c.option > 0 && !t.begun && c.widest == 0
		if c.gone {
			continue
		}
		c.width = max(c.widest, utf8.RuneCountInString(c.heading))
		left -= c.width + len(gap)
	}
	if style.width == 0 {
		return
	}
	left = t.shorten(left, func(c *column) bool { return c.kind == '/' && c.width > c.base || c.kind == 0 && c.width > fairWidth })
	for left < 0 && !t.begun {
		next := -1
		for i, c := range t.columns {
			if c.option > 0 && !c.gone && (next < 0 || c.option < t.columns[next].option) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		t.columns[next].gone = true
		left += t.columns[next].width + len(gap)
	}
	left = t.shorten(left, func(c *column) bool { return c.kind == 0 && c.width > leastWidth })
	t.shorten(left, func(c *column) bool { return c.kind == '/' && c.width > leastWidth })
}

// shorten shortens the widest of the columns that may be until the rows fit. It returns how much is
// left.
func (t *Table) shorten(left int, may func(*column) bool) int {
	for ; left < 0; left++ {
		var widest *column
		for i := range t.columns {
			if c := &t.columns[i]; !c.gone && may(c) && (widest == nil || c.width >= widest.width) {
				widest = c
			}
		}
		if widest == nil {
			break
		}
		widest.width--
	}
	return left
}

// line joins cells. The paths among them link to the files.
func (t *Table) line(cells, files []string, style Style) string {
	var b strings.Builder
	first := true
	for i, cell := range cells {
		if t.columns[i].gone {
			continue
		}
		if !first {
			b.WriteString(gap)
		}
		first = false
		file := ""
		if t.columns[i].kind == '/' && len(files) > 0 {
			file, files = files[0], files[1:]
		}
		b.WriteString(t.columns[i].cell(cell, file, style))
	}
	return strings.TrimRight(b.String(), " ")
}

// cell pads or shortens the text to the column's width. A path links to the file.
func (c *column) cell(text, file string, style Style) string {
	switch c.kind {
	case '>', '=':
	case '/':
		place, words, _ := strings.Cut(text, Beside)
		text = CutPath(place, c.width)
		if left := c.width - utf8.RuneCountInString(text); left > 0 {
			text += Cut(words, left)
		}
	default:
		text = Cut(text, c.width)
	}
	pad := strings.Repeat(" ", max(0, c.width-utf8.RuneCountInString(text)))
	switch c.kind {
	case '>':
		return pad + text
	case '/':
		return style.Link(file, text) + pad
	}
	return text + pad
}
