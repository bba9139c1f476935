// Package ctxtest has a context for tests of cancellation.
package ctxtest

import (
	"context"
	"sync/atomic"
)

// Context is done after a given number of calls of Err. Done returns nil. Several goroutines may
// use it.
type Context struct {
	context.Context
	calls atomic.Int64
	most  int64
}

// After returns a context that is done after n calls of Err.
func After(n int) *Context {
	return &Context{Context: context.Background(), most: int64(n)}
}

// Err implements [context.Context].
func (c *Context) Err() error {
	if c.calls.Add(1) > c.most {
		return context.Canceled
	}
	return nil
}

// Looks returns how often Err was called.
func (c *Context) Looks() int { return int(c.calls.Load()) }
