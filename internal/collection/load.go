package collection

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/charset"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// unit is what is compared, while it is. Its files come in the order in which they are found.
type unit struct {
	Unit
	files []*file
	// prints counts the fingerprints of all files.
	prints int
}

// file is one of a unit's.
type file struct {
	path     string
	unit     int
	source   source
	content  string // git blob id; empty until the file is read, and if it is not compared
	language *lex.Language
	lines    int
	tokens   int
	prints   int
	ignored  atomic.Int64 // tokens that are boilerplate; all of them once the file is prepared
}

// loader reads all files, and hands their fingerprints to a sink. One goroutine finds the files and numbers
// the units, so that they have the same numbers every time; several read and analyse.
type loader struct {
	o        Options
	analyzer *analyzer.Analyzer
	base     *query.Boilerplate // nil without
	sink     sink
	spool    *spool
	once     bool    // no file is read a second time
	tables   []table // of submissions
	units    []*unit
	numbers  map[string]int // of units by name
	firsts   *firsts        // nil if every file is analysed, and those without fingerprints are skipped

	mu       sync.Mutex // guards what follows
	skipped  map[string]int
	warnings []string
	read     int
}

// sink takes in the fingerprints of each unit's files, from several goroutines at a time. What it is given
// belongs to the caller.
type sink interface {
	Add(unit int, n *analyzer.Analysis)
}

// job is a file to be read. Where content is nil it is read from the source.
type job struct {
	f        *file
	found    corpus.File
	content  []byte
	options  corpus.Options
	source   source        // of the content, where it is given; nil if it has to be kept
	language *lex.Language // nil if it is not known
	path     string        // to name it by when it is skipped
}

func newLoader(o Options, a *analyzer.Analyzer, s sink) *loader {
	return &loader{
		o: o, analyzer: a, sink: s, spool: new(spool),
		numbers: map[string]int{}, skipped: map[string]int{}, warnings: []string{},
	}
}

// load reads what find finds.
func (l *loader) load(ctx context.Context, find func(context.Context, chan<- job) error) error {
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job, 16)
	group.Go(func() error {
		defer close(jobs)
		return find(ctx, jobs)
	})
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			w := worker{l: l}
			for j := range jobs {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := w.do(ctx, j); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	l.drop()
	l.enrol()
	return nil
}

// drop forgets the files that are not compared.
func (l *loader) drop() {
	for _, u := range l.units {
		u.files = slices.DeleteFunc(u.files, func(f *file) bool { return f.content == "" })
		for _, f := range u.files {
			u.prints += f.prints
		}
	}
}

// root is a folder, file or archive that was given.
type root struct {
	path   string // as given
	prefix string // of all names below it; empty or ending in a slash, and shared by files of one folder only
	old    bool
}

// isFile says whether the root itself is a file. Where that is an archive, it is like a folder.
func (r root) isFile() bool {
	info, err := os.Stat(r.path)
	return err == nil && !info.IsDir()
}

// rootsOf gives the paths prefixes, where there are several: a folder or archive its base name, which no
// other has, and a file the folder that it was named with, unless its path would begin as that of another
// root does.
func rootsOf(paths, old []string) []root {
	var all []root
	for _, p := range paths {
		all = append(all, root{path: p})
	}
	for _, p := range old {
		all = append(all, root{path: p, old: true})
	}
	if len(all) == 1 && len(old) == 0 {
		return all
	}
	taken := map[string]bool{}
	var single []*root
	for i := range all {
		if r := &all[i]; r.isFile() && !corpus.IsArchive(r.path) {
			single = append(single, r)
		} else {
			r.prefix = distinct(taken, baseName(r.path)) + "/"
		}
	}
	for _, r := range single {
		name := filepath.ToSlash(filepath.Clean(r.path))
		if first, _, _ := strings.Cut(name, "/"); taken[first] {
			r.prefix = distinct(taken, baseName(r.path)) + "/"
		} else {
			r.prefix = strings.TrimSuffix(name, path.Base(name))
		}
	}
	return all
}

func baseName(p string) string {
	if abs, err := filepath.Abs(p); err == nil {
		p = abs
	}
	if name := filepath.Base(p); name != string(filepath.Separator) {
		return filepath.ToSlash(name)
	}
	return "root"
}

