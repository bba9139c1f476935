//go:build !js

// Not in a browser: it imports Bleve.

package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// bleveState is the [State] of an index on disk: a snapshot, searched by package query.
type bleveState struct {
	*Snapshot
	index *Index

	weights  atomic.Pointer[query.Weights] // nil until a question needs them: see weigh
	weighing chan struct{}                 // holds one while weights are computed or read
}

var (
	_ State   = (*bleveState)(nil)
	_ Catalog = (*bleveState)(nil)
)

// State returns the present state. Close it before the index. The error wraps [ErrDamaged] if a segment
// does not open. The state is a [Catalog], too.
func (x *Index) State() (State, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	return &bleveState{Snapshot: s, index: x, weighing: make(chan struct{}, 1)}, nil
}

// Search implements [State].
func (s *bleveState) Search(ctx context.Context, vs []*query.Vector, o query.Options) ([]*query.Result, error) {
	o, err := s.options(ctx, o)
	if err != nil {
		return nil, err
	}
	results, err := query.SearchAll(ctx, s.Reader(), vs, o)
	for _, r := range results {
		nameContents(r.Hits)
	}
	return results, err
}

// Score implements [State].
func (s *bleveState) Score(ctx context.Context, v *query.Vector, ids []string, o query.Options) ([]query.Hit, error) {
	o, err := s.options(ctx, o)
	if err != nil {
		return nil, err
	}
	documents := make([]string, len(ids))
	for i, id := range ids {
		documents[i] = contentPrefix + id
	}
	hits, err := query.Score(ctx, s.Reader(), v, documents, o)
	nameContents(hits)
	return hits, err
}

// nameContents replaces the ids of Bleve documents by those of the contents. Only contents have
// fingerprints.
func nameContents(hits []query.Hit) {
	for i := range hits {
		hits[i].ID, _ = ContentOf(hits[i].ID)
	}
}

// options returns the options with what is known of the snapshot.
func (s *bleveState) options(ctx context.Context, o query.Options) (query.Options, error) {
	o.Documents, o.Weights, o.Fields = s.n, nil, nil
	if o.Measure == query.Containment {
		return o, nil
	}
	err := s.Weigh(ctx)
	o.Weights = s.weights.Load()
	return o, err
}

// Identity identifies the state: another one has another identity.
func (s *bleveState) Identity() string {
	return strconv.FormatUint(query.StateOf(s.Reader(), s.n), 16)
}

// LookUp implements [State].
func (s *bleveState) LookUp(ctx context.Context, v *query.Vector) ([]query.TermStats, error) {
	return query.LookUp(ctx, s.Reader(), v, s.n)
}

// Describe implements [State].
func (s *bleveState) Describe(ctx context.Context, ids []string) ([]Described, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.Snapshot.Describe(ids)
}

// Occurrences implements [State].
func (s *bleveState) Occurrences(ctx context.Context, w Where, f func(Occurrence) error) error {
	selected := func(o Occurrence) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !w.Selects(o) {
			return nil
		}
		return f(o)
	}
	switch {
	case w.File != "":
		return s.eachAt(ctx, w, selected)
	case w.Both && w.Collection != "":
		return s.eachOccurrence(FieldCollection, w.Collection, selected)
	case w.Both:
		return cmp.Or(s.EachOccurrence("", selected), s.EachSkipped(selected))
	case w.Skipped:
		return s.EachSkipped(selected)
	case w.Content != "":
		all, err := s.Snapshot.Occurrences(w.Content)
		for i := 0; i < len(all) && err == nil; i++ {
			err = selected(all[i])
		}
		return err
	}
	return s.EachOccurrence(w.Collection, selected)
}

// eachAt calls f for the occurrences at w.File.
func (s *bleveState) eachAt(ctx context.Context, w Where, f func(Occurrence) error) error {
	places, err := w.Places(ctx, s)
	for i := 0; i < len(places) && err == nil; i++ {
		err = s.eachOccurrence("_id", places[i].documentID(), f)
	}
	return err
}

// Source implements [State].
func (s *bleveState) Source(ctx context.Context, c Content, at []Occurrence, used []byte) ([]byte, error) {
	if s.index.settings.HashOnly {
		_, err := s.Content(c.ID)
		return nil, cmp.Or(ctx.Err(), err, fmt.Errorf("content %s: %w", c.ID, ErrHashOnly))
	}
	return s.SourceOf(ctx, c, at, used)
}

// EachBoilerplate implements [State].
func (s *bleveState) EachBoilerplate(ctx context.Context, f func(Boilerplate) error) error {
	return s.Snapshot.EachBoilerplate(func(b Boilerplate) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f(b)
	})
}

// Collections implements [Catalog]. It reads no document.
func (s *bleveState) Collections(ctx context.Context) ([]string, error) {
	names := []string{}
	err := query.EachTerm(ctx, s.Reader(), FieldCollection, func(term []byte, _ int) error {
		names = append(names, string(term))
		return nil
	})
	return names, err
}

// Roots implements [Catalog]. It reads no document, and one id of each root.
func (s *bleveState) Roots(ctx context.Context, collection string) ([]string, error) {
	var all []string
	for _, seg := range s.reader.Segments() {
		roots, err := rootsIn(ctx, seg, collection)
		if err != nil {
			return nil, fmt.Errorf("listing roots: %w", err)
		}
		all = append(all, roots...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// rootsIn returns the roots of the collection in a segment.
func rootsIn(ctx context.Context, seg *scorch.SegmentSnapshot, collection string) (all []string, err error) {
	ids, err := seg.Segment().Dictionary("_id")
	if err != nil {
		return nil, err
	}
	from, end := occurrencePrefix+collection+"\x00", occurrencePrefix+collection+"\x01"
	for it := ids.AutomatonIterator(nil, []byte(from), []byte(end)); ; {
		entry, err := it.Next()
		if entry == nil || err != nil {
			return all, cmp.Or(err, ctx.Err())
		}
		live, err := ids.PostingsList([]byte(entry.Term), seg.Deleted(), nil)
		if err != nil {
			return nil, err
		}
		if live.Count() == 0 {
			continue
		}
		o, err := parseOccurrenceID(entry.Term)
		if err != nil {
			return nil, err
		}
		all = append(all, o.Root)
		it = ids.AutomatonIterator(nil, []byte(from+o.Root+"\x01"), []byte(end))
	}
}

// EachContent implements [Catalog].
func (s *bleveState) EachContent(ctx context.Context, f func(Content) error) error {
	return s.Snapshot.EachContent(func(c Content) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f(c)
	})
}

// EachDocument implements [Catalog].
func (s *bleveState) EachDocument(ctx context.Context, f func(Document) error) error {
	return query.EachDocument(ctx, s.Reader(), fields(), func(documentID string, hashes [][]uint64) error {
		id, _ := ContentOf(documentID)
		c, stored, err := s.content(id)
		if err != nil {
			return err
		}
		d := Document{Content: c, Packed: stored.source, WFP: stored.wfp}
		copy(d.Hashes[:], hashes)
		return f(d)
	})
}

// EachTerm implements [Catalog].
func (s *bleveState) EachTerm(ctx context.Context, r analyzer.Representation, f func(term []byte, df int) error) error {
	return query.EachTerm(ctx, s.Reader(), r.String(), f)
}

// ContentsWith implements [Catalog].
func (s *bleveState) ContentsWith(ctx context.Context, r analyzer.Representation, term string, n int) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ids, err := query.DocumentsWith(s.Reader(), r.String(), term, n)
	for i := range ids {
		ids[i], _ = ContentOf(ids[i])
	}
	return ids, err
}
