package evidence

import (
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Bytes is a range of a text, in bytes. The zero value is all of it.
type Bytes struct{ From, To int }

// lex lexes all of the text, and keeps the tokens that begin in the part. So a comment or string
// that crosses its border is read as in the text.
func (p Bytes) lex(l *lex.Language, text []byte, n *analyzer.Analysis) {
	n.LexShown(l, text)
	if p == (Bytes{}) {
		return
	}
	n.Within(p.From, p.To)
}
