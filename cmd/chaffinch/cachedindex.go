package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// openCorpus opens the cached index of a corpus, after creating or updating it. skipped is called
// for each file that it leaves out, and incomplete for entries of a list that are no packages.
func (g *global) openCorpus(ctx context.Context, errOut io.Writer,
	path string, skipped func(path string, reason document.Reason, err error), incomplete func(text string)) (*chaffinch.Index, error) {
	roots, warnings, err := sourcesOf([]string{path})
	if err == nil {
		err = pathsExist(roots)
	}
	if err != nil {
		return nil, err
	}
	for _, text := range warnings {
		incomplete(text)
	}
	x, made, err := g.openCached(ctx, errOut, path)
	if err != nil {
		return nil, err
	}
	if err = indexpath.NoteUse(x.Path(), path); err == nil {
		err = updateCached(ctx, errOut, x, made, roots, skipped, incomplete)
	}
	if err != nil {
		x.Close()
		return nil, fmt.Errorf("updating the index of %s: %w", path, err)
	}
	return x, nil
}

// updateCached updates a cached index. If the roots are packages, it forgets all other packages.
func updateCached(ctx context.Context, errOut io.Writer, x *chaffinch.Index, empty bool, roots []string,
	skipped func(path string, reason document.Reason, err error), incomplete func(text string)) error {
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	err := updateEach(ctx, errOut, progress, roots, empty, func(ctx context.Context, root string) error {
		fault := ""
		r, err := x.Update(ctx, index.Source{Root: root}, index.UpdateOptions{Prune: true, Progress: underWay(progress),
			Skipped: func(path string, reason document.Reason, err error) {
				if path == "" { // of the archive itself
					fault = string(reason)
				}
				if skipped != nil {
					skipped(path, reason, err)
				}
			}})
		if err == nil && r.Added+r.Changed+r.Unchanged == 0 {
			fault = cmp.Or(fault, "nothing to index")
		}
		if fault != "" && isFetched(root) {
			incomplete(fmt.Sprintf("%s was not all read: %s", terminal.Safe(root), fault))
		}
		return err
	})
	if err != nil || !isFetched(roots[0]) {
		return err
	}
	keep := map[string]bool{}
	for _, name := range roots { // which may have a checksum that the root has not
		root, err := corpus.RootOf(name, document.GitOptions{})
		if err != nil {
			return err
		}
		keep[root] = true
	}
	_, err = x.Remove(ctx, func(o index.Occurrence) bool { return !keep[o.Root] })
	return err
}

// cacheWait is how long a run waits for another run that fills the same cache. --wait sets another
// time.
const cacheWait = 10 * time.Minute

// openCached opens the cached index, and creates it if there is none. It recreates an index of
// another version of the program, because a cache need not be repaired.
func (g *global) openCached(ctx context.Context, errOut io.Writer,
	name string) (x *chaffinch.Index, made bool, err error) {
	patient := *g
	patient.wait = cmp.Or(g.wait, cacheWait)
	g = &patient
	path, err := indexpath.Cached(name)
	if err != nil {
		return nil, false, err
	}
	x, err = g.openAt(ctx, errOut, path, index.Options{})
	mismatch := new(index.MismatchError)
	if !errors.As(err, &mismatch) && !errors.Is(err, index.ErrNotIndex) {
		return x, false, err
	}
	if _, serr := os.Lstat(path); serr == nil { // else another process may make it now
		if err := removeIndex(path); err != nil {
			return nil, false, fmt.Errorf("recreating the cached index of %s: %w", name, err)
		}
	}
	settings := index.DefaultSettings()
	settings.Analyzer.TermBits = index.TermBitsFor(documentsIn([]string{name}))
	if x, err = chaffinch.Create(path, settings); err == nil {
		return x, true, nil
	}
	if other, oerr := g.openAt(ctx, errOut, path, index.Options{}); oerr == nil { // another process has created it
		return other, false, nil
	}
	return nil, false, err
}

// removeIndex removes a folder, if it exists. It renames the folder first, so that an interrupted
// removal leaves no partial index in its place.
func removeIndex(path string) error {
	aside := fmt.Sprintf("%s.removed-%d", path, os.Getpid())
	if err := os.Rename(path, aside); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return os.RemoveAll(aside)
}
