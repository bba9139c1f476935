package remote

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
)

// Several writers may change an index at the same time. Contents are written before their
// occurrences, and never changed but for another language. A content without occurrences is in no
// answer, so a writer that ends early leaves nothing that is seen.
//
// One writer may remove a content while another, which has seen that it is there, adds an
// occurrence. So the first marks the content before it looks for occurrences, and the second looks
// for the mark, and for the content, after it has added the occurrence: whatever the order, one of
// them sees the other (as in Dekker's algorithm). The first then leaves the content, or the second
// takes the occurrence back, and is to be run again: nothing that it has acknowledged is lost. A
// mark has one owner: other removers leave the content to it. A mark of a writer that was killed is
// taken away by the next one that sees it when it is old. A writer that goes on after a pause
// removes no content that was written again in the meantime.

// writer is the [index.Writer] of an index on a cluster.
type writer struct {
	*Index
	removing func()           // called before contents are removed; nil except in tests
	now      func() time.Time // nil except in tests
}

var _ index.Writer = writer{}

// Writer returns a writer.
func (x *Index) Writer() index.Writer { return writer{Index: x} }

// Begin implements [index.Writer]. Several writers may fill an index, each from a root of its own.
func (w writer) Begin(ctx context.Context, _, root string) error {
	if root != "" || w.created {
		return ctx.Err()
	}
	m, err := w.readMeta(ctx)
	if err == nil && m.Unpublished {
		err = errUnpublished
	}
	return err
}

// State implements [index.Writer].
func (w writer) State() (index.State, error) {
	if err := w.refresh(context.Background(), w.name, w.files()); err != nil {
		return nil, err
	}
	return w.Index.State()
}

// Known implements [index.Writer].
func (w writer) Known(ctx context.Context, ids []string) ([]index.Content, error) {
	docs, err := w.get(ctx, ids, sourceFields, patience)
	if err != nil {
		return nil, fmt.Errorf("looking for contents: %w", err)
	}
	var known []index.Content
	for i, d := range docs {
		if !d.Found {
			continue
		}
		c, err := contentIn(ids[i], d.Source)
		if err != nil {
			return nil, err
		}
		known = append(known, c)
	}
	return known, nil
}

// mostBytes and mostChanges bound a batch. Terms take a third of their source.
const (
	mostBytes   = 12 << 20
	mostChanges = 2000
)

// Full implements [index.Writer].
func (w writer) Full(b *index.Batch) bool { return b.Bytes() >= mostBytes || b.Len() >= mostChanges }

// Write implements [index.Writer].
func (w writer) Write(ctx context.Context, b *index.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := w.writeContents(ctx, b.Contents); err != nil {
		return err
	}
	if err := w.writeFiles(ctx, b); err != nil {
		return err
	}
	if err := w.removeOrphans(ctx, b.Orphans); err != nil {
		return err
	}
	return w.confirm(ctx, b)
}

// writeAll writes to an index. It is an error if the cluster refuses a document.
func (w writer) writeAll(ctx context.Context, name string, ops []op) error {
	for i := range ops {
		ops[i].index = name
	}
	refused, err := w.client.bulk(ctx, ops)
	if err == nil && len(refused) > 0 {
		err = fmt.Errorf("the cluster refuses %d documents, among them %s: %s", len(refused), refused[0].ID, refused[0].Reason)
	}
	return err
}

// writeContents adds contents. Those that are there in another language are replaced.
func (w writer) writeContents(ctx context.Context, docs []index.Document) error {
	if len(docs) == 0 {
		return nil
	}
	ops, ids := make([]op, len(docs)), make([]string, len(docs))
	for i := range docs {
		ops[i], ids[i] = contentOp(&docs[i]), docs[i].ID
	}
	if err := w.writeAll(ctx, w.name, ops); err != nil {
		return fmt.Errorf("writing contents: %w", err)
	}
	there, err := w.Known(ctx, ids)
	if err != nil {
		return err
	}
	written := map[string]index.Content{}
	for _, c := range there {
		written[c.ID] = c
	}
	var replace []op
	for i := range docs {
		if written[docs[i].ID] != asRead(docs[i].Content) {
			ops[i].action = "index"
			replace = append(replace, ops[i])
		}
	}
	if err := w.writeAll(ctx, w.name, replace); err != nil {
		return fmt.Errorf("replacing contents: %w", err)
	}
	return nil
}

