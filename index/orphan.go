package index

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
)

// orphanMark stands in the index from the batch that first takes an occurrence away until the
// contents without any are removed.
var orphanMark = []byte("chaffinch.orphans")

// lose notes that the content has one occurrence less once the batch is written. Callers must
// not hold u.mu.
func (u *update) lose(b *bleve.Batch, content string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.lost = append(u.lost, content)
	b.SetInternal(orphanMark, []byte{1})
	u.marked = true
}

// writeDeferred brings in the occurrences whose contents were being written by another worker.
// All contents are on disk now, but for those too short to index, and those of a worker that
// failed: their files are read again by the next update.
func (u *update) writeDeferred() error {
	w := newWorker(u)
	for _, o := range u.deferred {
		if err := w.rejoin(o); err != nil {
			return err
		}
	}
	return w.flush()
}

func (w *worker) rejoin(o Occurrence) error {
	switch w.u.claims.claim(o.Content) {
	case claimWritten:
		return w.write(o, nil, nil)
	case claimShort:
		return w.tooShort(o)
	}
	return nil
}

// removeUnseen removes the occurrences that a complete walk has not met, if that is asked for,
// and in any case those of files that are not worth indexing any more.
func (u *update) removeUnseen() error {
	w := newWorker(u)
	for _, k := range u.known {
		if k.seen || u.isBlind(k.Path) {
			continue
		}
		if k.Content != "" && !k.rejected && !u.o.Prune {
			u.report.Missing++
			continue
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
		w.u.lose(w.batch, o.Content)
		w.u.tally(func(r *Report) { r.Removed++ })
	}
	return w.flushIfFull()
}

// isBlind says whether the path lies in a folder that could not be read.
func (u *update) isBlind(path string) bool {
	return slices.ContainsFunc(u.blind, func(dir string) bool { return strings.HasPrefix(path, dir) })
}

// removeOrphans removes the contents that lost an occurrence in this run and have none left.
func (u *update) removeOrphans() error {
	if !u.marked {
		return nil
	}
	return u.x.removeOrphans(slices.Values(u.lost))
}

// removeOrphansIfDue catches up with a run that ended before its orphans were removed.
func (x *Index) removeOrphansIfDue() error {
	mark, err := x.bleve.GetInternal(orphanMark)
	if err != nil || mark == nil {
		return err
	}
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	var all []string
	err = s.EachContent(func(c Content) error {
		all = append(all, c.ID)
		return nil
	})
	if err != nil {
		return err
	}
	return x.removeOrphans(slices.Values(all))
}

// removeOrphans removes those of the contents that have no occurrence, and then the mark.
func (x *Index) removeOrphans(contents iter.Seq[string]) error {
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	b := x.bleve.NewBatch()
	for id := range contents {
		df, err := s.DF(FieldContent, id)
		if err != nil {
			return fmt.Errorf("removing content %s: %w", id, err)
		}
		if df == 0 {
			b.Delete(contentPrefix + id)
		}
	}
	b.DeleteInternal(orphanMark)
	if err := x.bleve.Batch(b); err != nil {
		return fmt.Errorf("removing contents without occurrences: %w", err)
	}
	return nil
}
