package analyzer

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

// AnalyzeContext is [Analyzer.Analyze] after a look at ctx.
//
// Deprecated: use Analyze.
func (a *Analyzer) AnalyzeContext(ctx context.Context, l *Language, src []byte, into *Analysis) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a.Analyze(l, src, into)
	return ctx.Err()
}
