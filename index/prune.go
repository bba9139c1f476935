package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// removeUnseen removes the occurrences that a complete walk has not met, if that is asked for,
// and in any case those of files that are not worth indexing any more.
func (u *update) removeUnseen(ctx context.Context) error {
	w := newWorker(u)
	for _, k := range u.known {
		if k.seen || u.isBlind(k.Path) {
			continue
		}
		if k.Content != "" && !k.rejected && !u.o.Prune {
			u.tally(func(r *Report) { r.Missing++ })
			continue
		}
		if err := ctx.Err(); err != nil {
			return cmp.Or(w.flush(), err)
		}
		if err := w.remove(k.Occurrence); err != nil {
			return err
		}
	}
	return w.flush()
}

// remove takes an occurrence away, in a batch that may be written at once.
func (w *worker) remove(o Occurrence) error {
	w.batch.Delete(o.documentID())
	if o.Content != "" {
		w.u.touch(w.batch, o.Content)
		w.u.tally(func(r *Report) { r.Removed++ })
	}
	return w.flushIfFull()
}

// isBlind says whether the path lies in a folder that could not be read.
func (u *update) isBlind(path string) bool {
	return slices.ContainsFunc(u.blind, func(dir string) bool { return strings.HasPrefix(path, dir) })
}
