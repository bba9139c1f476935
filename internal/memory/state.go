package memory

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
)

// state is one state of an index. It is not changed. Contents are numbered by ascending id, so that
// numbers order ties.
type state struct {
	hashOnly    bool
	contents    []index.Document
	number      map[string]int // by id
	occurrences []index.Occurrence
	of          map[string][]index.Occurrence // by content
	boilerplate []index.Boilerplate
	postings    [analyzer.Representations]map[uint64][]int // the numbers of the contents, by term
	weights     func() []weight                            // by content; computed once
	roots       func() []index.Occurrence                  // the first one of each root; computed once
}

var (
	_ index.State   = (*state)(nil)
	_ index.Catalog = (*state)(nil)
)

func newState(x *Index) *state {
	s := &state{hashOnly: x.settings.HashOnly, number: map[string]int{}, of: map[string][]index.Occurrence{}}
	for _, id := range slices.Sorted(maps.Keys(x.contents)) {
		s.number[id] = len(s.contents)
		s.contents = append(s.contents, x.contents[id])
	}
	s.occurrences = slices.Collect(maps.Values(x.occurrences))
	sort.Slice(s.occurrences, func(i, j int) bool { return s.occurrences[i].Compare(s.occurrences[j]) < 0 })
	for _, o := range s.occurrences {
		if o.Skipped == "" {
			s.of[o.Content] = append(s.of[o.Content], o)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(x.boilerplate)) {
		s.boilerplate = append(s.boilerplate, x.boilerplate[id])
	}
	for r := range s.postings {
		s.postings[r] = map[uint64][]int{}
		for n := range s.contents {
			for _, term := range winnow.DistinctTerms(s.contents[n].Hashes[r]) {
				s.postings[r][term] = append(s.postings[r][term], n)
			}
		}
	}
	s.weights = sync.OnceValue(s.weigh)
	s.roots = sync.OnceValue(func() []index.Occurrence {
		return slices.CompactFunc(slices.Clone(s.occurrences), func(x, y index.Occurrence) bool { // which are by collection and root
			return x.Collection == y.Collection && x.Root == y.Root
		})
	})
	return s
}

// Contents implements [index.State].
func (s *state) Contents() int { return len(s.contents) }

// Describe implements [index.State].
func (s *state) Describe(ctx context.Context, ids []string) ([]index.Described, error) {
	all := make([]index.Described, len(ids))
	for i, id := range ids {
		n, ok := s.number[id]
		if !ok {
			return nil, fmt.Errorf("content %s: %w", id, index.ErrUnknownContent)
		}
		all[i] = index.Described{Content: s.contents[n].Content, Occurrences: slices.Clone(s.of[id])}
	}
	return all, ctx.Err()
}

// Occurrences implements [index.State].
func (s *state) Occurrences(ctx context.Context, w index.Where, f func(index.Occurrence) error) error {
	for _, o := range s.occurrences {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !w.Selects(o) {
			continue
		}
		if err := f(o); err != nil || w.Any {
			return err
		}
	}
	return nil
}

// Source implements [index.State].
func (s *state) Source(ctx context.Context, c index.Content, at []index.Occurrence, used []byte) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n, ok := s.number[c.ID]
	if !ok {
		return nil, fmt.Errorf("content %s: %w", c.ID, index.ErrUnknownContent)
	}
	if s.hashOnly {
		return nil, fmt.Errorf("content %s: %w", c.ID, index.ErrHashOnly)
	}
	if s.contents[n].Packed != nil {
		return s.contents[n].Source()
	}
	source, err := index.FromFiles(ctx, c, slices.Concat(at, s.of[c.ID]), used)
	if err != nil {
		err = fmt.Errorf("content %s: %w", c.ID, err)
	}
	return source, err
}

// EachBoilerplate implements [index.State].
func (s *state) EachBoilerplate(ctx context.Context, f func(index.Boilerplate) error) error {
	return each(ctx, s.boilerplate, f)
}

// Close implements [index.State]. It has nothing to release.
func (s *state) Close() error { return nil }

// Collections implements [index.Catalog].
func (s *state) Collections(ctx context.Context) ([]string, error) {
	names := []string{}
	for _, r := range s.roots() {
		names = append(names, r.Collection)
	}
	return slices.Compact(names), ctx.Err()
}

// Languages implements [index.Catalog].
func (s *state) Languages(ctx context.Context) ([]string, error) {
	names := map[string]struct{}{}
	for _, d := range s.contents {
		names[d.Language] = struct{}{}
	}
	return slices.Sorted(maps.Keys(names)), ctx.Err()
}

// Roots implements [index.Catalog].
func (s *state) Roots(ctx context.Context, collection string) (all []string, err error) {
	for _, r := range s.roots() {
		if r.Collection == collection {
			all = append(all, r.Root)
		}
	}
	return all, ctx.Err()
}

// EachContent implements [index.Catalog].
func (s *state) EachContent(ctx context.Context, f func(index.Content) error) error {
	return each(ctx, s.contents, func(d index.Document) error { return f(d.Content) })
}

// EachDocument implements [index.Catalog].
func (s *state) EachDocument(ctx context.Context, f func(index.Document) error) error {
	return each(ctx, s.contents, func(d index.Document) error {
		for r := range d.Hashes {
			d.Hashes[r] = winnow.DistinctTerms(d.Hashes[r])
		}
		return f(d)
	})
}

// EachTerm implements [index.Catalog].
func (s *state) EachTerm(ctx context.Context, r analyzer.Representation, f func(term []byte, df int) error) error {
	return each(ctx, slices.Sorted(maps.Keys(s.postings[r])), func(term uint64) error {
		return f(winnow.AppendTerm(nil, term), len(s.postings[r][term]))
	})
}

// ContentsWith implements [index.Catalog].
func (s *state) ContentsWith(ctx context.Context, r analyzer.Representation, term string, n int) ([]string, error) {
	hash, err := winnow.ParseTerm([]byte(term))
	if err != nil {
		return nil, nil // no content has it
	}
	var ids []string
	for _, doc := range s.postings[r][hash] {
		if len(ids) >= n {
			break
		}
		ids = append(ids, s.contents[doc].ID)
	}
	return ids, ctx.Err()
}

// each calls f for all values, until ctx is done or f fails.
func each[T any](ctx context.Context, values []T, f func(T) error) error {
	for _, v := range values {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
	}
	return ctx.Err()
}