// writeFiles writes and removes occurrences and boilerplate.
func (w writer) writeFiles(ctx context.Context, b *index.Batch) error {
	var ops []op
	for _, o := range b.Gone {
		ops = append(ops, op{action: "delete", id: placeID(o)})
	}
	for _, id := range b.NoBoilerplate {
		ops = append(ops, op{action: "delete", id: boilerplateID(id)})
	}
	for _, o := range b.Occurrences {
		op, err := occurrenceOp(o)
		if err != nil {
			return fmt.Errorf("occurrence %q: %w", o.Path, err)
		}
		ops = append(ops, op)
	}
	for i := range b.Boilerplate {
		op, err := boilerplateOp(&b.Boilerplate[i])
		if err != nil {
			return err
		}
		ops = append(ops, op)
	}
	if err := w.writeAll(ctx, w.files(), ops); err != nil {
		return fmt.Errorf("writing occurrences: %w", err)
	}
	return nil
}

// removeOrphans removes those contents that no occurrence has.
func (w writer) removeOrphans(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	docs, err := w.get(ctx, ids, "", patience)
	if err != nil {
		return fmt.Errorf("looking for contents: %w", err)
	}
	own, err := w.mark(ctx, ids)
	if err != nil {
		return fmt.Errorf("marking contents: %w", err)
	}
	used, err := w.used(ctx, ids)
	if err != nil {
		return err
	}
	var ops []op
	for i, id := range ids {
		if own[i] && docs[i].Found && len(used[id]) == 0 {
			ops = append(ops, op{action: "delete", id: id, only: &docs[i].version})
		}
	}
	if w.removing != nil {
		w.removing()
	}
	if err := w.writeAll(ctx, w.name, ops); err != nil {
		return fmt.Errorf("removing contents: %w", err)
	}
	var unmarks []op
	for i, id := range ids {
		if own[i] {
			unmarks = append(unmarks, op{action: "delete", id: markID(id)})
		}
	}
	return w.writeAll(ctx, w.files(), unmarks)
}

// staleAfter is how old a mark is whose writer was killed: a living one gives up before.
const staleAfter = 15 * time.Minute

// mark marks contents and reports which of the marks are its own. Another remover sees to the
// others.
func (w writer) mark(ctx context.Context, ids []string) ([]bool, error) {
	record := binary.BigEndian.AppendUint64(nil, uint64(w.clock().Unix()))
	record = binary.BigEndian.AppendUint64(record, rand.Uint64())
	ops, marks := make([]op, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		marks[i] = markID(id)
		ops[i] = op{action: "create", id: marks[i], source: encoded(fileSource{Kind: kindRemoving, Record: record})}
	}
	if err := w.writeAll(ctx, w.files(), ops); err != nil {
		return nil, err
	}
	docs, err := w.getFrom(ctx, w.files(), marks, "record", patience)
	if err != nil {
		return nil, err
	}
	own := make([]bool, len(ids))
	for i, d := range docs {
		var s fileSource
		own[i] = d.Found && json.Unmarshal(d.Source, &s) == nil && bytes.Equal(s.Record, record)
	}
	return own, w.unmarkStale(ctx, marks, docs)
}

// unmarkStale removes marks of writers that were killed.
func (w writer) unmarkStale(ctx context.Context, marks []string, docs []got) error {
	var ops []op
	for i, d := range docs {
		var s fileSource
		if !d.Found || json.Unmarshal(d.Source, &s) != nil || len(s.Record) < 8 {
			continue
		}
		made := time.Unix(int64(binary.BigEndian.Uint64(s.Record)), 0)
		if w.clock().Sub(made) > staleAfter {
			ops = append(ops, op{action: "delete", id: marks[i], only: &docs[i].version})
		}
	}
	return w.writeAll(ctx, w.files(), ops)
}

func (w writer) clock() time.Time {
	if w.now != nil {
		return w.now()
	}
	return time.Now()
}

// used returns the occurrences of contents, with all that was written.
func (w writer) used(ctx context.Context, ids []string) (map[string][]index.Occurrence, error) {
	if err := w.refresh(ctx, w.files()); err != nil {
		return nil, err
	}
	return (&state{x: w.Index}).occurrencesOf(ctx, ids)
}

func (w writer) removeOccurrences(ctx context.Context, at []index.Occurrence) error {
	var ops []op
	for _, o := range at {
		ops = append(ops, op{action: "delete", id: placeID(o)})
	}
	return w.writeAll(ctx, w.files(), ops)
}

