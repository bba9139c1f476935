package boilerplate

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Read returns the boilerplate of the index, for documents analysed by the analyzer. An index
// without boilerplate costs one look-up; otherwise all of it is read and lexed.
func Read(ctx context.Context, s *index.Snapshot, a *analyzer.Analyzer) (*Set, error) {
	all := New(a)
	var n analyzer.Analysis
	err := s.EachBoilerplate(func(b index.Boilerplate) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		l, ok := lex.Lookup(b.Language)
		if !ok {
			return fmt.Errorf("boilerplate %s: unknown language %q", b.Names[0], b.Language)
		}
		source, err := b.Source()
		if err != nil {
			return fmt.Errorf("boilerplate %s: %w", b.Names[0], err)
		}
		n.Language, n.Tokens = l, l.Lex(n.Tokens[:0], corpus.Decode(source).UTF8)
		all.Add(&n)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the boilerplate of the index: %w", err)
	}
	return all, nil
}
