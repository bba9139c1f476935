package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Source is the input of an update.
type Source struct {
	// Root is a folder, a file, an archive or a bare git repository. Of a file of JSON lines with
	// content, each line is a document, and of Posts.xml and PostHistory.xml of a Stack Exchange
	// dump each block of code; these may be compressed. An address such as
	// git+file:///home/me/project, or Git of the options, makes a work tree a repository, too. "-"
	// is Input of the options: a tar, or such lines. A name such as pkg:npm/express@4 is a package,
	// which the client of its registry fetches.
	//
	// A prefix gives the format of a file or standard input, with columns or the site after a
	// question mark: jsonl:data.json?content=snippet&path=file or
	// stackexchange:-?site=superuser.com.
	Root string
	// Collection is the collection of its files. Empty means the root's base name without its
	// suffix.
	Collection string
	// Language is the language of every file; nil detects each file's language.
	Language *lex.Language
}

// UpdateOptions are the options of an update. The zero value is the default.
type UpdateOptions struct {
	// Corpus selects the files to read.
	Corpus document.Options
	// SkipGenerated skips files that look generated or minified, except those that Corpus keeps.
	SkipGenerated bool
	// Prune removes the occurrences of files below the root that no longer exist. Those in a
	// folder that could not be read are kept.
	Prune bool
	// Part selects a part of the files. Other files and their records are left as they are.
	Part Part
	// Progress is called with the report so far, at most ten times a second. Calls are never
	// concurrent.
	Progress func(Report)
	// Skipped is called for every file and folder that is not indexed, never concurrently. The path
	// of a folder ends in a slash, and the path of an ignore file above the root begins with "../".
	Skipped func(path string, reason document.Reason, err error)
}

// Report describes an update. It counts files, except for Bytes and Contents. If the update
// failed with an error other than its context's, the counts include what it could not write.
type Report struct {
	Collection string `json:"collection"` // the name of the collection
	Root       string `json:"root"`       // the absolute path, or the address
	Added      int    `json:"added"`      // at a new path
	Changed    int    `json:"changed"`    // with another content than before
	Unchanged  int    `json:"unchanged"`  // same size and time, and not read; or same content
	Removed    int    `json:"removed"`    // pruned, or no longer to be indexed
	Missing    int    `json:"missing"`    // no longer found, but kept: pruning removes them
	Read       int    `json:"read"`       // opened and read
	Bytes      int64  `json:"bytes"`      // bytes read
	Contents   int    `json:"contents"`   // distinct and new
	// Skipped counts files and folders by the reason why they are not indexed.
	Skipped map[document.Reason]int `json:"skipped"`
	// LeftOut counts unread lines of new contents, by reason: see [parts.LeftOut].
	LeftOut map[string]int `json:"leftOut,omitempty"`
	// Unpublished means that readers do not see the changes of a failed or interrupted update. The
	// next successful call that writes publishes them.
	Unpublished bool `json:"unpublished"`
}

// leave counts lines that are not read.
func (r *Report) leave(left map[string]int) {
	if r.LeftOut == nil {
		r.LeftOut = map[string]int{}
	}
	for reason, n := range left {
		r.LeftOut[reason] += n
	}
}

// An update is a pipeline. One goroutine walks the tree, one filters out unchanged files, and
// several workers read, analyse and write batches. A content and its first occurrence are in one
// batch, and a batch is atomic. Steps that depend on other batches come last: deferred occurrences
// (dedup.go), removed files (prune.go), and the review of contents (orphans.go). Then small
// segments are merged, and the state is published.

// Update indexes the files below the source's root. It does not read files with the size and time
// of the last update. When ctx is done it stops, writes and publishes the finished work, which can
// take seconds, and returns the report and ctx's error. The next Update does the rest.
func Update(ctx context.Context, w Writer, src Source, o UpdateOptions) (Report, error) {
	report, err := runUpdate(ctx, w, src, o)
	if err != nil {
		err = fmt.Errorf("indexing %s: %w", src.Root, err)
	}
	return report, err
}

