package index

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// An update is a pipeline: one goroutine walks the tree, one sorts out what is unchanged, several
// read, analyse and write batches. A content and the occurrence that brought it go into the same
// batch, and a batch is on disk whole or not at all. What depends on other batches comes last:
// occurrences of a content that another goroutine is still writing, then a review of contents that
// may have lost their last occurrence, or are seen under a name that says another language. A mark
// in the index says that a review is due, so that after a crash the next update catches up.

// update is one run of [Index.Update].
type update struct {
	x      *Index
	src    Source
	o      UpdateOptions
	root   string    // without links
	file   string    // in root, where the source is a file
	before *Snapshot // the state when the run began
	known  map[string]*knownFile
	claims *claims

	large sync.Mutex // held while a large file is worked on

	mu       sync.Mutex // guards what follows
	report   Report
	deferred []deferral // of contents that another worker had claimed, and not written yet
	touched  []string   // contents to review: they lost an occurrence, or gained one of another reading
	broken   error      // why a batch could not be written, the first one
	blind    []string   // folders that could not be read, ending in a slash
	reported time.Time
}

// knownFile is an occurrence, or a file found not worth indexing, from an earlier update.
type knownFile struct {
	Occurrence
	seen     bool // met by the walk, or not to be judged now
	rejected bool // not worth indexing any more
}

func (u *update) run(ctx context.Context) error {
	err := u.walkAndIndex(ctx)
	if err == nil {
		err = u.removeUnseen(ctx)
	}
	return u.end(ctx, err, u.x.settle)
}

// end makes consistent what a run has written before it ended with err, merges where it ended well, and publishes
// it. What a run has written that failed is kept, but readers keep what they have; one that was interrupted is
// published.
func (u *update) end(ctx context.Context, err error, merge func(context.Context) error) error {
	err = cmp.Or(u.unwritten(), err) // an interrupt may have come first
	loose := cmp.Or(u.writeDeferred(ctx), u.review(ctx))
	u.progress(true)
	if loose != nil && !failed(ctx, err) {
		return loose
	}
	if err = cmp.Or(err, ctx.Err()); err == nil { // what was left undone is left to the next update
		err = merge(ctx)
	}
	return u.x.publishUnless(ctx, err)
}

// unwritten returns why a batch could not be written.
func (u *update) unwritten() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.broken
}

func (u *update) walkAndIndex(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	met := make(chan met, 1<<14)
	files := make(chan corpus.File, 256)
	group.Go(func() error {
		defer close(met)
		return u.walk(ctx, met)
	})
	group.Go(func() error {
		defer close(files)
		return u.sift(ctx, met, files)
	})
	for range workers() {
		group.Go(func() error {
			return u.indexFiles(ctx, files)
		})
	}
	return group.Wait()
}

// met is what a walk meets: a file, or something that it passes over.
type met struct {
	file corpus.File
	skip *corpus.Skip
}

// walk sends what it meets to out. A walk whose last skip could not be sent is not complete: what it
// passed over would be taken for gone.
func (u *update) walk(ctx context.Context, out chan<- met) error {
	var unsent error
	send := func(m met) error {
		select {
		case out <- m:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := corpus.Walk(ctx, filepath.Join(u.root, u.file), u.o.Corpus, func(f corpus.File) error {
		return send(met{file: f})
	}, func(s corpus.Skip) {
		unsent = cmp.Or(unsent, send(met{skip: &s}))
	})
	return cmp.Or(err, unsent)
}

// sift loads what is known from earlier updates, beside the walk, and sends on the files that have to be read.
func (u *update) sift(ctx context.Context, in <-chan met, files chan<- corpus.File) error {
	if err := u.load(ctx); err != nil {
		return err
	}
	for m := range in {
		if m.skip != nil {
			if exhausted(m.skip.Err) {
				return fmt.Errorf("reading %s: %w", m.skip.Path, m.skip.Err)
			}
			u.skipped(*m.skip)
			continue
		}
		if u.unchanged(m.file) {
			continue
		}
		select {
		case files <- m.file:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// load reads what is known of the files from earlier updates.
func (u *update) load(ctx context.Context) (err error) {
	u.known, err = u.before.known(ctx, u.src.Collection, u.root, u.file)
	return err
}

// indexFiles is the work of one worker. When ctx is done, what is in its batch is kept, and the
// error is ctx's: the walk may have ended well before its last files are read.
func (u *update) indexFiles(ctx context.Context, files <-chan corpus.File) error {
	w := newWorker(u)
	for f := range files {
		written := w.batches
		err := ctx.Err()
		if err == nil {
			err = w.file(ctx, f)
		}
		if err != nil && ctx.Err() != nil {
			return cmp.Or(w.flush(), ctx.Err())
		}
		if err != nil {
			return err
		}
		if w.batches == written {
			continue
		}
		if err := u.x.relieve(ctx); err != nil {
			return err
		}
	}
	return w.flush()
}

// unchanged says whether the file is as it was at the last update, and marks it as seen. The map
// of known files is only read, by path, while the workers run: each entry belongs to one file.
func (u *update) unchanged(f corpus.File) bool {
	k := u.known[f.Path]
	if k == nil {
		return false
	}
	k.seen = true
	if k.size != f.Size || k.modified != f.ModTime.UnixNano() || u.src.outdated(k.Occurrence) {
		return false
	}
	if k.Skipped == "" {
		u.tally(func(r *Report) { r.Unchanged++ })
		return true
	}
	if overruled(k.Skipped, u.o.Corpus) {
		return false
	}
	u.count(f.Path, k.Skipped, nil)
	return true
}

// overruled says whether the options now keep what an earlier update skipped for that reason.
func overruled(reason string, o corpus.Options) bool {
	return o.KeepGenerated && reason == corpus.Generated.String() || o.KeepMinified && reason == corpus.Minified.String()
}

// skipped takes what the walk passes over. A file that was indexed and is not worth it any more
// loses its occurrence; one that cannot be read now keeps it.
func (u *update) skipped(s corpus.Skip) {
	u.count(s.Path, s.Reason.String(), s.Err)
	if s.Reason == corpus.Unreadable && strings.HasSuffix(s.Path, "/") {
		u.mu.Lock()
		u.blind = append(u.blind, s.Path)
		u.mu.Unlock()
	}
	if k := u.known[s.Path]; k != nil {
		k.seen = transient(s.Reason)
		k.rejected = !k.seen && s.Reason != corpus.Ignored && s.Reason != corpus.Excluded
	}
}

// transient says whether a skip tells nothing about the file itself.
func transient(r corpus.Reason) bool {
	return r == corpus.Unreadable || r == corpus.Vanished || r == corpus.Changed
}

func (u *update) count(path, reason string, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.report.Skipped[reason]++
	if u.o.Skipped != nil {
		u.o.Skipped(path, reason, err)
	}
}

// tally changes the report.
func (u *update) tally(f func(*Report)) {
	u.mu.Lock()
	f(&u.report)
	u.mu.Unlock()
	u.progress(false)
}

// progress reports at most ten times a second, and once at the end.
func (u *update) progress(end bool) {
	if u.o.Progress == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if now := time.Now(); end || now.Sub(u.reported) > 100*time.Millisecond {
		u.reported = now
		u.o.Progress(u.report)
	}
}
