package serve

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
)

// kept caches values computed from a state of an index. Each is computed once, on the first request
// for it. The computation outlives the request, so a later request gets the result.
type kept struct {
	mu     sync.Mutex
	values map[string]*computed
}

// computed is a cached value, or one whose computation runs.
type computed struct {
	done  chan struct{} // closed once value and err are set
	value any
	err   error
}

// Keep returns the cached value of that name, or computes it. Errors are not cached. Of an index on
// a cluster nothing is cached, because it follows updates.
func Keep[T any](ctx context.Context, h *Held, name string, compute func(context.Context, *Held) (T, error)) (value T, err error) {
	if index.IsAddress(h.Path()) {
		return compute(ctx, h)
	}
	k := &h.state.kept
	k.mu.Lock()
	c := k.values[name]
	if c == nil {
		c = &computed{done: make(chan struct{})}
		if k.values == nil {
			k.values = map[string]*computed{}
		}
		k.values[name] = c
		own := h.served.hold(h.state)
		h.served.computing.Go(func() {
			defer own.Close()
			c.err = safely(func() (err error) {
				c.value, err = compute(h.served.ctx, own)
				return err
			})
			if c.err != nil {
				k.mu.Lock()
				delete(k.values, name)
				k.mu.Unlock()
			}
			close(c.done)
		})
	}
	k.mu.Unlock()
	select {
	case <-c.done:
		if bug := new(panicError); errors.As(c.err, &bug) {
			panic(bug)
		} else if c.err != nil {
			return value, c.err
		}
		return c.value.(T), nil
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// safely returns the error of f, or a panic of it as an error.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{debug.Stack()}
		}
	}()
	return mapped.Read(f)
}

// panicError is a panic of another goroutine. It omits the value of the panic, which may contain
// searched text.
type panicError struct{ stack []byte }

func (e *panicError) Error() string { return "internal error: report it with the server's log" }

// Stats returns the statistics of the index. Do not change them. It reads all postings, once for
// each state.
func (h *Held) Stats(ctx context.Context) (*inspect.IndexStats, error) {
	return Keep(ctx, h, "stats", func(ctx context.Context, h *Held) (*inspect.IndexStats, error) { return inspect.Index(ctx, h) })
}

// CollectionList returns the collections of the index and their sizes. Do not change them. It reads
// all occurrences, once for each state.
func (h *Held) CollectionList(ctx context.Context) (inspect.CollectionList, error) {
	return Keep(ctx, h, "collections", func(ctx context.Context, h *Held) (inspect.CollectionList, error) {
		state, err := h.State()
		if err != nil {
			return inspect.CollectionList{}, err
		}
		defer state.Close()
		return inspect.Collections(ctx, state, "")
	})
}

// MaxIdioms is the greatest number of idioms that [Held.Idioms] returns.
const MaxIdioms = 200

// Idioms returns the n most frequent fingerprints, at most [MaxIdioms]. Do not change them. It
// reads all postings, once for each state.
func (h *Held) Idioms(ctx context.Context, r analyzer.Representation, n int) ([]inspect.Idiom, error) {
	all, err := Keep(ctx, h, "idioms "+r.String(), func(ctx context.Context, h *Held) ([]inspect.Idiom, error) {
		return inspect.Idioms(ctx, h, r, MaxIdioms)
	})
	return all[:max(0, min(n, len(all)))], err
}
