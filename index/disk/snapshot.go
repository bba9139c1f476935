package disk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	onDisk "github.com/chaffinch-search/chaffinch/index/segment"
)

// Snapshot is one consistent state of the index. Later updates do not change it. Close it before
// the index.
type Snapshot struct {
	reader *scorch.IndexSnapshot
	n      int
	closed atomic.Bool
}

// Snapshot returns the present state. The error wraps [ErrDamaged] if a segment does not open.
func (x *Index) Snapshot() (*Snapshot, error) {
	r, err := x.read()
	if err != nil {
		return nil, err
	}
	s := &Snapshot{reader: r}
	if s.n, err = s.DF(fieldKind, kindContent); err != nil {
		r.Close()
		return nil, fmt.Errorf("reading index %s: %w", x.path, err)
	}
	return s, nil
}

// read returns Bleve's view of the present state.
func (x *Index) read() (*scorch.IndexSnapshot, error) {
	r, err := scorchReader(x.bleve)
	if err != nil {
		return nil, fmt.Errorf("reading index %s: %w", x.path, err)
	}
	return r, nil
}

func scorchReader(b bleveIndex) (*scorch.IndexSnapshot, error) {
	advanced, err := b.Advanced()
	if err != nil {
		return nil, err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return nil, err
	}
	r, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		reader.Close()
		return nil, errors.New("its type is not scorch")
	}
	if r == nil { // the index was closed meanwhile
		return nil, errClosed
	}
	return r, nil
}

// Close releases the snapshot. Closing again does nothing.
func (s *Snapshot) Close() error {
	if s.closed.Swap(true) {
		return nil // Bleve counts every Close, and would unmap segments that others use
	}
	return s.reader.Close()
}

// Reader returns Bleve's view of the snapshot, for package blevequery. Closing the snapshot closes
// it.
func (s *Snapshot) Reader() bindex.IndexReader { return s.reader }

// Contents returns N, the number of distinct contents.
func (s *Snapshot) Contents() int { return s.n }

// Skipped returns the number of files that were read and not indexed.
func (s *Snapshot) Skipped() (int, error) { return s.DF(fieldKind, kindSkipped) }

// DF returns the number of documents whose field has the term.
func (s *Snapshot) DF(field, term string) (int, error) {
	r, err := s.reader.TermFieldReader(context.Background(), []byte(term), field, false, false, false)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return int(r.Count()), nil
}

// Content returns the content of that id, or an error if the index has none.
func (s *Snapshot) Content(id string) (index.Content, error) {
	c, _, err := s.content(id)
	return c, err
}

// content returns a content with its stored values.
func (s *Snapshot) content(id string) (c index.Content, all storedValues, err error) {
	err = s.each("_id", contentPrefix+id, func(documentID string, stored storedValues) error {
		c, err = storedContent(documentID, stored)
		all = stored
		return err
	})
	if err == nil && c.ID == "" {
		err = fmt.Errorf("content %s: %w", id, index.ErrUnknownContent)
	}
	return c, all, err
}

