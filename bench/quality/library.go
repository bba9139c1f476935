package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// library is an index of a task's documents in a temporary folder. Close it.
type library struct {
	dir      string
	index    *index.Index
	snapshot *index.Snapshot
	weights  *query.Weights
	paths    map[string][]string // of the documents, by id of the content
}

// newLibrary indexes the documents, whatever their names and sizes: who made the set has chosen
// them. Those without a fingerprint are noted, they cannot be found.
func newLibrary(ctx context.Context, t *task) (*library, error) {
	dir, err := os.MkdirTemp("", "chaffinch-quality-")
	if err != nil {
		return nil, err
	}
	l := &library{dir: dir, paths: map[string][]string{}}
	if err := l.build(ctx, t); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *library) build(ctx context.Context, t *task) error {
	tree := filepath.Join(l.dir, "tree")
	largest, err := layOut(t, tree)
	if err != nil {
		return fmt.Errorf("laying out the documents: %w", err)
	}
	s := index.DefaultSettings()
	s.Analyzer = t.analyzer
	if l.index, err = index.Create(filepath.Join(l.dir, "index"), s); err != nil {
		return err
	}
	done, err := l.index.Update(ctx, index.Source{Root: tree}, index.UpdateOptions{
		Corpus: corpus.Options{MaxSize: largest, NoIgnore: true, KeepGenerated: true, KeepMinified: true},
	})
	if err != nil {
		return err
	}
	for _, reason := range slices.Sorted(maps.Keys(done.Skipped)) {
		fmt.Fprintf(t.notes, "%d documents are not indexed, and score 0: %s\n", done.Skipped[reason], reason)
	}
	return l.open(ctx)
}

// layOut copies the documents below dir, for the index takes folders. It returns the size of the
// largest.
func layOut(t *task, dir string) (largest int64, err error) {
	for _, path := range t.documents {
		content, err := t.read(path)
		if err != nil {
			return 0, err
		}
		largest = max(largest, int64(len(content)))
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return 0, err
		}
	}
	return largest, nil
}

func (l *library) open(ctx context.Context) error {
	var err error
	if l.snapshot, err = l.index.Snapshot(); err != nil {
		return err
	}
	var fields []string
	for r := range analyzer.Representation(analyzer.Representations) {
		fields = append(fields, r.String())
	}
	if l.weights, err = query.ComputeWeights(ctx, l.snapshot.Reader(), fields, l.snapshot.Contents()); err != nil {
		return err
	}
	return l.snapshot.EachOccurrence("", func(o index.Occurrence) error {
		l.paths[o.Content] = append(l.paths[o.Content], o.Path)
		return nil
	})
}

func (l *library) close() error {
	var errs []error
	if l.snapshot != nil {
		errs = append(errs, l.snapshot.Close())
	}
	if l.index != nil {
		errs = append(errs, l.index.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(l.dir))...)
}
