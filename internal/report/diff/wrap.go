package diff

import (
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// cell is the output for one rune: the rune with its combining marks, an escape in its place, or
// spaces for a tab.
type cell struct {
	text    string
	columns int
	mark    mark
}

const (
	tabStop = 4
	// mostRows is the maximum number of terminal rows of a line. The rest is cut off.
	mostRows = 8
	// mostBytes is the maximum number of bytes of source text per column of a line. A line of
	// combining marks takes no columns.
	mostBytes = 16
	ellipsis  = "…"
)

// cells returns a line's first cells, about most columns, without trailing white space. If the
// first match of the line begins beyond them, the cells start there.
func cells(pieces []piece, most int) []cell {
	b := cellBuilder{}
	if skipped := unmarked(pieces, most); skipped > 0 {
		b.add(ellipsis, 1, unmatched)
		pieces = pieces[skipped:]
	}
	bytes := mostBytes * most
	for _, p := range pieces {
		for text := p.text; text != ""; {
			if b.columns >= most || bytes <= 0 {
				b.add(ellipsis, 1, p.mark)
				return b.cells
			}
			r, n := utf8.DecodeRuneInString(text)
			b.rune(r, text[:n], p.mark)
			text, bytes = text[n:], bytes-n
		}
	}
	end := len(b.cells)
	for end > 0 && b.cells[end-1].isBlank() {
		end--
	}
	return b.cells[:end]
}

// unmarked returns how many pieces precede the first match, or 0 if they are short. Short is at
// most most bytes.
func unmarked(pieces []piece, most int) int {
	bytes := 0
	for i, p := range pieces {
		if p.mark != unmatched {
			if bytes > most {
				return i
			}
			return 0
		}
		bytes += len(p.text)
	}
	return 0
}

func (c cell) isBlank() bool { return strings.Trim(c.text, " ") == "" }

type cellBuilder struct {
	cells   []cell
	columns int
}

func (b *cellBuilder) add(text string, columns int, m mark) {
	b.cells = append(b.cells, cell{text, columns, m})
	b.columns += columns
}

func (b *cellBuilder) rune(r rune, text string, m mark) {
	if r == '\t' {
		n := tabStop - b.columns%tabStop
		b.add(strings.Repeat(" ", n), n, m)
		return
	}
	safe := terminal.Safe(text)
	if safe != text {
		b.add(safe, len(safe), m)
		return
	}
	columns := terminal.RuneColumns(r)
	switch n := len(b.cells) - 1; {
	case columns > 0:
		b.add(text, columns, m)
	case n < 0:
		b.add(" "+text, 1, m) // a combining mark needs a base character
	default:
		b.cells[n].text += text
	}
}

// wrap breaks a line into rows of at most columns columns. It breaks at blanks, if there are any in
// the second half of the row. The blanks at a break are dropped.
func wrap(cells []cell, columns int) [][]cell {
	var rows [][]cell
	for {
		end, taken := 0, 0
		for end < len(cells) && (taken+cells[end].columns <= columns || end == 0) {
			taken += cells[end].columns
			end++
		}
		if end == len(cells) {
			return append(rows, cells)
		}
		for at := end; at > end/2; at-- {
			if cells[at].isBlank() {
				end = at
				break
			}
		}
		rows = append(rows, cells[:end])
		cells = cells[end:]
		for cells[0].isBlank() { // the last cell is not
			cells = cells[1:]
		}
	}
}

func columnsOf(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.columns
	}
	return n
}

// paint joins the cells and paints them by their marks. A blank is painted like the cell before it.
// differing paints differences.
func paint(cells []cell, style terminal.Style, differing func(string) string) string {
	var b strings.Builder
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && (cells[n].mark == cells[0].mark || cells[n].mark == ignored && cells[n].isBlank()) {
			n++
		}
		var text strings.Builder
		for _, c := range cells[:n] {
			text.WriteString(c.text)
		}
		switch is := cells[0].mark; {
		case is == same || strings.Trim(text.String(), " ") == "":
			b.WriteString(text.String())
		case is == renamed:
			b.WriteString(style.Renamed(text.String()))
		case is >= changed:
			b.WriteString(differing(text.String()))
		default:
			b.WriteString(style.Dim(text.String()))
		}
		cells = cells[n:]
	}
	return b.String()
}

// underline returns a line with a ^ under each differing column. Blanks inside a differing part
// have one, too.
func underline(cells []cell) string {
	var b strings.Builder
	blanks, fill := 0, " " // pending columns, and their fill character
	for _, c := range cells {
		switch {
		case c.mark < changed:
			blanks, fill = blanks+c.columns, " "
		case c.isBlank():
			blanks += c.columns
		default:
			b.WriteString(strings.Repeat(fill, blanks) + strings.Repeat("^", c.columns))
			blanks, fill = 0, "^"
		}
	}
	return b.String()
}