func runUpdate(ctx context.Context, to Writer, src Source, o UpdateOptions) (Report, error) {
	if err := to.Settings().Unlocked(); err != nil {
		return Report{}, err
	}
	a, err := to.Settings().NewAnalyzer()
	if err != nil {
		return Report{}, err
	}
	if err := o.Part.Check(); err != nil {
		return Report{}, err
	}
	o.Corpus = o.Corpus.Skipping(o.SkipGenerated)
	o.Corpus.LargeArchives = true
	o.Corpus.Exclude = excludeIndex(to, src.Root, o.Corpus.Exclude)
	from, err := corpus.Open(src.Root, o.Corpus)
	if err != nil {
		return Report{}, err
	}
	defer from.Close()
	if kind, _ := corpus.AddressKind(src.Root); kind.Stream && src.Collection == "" {
		return Report{}, errors.New("standard input has no name: its documents need a collection")
	}
	src.Collection = cmp.Or(src.Collection, DefaultCollection(from.Root()))
	if err := checkCollection(src.Collection); err != nil {
		return Report{}, err
	}
	finishing, free := late(ctx)
	defer free()
	u := &update{
		late: finishing, to: to, analyzer: a, src: src, o: o, from: from, root: from.Root(), claims: newClaims(),
		loaded: make(chan struct{}), room: semaphore.NewWeighted(mostHeld), intact: map[string]bool{},
		outlived: map[string]bool{},
	}
	if err := to.Begin(ctx, src.Collection, from.Name()); err != nil {
		return Report{}, err
	}
	if err := reviewIfDue(ctx, to, a); err != nil {
		return Report{}, err
	}
	before, err := to.State()
	if err != nil {
		return Report{}, err
	}
	defer before.Close()
	u.before = before
	u.loadNotices()
	u.report = Report{Collection: src.Collection, Root: from.Root(), Skipped: map[document.Reason]int{}}
	if err = u.walkAndIndex(ctx); err == nil {
		err = u.removeUnseen(ctx)
	}
	u.keepNotices()
	if err = u.finish(ctx, err, true); err != nil {
		due, unknown := to.ReviewDue(finishing)
		u.report.Unpublished = failed(ctx, err) || due || unknown != nil
	}
	return u.report, err
}

// update is one call of [Update].
type update struct {
	late     context.Context // for writing finished work: it outlasts an interrupt
	to       Writer
	analyzer *analyzer.Analyzer
	src      Source
	o        UpdateOptions
	from     corpus.Source
	root     string // of from
	before   State  // at the start
	claims   *claims
	room     *semaphore.Weighted // for the contents of files that are held in memory, in bytes

	loaded   chan struct{} // closed when known is set
	known    *knownFiles
	licenses licenses
	intact   map[string]bool // containers in which nothing has changed, by path
	whole    []corpus.File   // containers that were read to their end
	outlived map[string]bool // containers of documents that were not found and stay, by path

	large sync.Mutex // held while a large file is processed

	mu       sync.Mutex // guards the fields below
	report   Report
	deferred []deferral // occurrences of contents that another worker was writing
	touched  []string   // contents to review: they lost an occurrence, or gained one of another language
	failure  error      // the first of writing a batch
	reported time.Time

	unreadable []string // folders and archives that could not be read, ending in a slash
	incomplete bool     // files of a repository could not be read: the next update reads it again
}

func (u *update) walkAndIndex(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	met := make(chan []met, 1<<14/mostMet)
	files := make(chan corpus.File, 256)
	group.Go(func() error {
		defer close(met)
		return u.walk(ctx, met)
	})
	group.Go(func() error {
		defer close(files)
		return u.filter(ctx, met, files)
	})
	for range Workers() {
		group.Go(func() error {
			return u.indexFiles(ctx, files)
		})
	}
	return group.Wait()
}

// met is a file, or something that the walk skips. Up to mostMet are sent at a time.
type met struct {
	file corpus.File
	skip *corpus.Skip
}

const mostMet = 64

