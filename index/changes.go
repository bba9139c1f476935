//go:build !js

// Not in a browser: it belongs to the index on disk.

package index

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Changes of an index on disk go through its writer, one at a time.

// ErrReadOnly is the error of calls that write to an index that is open for reading.
var ErrReadOnly = errors.New("the index is open for reading only")

// Update indexes the files below the source's root. It does not read files whose size and time are
// those of the last update. When ctx is done it stops, writes and publishes the finished work,
// which can take seconds, and returns the report and ctx's error. The next Update does the rest.
func (x *Index) Update(ctx context.Context, src Source, o UpdateOptions) (Report, error) {
	var report Report
	err := x.write(ctx, "indexing "+src.Root, func(w Writer) (err error) {
		o.Corpus.Exclude = x.ExcludeFrom(src.Root, o.Corpus.Exclude)
		report, err = runUpdate(ctx, w, src, o)
		return err
	})
	return report, err
}

// write runs f with the writer. Calls are serialized. doing describes f in its error.
func (x *Index) write(ctx context.Context, doing string, f func(Writer) error) error {
	if x.readOnly {
		return ErrReadOnly
	}
	err := x.writing.lock(ctx)
	if err == nil {
		defer x.writing.unlock()
		w := x.writer()
		defer w.close()
		err = f(w)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", doing, advised(err))
	}
	return nil
}

// Remove removes every occurrence, and every record of a skipped file, for which match returns
// true, and the contents that lose their last occurrence. It returns the number of removed
// occurrences. When ctx is done it stops, and publishes the finished work, like [Index.Update].
func (x *Index) Remove(ctx context.Context, match func(Occurrence) bool) (int, error) {
	n := 0
	err := x.write(ctx, "removing from index "+x.path, func(w Writer) (err error) {
		n, err = runRemove(ctx, w, match)
		return err
	})
	return n, err
}

// AddBoilerplate makes the files below the roots boilerplate, and returns a report for each root. A
// root is a folder or a file. Changed files are replaced. Everything is written in one batch at the
// end: if there is an error before that, or ctx is done, nothing changes.
func (x *Index) AddBoilerplate(ctx context.Context, roots []string,
	o BoilerplateOptions) ([]BoilerplateReport, error) {
	var reports []BoilerplateReport
	err := x.write(ctx, "adding boilerplate to index "+x.path, func(w Writer) (err error) {
		reports, err = addBoilerplate(ctx, w, roots, o, x.ExcludeFrom)
		return err
	})
	if err != nil {
		return nil, err
	}
	return reports, nil
}

// RemoveBoilerplate removes the names for which match returns true, and returns their number. It
// writes like [Index.AddBoilerplate].
func (x *Index) RemoveBoilerplate(ctx context.Context, match func(name string) bool) (int, error) {
	removed := 0
	err := x.write(ctx, "removing boilerplate from index "+x.path, func(w Writer) (err error) {
		removed, err = removeBoilerplate(ctx, w, match)
		return err
	})
	return removed, err
}

// CopyFrom copies another index into this one: see [Copy].
func (x *Index) CopyFrom(ctx context.Context, from Copied, settings Settings, o CopyOptions) (CopyReport, error) {
	var report CopyReport
	err := x.write(ctx, "copying to index "+x.path, func(w Writer) (err error) {
		report, err = runCopy(ctx, from, settings, w, o)
		return err
	})
	return report, err
}

// ExcludeFrom returns the patterns, with one that excludes the index itself if it is below the root.
func (x *Index) ExcludeFrom(root string, patterns []string) []string {
	if corpus.IsRepository(root) {
		return patterns
	}
	from, err := corpus.Open(root, corpus.Options{})
	if err != nil {
		return patterns // the walk will say why
	}
	defer from.Close()
	return excludeIndex(patterns, from.Root(), x.path)
}

// excludeIndex excludes the index itself if it is below the root.
func excludeIndex(patterns []string, root, indexPath string) []string {
	abs, err := filepath.Abs(indexPath)
	if err != nil {
		return patterns
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return patterns
	}
	return append(patterns[:len(patterns):len(patterns)], "/"+corpus.EscapePattern(filepath.ToSlash(rel))+"/")
}
