package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// removeUnseen removes occurrences after a complete walk. It removes files that must not be indexed
// any more, and with o.Prune files that were not found.
func (u *update) removeUnseen(ctx context.Context) error {
	w := newWorker(u)
	for _, f := range u.whole {
		if k := u.known.at(f.Path, f.Revision); k != nil {
			k.set(knownSeen, true)
		}
	}
	for _, k := range u.known.files {
		if k.is(knownSeen) {
			continue
		}
		o := u.known.record(k)
		if u.inUnreadable(o.Path) {
			continue
		}
		if u.inIntact(o.Path) {
			u.countIntact(o)
			continue
		}
		if k.is(knownContent) && !k.is(knownRejected) && !u.o.Prune {
			u.tally(func(r *Report) { r.Missing++ })
			for container := range containersOf(o.Path) {
				u.outlived[container] = true
			}
			continue
		}
		if err := ctx.Err(); err != nil {
			return cmp.Or(w.flush(), err)
		}
		o.Content = k.contentID()
		if err := w.remove(o); err != nil {
			return err
		}
	}
	return w.flush()
}

// remove removes an occurrence. It may write the batch.
func (w *worker) remove(o Occurrence) error {
	w.batch.Gone = append(w.batch.Gone, o)
	if o.Content != "" {
		w.u.touch(w.batch, o.Content)
		w.u.tally(func(r *Report) { r.Removed++ })
	}
	return w.flushIfFull()
}

// inUnreadable reports whether the path is in an unreadable folder or archive.
func (u *update) inUnreadable(path string) bool {
	return slices.ContainsFunc(u.unreadable, func(dir string) bool { return dir == "/" || strings.HasPrefix(path, dir) })
}
