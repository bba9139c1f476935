package index

import (
	"cmp"
	"context"
	"fmt"
)

// Remove takes away every occurrence, and every record of a skipped file, for which match
// returns true, and the contents that are left without one. It returns how many occurrences it
// removed. When ctx is done it stops, and publishes what is removed, as [Index.Update] does.
func (x *Index) Remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
	if x.readOnly {
		return 0, errReadOnly
	}
	if err := x.writing.lock(ctx); err != nil {
		return 0, fmt.Errorf("removing from index %s: %w", x.path, err)
	}
	defer x.writing.unlock()
	n, err := x.remove(ctx, match)
	if err != nil {
		err = fmt.Errorf("removing from index %s: %w", x.path, advised(err))
	}
	return n, err
}

func (x *Index) remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
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
