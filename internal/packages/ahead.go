package packages

import (
	"context"
	"sync"
)

// mostAhead is the number of packages that are fetched at a time.
const mostAhead = 4

// ahead fetches the packages of a list before they are asked for.
type ahead struct {
	ctx      context.Context // of all fetches; the context of one may end before the next
	requests []Request
	mu       sync.Mutex
	calls    map[string]*call
	place    map[string]int // of the names
}

// call is the fetching of a package that nobody has asked for yet.
type call struct {
	done chan struct{}
	p    Package
	err  error
}

type aheadKey struct{}

// Ahead returns a context in which [Request.Fetch] of one of the paths also begins to fetch the
// packages that come after it. stop waits for these, and removes them.
func Ahead(ctx context.Context, paths []string) (within context.Context, stop func()) {
	var requests []Request
	for _, path := range paths {
		if r, err := Parse(path); err == nil {
			requests = append(requests, r)
		}
	}
	if len(requests) == 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	a := &ahead{ctx: ctx, requests: requests, calls: map[string]*call{}, place: map[string]int{}}
	for i, r := range requests {
		a.place[r.String()] = i
	}
	return context.WithValue(ctx, aheadKey{}, a), func() {
		cancel()
		a.mu.Lock()
		defer a.mu.Unlock()
		for _, c := range a.calls {
			<-c.done
			_ = c.p.Remove()
		}
	}
}

// fetch returns the package, and begins to fetch the next ones.
func (a *ahead) fetch(ctx context.Context, r Request) (Package, error) {
	name := r.String()
	at, listed := a.place[name]
	if !listed {
		return r.fetch(ctx)
	}
	a.mu.Lock()
	for _, next := range a.requests[at:min(at+mostAhead, len(a.requests))] {
		if a.calls[next.String()] == nil {
			a.calls[next.String()] = begin(a.ctx, next)
		}
	}
	c := a.calls[name]
	a.mu.Unlock()
	select {
	case <-ctx.Done():
		return Package{}, ctx.Err()
	case <-c.done:
	}
	a.mu.Lock()
	delete(a.calls, name)
	a.mu.Unlock()
	return c.p, c.err
}

// begin begins to fetch a package.
func begin(ctx context.Context, r Request) *call {
	c := &call{done: make(chan struct{})}
	go func() {
		defer close(c.done)
		c.p, c.err = r.fetch(ctx)
	}()
	return c
}
