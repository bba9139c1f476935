// Package split shares the work of one comparison among processes that all make it. Such processes
// are a browser's workers, which have no memory in common. Each reads all files and finds all
// candidates. That takes little, and nothing has to be passed. Each then aligns a part of the
// candidates, and they exchange the results.
package split

import (
	"context"
	"errors"
)

// ErrDone is the error of processes other than the first. The first one's result is the whole one.
var ErrDone = errors.New("the first process has the result")

// ErrChanged means that the processes do not see the same files. Another attempt may succeed.
var ErrChanged = errors.New("files were changed, moved or deleted while they were compared: compare them again")

// Exchange passes on the results of this process and returns the results of all. The results
// include its own, in the order of the processes.
type Exchange func(ctx context.Context, found []byte) (all [][]byte, err error)

// Split is this process's share of the work.
type Split struct {
	Part, Of int // the number of this process, from 0, and how many there are
	Exchange Exchange
}

type key struct{}

// With returns a context in which comparisons do only their share of the work.
func With(ctx context.Context, s Split) context.Context { return context.WithValue(ctx, key{}, s) }

// From returns the share of the work in a context. A process on its own does all work.
func From(ctx context.Context) Split {
	if s, ok := ctx.Value(key{}).(Split); ok {
		return s
	}
	return Split{Part: 0, Of: 1}
}

// Range returns which of n things a part has: those from from on, before to.
func (s Split) Range(part, n int) (from, to int) {
	return part * n / s.Of, (part + 1) * n / s.Of
}
