package index

import (
	"cmp"
	"context"
	"fmt"
)

// Remove takes away every occurrence, and every record of a skipped file, for which match
// returns true, and the contents that are left without one. It returns how many occurrences it
// removed. When ctx is done it stops between batches; what is removed stays removed. Where writing that takes longer
// than some hundredths of a second it returns before, as [Index.Update] does, with how many it has met by then.
func (x *Index) Remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
	if x.readOnly {
		return 0, ErrReadOnly
	}
	removed, met := 0, 0
	var g gate
	over, err := x.writing.run(ctx, func() (err error) {
		removed, err = x.remove(ctx, func(o Occurrence) (ok bool) {
			g.call(func() {
				if ok = match(o); ok && o.Skipped == "" {
					met++
				}
			})
			return ok
		})
		return err
	})
	if over {
		return removed, err
	}
	g.close()
	return met, fmt.Errorf("removing from index %s: %w", x.path, err)
}

func (x *Index) remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
	if err := x.reviewIfDue(ctx); err != nil {
		return 0, fmt.Errorf("removing from index %s: %w", x.path, advised(err))
	}
	s, err := x.Snapshot()
	if err != nil {
		return 0, fmt.Errorf("removing from index %s: %w", x.path, err)
	}
	defer s.Close()
	u := &update{x: x, claims: newClaims()}
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
	for _, kind := range []string{KindOccurrence, KindSkipped} {
		if err = s.eachOccurrence(FieldKind, kind, each); err != nil {
			break
		}
	}
	unmerged := func(context.Context) error { return nil }
	if err = u.end(ctx, cmp.Or(w.flush(), err), unmerged); err != nil {
		return u.report.Removed, fmt.Errorf("removing from index %s: %w", x.path, advised(err))
	}
	return u.report.Removed, nil
}
