package evidence

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/query"
)

// readBoilerplate reads it when the first question is asked.
func (a *Asker) readBoilerplate(ctx context.Context) (err error) {
	if a.boilerplate == nil {
		a.boilerplate, err = boilerplate.Read(ctx, a.snapshot, a.analyzer)
	}
	return err
}

// leaveOut takes the boilerplate's fingerprints out of the question, and notes how much it is.
func (t *attempt) leaveOut(a *analyzer.Analyzer, b *boilerplate.Set) {
	t.given = b.Spans(&t.analysis)
	if len(t.given) == 0 {
		return
	}
	for _, s := range t.given {
		t.question.Boilerplate += s.Len()
	}
	all := query.NewVector(query.Terms(&t.analysis))
	query.WithoutSpans(a, &t.analysis, t.given)
	left := query.NewVector(query.Terms(&t.analysis))
	t.ignored = all.Len() - left.Len()
}

// own is the number of tokens that are asked for.
func (q Question) own() int { return q.Tokens - q.Boilerplate }
