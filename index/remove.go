package index

import (
	"cmp"
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Remove removes every occurrence and every skipped file's record that match selects. Contents that
// lose their last occurrence go, too. It returns the number of removed occurrences. When ctx is
// done it stops, and publishes the finished work, like [Update].
func Remove(ctx context.Context, w Writer, match func(Occurrence) bool) (int, error) {
	n, err := runRemove(ctx, w, match)
	if err != nil {
		err = fmt.Errorf("removing from the index: %w", err)
	}
	return n, err
}

func runRemove(ctx context.Context, to Writer, match func(Occurrence) bool) (int, error) {
	a, err := to.Settings().NewAnalyzer()
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
	var containers []Occurrence
	emptied := map[Occurrence]bool{} // by collection, root and path: what had a removed document
	err = s.Occurrences(ctx, Where{Both: true}, func(o Occurrence) error {
		switch {
		case match(o):
			for path := range containersOf(o.Path) {
				emptied[Occurrence{Collection: o.Collection, Root: o.Root, Path: path}] = true
			}
			return w.remove(o)
		case o.Skipped == document.Unpacked:
			containers = append(containers, o)
		}
		return nil
	})
	for _, c := range containers { // so that the next update reads containers of removed documents again
		if err == nil && emptied[Occurrence{Collection: c.Collection, Root: c.Root, Path: c.Path}] {
			err = w.remove(c)
		}
	}
	err = u.finish(ctx, cmp.Or(w.flush(), err), false)
	return u.report.Removed, err
}
