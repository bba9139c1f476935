package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// An update that changes or removes an occurrence may leave its content without any. Or the other
// occurrences suggest another language. At its end it therefore reviews these contents: it removes
// orphans, and lexes others again. A killed update is reviewed by the next one, which then reads
// all contents.

// touch adds a content to the next review, which the batch requests. Do not hold u.mu.
func (u *update) touch(b *Batch, content string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.touched = append(u.touched, content)
	b.Review = true
}

// review reviews the contents that the run has touched.
func (u *update) review(ctx context.Context) error {
	if len(u.touched) == 0 {
		return nil
	}
	return u.reviewAll(ctx, u.touched)
}

// newReview returns an update without files. The function frees it.
func newReview(ctx context.Context, to Writer, a *analyzer.Analyzer) (*update, context.CancelFunc) {
	finishing, free := late(ctx)
	return &update{late: finishing, to: to, analyzer: a, claims: newClaims()}, free
}

// reviewIfDue reviews all contents if an earlier run ended before its review.
func reviewIfDue(ctx context.Context, to Writer, a *analyzer.Analyzer) error {
	if due, err := to.ReviewDue(ctx); err != nil || !due {
		return err
	}
	s, err := to.State()
	if err != nil {
		return err
	}
	defer s.Close()
	contents, err := CatalogOf(s)
	if err != nil {
		return err
	}
	var all []string
	err = contents.EachContent(ctx, func(c Content) error {
		all = append(all, c.ID)
		return nil
	})
	if err != nil {
		return err
	}
	u, free := newReview(ctx, to, a)
	defer free()
	return u.reviewAll(ctx, all)
}

// reviewAll reviews contents and then removes the mark. When ctx is done it stops and leaves the
// mark to the next run.
func (u *update) reviewAll(ctx context.Context, contents []string) error {
	s, err := u.to.State()
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
	if err := u.to.Write(u.late, &Batch{Reviewed: true}); err != nil {
		return fmt.Errorf("ending a review: %w", err)
	}
	return nil
}

// review removes a content without occurrences, and otherwise may lex it again. It lexes it again
// if its language is not the first of their choices. If ctx is done it does nothing and returns
// ctx's error.
func (w *worker) review(ctx context.Context, s State, id string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	described, err := s.Describe(ctx, []string{id})
	if errors.Is(err, ErrUnknownContent) { // an occurrence without its content is damage
		return s.Occurrences(ctx, Where{Content: id}, func(Occurrence) error { return err })
	}
	if err != nil {
		return err
	}
	c, occurrences := described[0].Content, described[0].Occurrences
	if len(occurrences) == 0 {
		w.batch.Orphans = append(w.batch.Orphans, id)
		return w.flushIfFull()
	}
	if slices.ContainsFunc(occurrences, Occurrence.IsPortable) { // nobody here has the source
		return nil
	}
	slices.SortStableFunc(occurrences, func(a, b Occurrence) int { return compareChoices(a.Reading.Choice, b.Reading.Choice) })
	alike := occurrences[0].Reading.Choice.Language == occurrences[len(occurrences)-1].Reading.Choice.Language
	if alike && c.Language == occurrences[0].Reading.Choice.Language {
		return nil
	}
	source, err := FromFiles(w.u.late, c, occurrences, nil)
	gone := errors.Is(err, ErrSourceGone)
	if gone {
		source, err = s.Source(w.u.late, c, occurrences, nil)
	}
	if errors.Is(err, ErrSourceGone) {
		return w.readAgain(occurrences)
	}
	if err != nil {
		return err
	}
	return w.lexAgain(id, source, gone, occurrences)
}

// readAgain makes the next update read the files of the occurrences, which are missing now.
func (w *worker) readAgain(occurrences []Occurrence) error {
	for _, o := range occurrences {
		o.Reading.Version = 0
		w.batch.Occurrences = append(w.batch.Occurrences, o)
	}
	return w.flushIfFull()
}

// lexAgain indexes a content in the first language of its occurrences, sorted by choice, that gives
// fingerprints. The source is kept if it is gone from all files. An occurrence is skipped as too
// short if its own language gives no fingerprints.
func (w *worker) lexAgain(id string, source []byte, gone bool, occurrences []Occurrence) error {
	text := corpus.Decode(source)
	var content *Document
	var short []Occurrence
	for len(occurrences) > 0 {
		language, err := lookUp(occurrences[0].Reading.Choice)
		if err != nil {
			return err
		}
		alike := 1
		for alike < len(occurrences) && occurrences[alike].Reading.Choice.Language == language.Name {
			alike++
		}
		w.u.analyzer.Analyze(language, text.UTF8, &w.analysis)
		doc := w.document(id, source, gone)
		if doc == nil {
			short = append(short, occurrences[:alike]...)
		}
		content = cmp.Or(content, doc)
		occurrences = occurrences[alike:]
	}
	return w.replace(id, content, short)
}

// replace replaces the document of a content, or removes it if content is nil. The short
// occurrences become skipped files.
func (w *worker) replace(id string, content *Document, short []Occurrence) error {
	if content != nil {
		w.batch.put(*content)
	} else {
		w.batch.Orphans = append(w.batch.Orphans, id)
	}
	for _, o := range short {
		w.u.reject(o)
		o.Content, o.Skipped = "", document.TooShort
		w.batch.Occurrences = append(w.batch.Occurrences, o)
	}
	return w.flushIfFull()
}

// reject corrects the report for an occurrence that is too short.
func (u *update) reject(o Occurrence) {
	if o.Collection != u.src.Collection || o.Root != u.root {
		return // of another update
	}
	u.count(o.Path, document.TooShort, nil)
	u.tally(func(r *Report) {
		if k := u.known.at(o.Path, o.Revision); k != nil && k.is(knownContent) {
			r.Removed++
		} else {
			r.Added--
		}
	})
}
