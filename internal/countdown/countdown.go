// Package countdown has a context for tests of what asks its context.
package countdown

import (
	"context"
	"sync/atomic"
)

// Context is done once it has been asked for its error so many times. It has no channel to wait for. Several
// goroutines may ask.
type Context struct {
	context.Context
	looks atomic.Int64
	most  int64
}

// After returns a context that is done after so many looks at it.
func After(looks int) *Context {
	return &Context{Context: context.Background(), most: int64(looks)}
}

// Err implements [context.Context].
func (c *Context) Err() error {
	if c.looks.Add(1) > c.most {
		return context.Canceled
	}
	return nil
}

// Looks returns how often the context was asked.
func (c *Context) Looks() int { return int(c.looks.Load()) }
