package lex

import "context"

// LexContext is [Language.Lex] after a look at ctx.
//
// Deprecated: use Lex.
func (l *Language) LexContext(ctx context.Context, dst []Token, src []byte) ([]Token, error) {
	if err := ctx.Err(); err != nil {
		return dst, err
	}
	return l.Lex(dst, src), ctx.Err()
}