// ErrRemoved means that another writer has removed contents that this one has found. Run it again.
var ErrRemoved = errors.New("another process removed contents meanwhile: run the command again")

// confirm looks whether the contents of the occurrences that were written are still there, and
// stay.
func (w writer) confirm(ctx context.Context, b *index.Batch) error {
	var ids, marks []string
	for _, o := range b.Occurrences {
		if o.Skipped == "" {
			ids = append(ids, o.Content)
		}
	}
	for _, id := range distinct(ids) {
		marks = append(marks, markID(id))
	}
	ids = distinct(ids)
	// A writer that removes takes the mark away last.
	marked, err := w.getFrom(ctx, w.files(), marks, "record", patience)
	if err != nil {
		return fmt.Errorf("looking for marks: %w", err)
	}
	docs, err := w.get(ctx, ids, "", patience)
	if err != nil {
		return fmt.Errorf("looking for contents: %w", err)
	}
	var gone []string
	for i, id := range ids {
		if marked[i].Found || !docs[i].Found {
			gone = append(gone, id)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	var late []index.Occurrence
	for _, o := range b.Occurrences {
		if o.Skipped == "" && slices.Contains(gone, o.Content) {
			late = append(late, o)
		}
	}
	if err := w.removeOccurrences(ctx, late); err != nil {
		return err
	}
	if err := w.unmarkStale(ctx, marks, marked); err != nil {
		return err
	}
	return ErrRemoved
}

// ReviewDue implements [index.Writer]. No answer has the remains of a killed writer, so
// nothing waits for it.
func (w writer) ReviewDue(ctx context.Context) (bool, error) { return false, ctx.Err() }

// Merge implements [index.Writer]. A cluster merges by itself. At the end of an update it drops
// documents that were deleted, which df would count. At the end of the first one it makes a copy of
// each shard, if there is a second node for it.
func (w writer) Merge(ctx context.Context, end bool) error {
	if !end {
		return ctx.Err()
	}
	m, err := w.readMeta(ctx)
	if err == nil && m.Loading {
		err = w.makeCopies(ctx)
	}
	if err != nil {
		return err
	}
	return w.expunge(ctx)
}

// expunge makes the cluster merge away deleted documents, in the background. It keeps documents
// deleted in the last half minute or so for copies of the shards, and a merge is seen after a
// refresh: so what an update deletes is gone after a later one. Until then each term is counted by
// a search of its own.
func (w writer) expunge(ctx context.Context) error {
	if err := w.refresh(ctx, w.name); err != nil {
		return err
	}
	deleted, err := w.deleted(ctx)
	if err != nil || deleted == 0 {
		return err
	}
	path := pathOf(w.name, "_forcemerge") + "?only_expunge_deletes=true&wait_for_completion=false"
	_ = w.client.do(ctx, request{method: http.MethodPost, path: path}, new(object)) // df is right without it
	return ctx.Err()
}

// makeCopies makes a copy of each shard from now on. A node that is lost then loses nothing.
func (w writer) makeCopies(ctx context.Context) error {
	for _, name := range []string{w.name, w.files()} {
		body := encoded(object{"index": object{"auto_expand_replicas": "0-1"}})
		if err := w.client.do(ctx, request{method: http.MethodPut, path: pathOf(name, "_settings"), body: body}, new(object)); err != nil {
			return err
		}
	}
	return w.change(ctx, func(m *meta) { m.Loading = false })
}

// Publish implements [index.Writer].
func (w writer) Publish(ctx context.Context) error {
	if err := w.refresh(ctx, w.name, w.files()); err != nil {
		return err
	}
	m, err := w.readMeta(ctx)
	if err == nil && m.Unpublished {
		err = w.change(ctx, func(m *meta) { m.Unpublished = false })
	}
	return err
}

// contentIn returns the content of a source.
func contentIn(id string, source json.RawMessage) (index.Content, error) {
	var s contentSource
	if err := json.Unmarshal(source, &s); err != nil {
		return index.Content{}, fmt.Errorf("content %s: %w: %w", id, errLies, err)
	}
	return s.content(id)
}

// asRead returns a content as it is read.
func asRead(c index.Content) index.Content {
	return index.Content{ID: c.ID, Language: c.Language, Size: c.Size, Tokens: c.Tokens, Fingerprints: c.Fingerprints}
}