// walk sends files and skips to out. If a skip could not be sent, it returns an error: the update
// would take the skipped file for removed.
func (u *update) walk(ctx context.Context, out chan<- []met) error {
	var unsent error
	var waiting []met
	flush := func() error {
		select {
		case out <- waiting:
			waiting = make([]met, 0, mostMet)
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	send := func(m met) error {
		if waiting = append(waiting, m); len(waiting) < mostMet && m.file.Held() == 0 { // others wait for its memory
			return nil
		}
		return flush()
	}
	err := u.from.Each(ctx, corpus.Visitor{
		Visit: func(f corpus.File) error {
			if !u.o.Part.has(f.Path) {
				return ctx.Err()
			}
			if err := u.room.Acquire(ctx, min(f.Held(), mostHeld)); err != nil {
				return err
			}
			return send(met{file: f})
		},
		Skip: func(s corpus.Skip) {
			if !u.o.Part.has(s.Path) && !strings.HasSuffix(s.Path, "/") { // a folder has files of all parts
				return
			}
			unsent = cmp.Or(unsent, send(met{skip: &s}))
		},
		Unchanged: func(f corpus.File) bool { return u.isIntact(ctx, f) },
		Read:      func(f corpus.File) { u.whole = append(u.whole, f) },
		License: func(text []byte) string {
			select {
			case <-u.loaded:
			case <-ctx.Done():
			}
			return u.licenses.of(text)
		},
		Notices: u.noticeMemory(),
	})
	unsent = cmp.Or(unsent, flush())
	return cmp.Or(err, unsent)
}

// mostHeld bounds the bytes of contents that wait for a worker. One that is larger may be held
// alone.
const mostHeld = 32 << 20

// release is called when the content of a file is not needed any more.
func (u *update) release(f corpus.File) { u.room.Release(min(f.Held(), mostHeld)) }

// mostFinished bounds a file that is still indexed after an interrupt, in bytes. A worker had taken
// the file, but not begun with it.
const mostFinished = 64 << 10

// indexFiles runs one worker. When ctx is done it writes its batch and returns ctx's error.
func (u *update) indexFiles(ctx context.Context, files <-chan corpus.File) error {
	w := newWorker(u)
	for f := range files {
		written := w.batches
		err := ctx.Err()
		switch {
		case err == nil:
			err = w.file(ctx, f)
		case f.Size <= mostFinished:
			after, free := late(ctx)
			_ = w.file(after, f)
			free()
		}
		if err != nil && ctx.Err() != nil {
			return cmp.Or(w.end(), ctx.Err())
		}
		if err != nil {
			return err
		}
		if w.batches == written {
			continue
		}
		if err := u.to.Merge(ctx, false); err != nil {
			return err
		}
	}
	return w.end()
}

// Workers returns how many goroutines of an update call [Writer].Write at once. It is one more than
// there are processors, and at least three, because each waits until its batch is on disk.
func Workers() int { return 1 + max(2, runtime.GOMAXPROCS(0)) }

// finish makes the state consistent after a run that ended with err. If err is nil and merge is
// set, it merges. It publishes unless the run failed; an interrupted run is published.
func (u *update) finish(ctx context.Context, err error, merge bool) error {
	err = cmp.Or(u.failure, err) // an interrupt may have come first
	loose := u.writeDeferred(ctx)
	if loose == nil && err == nil && !u.incomplete {
		loose = u.recordContainers()
	}
	loose = cmp.Or(loose, u.review(ctx))
	u.progress(true)
	if loose != nil && !failed(ctx, err) {
		return loose
	}
	if err = cmp.Or(err, ctx.Err()); err == nil && merge { // else the next update merges
		err = u.to.Merge(ctx, true)
	}
	return publishUnless(ctx, u.to, err)
}

// count counts a skipped file.
func (u *update) count(path string, reason document.Reason, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.report.Skipped[reason]++
	if u.o.Skipped != nil {
		u.o.Skipped(cmp.Or(path, filepath.Base(u.root)), reason, err) // an archive has no path in itself
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
func checkCollection(name string) error {
	if strings.ContainsAny(name, "\x00\n\r") {
		return fmt.Errorf("collection %q: use a name without line breaks", name)
	}
	return nil
}
