package diff

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
)

// Unified prints the matches' lines in the document, each with a sign. = means the same tokens, ~
// renamed ones, and . either in imports. Where the texts differ, - is the line of the question and
// + the line of the document. The lines have their numbers in the question and in the document.
// Context lines have no sign. Without colours, ^ marks the differences.
func Unified(al *answer.Alignment, l Layout) string {
	u := &unified{writer: newWriter(al, l)}
	u.digitsA, u.digitsB = u.digits()
	u.columns = max(leastText, l.Columns-len(margin)-u.digitsA-u.digitsB-len(" "+" = "))
	u.eachHunk(u.rows)
	return u.out.String()
}

type unified struct {
	*writer
	digitsA, digitsB int
	columns          int // of the text
	differing        []row
}

// rows prints rows. In a run of differing rows, the lines of the question come first.
func (u *unified) rows(rows []row) {
	for _, r := range rows {
		if r.differs() {
			u.differing = append(u.differing, r)
			continue
		}
		u.flush()
		if r.b == nil {
			continue // context lines are the document's
		}
		if r.sign == signNone {
			r.a = nil
		}
		u.line(r.a, r.b, r.b, r.sign, nil)
	}
	u.flush()
}

func (r row) differs() bool {
	return r.sign == signChanged || r.sign == signOnlyA || r.sign == signOnlyB
}

// flush prints the pending differing rows.
func (u *unified) flush() {
	for _, r := range u.differing {
		if r.a.isMatched() {
			u.line(r.a, nil, r.a, '-', u.Style.Removed)
		}
	}
	for _, r := range u.differing {
		switch {
		case r.b.isMatched():
			u.line(nil, r.b, r.b, '+', u.Style.Added)
		case r.b != nil: // a comment, or an empty line
			u.line(nil, r.b, r.b, signNone, nil)
		}
	}
	u.differing = u.differing[:0]
}

// line prints a line's text with its numbers in a and b, if not nil.
func (u *unified) line(a, b, text *line, sign byte, differing func(string) string) {
	before := fmt.Sprintf("%*s %*s ", u.digitsA, a.numeral(), u.digitsB, b.numeral())
	sharp := string(sign)
	if differing != nil {
		sharp = differing(sharp)
	}
	empty := strings.Repeat(" ", len(before))
	whole := text.isOnly() // the sign shows it
	for i, cells := range wrap(cells(text.pieces, mostRows*u.columns), u.columns) {
		if i > 0 {
			before, sharp = empty, " "
		}
		u.print(u.Style.Dim(before) + sharp + " " + paint(cells, u.Style, differing))
		if under := underline(cells); under != "" && !whole && !u.Style.Paints() {
			u.print(empty + "  " + under)
		}
	}
}

// numeral returns the number of a line; empty for nil.
func (l *line) numeral() string {
	if l == nil {
		return ""
	}
	return fmt.Sprint(l.number)
}