// Occurrences returns the occurrences of a content, in the order of [index.Occurrence.Compare].
func (s *Snapshot) Occurrences(contentID string) ([]index.Occurrence, error) {
	var found []index.Occurrence
	key := string(winnow.AppendTerm(nil, contentKey(contentID)))
	err := s.eachOccurrence(fieldContent, key, func(o index.Occurrence) error {
		if o.Content == contentID {
			found = append(found, o)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("occurrences of content %s: %w", contentID, err)
	}
	slices.SortFunc(found, index.Occurrence.Compare)
	return found, nil
}

// Describe returns contents and their occurrences, in order of ids. It needs one pass over the
// segments. It is an error if the index has no content of one of the ids.
func (s *Snapshot) Describe(ids []string) ([]index.Described, error) {
	found := map[string]*index.Described{}
	var documents, keys []string
	for _, id := range ids {
		if found[id] == nil {
			found[id] = &index.Described{}
			documents = append(documents, contentPrefix+id)
			keys = append(keys, string(winnow.AppendTerm(nil, contentKey(id))))
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for _, seg := range s.reader.Segments() {
		if err := addDescribed(seg, documents, keys, found); err != nil {
			return nil, fmt.Errorf("describing contents: %w", err)
		}
	}
	all := make([]index.Described, len(ids))
	for i, id := range ids {
		if all[i] = *found[id]; all[i].ID == "" {
			return nil, fmt.Errorf("content %s: %w", id, index.ErrUnknownContent)
		}
		slices.SortFunc(all[i].Occurrences, index.Occurrence.Compare)
	}
	return all, nil
}

// addDescribed adds a segment's data of the contents in found. documents are the ids of their Bleve
// documents, and keys the keys of their occurrences.
func addDescribed(seg *scorch.SegmentSnapshot, documents, keys []string, found map[string]*index.Described) error {
	numbers, err := seg.DocNumbers(documents)
	if err != nil {
		return err
	}
	for it := numbers.Iterator(); it.HasNext(); {
		documentID, stored, err := readStored(seg.Segment(), uint64(it.Next()))
		if err != nil {
			return err
		}
		c, err := storedContent(documentID, stored)
		if err != nil {
			return err
		}
		if d := found[c.ID]; d != nil {
			d.Content = c
		}
	}
	for _, key := range keys {
		err := eachPosting(seg, fieldContent, key, func(doc uint64) error {
			documentID, stored, err := readStored(seg.Segment(), doc)
			if err != nil {
				return err
			}
			o, err := parseOccurrence(documentID, stored.record)
			if d := found[o.Content]; d != nil && err == nil {
				d.Occurrences = append(d.Occurrences, o)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EachOccurrence calls f for every occurrence of a collection, in no particular order. An empty
// name means all collections. It stops at f's first error.
func (s *Snapshot) EachOccurrence(collection string, f func(index.Occurrence) error) error {
	field, term := fieldKind, kindOccurrence
	if collection != "" {
		field, term = fieldCollection, collection
	}
	return s.eachOccurrence(field, term, func(o index.Occurrence) error {
		if o.Skipped != "" {
			return nil
		}
		return f(o)
	})
}

// EachSkipped calls f for every file that was read and not indexed. It stops at f's first error.
func (s *Snapshot) EachSkipped(f func(index.Occurrence) error) error {
	return s.eachOccurrence(fieldKind, kindSkipped, f)
}

// EachContent calls f for every content, in no particular order. It stops at f's first error.
func (s *Snapshot) EachContent(f func(index.Content) error) error {
	return s.each(fieldKind, kindContent, func(documentID string, stored storedValues) error {
		c, err := storedContent(documentID, stored)
		if err != nil {
			return err
		}
		return f(c)
	})
}

// storedContent decodes a content.
func storedContent(documentID string, stored storedValues) (index.Content, error) {
	id, _ := ContentOf(documentID)
	c := index.Content{ID: id}
	if err := c.SetRecord(stored.record); err != nil {
		return c, fmt.Errorf("content %s: %w", id, err)
	}
	c.Stored = stored.source != nil
	return c, nil
}

func (s *Snapshot) eachOccurrence(field, term string, f func(index.Occurrence) error) error {
	return s.each(field, term, func(documentID string, stored storedValues) error {
		o, err := parseOccurrence(documentID, stored.record)
		if err != nil {
			return err
		}
		return f(o)
	})
}

// storedValues are the stored fields of a document.
type storedValues struct{ record, source, wfp []byte }

// each calls f for every document whose field has the term.
func (s *Snapshot) each(field, term string, f func(documentID string, stored storedValues) error) error {
	for _, seg := range s.reader.Segments() {
		if file, ok := seg.Segment().(*onDisk.File); ok && (field == fieldKind || field == fieldCollection) { // many documents
			defer file.Sequential()()
		}
		err := eachPosting(seg, field, term, func(doc uint64) error {
			id, stored, err := readStored(seg.Segment(), doc)
			if err != nil {
				return err
			}
			return f(id, stored)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachPosting calls f for every document number of a segment with the term. The term is of that
// field.
func eachPosting(seg *scorch.SegmentSnapshot, field, term string, f func(doc uint64) error) error {
	dict, err := seg.Segment().Dictionary(field)
	if err != nil {
		return err
	}
	list, err := dict.PostingsList([]byte(term), seg.Deleted(), nil)
	if err != nil {
		return err
	}
	it := list.Iterator(false, false, false, nil)
	for {
		p, err := it.Next()
		if err != nil || p == nil {
			return err
		}
		if err := f(p.Number()); err != nil {
			return err
		}
	}
}

// readStored returns the id and the stored fields of a document.
func readStored(seg segment.Segment, doc uint64) (id string, stored storedValues, err error) {
	err = seg.VisitStoredFields(doc, func(name string, _ byte, value []byte, _ []uint64) bool {
		switch name {
		case "_id":
			id = string(value)
		case fieldRecord:
			stored.record = append([]byte(nil), value...)
		case fieldSource:
			stored.source = append([]byte(nil), value...)
		case fieldPacked:
			stored.wfp = append([]byte(nil), value...)
		}
		return true
	})
	return id, stored, err
}

// Source returns the bytes of a content, from the index or a file. It reads the first of the
// content's files that still has them, if the index does not store them. It compares them with the
// id. The error wraps [index.ErrSourceGone] if there are none.
func (s *Snapshot) Source(id string) ([]byte, error) {
	c, stored, err := s.content(id)
	if err != nil {
		return nil, err
	}
	if stored.source != nil {
		return index.Document{Content: c, Packed: stored.source}.Source()
	}
	occurrences, err := s.Occurrences(id)
	if err != nil {
		return nil, err
	}
	content, err := index.FromFiles(context.Background(), c, occurrences, nil)
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", id, err)
	}
	return content, nil
}

// SourceOf returns what [Snapshot.Source] returns. It tries the given occurrences before it looks
// up all of them. It reads into the capacity of used, if that is enough, and may return a slice of
// it.
func (s *Snapshot) SourceOf(ctx context.Context, c index.Content, at []index.Occurrence, used []byte) ([]byte, error) {
	if !c.Stored {
		content, err := index.FromFiles(ctx, c, at, used)
		if err == nil || ctx.Err() != nil {
			return content, err
		}
	}
	return s.Source(c.ID)
}
