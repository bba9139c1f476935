package evidence

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Part is a range of bytes of a text. The zero value is all of it.
type Part struct{ From, To int }

// lex lexes all of the text, and returns the tokens that begin in the part: so a comment or string
// that crosses its border is read as in the text.
func (p Part) lex(l *lex.Language, text []byte) []lex.Token {
	tokens := l.Lex(nil, text)
	if p == (Part{}) {
		return tokens
	}
	return slices.Clone(lex.Within(tokens, p.From, p.To))
}
