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

// Ahead returns a context in which [Request.Fetch] also begins to fetch the next packages of the
// paths. stop waits for these, and removes them.
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

// Ready waits until a package in the list of the context is fetched, for [Request.Fetch] to take.
// It returns the error of fetching, and nil for other paths. An index that has nothing yet must not
// begin with a source that fails.
func Ready(ctx context.Context, path string) error {
	a, ok := ctx.Value(aheadKey{}).(*ahead)
	r, err := Parse(path)
	if !ok || err != nil {
		return nil
	}
	_, err = a.await(ctx, r)
	return err
}

// fetch returns the package, and begins to fetch the next ones.
func (a *ahead) fetch(ctx context.Context, r Request) (Package, error) {
	c, err := a.await(ctx, r)
	if c == nil {
		return r.fetch(ctx) // it is not in the list
	}
	if ctx.Err() == nil {
		a.mu.Lock()
		delete(a.calls, r.String())
		a.mu.Unlock()
	}
	return c.p, err
}

// await returns the call of a package when it has ended, with its error. It returns nil if the list
// lacks it. It begins to fetch the next ones.
func (a *ahead) await(ctx context.Context, r Request) (*call, error) {
	at, listed := a.place[r.String()]
	if !listed {
		return nil, nil
	}
	a.mu.Lock()
	for _, next := range a.requests[at:min(at+mostAhead, len(a.requests))] {
		if a.calls[next.String()] == nil {
			a.calls[next.String()] = begin(a.ctx, next)
		}
	}
	c := a.calls[r.String()]
	a.mu.Unlock()
	select {
	case <-ctx.Done():
		return &call{}, ctx.Err()
	case <-c.done:
	}
	return c, c.err
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
