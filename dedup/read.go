package dedup

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// entry is a document that was read.
type entry struct {
	path    string
	bytes   int64
	origin  *document.Origin // nil if nothing is known
	against bool
	content *content // nil if the document was skipped
	dropped bool
}

// document returns the document as reports have it.
func (e *entry) document() Document {
	d := Document{Path: e.path, Bytes: e.bytes, Words: e.content.words}
	if e.origin != nil {
		d.Origin = *e.origin
	}
	return d
}

// content holds the words and the set of one content. Only one worker lexes it.
type content struct {
	sum     [sha256.Size]byte
	once    sync.Once
	words   int
	set     span     // in the scratch file
	hash    uint64   // of the set
	passage *Passage // of a reference, if it has one
	err     error
}

// span is where the scratch file has a set, and its length in numbers.
type span struct {
	at int64
	n  int
}

// scratch is a file with the sets of documents.
type scratch struct {
	file    *os.File
	removed bool // its name, so that a killed program leaves nothing
	mu      sync.Mutex
	size    int64
}

func newScratch() (*scratch, error) {
	file, err := os.CreateTemp("", "chaffinch-dedup-*")
	if err != nil {
		return nil, fmt.Errorf("creating a scratch file: %w", err)
	}
	return &scratch{file: file, removed: os.Remove(file.Name()) == nil}, nil
}

func (s *scratch) close() error {
	if err := s.file.Close(); err != nil || s.removed {
		return err
	}
	return os.Remove(s.file.Name())
}

// add writes a set.
func (s *scratch) add(set []uint32, buf []byte) (span, []byte, error) {
	buf = encode(buf, set)
	s.mu.Lock()
	at := s.size
	s.size += int64(len(buf))
	s.mu.Unlock()
	if _, err := s.file.WriteAt(buf, at); err != nil {
		return span{}, buf, fmt.Errorf("writing the scratch file, which $TMPDIR places: %w", err)
	}
	return span{at, len(set)}, buf, nil
}

// read reads the first n numbers of a set at most.
func (s *scratch) read(of span, n int, set []uint32) ([]uint32, error) {
	buf := make([]byte, 4*min(n, of.n))
	if _, err := s.file.ReadAt(buf, of.at); err != nil {
		return nil, fmt.Errorf("reading the scratch file: %w", err)
	}
	return decode(set, buf), nil
}

// reader reads the documents of all sources.
type reader struct {
	options  Options
	scratch  *scratch
	passages *references
	entries  []*entry
	skipped  map[document.Reason]int
	read     atomic.Int64

	mu       sync.Mutex
	contents map[[sha256.Size]byte]*content
}

// job is a document to read.
type job struct {
	file  corpus.File
	entry *entry
}

// all reads the documents of the sources.
func (r *reader) all(ctx context.Context, paths []string, against bool) error {
	for _, path := range paths {
		if err := r.source(ctx, path, against); err != nil {
			return err
		}
	}
	return nil
}

// source reads the documents of a source on all processors. They are numbered in its order.
func (r *reader) source(ctx context.Context, path string, against bool) error {
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job)
	var entries []*entry
	group.Go(func() error {
		defer close(jobs)
		return each(ctx, path, r.options, func(name string, f corpus.File) error {
			e := &entry{path: name, against: against}
			if origin := f.Origin; origin != (document.Origin{}) { // a copy: the file holds its content
				e.origin = &origin
			}
			entries = append(entries, e)
			select {
			case jobs <- job{f, e}:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}, r.skip)
	})
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			w := worker{reader: r}
			for j := range jobs {
				reason, err := w.read(j)
				switch {
				case reason != document.Kept:
					r.skip(j.entry.path, reason, err)
				case err != nil:
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, e := range entries {
		if e.content != nil {
			r.entries = append(r.entries, e)
		}
	}
	return nil
}

// skip counts a file that is not read.
func (r *reader) skip(name string, reason document.Reason, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.skipped[reason]++
	if r.options.Skipped != nil {
		r.options.Skipped(name, reason, err)
	}
}

// each calls visit for the documents of a source, and skip for all else. Documents have the names
// that reports print.
func each(ctx context.Context, path string, o Options, visit func(name string, f corpus.File) error,
	skip func(name string, reason document.Reason, err error)) error {
	from, err := corpus.Open(path, o.Corpus)
	if err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	defer from.Close()
	root := corpus.NamedRoot(from, path)
	name := func(path, revision string) string {
		return index.Occurrence{Root: root, Path: path, Revision: revision}.File()
	}
	var incomplete error
	err = from.Each(ctx, corpus.Visitor{
		Visit: func(f corpus.File) error { return visit(name(f.Path, f.Revision), f) },
		Skip: func(s corpus.Skip) {
			if s.Path == "" && s.Reason != document.Empty {
				incomplete = fmt.Errorf("%s was not read to its end (%s): unpack it, and name what it holds", path, s.Reason)
			}
			skip(strings.TrimSuffix(name(s.Path, ""), "/"), s.Reason, s.Err)
		},
	})
	return cmp.Or(err, incomplete)
}

// worker reads documents with memory of its own.
type worker struct {
	*reader
	buf     []byte // of a content
	tokens  []lex.Token
	set     []uint32
	encoded []byte
}

// read reads a document. A reason other than Kept means that it is skipped.
func (w *worker) read(j job) (reason document.Reason, err error) {
	w.buf, reason, err = corpus.Read(j.file, w.options.Corpus, w.buf)
	if reason != document.Kept {
		return reason, err
	}
	sum := sha256.Sum256(w.buf)
	w.mu.Lock()
	c := w.contents[sum]
	if c == nil {
		c = &content{sum: sum}
		w.contents[sum] = c
	}
	w.mu.Unlock()
	c.once.Do(func() { c.err = w.learn(c) })
	j.entry.bytes, j.entry.content = int64(len(w.buf)), c
	if n := w.reader.read.Add(1); w.options.Progress != nil && n%progressStep == 0 {
		w.mu.Lock()
		w.options.Progress(int(n))
		w.mu.Unlock()
	}
	return document.Kept, c.err
}

// progressStep is how many documents are read between two calls of Progress.
const progressStep = 1 << 10

// learn finds the set of the content.
func (w *worker) learn(c *content) (err error) {
	text := corpus.Decode(w.buf)
	w.tokens = lex.Prose.Lex(w.tokens[:0], text.UTF8)
	w.set = shingles(w.set[:0], w.tokens, w.options.Shingle)
	c.words, c.passage = len(w.tokens), w.passages.find(text.UTF8, w.tokens)
	c.set, w.encoded, err = w.scratch.add(w.set, w.encoded)
	c.hash = xxhash.Sum64(w.encoded)
	return err
}
