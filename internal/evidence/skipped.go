package evidence

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// skipWarnings warns if the file of the question is not in the index because it was skipped.
func (a *Asker) skipWarnings(ctx context.Context, r Request) ([]string, error) {
	if !filepath.IsAbs(r.File) {
		return nil, nil
	}
	reason, err := a.skipReason(ctx, r)
	if reason == "" || err != nil {
		return nil, err
	}
	return []string{fmt.Sprintf("%s itself is not in the index: index skips it (%s)", r.Name, reason)}, nil
}

// skipReason returns why the file of the question was skipped: the reason on record or, for a file that was
// not read, the one by the rules for files in folders. It is empty if the index has the file.
func (a *Asker) skipReason(ctx context.Context, r Request) (reason string, err error) {
	known := false
	err = a.state.Occurrences(ctx, index.Where{File: r.File, Collection: r.Collection, Both: true}, func(o index.Occurrence) error {
		known = true
		if reason = o.Skipped; reason == "" || reason == index.ReasonUnpacked {
			reason = ""
			return errFound
		}
		return nil
	})
	if known || err != nil {
		if errors.Is(err, errFound) {
			err = nil
		}
		return reason, err
	}
	roots, err := a.rootsOf(ctx)
	if err != nil {
		return "", err
	}
	for _, in := range roots {
		path, err := filepath.Rel(in.path, r.File)
		if r.Collection != "" && r.Collection != in.collection || err != nil || !filepath.IsLocal(path) || path == "." {
			continue
		}
		// Whether generated files are skipped is on record.
		o := corpus.Options{KeepGenerated: true, KeepMinified: true}
		switch skip, err := o.JudgeFile(ctx, in.path, filepath.ToSlash(path)); {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err == nil && skip != corpus.Kept && skip != corpus.Vanished:
			return skip.String(), nil
		}
	}
	return "", nil
}

// root is a root of a collection.
type root struct{ collection, path string }

// rootsOf returns the roots of the index that are paths.
func (a *Asker) rootsOf(ctx context.Context) ([]root, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.roots != nil {
		return a.roots, nil
	}
	c, err := index.CatalogOf(a.state)
	if err != nil {
		return nil, nil // it cannot list them
	}
	names, err := c.Collections(ctx)
	if err != nil {
		return nil, err
	}
	all := []root{}
	for _, name := range names {
		paths, err := c.Roots(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if filepath.IsAbs(path) {
				all = append(all, root{name, path})
			}
		}
	}
	a.roots = all
	return all, nil
}