// find walks the roots and hands every file worth reading to the workers.
func (l *loader) find(ctx context.Context, roots []root, jobs chan<- job) error {
	options := l.o.Corpus
	options.Archives = true
	for _, r := range roots {
		skip := func(s corpus.Skip) { l.skip(r.prefix+s.Path, s.Reason.String(), s.Err) }
		visit := func(f corpus.File) error {
			if corpus.IsArchive(f.Path) {
				return l.unpack(ctx, r, f, jobs, skip)
			}
			return l.send(ctx, jobs, r, job{found: f, options: l.o.Corpus, path: r.prefix + f.Path})
		}
		if err := corpus.Walk(ctx, r.path, options, visit, skip); err != nil {
			return err
		}
	}
	return nil
}

// unpack hands the files of an archive to the workers.
func (l *loader) unpack(ctx context.Context, r root, f corpus.File, jobs chan<- job, skip func(corpus.Skip)) error {
	if r.isFile() {
		f.Path = ""
	}
	return corpus.Unpack(ctx, f, l.o.Corpus, corpus.ArchiveLimits{}, func(f corpus.File, content []byte) error {
		return l.send(ctx, jobs, r, job{found: f, content: bytes.Clone(content), path: r.prefix + f.Path})
	}, func(s corpus.Skip) {
		if s.Path == "" {
			s.Path = strings.TrimSuffix(r.prefix, "/")
		}
		skip(s)
	})
}

// send gives the file to its unit, and to a worker.
func (l *loader) send(ctx context.Context, jobs chan<- job, r root, j job) error {
	if l.isRoster(r, j.found.Path) || l.given(r, j.found.Path) {
		return nil
	}
	u := l.unit(l.unitName(r, j.found.Path), r.old)
	j.f = &file{path: j.path, unit: u}
	l.units[u].files = append(l.units[u].files, j.f)
	select {
	case jobs <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *loader) unit(name string, old bool) int {
	n, known := l.numbers[name]
	if !known {
		n = len(l.units)
		l.numbers[name] = n
		l.units = append(l.units, &unit{Unit: Unit{Name: name, Old: old}})
	}
	return n
}

func (l *loader) skip(path, reason string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.skipped[reason]++
	if l.o.Skipped != nil {
		l.o.Skipped(path, reason, err)
	}
}

func (l *loader) tick() {
	if l.o.Progress == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read++
	l.o.Progress("reading", l.read, 0)
}

// worker reads and analyses; every goroutine has its own.
type worker struct {
	l        *loader
	buf      []byte
	analysis analyzer.Analysis
}

func (w *worker) do(ctx context.Context, j job) error {
	defer w.l.tick()
	content := j.content
	if content == nil {
		var reason corpus.Reason
		var err error
		content, reason, err = corpus.ReadContext(ctx, j.found, j.options, w.buf)
		w.buf = content[:0]
		if reason != corpus.Kept {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.l.skip(j.path, reason.String(), err)
			return nil
		}
	}
	f := j.f
	f.language = cmp.Or(w.l.o.Language, j.language)
	decoded, err := charset.DecodeContext(ctx, content)
	if err != nil {
		return err
	}
	text := decoded.UTF8
	if f.language == nil {
		f.language = detect.Language(path.Base(f.path), text)
	}
	id, err := index.BlobIDContext(ctx, content)
	if err != nil {
		return err
	}
	if w.l.firsts != nil && !w.l.firsts.claim(f, id) {
		f.content = id
		return nil
	}
	if err := w.add(ctx, f, text); err != nil {
		return err
	}
	if f.prints == 0 && f.ignored.Load() == 0 && w.l.o.By == ByFile && w.l.firsts == nil {
		w.l.skip(j.path, index.ReasonTooShort, nil)
		return nil
	}
	f.content = id
	return w.remember(j, content)
}

// remember makes sure that the content can be had again.
func (w *worker) remember(j job, content []byte) (err error) {
	switch {
	case w.l.once:
		j.f.source = unread{}
	case j.source != nil:
		j.f.source = j.source
	case j.content == nil:
		j.f.source = &onDisk{j.found, j.options, j.f.content}
	default:
		j.f.source, err = w.l.spool.keep(content)
	}
	return err
}

// add fingerprints the text of the file for its unit.
func (w *worker) add(ctx context.Context, f *file, text []byte) error {
	n := &w.analysis
	if err := w.l.analyzer.AnalyzeContext(ctx, f.language, text, n); err != nil {
		return err
	}
	if w.l.base != nil {
		spans := w.l.base.Spans(n)
		query.WithoutSpans(w.l.analyzer, n, spans)
		f.ignored.Store(lengthOf(spans))
	}
	for _, prints := range n.Fingerprints {
		f.prints += len(prints)
	}
	f.tokens, f.lines = len(n.Tokens), lineCount(text)
	w.l.sink.Add(f.unit, n)
	return nil
}

func lineCount(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
