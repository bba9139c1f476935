package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/index"
)

// state is the index as questions see it. It follows what writers publish, except for the number of
// contents and the df of terms that were looked up.
type state struct {
	x       *Index
	n       int // contents
	deleted int // documents that were deleted, and that dictionaries count

	mu    sync.Mutex // guards the fields below
	df    map[key]int
	found map[string]bool // contents that a search has found
}

var (
	_ index.State   = (*state)(nil)
	_ index.Catalog = (*state)(nil)
)

// State returns the present state.
func (x *Index) State() (index.State, error) {
	s, err := x.state(context.Background())
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", x.path, err)
	}
	return s, nil
}

func (x *Index) state(ctx context.Context) (s *state, err error) {
	s = &state{x: x, df: map[key]int{}, found: map[string]bool{}}
	if s.deleted, err = x.deleted(ctx); err != nil {
		return nil, err
	}
	s.n, err = x.count(ctx, x.name)
	return s, err
}

// Contents implements [index.State].
func (s *state) Contents() int { return s.n }

// Close implements [index.State]. It has nothing to release.
func (s *state) Close() error { return nil }

// Describe implements [index.State]. A content that this state has found, and that was removed
// since, has no occurrences.
func (s *state) Describe(ctx context.Context, ids []string) ([]index.Described, error) {
	docs, err := s.x.get(ctx, ids, sourceFields, reading)
	if err != nil {
		return nil, fmt.Errorf("reading contents: %w", err)
	}
	all := make([]index.Described, len(ids))
	for i, d := range docs {
		if all[i].Content, err = s.contentOf(ids[i], d); err != nil {
			return nil, err
		}
	}
	at, err := s.occurrencesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if docs[i].Found {
			all[i].Occurrences = slices.Clone(at[id])
		}
	}
	return all, nil
}

// contentOf returns the content of a requested document.
func (s *state) contentOf(id string, d got) (index.Content, error) {
	if !d.Found {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.found[id] {
			return index.Content{ID: id}, nil
		}
		return index.Content{}, fmt.Errorf("content %s: %w", id, index.ErrUnknownContent)
	}
	return contentIn(id, d.Source)
}

// mostValues is the maximum number of values of one filter.
const mostValues = 1000

// occurrencesOf returns the sorted occurrences of contents, by id.
func (s *state) occurrencesOf(ctx context.Context, ids []string) (map[string][]index.Occurrence, error) {
	all := map[string][]index.Occurrence{}
	for part := range slices.Chunk(distinct(ids), mostValues) {
		filter := []object{{"term": object{"kind": kindOccurrence}}, {"terms": object{"content": part}}}
		err := s.eachFile(ctx, filter, func(f fileSource) error {
			o, err := f.occurrence()
			all[o.Content] = append(all[o.Content], o)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("reading occurrences: %w", err)
		}
	}
	for _, at := range all {
		slices.SortFunc(at, index.Occurrence.Compare)
	}
	return all, nil
}

func distinct(ids []string) []string {
	set := map[string]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return sortedKeys(set)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// eachFile calls f for every document of the index of files that passes the filter.
func (s *state) eachFile(ctx context.Context, filter []object, f func(fileSource) error) error {
	return s.eachOf(ctx, filter, false, f)
}

// eachOf is eachFile; any is whether one document is enough.
func (s *state) eachOf(ctx context.Context, filter []object, any bool, f func(fileSource) error) error {
	body := object{
		"size": mostPage, "track_total_hits": true, "query": object{"bool": object{"filter": filter}},
		"_source": fileFields,
	}
	if any {
		body["size"], body["track_total_hits"], body["terminate_after"] = 1, false, 1
	}
	each := func(h hit) error {
		var source fileSource
		if err := json.Unmarshal(h.Source, &source); err != nil {
			return fmt.Errorf("%w: %w", errLies, err)
		}
		return f(source)
	}
	found, err := s.x.search(ctx, s.x.files(), []object{body})
	if err != nil {
		return err
	}
	if !any && found[0].Hits.Total.Value > len(found[0].Hits.Hits) { // more than a page
		return s.x.scroll(ctx, s.x.files(), body, each)
	}
	for _, h := range found[0].Hits.Hits {
		if err := errors.Join(ctx.Err(), each(h)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Occurrences implements [index.State].
func (s *state) Occurrences(ctx context.Context, w index.Where, f func(index.Occurrence) error) error {
	kinds := []string{kindOccurrence}
	switch {
	case w.Both:
		kinds = append(kinds, kindSkipped)
	case w.Skipped:
		kinds = []string{kindSkipped}
	}
	filter := []object{{"terms": object{"kind": kinds}}}
	if w.Collection != "" {
		filter = append(filter, object{"term": object{"collection": w.Collection}})
	}
	if w.Content != "" {
		filter = append(filter, object{"term": object{"content": w.Content}})
	}
	if w.Root != "" {
		filter = append(filter, object{"term": object{"root": rootTerm(w.Root)}})
	}
	found := false
	each := func(source fileSource) error {
		o, err := source.occurrence()
		if err != nil || w.Any && found {
			return err
		}
		found = true
		return f(o)
	}
	if w.File == "" {
		return s.eachOf(ctx, filter, w.Any, each)
	}
	places, err := w.Places(ctx, s)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(places, mostValues) {
		var ids []string
		for _, o := range part {
			ids = append(ids, placeID(o))
		}
		if err := s.eachFile(ctx, append(filter, object{"ids": object{"values": ids}}), each); err != nil {
			return err
		}
	}
	return nil
}

// Source implements [index.State].
func (s *state) Source(ctx context.Context, c index.Content, at []index.Occurrence, used []byte) ([]byte, error) {
	docs, err := s.x.get(ctx, []string{c.ID}, "packed", reading)
	if err != nil {
		return nil, fmt.Errorf("reading content %s: %w", c.ID, err)
	}
	if !docs[0].Found {
		return nil, fmt.Errorf("content %s: %w", c.ID, index.ErrUnknownContent)
	}
	if s.x.Settings().HashOnly {
		return nil, fmt.Errorf("content %s: %w", c.ID, index.ErrHashOnly)
	}
	var stored contentSource
	if err := json.Unmarshal(docs[0].Source, &stored); err != nil {
		return nil, fmt.Errorf("content %s: %w: %w", c.ID, errLies, err)
	}
	if stored.Packed != nil {
		return index.Document{Content: c, Packed: stored.Packed}.Source()
	}
	source, err := index.FromFiles(ctx, c, at, used)
	if errors.Is(err, index.ErrSourceGone) {
		var all map[string][]index.Occurrence
		if all, err = s.occurrencesOf(ctx, []string{c.ID}); err == nil {
			source, err = index.FromFiles(ctx, c, all[c.ID], used)
		}
	}
	if err != nil {
		err = fmt.Errorf("content %s: %w", c.ID, err)
	}
	return source, err
}

// EachBoilerplate implements [index.State].
func (s *state) EachBoilerplate(ctx context.Context, f func(index.Boilerplate) error) error {
	filter := []object{{"term": object{"kind": kindBoilerplate}}}
	return s.eachFile(ctx, filter, func(source fileSource) error {
		var b index.Boilerplate
		if err := b.UnmarshalBinary(source.Record); err != nil {
			return fmt.Errorf("%w: %w", errLies, err)
		}
		return f(b)
	})
}
