package diff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Layout gives the format of the output.
type Layout struct {
	Context int // lines of context around each match, 0 or more
	Columns int // of the terminal or page
	Style   terminal.Style
}

// margin precedes every line.
const margin = "  "

// leastText is the minimum number of columns of source text.
const leastText = 10

// writer prints one alignment.
type writer struct {
	Layout
	al   *answer.Alignment
	a, b *side
	out  strings.Builder
}

func newWriter(al *answer.Alignment, l Layout) *writer {
	w := &writer{Layout: l, al: inOrder(al)}
	w.a, w.b = sides(w.al)
	return w
}

// eachHunk prints the headings of every hunk and calls f with its rows. Hunks are separated by
// empty lines.
func (w *writer) eachHunk(f func(rows []row)) {
	for n, h := range hunks(w.al, w.a, w.b, w.Context) {
		if n > 0 {
			w.print("")
		}
		for i := h.matches.from; i < h.matches.to; i++ {
			w.print(w.Style.Bold(cut(w.heading(i), w.Columns-len(margin))))
		}
		f(h.rows(w.al, w.a, w.b))
	}
}

// print writes a line without blanks at its end.
func (w *writer) print(line string) {
	w.out.WriteString(strings.TrimRight(margin+line, " ") + "\n")
}

// heading describes a match in one line.
func (w *writer) heading(i int) string {
	m, c := w.al.Matches[i], w.al.Changes[i]
	var text strings.Builder
	fmt.Fprintf(&text, "lines %s and %s: %s, %s", numbers(w.a.linesOf(m.A), w.al.FirstLine),
		numbers(w.b.linesOf(m.B), 1), c.Kind, terminal.Plural(m.Tokens, "token", "tokens"))
	if n := m.Discounted(w.a.doc, w.b.doc); n > 0 {
		fmt.Fprintf(&text, ", %d in imports", n)
	}
	if n := len(c.Edits); n > 0 {
		text.WriteString(", " + terminal.Plural(n, "edit", "edits"))
	}
	if len(c.Invisible) > 0 {
		text.WriteString(", invisible:")
		for _, r := range c.Invisible {
			fmt.Fprintf(&text, " %U", r)
		}
	}
	for _, r := range c.Renames {
		text.WriteString(", " + terminal.Line(r.From) + " -> " + terminal.Line(r.To))
	}
	return text.String()
}

// cut shortens text to the columns, from the right.
func cut(text string, columns int) string {
	taken, end := 0, 0 // end leaves space for the ellipsis
	for i, r := range text {
		if taken < columns {
			end = i
		}
		if taken += terminal.RuneColumns(r); taken > columns {
			return text[:end] + ellipsis
		}
	}
	return text
}

// numbers returns a range of lines, counted from 1.
func numbers(lines span, first int) string {
	return answer.Lines{From: lines.from + first, To: lines.to - 1 + first}.String()
}

// digits returns the number of digits of the highest line number on either side.
func (w *writer) digits() (a, b int) {
	return len(strconv.Itoa(w.a.lines() - 1 + w.al.FirstLine)), len(strconv.Itoa(w.b.lines()))
}
