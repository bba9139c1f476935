// Package memory has an index in memory, for the browser edition and for tests. It answers exactly
// as an index on disk does, to the last bit of a score, and is filled by the same pipeline: see
// [index.Update]. It looks at every posting of a question, so it is meant for some thousand
// contents.
//
//	memory.go  the index and its writer
//	state.go   one state of it
//	search.go  searches and scores
//	weights.go the weights of contents, for cosine and resemblance
package memory

import (
	"context"
	"sync"

	"github.com/chaffinch-search/chaffinch/index"
)

// Index is an index in memory. It is its own [index.Writer], for one change at a time. Questions
// are answered at the same time.
type Index struct {
	settings index.Settings

	mu          sync.Mutex // guards the fields below
	contents    map[string]index.Document
	occurrences map[string]index.Occurrence
	boilerplate map[string]index.Boilerplate
	reviewDue   bool
	written     *state // of all that was written; nil if it is to be made
	before      *state // when the change began
	published   *state
}

var _ index.Writer = (*Index)(nil)

// New returns an empty index, or an error if the settings are wrong.
func New(s index.Settings) (*Index, error) {
	if _, err := s.NewAnalyzer(); err != nil {
		return nil, err
	}
	x := &Index{
		settings: s, contents: map[string]index.Document{},
		occurrences: map[string]index.Occurrence{}, boilerplate: map[string]index.Boilerplate{},
	}
	x.published = x.now()
	x.before = x.published
	return x, nil
}

// Published returns the published state, which questions see.
func (x *Index) Published() index.State {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.published
}

// now returns the state of all that was written. Hold x.mu.
func (x *Index) now() *state {
	if x.written == nil {
		x.written = newState(x)
	}
	return x.written
}

// Settings implements [index.Writer].
func (x *Index) Settings() index.Settings { return x.settings }

// Begin implements [index.Writer].
func (x *Index) Begin(ctx context.Context, _, _ string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.before = x.now()
	return ctx.Err()
}

// State implements [index.Writer].
func (x *Index) State() (index.State, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.now(), nil
}

// Known implements [index.Writer].
func (x *Index) Known(ctx context.Context, ids []string) ([]index.Content, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	var known []index.Content
	for _, id := range ids {
		if n, ok := x.before.number[id]; ok {
			known = append(known, x.before.contents[n].Content)
		}
	}
	return known, ctx.Err()
}

// most bounds a batch, so that an interrupted update has written most of its work.
const most = 1000 // changes

// Full implements [index.Writer].
func (x *Index) Full(b *index.Batch) bool { return b.Len() >= most }

// Write implements [index.Writer].
func (x *Index) Write(ctx context.Context, b *index.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.written = nil
	for _, id := range b.Orphans {
		delete(x.contents, id)
	}
	for _, o := range b.Gone {
		delete(x.occurrences, o.Place())
	}
	for _, id := range b.NoBoilerplate {
		delete(x.boilerplate, id)
	}
	for _, d := range b.Contents {
		x.contents[d.ID] = d
	}
	for _, o := range b.Occurrences {
		x.occurrences[o.Place()] = o
	}
	for _, p := range b.Boilerplate {
		x.boilerplate[p.ID] = p
	}
	x.reviewDue = (x.reviewDue || b.Review) && !b.Reviewed
	return nil
}

// ReviewDue implements [index.Writer].
func (x *Index) ReviewDue(ctx context.Context) (bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.reviewDue, ctx.Err()
}

// Merge implements [index.Writer]. There is nothing to merge.
func (x *Index) Merge(ctx context.Context, _ bool) error { return ctx.Err() }

// Publish implements [index.Writer].
func (x *Index) Publish(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.reviewDue {
		x.published = x.now()
	}
	return nil
}
