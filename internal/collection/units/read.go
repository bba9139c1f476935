package units

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/query"
)

// Sink takes every file with its decoded text, its analysis, and the tokens that carry no weight.
// It must be safe for concurrent use. All arguments but the file belong to the caller, and are
// reused after it returns.
type Sink func(f *File, text []byte, n *analyzer.Analysis, no NoEvidence)

// NoEvidence are tokens of a file that carry no weight. Both lists are sorted.
type NoEvidence struct {
	Boilerplate []analyzer.Span
	Imports     []analyzer.Span // unless they count
}

// Spans returns all spans, sorted. No two touch.
func (no NoEvidence) Spans() []analyzer.Span {
	if len(no.Imports) == 0 {
		return no.Boilerplate
	}
	return analyzer.MergeSpans(slices.Concat(no.Boilerplate, no.Imports))
}

// ByUnit returns a sink that passes on each file's analysis and unit number.
func ByUnit(add func(unit int, n *analyzer.Analysis)) Sink {
	return func(f *File, _ []byte, n *analyzer.Analysis, _ NoEvidence) { add(f.Unit, n) }
}

// Units are the units of an input. Close them when their sources are no longer needed.
type Units struct {
	// All are the units, identified by their index. The order is deterministic.
	All     []*Unit
	Skipped map[document.Reason]int // files that are not compared, by reason
	// Unread are at most [MaxUnread] unread files, and units without a fingerprint. They are sorted
	// by reason, detail and path.
	Unread []pairs.Unread
	// Warnings are in the order in which they occurred; never nil.
	Warnings []answer.Warning

	analyzer *analyzer.Analyzer
	by       By
	imports  bool // import lines count
	noUnits  bool // see [Options.NoUnits]
	// noLicenses is [Options.NoLicenses].
	noLicenses bool
	base       *boilerplate.Set // nil if there is no boilerplate
	spool      spool
	sources    func() map[string]source // by content; computed on first use
}

// Close releases the contents that are held in memory, and archives' contents.
func (u *Units) Close() error { return u.spool.close() }

// Source returns the source of a content of the units. The bytes belong to the caller.
func (u *Units) Source(content string) ([]byte, error) {
	s, known := u.sources()[content]
	if !known {
		return nil, errGone
	}
	return s.read()
}

func (u *Units) findSources() map[string]source {
	sources := map[string]source{}
	for _, unit := range u.All {
		for _, f := range unit.Files {
			if _, known := sources[f.Content]; !known {
				sources[f.Content] = f.source
			}
		}
	}
	return sources
}

// Read reads and analyses the units of the input. It checks ctx once per file.
func Read(ctx context.Context, a *analyzer.Analyzer, in Input, o Options, s Sink) (*Units, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	o.Corpus.OuterIgnore = o.Corpus.OuterIgnore || o.By == ByFolder
	l := newLoader(a, in, o, s)
	if err := l.read(ctx); err != nil {
		return nil, errors.Join(err, l.units.Close())
	}
	l.ignored.warn(l)
	return l.units, nil
}

// loader reads an input. One goroutine finds the files and numbers the units, so the numbers are
// deterministic. Several read and analyse.
type loader struct {
	in     Input
	o      Options
	sink   Sink
	units  *Units
	tables []table
	number map[unitKey]int
	turns  turns // of the files, by function

	ignored innerIgnored
	authors map[string]string // of units without files, by name
	total   int               // what done will be; 0 if it is not known

	untold map[string]int // files whose functions cannot be told, by language

	mu     sync.Mutex // guards the fields below, and units.Skipped
	done   int        // files, or files and archives
	unread unreadList
	met    map[string]bool // names of units with a file that was found, compared or not
	heard  map[string]bool // files whose reason is in the list of uncompared files, or that need no reason
	firsts map[contentKey]*File
	// doubtful are files that may be read otherwise than their names and contents say.
	doubtful []job
	heldBack *candidates.Set // their fingerprints, read as these say
	named    shapes          // of the named files
	unknown  bool            // a named file hides code, or there are too many shapes

	leftOut map[string]int // lines that are not read, by reason
	leftIn  []string       // the files with such lines

	licenses []*File // texts of licences
}

// unitKey identifies a unit.
type unitKey struct {
	root int
	name string
}

// contentKey identifies a content. The same bytes in another reading are another content.
type contentKey struct {
	id      string
	reading parts.Reading
}

