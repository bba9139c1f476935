package index

import (
	"cmp"
	"context"
)

// Remove removes every occurrence, and every record of a skipped file, for which match returns
// true, and the contents that lose their last occurrence. It returns the number of removed
// occurrences. When ctx is done it stops, and publishes the finished work, like [Index.Update].
func (x *Index) Remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
	n := 0
	err := x.write(ctx, "removing from index "+x.path, func() (err error) {
		n, err = x.remove(ctx, match)
		return err
	})
	return n, err
}

func (x *Index) remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
	if err := x.requireFirst(); err != nil {
		return 0, err
	}
	if err := x.reviewIfDue(ctx); err != nil {
		return 0, err
	}
	s, err := x.Snapshot()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	u := newReview(x)
	w := newWorker(u)
	each := func(o Occurrence) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !match(o) {
			return nil
		}
		return w.remove(o)
	}
	for _, kind := range []string{kindOccurrence, kindSkipped} {
		if err = s.eachOccurrence(fieldKind, kind, each); err != nil {
			break
		}
	}
	unmerged := func(context.Context) error { return nil }
	err = u.finish(ctx, cmp.Or(w.flush(), err), unmerged)
	return u.report.Removed, err
}
