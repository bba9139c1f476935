package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// bleveState is the [index.State] of an index on disk: a snapshot, searched by package blevequery.
type bleveState struct {
	*Snapshot
	index *Index

	weights  atomic.Pointer[query.Weights] // nil until a question needs them: see weigh
	weighing chan struct{}                 // holds one while weights are computed or read
}

var (
	_ index.State   = (*bleveState)(nil)
	_ index.Catalog = (*bleveState)(nil)
)

// State returns the present state. Close it before the index. The error wraps [ErrDamaged] if a
// segment does not open. The state is a [index.Catalog], too.
func (x *Index) State() (index.State, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	return &bleveState{Snapshot: s, index: x, weighing: make(chan struct{}, 1)}, nil
}

// Search implements [index.State].
func (s *bleveState) Search(ctx context.Context, vs []*query.Vector, o query.Options) ([]*query.Result, error) {
	o, err := s.options(ctx, o)
	if err != nil {
		return nil, err
	}
	results, err := blevequery.SearchAll(ctx, s.Reader(), vs, o)
	for _, r := range results {
		nameContents(r.Hits)
	}
	return results, err
}

// Score implements [index.State].
func (s *bleveState) Score(ctx context.Context, v *query.Vector, ids []string, o query.Options) ([]query.Hit, error) {
	o, err := s.options(ctx, o)
	if err != nil {
		return nil, err
	}
	documents := make([]string, len(ids))
	for i, id := range ids {
		documents[i] = contentPrefix + id
	}
	hits, err := blevequery.Score(ctx, s.Reader(), v, documents, o)
	nameContents(hits)
	return hits, err
}

// nameContents replaces the ids of Bleve documents by content ids. Only contents have fingerprints.
func nameContents(hits []query.Hit) {
	for i := range hits {
		hits[i].ID, _ = ContentOf(hits[i].ID)
	}
}

// options returns the options with the data known of the snapshot.
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
	return strconv.FormatUint(blevequery.StateOf(s.Reader(), s.n), 16)
}

// LookUp implements [index.State].
func (s *bleveState) LookUp(ctx context.Context, v *query.Vector) ([]query.TermStats, error) {
	return blevequery.LookUp(ctx, s.Reader(), v, s.n)
}

// Describe implements [index.State].
func (s *bleveState) Describe(ctx context.Context, ids []string) ([]index.Described, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.Snapshot.Describe(ids)
}

// errAny ends a search for one occurrence.
var errAny = errors.New("there is one")

// Occurrences implements [index.State].
func (s *bleveState) Occurrences(ctx context.Context, w index.Where, f func(index.Occurrence) error) error {
	err := s.occurrences(ctx, w, func(o index.Occurrence) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !w.Selects(o) {
			return nil
		}
		if err := f(o); err != nil || !w.Any {
			return err
		}
		return errAny
	})
	if errors.Is(err, errAny) {
		return nil
	}
	return err
}

// occurrences calls f for all that w selects, and possibly for others.
func (s *bleveState) occurrences(ctx context.Context, w index.Where, f func(index.Occurrence) error) error {
	switch {
	case w.File != "":
		return s.eachAt(ctx, w, f)
	case w.Root != "":
		return s.eachBelow(ctx, w, f)
	case w.Both && w.Collection != "":
		return s.eachOccurrence(fieldCollection, w.Collection, f)
	case w.Both:
		if err := s.EachOccurrence("", f); err != nil {
			return err
		}
		return s.EachSkipped(f)
	case w.Skipped:
		return s.EachSkipped(f)
	case w.Content != "":
		all, err := s.Snapshot.Occurrences(w.Content)
		for i := 0; i < len(all) && err == nil; i++ {
			err = f(all[i])
		}
		return err
	}
	return s.EachOccurrence(w.Collection, f)
}

// eachBelow calls f for the occurrences below w.Root.
func (s *bleveState) eachBelow(ctx context.Context, w index.Where, f func(index.Occurrence) error) (err error) {
	collections := []string{w.Collection}
	if w.Collection == "" {
		collections, err = s.Collections(ctx)
	}
	for i := 0; i < len(collections) && err == nil; i++ {
		err = s.eachOccurrence(fieldRoot, rootKey(collections[i], w.Root), f)
	}
	return err
}

