package evidence

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/parts"
)

// readCutParts also reads a question in a format of several parts as if its parts began or ended inside
// a comment or string. The documents must explain more so: what is merely left out counts for nothing.
func (a *Asker) readCutParts(ctx context.Context, r Request, l *lex.Language, plain *reading) (*reading, error) {
	if together(plain) >= nearlyAll {
		return plain, nil
	}
	var lexed parts.Lexed
	cuts := parts.LexCuts(l, r.Text.UTF8, &lexed)
	if len(cuts) == 0 {
		return plain, nil
	}
	d := &reading{kept: 1, partCuts: cuts}
	d.analysis.Language, d.analysis.Tokens, d.analysis.Texts = l, lexed.Tokens, lexed.Texts
	if err := a.findFirst(ctx, r, l, d); err != nil {
		return nil, err
	}
	cut, _ := explainedTogether(d)
	if whole, _ := explainedTogether(plain); cut <= whole {
		return plain, nil
	}
	return d, nil
}
