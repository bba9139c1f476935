package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// An update that changes or removes an occurrence may leave its content without any, or with others
// that ask for another language. At its end it therefore reviews these contents: it removes
// orphans, and lexes others again. A killed update is reviewed by the next one, which then reads
// all contents.

// reviewMark is the key of an internal value that is set while a review is due. The batch that
// makes it due sets the mark.
var reviewMark = []byte("chaffinch.review")

// touch adds a content to the next review, and the mark to the batch. Do not hold u.mu.
func (u *update) touch(b *bleve.Batch, content string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.touched = append(u.touched, content)
	b.SetInternal(reviewMark, []byte{1})
}

// review reviews the contents that the run has touched.
func (u *update) review(ctx context.Context) error {
	if len(u.touched) == 0 {
		return nil
	}
	return u.reviewAll(ctx, u.touched)
}

// newReview returns an update without files.
func newReview(x *Index) *update { return &update{x: x, claims: newClaims()} }

// reviewDue reports whether an earlier run ended before its review.
func (x *Index) reviewDue() (bool, error) {
	mark, err := x.bleve.GetInternal(reviewMark)
	return mark != nil, err
}

// reviewIfDue reviews all contents if an earlier run ended before its review.
func (x *Index) reviewIfDue(ctx context.Context) error {
	if due, err := x.reviewDue(); err != nil || !due {
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
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	return newReview(x).reviewAll(ctx, all)
}

// reviewAll reviews contents and then removes the mark. When ctx is done it stops and leaves the
// mark to the next run.
func (u *update) reviewAll(ctx context.Context, contents []string) error {
	s, err := u.x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	w := newWorker(u)
	reviewed := map[string]bool{}
	left := false
	for _, id := range contents {
		if reviewed[id] {
			continue
		}
		reviewed[id] = true
		err := w.review(ctx, s, id)
		if failed(ctx, err) {
			return fmt.Errorf("reviewing content %s: %w", id, err)
		}
		if left = err != nil; left {
			break
		}
	}
	if err := w.flush(); err != nil || left {
		return err
	}
	b := u.x.bleve.NewBatch()
	b.DeleteInternal(reviewMark)
	if err := u.x.writeBatch(b); err != nil {
		return fmt.Errorf("ending a review: %w", err)
	}
	return nil
}

// review removes a content without occurrences, and lexes it again if its language is not the first
// of their choices. If ctx is done it does nothing and returns ctx's error.
func (w *worker) review(ctx context.Context, s *Snapshot, id string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	occurrences, err := s.Occurrences(id)
	if err != nil {
		return err
	}
	if len(occurrences) == 0 {
		w.batch.Delete(contentPrefix + id)
		return w.flushIfFull()
	}
	slices.SortStableFunc(occurrences, func(a, b Occurrence) int { return compareChoices(a.choice, b.choice) })
	c, err := s.Content(id)
	if err != nil {
		return err
	}
	alike := occurrences[0].choice.language == occurrences[len(occurrences)-1].choice.language
	if alike && c.Language == occurrences[0].choice.language {
		return nil
	}
	source, err := s.Source(id)
	if errors.Is(err, ErrSourceGone) {
		return w.readAgain(occurrences)
	}
	if err != nil {
		return err
	}
	return w.lexAgain(id, source, occurrences)
}

// readAgain makes the next update read the files of the occurrences, which are missing now.
func (w *worker) readAgain(occurrences []Occurrence) error {
	for _, o := range occurrences {
		o.modified = 0
		if err := addOccurrence(w.batch, o); err != nil {
			return err
		}
	}
	return w.flushIfFull()
}

// lexAgain indexes a content in the first language of its occurrences that gives fingerprints. They
// are sorted by choice. An occurrence is skipped as too short if its own language gives none.
func (w *worker) lexAgain(id string, source []byte, occurrences []Occurrence) error {
	text := corpus.Decode(source)
	var content *document.Document
	var short []Occurrence
	for len(occurrences) > 0 {
		language, err := occurrences[0].choice.lookup()
		if err != nil {
			return err
		}
		alike := 1
		for alike < len(occurrences) && occurrences[alike].choice.language == language.Name {
			alike++
		}
		w.u.x.analyzer.Analyze(language, text.UTF8, &w.analysis)
		doc := w.document(id, source)
		if doc == nil {
			short = append(short, occurrences[:alike]...)
		}
		content = cmp.Or(content, doc)
		occurrences = occurrences[alike:]
	}
	return w.replace(id, len(source), content, short)
}

// replace replaces the document of a content, or removes it if content is nil. The short
// occurrences become skipped files.
func (w *worker) replace(id string, size int, content *document.Document, short []Occurrence) error {
	w.batch.Delete(contentPrefix + id)
	if content != nil {
		w.bytes += size
		if err := w.batch.IndexAdvanced(content); err != nil {
			return err
		}
	}
	for _, o := range short {
		w.u.reject(o)
		o.Content, o.Skipped = "", ReasonTooShort
		if err := addOccurrence(w.batch, o); err != nil {
			return err
		}
	}
	return w.flushIfFull()
}

// reject corrects the report for an occurrence that is too short.
func (u *update) reject(o Occurrence) {
	if o.Collection != u.src.Collection || o.Root != u.root {
		return // of another update
	}
	u.count(o.Path, ReasonTooShort, nil)
	u.tally(func(r *Report) {
		if k := u.known[o.Path]; k != nil && k.Content != "" {
			r.Removed++
		} else {
			r.Added--
		}
	})
}