// eachAt calls f for the occurrences at w.File.
func (s *bleveState) eachAt(ctx context.Context, w index.Where, f func(index.Occurrence) error) error {
	places, err := w.Places(ctx, s)
	for i := 0; i < len(places) && err == nil; i++ {
		err = s.eachOccurrence("_id", occurrenceID(places[i]), f)
	}
	return err
}

// Source implements [index.State].
func (s *bleveState) Source(ctx context.Context, c index.Content, at []index.Occurrence, used []byte) ([]byte, error) {
	if s.index.settings.HashOnly {
		_, err := s.Content(c.ID)
		return nil, cmp.Or(ctx.Err(), err, fmt.Errorf("content %s: %w", c.ID, index.ErrHashOnly))
	}
	return s.SourceOf(ctx, c, at, used)
}

// EachBoilerplate implements [index.State].
func (s *bleveState) EachBoilerplate(ctx context.Context, f func(index.Boilerplate) error) error {
	return s.Snapshot.EachBoilerplate(func(b index.Boilerplate) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f(b)
	})
}

// Collections implements [index.Catalog]. It reads no document.
func (s *bleveState) Collections(ctx context.Context) ([]string, error) {
	names, err := s.terms(ctx, fieldCollection, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("listing collections: %w", err)
	}
	return names, nil
}

// Languages implements [index.Catalog]. It reads no document.
func (s *bleveState) Languages(ctx context.Context) ([]string, error) {
	names, err := s.terms(ctx, fieldLanguage, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("listing languages: %w", err)
	}
	return names, nil
}

// Roots implements [index.Catalog]. It reads no document.
func (s *bleveState) Roots(ctx context.Context, collection string) ([]string, error) {
	from := rootKey(collection, "")
	all, err := s.terms(ctx, fieldRoot, []byte(from), []byte(collection+"\x01"))
	if err != nil {
		return nil, fmt.Errorf("listing roots: %w", err)
	}
	for i := range all {
		all[i] = strings.TrimPrefix(all[i], from)
	}
	return all, nil
}

// terms returns the terms of a field of zap that a document has, sorted. They are those from the
// first one on, and before the end, which are nil if there are no bounds. It reads no posting but
// whether there is one.
func (s *bleveState) terms(ctx context.Context, field string, from, end []byte) ([]string, error) {
	all := []string{}
	for _, seg := range s.reader.Segments() {
		dict, err := seg.Segment().Dictionary(field)
		if err != nil {
			return nil, err
		}
		for it := dict.AutomatonIterator(nil, from, end); ; {
			entry, err := it.Next()
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			if entry == nil {
				break
			}
			live, err := dict.PostingsList([]byte(entry.Term), seg.Deleted(), nil)
			if err != nil {
				return nil, err
			}
			if live.Count() > 0 {
				all = append(all, entry.Term)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// EachContent implements [index.Catalog].
func (s *bleveState) EachContent(ctx context.Context, f func(index.Content) error) error {
	return s.Snapshot.EachContent(func(c index.Content) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f(c)
	})
}

// EachDocument implements [index.Catalog].
func (s *bleveState) EachDocument(ctx context.Context, f func(index.Document) error) error {
	return blevequery.EachDocument(ctx, s.Reader(), fields(), func(documentID string, hashes [][]uint64) error {
		id, _ := ContentOf(documentID)
		c, stored, err := s.content(id)
		if err != nil {
			return err
		}
		d := index.Document{Content: c, Packed: stored.source, WFP: stored.wfp}
		copy(d.Hashes[:], hashes)
		return f(d)
	})
}

// EachTerm implements [index.Catalog].
func (s *bleveState) EachTerm(ctx context.Context, r analyzer.Representation, f func(term []byte, df int) error) error {
	return blevequery.EachTerm(ctx, s.Reader(), r.String(), f)
}

// ContentsWith implements [index.Catalog].
func (s *bleveState) ContentsWith(ctx context.Context, r analyzer.Representation, term string, n int) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ids, err := blevequery.DocumentsWith(s.Reader(), r.String(), term, n)
	for i := range ids {
		ids[i], _ = ContentOf(ids[i])
	}
	return ids, err
}
