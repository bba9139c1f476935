package terminal

import (
	"io"
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
// Other columns are text, shortened from the right. If rows are wider than the terminal, the
// widest columns are shortened until they fit. In a pipe or file nothing is shortened.
type Table struct {
	columns []column
	rows    [][]string
	links   map[int]string // by row: the file that its path links to
}

type column struct {
	kind    byte // one of "> = /", or 0
	heading string
	width   int
}

// leastWidth is the least width of a shortened column.
const leastWidth = 6

// gap separates two columns.
const gap = "  "

// NewTable returns a table with these headings.
func NewTable(headings ...string) *Table {
	t := &Table{columns: make([]column, len(headings))}
	for i, h := range headings {
		if h != "" && strings.IndexByte(">=/", h[0]) >= 0 {
			t.columns[i].kind, h = h[0], h[1:]
		}
		t.columns[i].heading = h
	}
	return t
}

// Row adds a row; it has as many cells as there are headings.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Link makes the path of the last row a link to the file: see [Style.Link].
func (t *Table) Link(file string) {
	if t.links == nil {
		t.links = map[int]string{}
	}
	t.links[len(t.rows)-1] = file
}

// Write prints the table, its headings dimmed.
func (t *Table) Write(out io.Writer, style Style) error {
	return t.WriteWith(out, style, nil)
}

// WriteWith prints the table. below returns text to print below the row with that index: whole
// lines, which may be painted, or nothing.
func (t *Table) WriteWith(out io.Writer, style Style, below func(row int) string) error {
	t.measure(style)
	heads := make([]string, len(t.columns))
	for i, c := range t.columns {
		heads[i] = c.heading
	}
	var b strings.Builder
	b.WriteString(style.Dim(t.line(heads, same)) + "\n")
	for i, row := range t.rows {
		link := func(path string) string { return style.Link(t.links[i], path) }
		b.WriteString(t.line(row, link) + "\n")
		if below != nil {
			b.WriteString(below(i))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// measure sets the widths.
func (t *Table) measure(style Style) {
	left := style.width - len(gap)*(len(t.columns)-1)
	for i := range t.columns {
		c := &t.columns[i]
		c.width = utf8.RuneCountInString(c.heading)
		for _, row := range t.rows {
			c.width = max(c.width, utf8.RuneCountInString(row[i]))
		}
		left -= c.width
	}
	for ; left < 0 && style.width > 0; left++ {
		c := t.widest()
		if c == nil {
			return
		}
		c.width--
	}
}

// widest returns the column to shorten, or nil.
func (t *Table) widest() *column {
	var found *column
	for i := range t.columns {
		c := &t.columns[i]
		if c.kind == '>' || c.kind == '=' || c.width <= leastWidth {
			continue
		}
		if found == nil || c.width >= found.width {
			found = c
		}
	}
	return found
}

func same(text string) string { return text }

// line joins cells. link makes a path a link.
func (t *Table) line(cells []string, link func(string) string) string {
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(gap)
		}
		b.WriteString(t.columns[i].cell(cell, link))
	}
	return strings.TrimRight(b.String(), " ")
}

// cell pads or shortens the text to the column's width.
func (c *column) cell(text string, link func(string) string) string {
	switch c.kind {
	case '>', '=':
	case '/':
		text = CutPath(text, c.width)
	default:
		text = Cut(text, c.width)
	}
	pad := strings.Repeat(" ", max(0, c.width-utf8.RuneCountInString(text)))
	switch c.kind {
	case '>':
		return pad + text
	case '/':
		return link(text) + pad
	}
	return text + pad
}
