package analyzer

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// AnalyzeContext is [Analyzer.Analyze] after a look at ctx.
//
// Deprecated: use Analyze.
func (a *Analyzer) AnalyzeContext(ctx context.Context, l *lex.Language, src []byte, into *Analysis) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a.Analyze(l, src, into)
	return ctx.Err()
}
