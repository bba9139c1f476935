// Package piecewise reads and writes what is large piece by piece, as long as somebody waits for it.
package piecewise

import (
	"context"
	"io"
	"slices"
)

// Size is how many bytes a piece has at the most. What is done with one takes some milliseconds.
const Size = 1 << 20

// Reader returns r, which ends with ctx's error when that is done before.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p[:min(len(p), Size)])
}

// Write writes b, or some of it and returns ctx's error when that is done before.
func Write(ctx context.Context, to io.Writer, b []byte) error {
	for piece := range slices.Chunk(b, Size) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := to.Write(piece); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// aside is from how many bytes on memory is got while ctx is looked at: Go clears it, for which the system may have to find
// it first, at less than 1 GiB a second.
const aside = 16 << 20

// Room returns an empty slice with room for n bytes, in the memory of used if that is large enough. The error is ctx's,
// when it is done before.
func Room(ctx context.Context, used []byte, n int) ([]byte, error) {
	if n <= cap(used) {
		return used[:0], nil
	}
	if n < aside {
		return slices.Grow(used[:0], n), nil
	}
	return Await(ctx, func() ([]byte, error) { return slices.Grow(used[:0], n), nil })
}

// Await returns what get returns, or ctx's error when it is done before. Then get goes on, which has to end by itself.
func Await(ctx context.Context, get func() ([]byte, error)) ([]byte, error) {
	var got []byte
	done := make(chan error, 1)
	go func() {
		var err error
		got, err = get()
		done <- err
	}()
	select {
	case err := <-done:
		return got, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
