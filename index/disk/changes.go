package disk

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Changes of an index on disk go through its writer, one at a time.

// Update changes the index: see [index.Update]. It does not index the index itself.
func (x *Index) Update(ctx context.Context, src index.Source, o index.UpdateOptions) (report index.Report, err error) {
	err = x.write(ctx, func(w index.Writer) error {
		report, err = index.Update(ctx, w, src, o)
		return err
	})
	return report, err
}

// write runs f with the writer. Calls are serialized.
func (x *Index) write(ctx context.Context, f func(index.Writer) error) error {
	if x.readOnly {
		return index.ErrReadOnly
	}
	if err := x.writing.lock(ctx); err != nil {
		return fmt.Errorf("waiting for another change of index %s: %w", x.path, err)
	}
	defer x.writing.unlock()
	w := x.writer()
	defer w.close()
	if err := f(w); err != nil {
		return advised(err)
	}
	return nil
}

// Remove changes the index: see [index.Remove].
func (x *Index) Remove(ctx context.Context, match func(index.Occurrence) bool) (n int, err error) {
	err = x.write(ctx, func(w index.Writer) error {
		n, err = index.Remove(ctx, w, match)
		return err
	})
	return n, err
}

// AddBoilerplate changes the index: see [index.AddBoilerplate].
func (x *Index) AddBoilerplate(ctx context.Context, roots []string,
	o index.BoilerplateOptions) (reports []index.BoilerplateReport, err error) {
	err = x.write(ctx, func(w index.Writer) error {
		reports, err = index.AddBoilerplate(ctx, w, roots, o)
		return err
	})
	return reports, err
}

// RemoveBoilerplate changes the index: see [index.RemoveBoilerplate].
func (x *Index) RemoveBoilerplate(ctx context.Context, match func(name string) bool) (n int, err error) {
	err = x.write(ctx, func(w index.Writer) error {
		n, err = index.RemoveBoilerplate(ctx, w, match)
		return err
	})
	return n, err
}

// CopyFrom copies another index into this one: see [index.Copy].
func (x *Index) CopyFrom(ctx context.Context, from index.Copied, settings index.Settings, o index.CopyOptions) (report index.CopyReport, err error) {
	err = x.write(ctx, func(w index.Writer) error {
		report, err = index.Copy(ctx, from, settings, w, o)
		return err
	})
	return report, err
}

// ExcludeFrom implements [index.Writer].
func (w *bleveWriter) ExcludeFrom(root string, patterns []string) []string {
	return w.x.ExcludeFrom(root, patterns)
}

// Cached returns what Cache has kept.
func (w *bleveWriter) Cached(name string, most int64) []byte {
	b, _ := w.x.dir.read(name, most)
	return b
}

// Cache keeps a file in the folder of the index. An error only costs time later.
func (w *bleveWriter) Cache(name string, content []byte) { _ = w.x.dir.replace(name, content) }

// ExcludeFrom returns the patterns, and one for an index below the root itself.
func (x *Index) ExcludeFrom(root string, patterns []string) []string {
	if !corpus.KindOf(root).IsFolder() {
		return patterns
	}
	from, err := corpus.Open(root, document.Options{})
	if err != nil {
		return patterns // the walk will report why
	}
	defer from.Close()
	return excludeFolder(patterns, from.Root(), x.path)
}

// excludeFolder excludes the index itself if it is below the root.
func excludeFolder(patterns []string, root, indexPath string) []string {
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
