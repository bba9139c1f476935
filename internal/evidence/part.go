package evidence

import (
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Part is a range of bytes of a text. The zero value is all of it.
type Part struct{ From, To int }

// lex lexes all of the text, and keeps the tokens that begin in the part: so a comment or string
// that crosses its border is read as in the text.
func (p Part) lex(l *lex.Language, text []byte, n *analyzer.Analysis) {
	n.Lex(l, text)
	if p == (Part{}) {
		return
	}
	n.Within(p.From, p.To)
}
