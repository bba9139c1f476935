package align

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// AlignContext is [Align].
//
// Deprecated: it goes once its callers have.
func AlignContext(ctx context.Context, a, b *Document) ([]Match, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return Align(a, b), nil
}

// Span is [analyzer.Span].
//
// Deprecated: it goes once its callers have.
type Span = analyzer.Span
