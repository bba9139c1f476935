package diff

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
)

// SideBySide prints the matches' lines in both documents side by side, with signs. = means that the
// tokens are the same, ~ some are renamed, ! some differ, < and > the line has no counterpart. A
// line of imports, which weigh nothing, has . for = and ~. Context lines have no
// sign. Without colours, ^ marks the differences.
func SideBySide(al *answer.Alignment, l Layout) string {
	c := &columns{writer: newWriter(al, l)}
	c.digitsA, c.digitsB = c.digits()
	c.width = max(leastText, (l.Columns-len(margin)-c.digitsA-c.digitsB-len(" "+" = "+" "))/2)
	c.eachHunk(func(rows []row) {
		for _, r := range rows {
			c.row(r)
		}
	})
	return c.out.String()
}

type columns struct {
	*writer
	digitsA, digitsB int
	width            int // of the text of each side
}

// half is one side of a row: its text in rows of the terminal.
type half struct {
	number    string
	rows      [][]cell
	differing func(string) string
}

func (c *columns) half(l *line, differing func(string) string) half {
	if l == nil {
		return half{}
	}
	return half{l.numeral(), wrap(cells(l.pieces, mostRows*c.width), c.width), differing}
}

func (c *columns) row(r row) {
	a, b := c.half(r.a, c.Style.Removed), c.half(r.b, c.Style.Added)
	whole := r.sign == signOnlyA || r.sign == signOnlyB
	sign := string(r.sign)
	for i := range max(len(a.rows), len(b.rows)) {
		c.print(c.text(a, i, c.digitsA, c.width) + " " + sign + " " + c.text(b, i, c.digitsB, 0))
		if under := c.under(a, b, i); under != "" && !whole && !c.Style.Paints() {
			c.print(under)
		}
		sign, a.number, b.number = " ", "", ""
	}
}

// text returns the i-th row of one side, padded to the width.
func (c *columns) text(h half, i, digits, width int) string {
	text := c.Style.Dim(fmt.Sprintf("%*s", digits, h.number)) + " "
	taken := 0
	if i < len(h.rows) {
		text += paint(h.rows[i], c.Style, h.differing)
		taken = columnsOf(h.rows[i])
	}
	return text + strings.Repeat(" ", max(0, width-taken))
}

// under returns the marks below row i; empty if there are none.
func (c *columns) under(a, b half, i int) string {
	left, right := a.under(i), b.under(i)
	if left == "" && right == "" {
		return ""
	}
	return fmt.Sprintf("%*s %-*s   %*s %s", c.digitsA, "", c.width, left, c.digitsB, "", right)
}

func (h half) under(i int) string {
	if i >= len(h.rows) {
		return ""
	}
	return underline(h.rows[i])
}