// job is a file to be read. content is nil if it is to be read from the disk.
type job struct {
	file     *File
	unit     string // name of its submission, or of the unit
	made     int    // unit of the generated files of the submission
	found    corpus.File
	content  []byte
	source   source        // of the content; nil if it must be kept
	reading  parts.Reading // without a language if it is not known
	size     int           // of the text, if it is doubtful
	isResult bool          // the path is one of [Options.Results]
	turn     int           // its number, by function
	root     int
}

func newLoader(a *analyzer.Analyzer, in Input, o Options, s Sink) *loader {
	all := &Units{Skipped: map[document.Reason]int{}, Warnings: []answer.Warning{}, analyzer: a, by: o.By, imports: o.CountImports, noUnits: o.NoUnits, noLicenses: o.NoLicenses}
	all.sources = sync.OnceValue(all.findSources)
	return &loader{
		in: in, o: o, sink: s, number: map[unitKey]int{}, firsts: map[contentKey]*File{},
		authors: map[string]string{}, met: map[string]bool{}, heard: map[string]bool{},
		units: all, heldBack: candidates.NewSet(), named: shapes{map[uint64]bool{}, map[uint64]bool{}},
	}
}

func (l *loader) read(ctx context.Context) (err error) {
	if l.in.tables {
		for i := range l.in.roots {
			if err := l.readTable(ctx, i); err != nil {
				return err
			}
		}
	}
	if l.units.base, err = l.readBoilerplate(ctx); err != nil {
		return fmt.Errorf("reading boilerplate: %w", err)
	}
	group, reading := errgroup.WithContext(ctx)
	jobs := make(chan job, 16)
	group.Go(func() error {
		defer close(jobs)
		return l.find(reading, func(root int, j job) error { return l.send(reading, jobs, root, j) })
	})
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			w := worker{loader: l}
			for j := range jobs {
				if err := reading.Err(); err != nil {
					return err
				}
				if err := w.inTurn(j); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := l.readDoubtful(ctx); err != nil {
		return err
	}
	for _, u := range l.units.All {
		u.Files = slices.DeleteFunc(u.Files, func(f *File) bool { return !f.isRead() })
	}
	l.divide()
	for _, u := range l.units.All {
		u.Looks = looksOf(u.Files)
		for _, f := range u.Files {
			u.Prints += f.prints
		}
	}
	l.applyTables()
	l.applyPlatforms()
	l.joinStudents()
	l.applyOrigins()
	l.warnOfParts()
	l.warnOfUntold()
	l.warnOfTexts()
	l.warnOfLines()
	l.warnOfLicenses()
	l.listUnread()
	return nil
}

// isRead reports whether the file was read and gives a copy its source. The copy gets the source of
// the analysed file. So every file of a unit has a source. Which of the copies was analysed depends
// on the workers, and while they run its source may be missing.
func (f *File) isRead() bool {
	if f.First != nil {
		f.source = f.First.source
	}
	return f.source != nil
}

// send adds the file to its unit and passes it to a worker.
func (l *loader) send(ctx context.Context, jobs chan<- job, root int, j job) error {
	r := l.in.roots[root]
	key := unitKey{root, l.unitName(r, j.found.Path)}
	if l.isTable(root, j.found.Path) || l.ignoredByTable(root, j.found.Path) {
		l.meet(key.name)
		return nil
	}
	n, known := l.number[key]
	switch {
	case l.o.By == ByFunction: // their units are added once they are found
		j.turn, j.root = l.turns.issue(), root
	case !known:
		n = l.addUnit(key, r.old)
	}
	j.unit, j.made = key.name, n
	if l.divides() {
		j.made = n + 1
	}
	j.file = &File{Path: r.prefix + j.found.Path, Unit: n}
	if known := j.found.Origin; known != (document.Origin{}) {
		j.file.Origin = &known
	}
	if l.o.By != ByFunction {
		l.units.All[n].Files = append(l.units.All[n].Files, j.file)
	}
	select {
	case jobs <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unitName returns the name of the unit that a path below the root belongs to.
func (l *loader) unitName(r root, below string) string {
	if first, _, _ := strings.Cut(below, "/"); l.o.By == ByFolder {
		return r.prefix + r.submission(first)
	}
	return r.prefix + below
}

// skip counts and reports a file of a unit that is not compared. Starter code has the unit "".
func (l *loader) skip(unit, path string, reason document.Reason, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.units.Skipped[reason]++
	if unit != "" {
		l.met[unit] = true
		_, listed := unreadOrder[reason]
		listed = listed && (reason != document.Duplicate || err != nil) // without an error it is a hard link
		if link := reason == document.Symlink; !link {                  // one that is a submission is listed later
			l.heard[unit] = l.heard[unit] || listed || strings.TrimSuffix(path, "/") == unit
			if listed {
				l.unread.add(pairs.Unread{Path: path, Unit: unit, Reason: reason, Detail: detail(path, reason, err)})
			}
		}
	}
	if l.o.Skipped != nil {
		l.o.Skipped(path, reason, err)
	}
}

// meet notes that a file of a unit was found that need not be compared.
func (l *loader) meet(unit string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.met[unit], l.heard[unit] = true, true
}

// warn adds a warning.
func (l *loader) warn(code option.Code, args ...any) {
	l.units.Warnings = append(l.units.Warnings, warning.Of(code, args...))
}

// tick counts a file or archive that a worker has taken.
func (l *loader) tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	if l.o.Progress != nil {
		l.o.Progress(l.done, l.total)
	}
}

// claim makes the file its content's first in its reading, unless there is one.
func (l *loader) claim(f *File, id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := contentKey{id, f.Reading}
	f.First = l.firsts[key]
	if f.First == nil {
		f.First, l.firsts[key] = f, f
	}
	return f.First == f
}

// worker reads and analyses files; one per goroutine.
type worker struct {
	*loader
	buf      []byte
	analysis analyzer.Analysis
}

// do reads a file. Its Content stays empty if it is skipped.
func (w *worker) do(j job) error {
	f, content, options := j.file, j.content, w.o.Corpus.KeepingAll()
	if content == nil {
		var ok bool
		if content, ok = w.readFile(j.found, options, j.unit, f.Path, &w.buf); !ok {
			return nil
		}
	}
	text := corpus.Decode(content).UTF8
	if !w.selects(j, text) {
		return nil
	}
	if j.isResult && skips.BeginsReport(text) {
		w.skip(j.unit, f.Path, document.Excluded, errResult)
		return nil
	}
	if w.in.tables && skips.IsReport(path.Base(f.Path), text) {
		w.skip(j.unit, f.Path, document.OwnReport, nil)
		return nil
	}
	f.Reading = cmp.Or(parts.Reading{Language: w.o.Language}, j.reading)
	if f.Language == nil {
		f.Language = parts.FileLanguage(f.Path, text)
	}
	if j.reading.Language == nil {
		w.note(f, text)
	}
	id := index.BlobID(content)
	if w.o.Distinct && !w.claim(f, id) {
		f.Content = id
		return nil
	}
	lexed := w.units.lex(f.Reading, text, &w.analysis)
	if w.holdsBack(j, text, &lexed) {
		return nil
	}
	if w.o.By == ByFunction {
		return w.addFunctions(j, text, func() (source, error) { return w.sourceOf(j, content, id) }, id)
	}
	if w.o.Quoted && w.o.Language == nil && parts.MayQuote(f.Path, f.Language) {
		f.Quoted = lexed.AppendQuoted(f.Language, text)
		w.analysis.Tokens = lexed.Tokens
	}
	if long := w.analyze(f, text); !long && w.o.By == ByFile && !w.o.NoUnits {
		w.skip(j.unit, f.Path, document.TooShort, nil)
		return nil
	}
	f.Content = id
	var err error
	f.source, err = w.sourceOf(j, content, id)
	return err
}

// sourceOf returns the source of a file with the content.
func (w *worker) sourceOf(j job, content []byte, id string) (source, error) {
	switch {
	case j.source != nil:
		return j.source, nil
	case j.content == nil && !j.found.OnceOnly():
		if held := w.units.spool.hold(content); held != nil {
			return held, nil
		}
		return &onDisk{j.found, w.o.Corpus.KeepingAll(), id}, nil
	case w.o.DropArchived:
		return dropped{}, nil
	}
	return w.units.spool.keep(content)
}

// selects reports whether a file is compared and marks files that look generated or minified. If it
// is not compared, it is skipped.
func (w *worker) selects(j job, text []byte) bool {
	reason := corpus.Judge(w.o.Corpus, j.found.Path, text)
	switch {
	case reason == document.Kept:
		return true
	case w.o.SkipGenerated && !w.keeps(j.file.Path):
		w.skip(j.unit, j.file.Path, reason, nil)
		return false
	}
	j.file.Looks, j.file.Unit = reason, j.made
	return true
}

// analyze fingerprints the file, which is lexed, for its unit. It reports whether the file is long
// enough for a fingerprint, or boilerplate.
func (w *worker) analyze(f *File, text []byte) bool {
	return w.analyzeAs(f, text, &w.analysis)
}

// analyzeAs is analyze for an analysis of the text.
func (w *worker) analyzeAs(f *File, text []byte, n *analyzer.Analysis) bool {
	w.units.fingerprint(text, n)
	no := NoEvidence{Imports: w.units.importsOf(n, text)}
	if w.units.base != nil {
		no.Boilerplate = w.units.base.Spans(n)
	}
	if spans := w.units.licenseOf(f, text, n); len(spans) > 0 {
		no.Boilerplate = analyzer.MergeSpans(append(no.Boilerplate, spans...))
		w.noteLicense(f)
	}
	f.long = len(no.Boilerplate) > 0 || slices.ContainsFunc(n.Fingerprints[:], func(prints []winnow.Fingerprint) bool { return len(prints) > 0 })
	without := no.Spans()
	f.ignored.Store(int64(boilerplate.Tokens(no.Boilerplate)))
	f.own.Store(int64(n.Len() - boilerplate.Tokens(without)))
	if w.o.NoUnits { // a clone may begin in import lines
		without = no.Boilerplate
	}
	query.WithoutSpans(w.units.analyzer, n, without)
	for _, prints := range n.Fingerprints {
		f.prints += len(prints)
	}
	f.Tokens, f.Slots, f.Lines = n.Len(), len(n.Tokens), lineCount(text)
	f.Program = programOf(n)
	w.leave(f.Path, n.LeftOut)
	w.sink(f, text, n, no)
	return f.long
}

// programOf returns the language of [File.Program].
func programOf(n *analyzer.Analysis) (most *lex.Language) {
	tokens := map[*lex.Language]int{}
	for _, part := range n.Parts() {
		if l := part.Language; detect.IsProgramming(l) {
			if tokens[l] += part.Len(); most == nil || tokens[l] > tokens[most] {
				most = l
			}
		}
	}
	return most
}

// analyze lexes and fingerprints a file. Of a notebook that is compared as a unit, only the code
// counts.
func (u *Units) analyze(r parts.Reading, text []byte, n *analyzer.Analysis) {
	u.lex(r, text, n)
	u.fingerprint(text, n)
}

// fingerprint is analyze for a file that is lexed.
func (u *Units) fingerprint(text []byte, n *analyzer.Analysis) {
	u.dropProse(text, n)
	u.analyzer.Fingerprint(n.Language, n)
}

// dropProse removes the prose of a notebook that is compared as a unit.
func (u *Units) dropProse(text []byte, n *analyzer.Analysis) {
	if !u.noUnits {
		n.DropProse(text)
	}
}

// lex lexes a file, or boilerplate. Files that are compared as units may be cuts.
func (u *Units) lex(r parts.Reading, text []byte, n *analyzer.Analysis) parts.Lexed {
	lexed := parts.Lexed{Tokens: n.Tokens}
	if u.noUnits {
		parts.Lex(r.Language, text, parts.Asked, &lexed)
	} else {
		r.Lex(text, &lexed)
	}
	take(r, &lexed, n)
	return lexed
}

// take sets the tokens of an analysis.
func take(r parts.Reading, lexed *parts.Lexed, n *analyzer.Analysis) {
	n.Language, n.Tokens, n.Texts, n.LeftOut = r.Language, lexed.Tokens, lexed.Texts, lexed.LeftOut
}

// importsOf returns the import lines of an analysed file, unless they count.
func (u *Units) importsOf(n *analyzer.Analysis, text []byte) []analyzer.Span {
	if u.imports {
		return nil
	}
	return n.Imports(text)
}

// readFile reads a file from the disk into buf. If the options skip it, it is counted as skipped.
func (l *loader) readFile(f corpus.File, o document.Options, unit, name string, buf *[]byte) (content []byte, ok bool) {
	content, reason, err := corpus.Read(f, o, *buf)
	*buf = content[:0]
	if reason != document.Kept {
		l.skip(unit, name, reason, err)
		return nil, false
	}
	return content, true
}

func (l *loader) keeps(name string) bool {
	if l.o.Keep == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.o.Keep(name)
}

func lineCount(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
