package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// errReadOnly says that an index opened for questions was to be changed.
var errReadOnly = errors.New("the index is open for reading only")

// Source is what an update brings into the index.
type Source struct {
	// Root is a folder or a file.
	Root string
	// Collection is the name under which its files go; empty is the folder's base name.
	Collection string
	// Language is how to lex every file; nil tells it from each one's name and content.
	Language *lex.Language
}

// UpdateOptions say how an update is done. The zero value is the default.
type UpdateOptions struct {
	// Corpus says which files are worth reading.
	Corpus corpus.Options
	// Prune removes the occurrences below the root that are not there any more. Those in a
	// folder that could not be read are kept.
	Prune bool
	// Progress is called now and then, from one goroutine at a time, with the report so far.
	Progress func(Report)
	// Skipped is called for every file and folder that is not indexed, from one goroutine at
	// a time. Path is as in [corpus.Skip].
	Skipped func(path, reason string, err error)
}

// Report is what an update did. Its counts are of files, but for Bytes and Contents. Where the
// update failed, by an error that is not its context's, they are of what it has begun: what it
// could not write is among them.
type Report struct {
	Collection string `json:"collection"`
	Root       string `json:"root"`
	Added      int    `json:"added"`     // at a path that was not known
	Changed    int    `json:"changed"`   // other content than before
	Unchanged  int    `json:"unchanged"` // same size and time, hence not read, or same content
	Removed    int    `json:"removed"`   // pruned, or no longer worth indexing
	Missing    int    `json:"missing"`   // indexed, but not found any more; kept for want of Prune
	Read       int    `json:"read"`      // opened and read
	Bytes      int64  `json:"bytes"`     // bytes read
	Contents   int    `json:"contents"`  // distinct contents that the index did not have
	// Skipped counts files and folders that are not indexed, by reason.
	Skipped map[string]int `json:"skipped"`
	// Unpublished says that readers do not see what is counted: the update failed, or it was
	// interrupted before contents that lost an occurrence were reviewed. The next call that writes
	// and ends well publishes it.
	Unpublished bool `json:"unpublished"`
}

// ReasonTooShort is why a file without a single fingerprint is not indexed. The other reasons
// are those of package corpus.
const ReasonTooShort = "too-short"

// Update brings the files below the source's root into the index. Files whose size and time are
// those of the last update are not read; what changed is replaced. When ctx is done it stops,
// writes and publishes what is done, which may take seconds, and returns the report with ctx's
// error; the next Update goes on.
func (x *Index) Update(ctx context.Context, src Source, o UpdateOptions) (Report, error) {
	if x.readOnly {
		return Report{}, errReadOnly
	}
	report, err := x.update(ctx, src, o)
	if err != nil {
		err = fmt.Errorf("indexing %s: %w", src.Root, advised(err))
	}
	return report, err
}

// An update is a pipeline: one goroutine walks the tree, one filters out what is unchanged, several
// read, analyse and write batches. A content and the occurrence that brought it go into the same
// batch, and a batch is on disk whole or not at all. What depends on other batches comes last:
// occurrences of a content that another goroutine is still writing, then a review of contents that
// may have lost their last occurrence, or are seen under a name that says another language. A mark
// in the index says that a review is due, so that after a crash the next update catches up. At the
// end small segments are merged, and the state is published.

func (x *Index) update(ctx context.Context, src Source, o UpdateOptions) (Report, error) {
	if err := x.writing.lock(ctx); err != nil {
		return Report{}, err
	}
	defer x.writing.unlock()
	root, file, err := resolveRoot(src.Root)
	if err != nil {
		return Report{}, err
	}
	src.Collection = cmp.Or(src.Collection, defaultCollection(root))
	if err := checkCollection(src.Collection); err != nil {
		return Report{}, err
	}
	o.Corpus.Exclude = excludeIndex(o.Corpus.Exclude, root, x.path)
	if err := x.reviewIfDue(ctx); err != nil {
		return Report{}, err
	}
	before, err := x.Snapshot()
	if err != nil {
		return Report{}, err
	}
	defer before.Close()
	u := &update{x: x, src: src, o: o, root: root, file: file, before: before, claims: newClaims()}
	u.report = Report{Collection: src.Collection, Root: root, Skipped: map[string]int{}}
	if err = u.walkAndIndex(ctx); err == nil {
		err = u.removeUnseen(ctx)
	}
	if err = u.finish(ctx, err, x.mergeSmall); err != nil {
		due, unknown := x.reviewDue()
		u.report.Unpublished = failed(ctx, err) || due || unknown != nil
	}
	return u.report, err
}

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
	touched  []string   // contents to review: they lost an occurrence, or gained one of another language
	broken   error      // why a batch could not be written, the first one
	blind    []string   // folders that could not be read, ending in a slash
	reported time.Time
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
		return u.filter(ctx, met, files)
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

// walk sends what it meets to out. A walk whose last skip could not be sent is not complete: what
// it passed over would be taken for gone.
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
		if err := u.x.mergeIfMany(ctx); err != nil {
			return err
		}
	}
	return w.flush()
}

// workers is how many goroutines read, analyse and write batches: one more than processors, because
// a batch is waited for until it is on disk. Every one holds a batch in memory.
func workers() int { return 1 + max(2, runtime.GOMAXPROCS(0)) }

// finish makes consistent what a run has written before it ended with err, merges where it ended
// well, and publishes it. What a run has written that failed is kept, but readers keep what they
// have; one that was interrupted is published.
func (u *update) finish(ctx context.Context, err error, merge func(context.Context) error) error {
	err = cmp.Or(u.broken, err) // an interrupt may have come first
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

// resolveRoot returns the folder that paths are relative to, without links, and the file's name
// in it where the root is a file.
func resolveRoot(root string) (dir, file string, err error) {
	if dir, err = filepath.Abs(root); err != nil {
		return "", "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", fmt.Errorf("%w: name a folder or a file that exists", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", "", err
	}
	if info.IsDir() {
		return dir, "", nil
	}
	return filepath.Dir(dir), filepath.Base(dir), nil
}

func defaultCollection(root string) string {
	if name := filepath.Base(root); name != string(filepath.Separator) && name != "." {
		return name
	}
	return "root"
}

func checkCollection(name string) error {
	if strings.ContainsAny(name, "\x00\n\r") {
		return fmt.Errorf("collection %q: use a name without line breaks", name)
	}
	return nil
}

// excludeIndex keeps the walk out of the index itself, where that lies below the root.
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
