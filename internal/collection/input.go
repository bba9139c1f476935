package collection

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// input is what is compared: the files below roots, or what an index holds of such.
type input struct {
	roots []root
	// snapshot is that of the index, nil without.
	snapshot *index.Snapshot
	find     finder
}

// finder finds the files that a loader is to read.
type finder func(context.Context, *loader, chan<- job) error

// inputOf are folders, files and archives, those that are old after the others.
func inputOf(paths, old []string) input {
	roots := rootsOf(paths, old)
	return input{roots: roots, find: func(ctx context.Context, l *loader, jobs chan<- job) error {
		return l.find(ctx, roots, jobs)
	}}
}

// begin reads what has to be known before the files are: tables of submissions, and boilerplate.
func (l *loader) begin(ctx context.Context, in input) error {
	for _, r := range in.roots {
		if in.snapshot != nil {
			break // the index knows of no tables
		}
		if err := l.readRoster(ctx, r); err != nil {
			return err
		}
	}
	if err := l.readBase(ctx, in.snapshot, l.o.Base); err != nil {
		return fmt.Errorf("reading boilerplate: %w", err)
	}
	return nil
}

// shown says where the files are.
func (in input) shown() []Root {
	var all []Root
	for _, r := range in.roots {
		path := r.path
		if r.isFile() && !corpus.IsArchive(path) {
			path = filepath.Dir(path)
		}
		all = append(all, Root{r.prefix, path})
	}
	return all
}
