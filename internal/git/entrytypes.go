package git

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// typed adds types and sizes to entries. list sends them to found, and the ids of those that are a
// [Blob] or [Repeated], or may be trees or commits, to check. f gets them with their sizes; of
// trees and of commits that are not too large, wanted then gets the ids. stop ends ctx, and with it
// all that wanted and check belong to.
func (r *Repository) typed(ctx context.Context, stop func(), wanted io.Writer, list func(found chan<- Entry, check io.Writer) error,
	f func(typed <-chan Entry) error) error {
	types, err := r.start(ctx, "cat-file", "--batch-check")
	if err != nil {
		return err
	}
	defer types.end()
	found, typed := make(chan Entry, 1<<10), make(chan Entry, 1<<10)
	listed, asked := make(chan error, 1), make(chan error, 1)
	go func() {
		defer close(found)
		listed <- list(found, types.in)
	}()
	go func() {
		defer close(typed)
		asked <- sendTyped(ctx, found, types.out, wanted, typed)
	}()
	err = f(typed)
	stop()
	for range typed { // until both have ended
	}
	for range found {
	}
	if failed := <-asked; err == nil {
		err = failed
	}
	if failed := <-listed; err == nil {
		err = failed
	}
	return err
}

// sendTyped sends on files and trees, and the ids to be wanted. checked has the types; wanted are
// ids of trees and commits.
func sendTyped(ctx context.Context, found <-chan Entry, checked *bufio.Reader, wanted io.Writer, typed chan<- Entry) error {
	for e := range found {
		if e.Kind == Blob || e.Kind == Repeated || e.Kind == newCommit {
			kind, size, err := readHead(checked)
			switch {
			case errors.Is(err, ErrMissing):
				e.Kind = Missing
			case err != nil:
				return err
			case e.Kind == newCommit:
			case kind == "tree":
				e.Kind = tree
			case kind != "blob":
				continue
			}
			e.Size = size
		}
		select {
		case typed <- e:
		case <-ctx.Done():
			return ctx.Err()
		}
		if e.Kind != tree && (e.Kind != newCommit || e.Size > mostCommit) {
			continue
		}
		if _, err := io.WriteString(wanted, e.ID+"\n"); err != nil {
			return err
		}
	}
	return nil
}
