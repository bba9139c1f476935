package sidebyside

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/answer"
)

// Unified prints the lines of the document that match, with the numbers of the question's lines
// and of its own. Before each stands a sign: = the tokens are the same, ~ some have other names,
// - the line of the question and + that of the document where they differ, and nothing before
// lines around the matches. Without colours, ^ stands below what differs.
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

// rows prints rows. Of several that differ all lines of the question come first.
func (u *unified) rows(rows []row) {
	for _, r := range rows {
		if r.differs() {
			u.differing = append(u.differing, r)
			continue
		}
		u.flush()
		if r.b == nil {
			continue // lines around matches are those of the document
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

// flush prints the rows that differ and have not been printed.
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

// line prints the text of a line, with the numbers of those that are not nil.
func (u *unified) line(a, b, text *line, sign byte, differing func(string) string) {
	before := fmt.Sprintf("%*s %*s ", u.digitsA, a.numeral(), u.digitsB, b.numeral())
	sharp := string(sign)
	if differing != nil {
		sharp = differing(sharp)
	}
	empty := strings.Repeat(" ", len(before))
	whole := text.isOnly() // the sign says so
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

// numeral returns the number of a line, nothing if there is no line.
func (l *line) numeral() string {
	if l == nil {
		return ""
	}
	return fmt.Sprint(l.number)
}
