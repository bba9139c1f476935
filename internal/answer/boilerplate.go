package answer

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/charset"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// Boilerplate returns the boilerplate of the index, for documents that the analyzer analyses. It is
// empty where there is none, which costs one look-up; otherwise all of it is read and lexed.
func Boilerplate(ctx context.Context, s *index.Snapshot, a *analyzer.Analyzer) (*query.Boilerplate, error) {
	all := query.NewBoilerplate(a)
	var n analyzer.Analysis
	err := s.EachBoilerplate(func(b index.Boilerplate) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		l, ok := lex.Lookup(b.Language)
		if !ok {
			return fmt.Errorf("boilerplate %s: unknown language %q", b.Names[0], b.Language)
		}
		source, err := b.SourceContext(ctx)
		if err != nil {
			return fmt.Errorf("boilerplate %s: %w", b.Names[0], err)
		}
		text, err := charset.DecodeContext(ctx, source)
		if err != nil {
			return err
		}
		n.Language = l
		if n.Tokens, err = l.LexContext(ctx, n.Tokens[:0], text.UTF8); err != nil {
			return err
		}
		all.Add(&n)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the boilerplate of the index: %w", err)
	}
	return all, nil
}

// readBoilerplate reads it when the first question is asked.
func (a *Asker) readBoilerplate(ctx context.Context) (err error) {
	if a.boilerplate == nil {
		a.boilerplate, err = Boilerplate(ctx, a.snapshot, a.analyzer)
	}
	return err
}

// leaveOut takes the boilerplate's fingerprints out of the question, and notes how much it is.
func (t *attempt) leaveOut(ctx context.Context, a *analyzer.Analyzer, b *query.Boilerplate) error {
	t.given = b.Spans(&t.analysis)
	if len(t.given) == 0 {
		return nil
	}
	for _, s := range t.given {
		t.question.Boilerplate += s.Len()
	}
	all, err := query.NewVectorContext(ctx, query.Terms(&t.analysis))
	if err != nil {
		return err
	}
	query.WithoutSpans(a, &t.analysis, t.given)
	left, err := query.NewVectorContext(ctx, query.Terms(&t.analysis))
	if err != nil {
		return err
	}
	t.ignored = all.Len() - left.Len()
	return nil
}

// own is the number of tokens that are asked for.
func (q Question) own() int { return q.Tokens - q.Boilerplate }
