package disk

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/blevesearch/bleve/v2/document"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/index"
)

// limits bound a batch.
type limits struct {
	bytes     int // of source
	documents int
}

// While a segment is built, a fingerprint takes about 40 bytes of memory. All fingerprints of a
// source take about twice its size. Each worker has its own batch.
var defaultLimits = limits{bytes: 40 << 20, documents: 20_000}

// bleveWriter is the [index.Writer] of an index on disk, for one change of it. Hold x.writing.
type bleveWriter struct {
	x    *Index
	mark []byte // of an unpublished index while the change is not complete: see partMark

	mu     sync.Mutex // guards before until it is set; then it does not change
	before *Snapshot  // nil until Known is first called
}

var _ index.Writer = (*bleveWriter)(nil)

// writer returns a writer for one change. Close it.
func (x *Index) writer() *bleveWriter { return &bleveWriter{x: x, mark: markRemoval} }

func (w *bleveWriter) close() {
	if w.before != nil {
		w.before.Close()
	}
}

// Settings implements [index.Writer].
func (w *bleveWriter) Settings() index.Settings { return w.x.settings }

// State implements [index.Writer].
func (w *bleveWriter) State() (index.State, error) { return w.x.State() }

// Known implements [index.Writer].
func (w *bleveWriter) Known(ctx context.Context, ids []string) ([]index.Content, error) {
	before, err := w.snapshot()
	if err != nil {
		return nil, err
	}
	var known []index.Content
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := before.Content(id)
		if errors.Is(err, index.ErrUnknownContent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		known = append(known, c)
	}
	return known, nil
}

// snapshot returns the state before the change.
func (w *bleveWriter) snapshot() (*Snapshot, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.before == nil {
		s, err := w.x.Snapshot()
		if err != nil {
			return nil, err
		}
		w.before = s
	}
	return w.before, nil
}

// Full implements [index.Writer].
func (w *bleveWriter) Full(b *index.Batch) bool {
	return b.Bytes() >= int64(w.x.limits.bytes) || b.Len() >= w.x.limits.documents
}

// Write implements [index.Writer]. Bleve writes a batch whole or not at all.
func (w *bleveWriter) Write(ctx context.Context, b *index.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	batch := bindex.NewBatch()
	if err := addTo(batch, b); err != nil {
		return err
	}
	w.declareIncomplete(batch)
	return w.x.writeBatch(batch)
}

// Merge implements [index.Writer].
func (w *bleveWriter) Merge(ctx context.Context, end bool) error {
	if end {
		return w.x.mergeSmall(ctx)
	}
	return w.x.mergeIfMany(ctx)
}

// ReviewDue implements [index.Writer].
func (w *bleveWriter) ReviewDue(context.Context) (bool, error) { return w.x.reviewDue() }

// Publish implements [index.Writer].
func (w *bleveWriter) Publish(context.Context) error { return w.x.publish() }

// reviewMark is the key of an internal value, set while a review is due.
var reviewMark = []byte("chaffinch.review")

// reviewDue reports whether an earlier run ended before its review.
func (x *Index) reviewDue() (bool, error) {
	mark, err := x.bleve.GetInternal(reviewMark)
	return mark != nil, err
}

// writeBatch writes a batch atomically.
func (x *Index) writeBatch(b *bindex.Batch) error {
	if err := x.bleve.Batch(b); err != nil {
		return fmt.Errorf("writing a batch: %w", err)
	}
	return nil
}

// addTo adds the changes to a batch of Bleve.
func addTo(to *bindex.Batch, b *index.Batch) error {
	for _, id := range b.Orphans {
		to.Delete(contentPrefix + id)
	}
	for _, o := range b.Gone {
		to.Delete(occurrenceID(o))
	}
	for _, id := range b.NoBoilerplate {
		to.Delete(boilerplatePrefix + id)
	}
	for rank := range b.Contents {
		doc, err := contentDocument(&b.Contents[rank], uint64(rank))
		if err != nil {
			return err
		}
		to.Update(doc)
	}
	for _, o := range b.Occurrences {
		if err := addOccurrence(to, o); err != nil {
			return err
		}
	}
	for i := range b.Boilerplate {
		doc, err := boilerplateDocument(&b.Boilerplate[i])
		if err != nil {
			return err
		}
		to.Update(doc)
	}
	if b.Review {
		to.SetInternal(reviewMark, []byte{1})
	}
	if b.Reviewed {
		to.DeleteInternal(reviewMark)
	}
	return nil
}

// contentDocument returns the Bleve document. rank keeps the contents of a batch in the order of
// the walk, in which files of a folder are neighbours.
func contentDocument(d *index.Document, rank uint64) (*document.Document, error) {
	doc := document.NewDocument(contentPrefix + d.ID)
	for r, hashes := range d.Hashes {
		if len(hashes) > 0 {
			doc.AddField(newHashField(analyzer.Representation(r).String(), hashes, rank))
		}
	}
	doc.AddField(termField(fieldKind, kindContent))
	doc.AddField(termField(fieldLanguage, d.Language))
	doc.AddField(storedField(fieldRecord, d.Record()))
	if d.Packed != nil {
		doc.AddField(storedField(fieldSource, d.Packed))
	}
	if d.WFP == nil {
		return doc, nil
	}
	sum, prints, err := wfp.Unpack(d.WFP)
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", d.ID, err)
	}
	doc.AddField(newHashField(fieldWFP, wfpHashes(prints), rank))
	doc.AddField(storedField(fieldPacked, d.WFP))
	doc.AddField(newKeyField(fieldMD5, md5Key(sum)))
	return doc, nil
}

func addOccurrence(b *bindex.Batch, o index.Occurrence) error {
	record, err := o.Record()
	if err != nil {
		return fmt.Errorf("occurrence %q: %w", o.Path, err)
	}
	doc := document.NewDocument(occurrenceID(o))
	if o.Skipped != "" {
		doc.AddField(termField(fieldKind, kindSkipped))
	} else {
		doc.AddField(termField(fieldKind, kindOccurrence))
		doc.AddField(newKeyField(fieldContent, contentKey(o.Content)))
	}
	doc.AddField(termField(fieldCollection, o.Collection))
	doc.AddField(termField(fieldRoot, rootKey(o.Collection, o.Root)))
	doc.AddField(storedField(fieldRecord, record))
	b.Update(doc)
	return nil
}
