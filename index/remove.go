package index

import (
	"cmp"
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

func runRemove(ctx context.Context, to Writer, match func(Occurrence) bool) (int, error) {
	a, err := analyzer.New(to.Settings().Analyzer)
	if err != nil {
		return 0, err
	}
	if err := to.Begin(ctx, "", ""); err != nil {
		return 0, err
	}
	if err := reviewIfDue(ctx, to, a); err != nil {
		return 0, err
	}
	s, err := to.State()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	u, free := newReview(ctx, to, a)
	defer free()
	w := newWorker(u)
	err = s.Occurrences(ctx, Where{Both: true}, func(o Occurrence) error {
		if !match(o) {
			return nil
		}
		return w.remove(o)
	})
	err = u.finish(ctx, cmp.Or(w.flush(), err), false)
	return u.report.Removed, err
}
