package index

import (
	"cmp"
	"context"
	"crypto/md5"
	"fmt"
	"runtime"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// largeFile is from which size files are read one at a time. Their memory is then returned. The
// tokens of code take 10 times its size, and the fingerprints more than that.
const largeFile = 16 << 20

// A worker looks up several contents at once, since clusters answer after milliseconds. It checks
// whether the index has them. Meanwhile it keeps their sources.
const (
	groupSize  = 64
	groupBytes = 1 << 20
)

// worker reads, analyses and writes files. Each goroutine has its own.
type worker struct {
	u        *update
	id       blobID
	analysis analyzer.Analysis
	group    [groupSize]pending
	grouped  int    // sources in group
	bytes    int    // of these
	sources  []byte // memory of these, one after the other
	batch    *Batch
	slab     []uint64 // the next hashes are appended to it
	batches  int      // written
}

// pending is a file that was read.
type pending struct {
	occurrence    Occurrence
	language      *lex.Language
	content, text []byte // text is the decoded content
	held          bool   // no file has the content
}

func newWorker(u *update) *worker {
	return &worker{u: u, id: newBlobID(), batch: new(Batch), sources: make([]byte, 2*groupBytes)}
}

// file adds one file to the batch.
func (w *worker) file(ctx context.Context, f corpus.File) error {
	if f.Size < largeFile {
		return w.read(ctx, f)
	}
	w.u.large.Lock()
	defer w.u.large.Unlock()
	if err := ctx.Err(); err != nil { // waiting may have taken long
		return err
	}
	err := w.read(ctx, f)
	w.group[w.grouped], w.slab, w.analysis = pending{}, nil, analyzer.Analysis{}
	runtime.GC() // else the memory of this file adds to the memory of the next one
	return err
}

// read adds one file to the group or to the batch. It ignores the size.
func (w *worker) read(ctx context.Context, f corpus.File) error {
	now := time.Now()
	s := &w.group[w.grouped]
	content, reason, err := corpus.Read(f, w.u.o.Corpus, w.sources[w.bytes:w.bytes])
	w.u.release(f)
	w.u.tally(func(r *Report) { r.Read++; r.Bytes += int64(len(content)) })
	if reason != document.Kept {
		return w.skip(f, now, reason, err)
	}
	s.occurrence, s.held = w.u.occurrence(f, now), f.OnceOnly()
	s.occurrence.Content = w.idOf(content)
	text := corpus.Decode(content)
	s.content, s.text = content, text.UTF8
	s.language, s.occurrence.Reading.Choice = w.u.src.choice(f, text.UTF8)
	w.u.describe(f, &s.occurrence, s.language, content, text.UTF8)
	return w.add(ctx, f, s)
}

// idOf returns the id of a content.
func (w *worker) idOf(content []byte) string {
	if k := w.u.analyzer.Key(); k != nil {
		return k.ContentID(content)
	}
	return w.id.of(content)
}

// occurrence describes the file as it was before it was read. If the file changed so recently that
// another change might not change its time, it gets the time 0, and the next update reads it again.
func (u *update) occurrence(f corpus.File, now time.Time) Occurrence {
	o := Occurrence{Collection: u.src.Collection, Root: u.root, Path: f.Path, Revision: f.Revision, Origin: f.Origin}
	o.Reading = document.Reading{Size: f.Size, Version: versionOf(f, u.analyzer.Key()), DateOffset: f.DateOffset}
	granularity := 20 * time.Millisecond
	if f.ModTime.Nanosecond() == 0 { // the file system may keep times to 1 or 2 seconds
		granularity = 2 * time.Second
	}
	if f.Blob == "" && now.Sub(f.ModTime) < granularity {
		o.Reading.Version = 0
	}
	return o
}

// skip records a file as not indexed, so that only a change reads it again. A file that could not
// be read is not recorded.
func (w *worker) skip(f corpus.File, now time.Time, reason document.Reason, err error) error {
	if exhausted(err) {
		return fmt.Errorf("reading %s: %w", f.Path, err)
	}
	w.u.count(f.Path, reason, err)
	if f.Blob != "" && (reason == document.Missing || reason == document.Damaged) { // the same object may be whole later
		w.u.mu.Lock()
		w.u.incomplete = true
		w.u.mu.Unlock()
		return nil
	}
	if transient(reason) {
		return nil
	}
	o := w.u.occurrence(f, now)
	o.Skipped, o.Origin, o.Reading.DateOffset = reason, document.Origin{}, 0
	return w.write(o, nil)
}

// add adds an occurrence, unless its content may be new. Then it adds both to the group.
func (w *worker) add(ctx context.Context, f corpus.File, s *pending) error {
	o := s.occurrence
	switch c := w.u.claims.claim(o.Content, o.Reading.Choice); c.state {
	case claimWritten:
		return w.join(o, c.choice.Language)
	case claimShort:
		return w.tooShort(o)
	case claimPending:
		w.u.mu.Lock()
		w.u.deferred = append(w.u.deferred, newDeferral(o, f))
		w.u.mu.Unlock()
		return nil
	}
	w.grouped++
	w.bytes += len(s.content)
	if w.grouped < groupSize && w.bytes < groupBytes {
		return nil
	}
	return w.ask(ctx)
}

// ask looks up which of the group's contents the index has, and adds the others. It adds them with
// their occurrences.
func (w *worker) ask(ctx context.Context) error {
	group := w.group[:w.grouped]
	w.grouped, w.bytes = 0, 0
	ids := make([]string, len(group))
	for i := range group {
		ids[i] = group[i].occurrence.Content
	}
	known, err := w.u.to.Known(ctx, ids)
	if err != nil {
		return err
	}
	languages := make(map[string]string, len(known))
	for _, c := range known {
		languages[c.ID] = c.Language
	}
	for i := range group {
		s := &group[i]
		if language, ok := languages[s.occurrence.Content]; ok {
			w.u.claims.writtenAs(s.occurrence.Content, language)
			err = w.join(s.occurrence, language)
		} else {
			err = w.addNew(s)
		}
		if err != nil {
			return err
		}
		*s = pending{}
	}
	return nil
}

// addNew adds a new content with its occurrence.
func (w *worker) addNew(s *pending) error {
	w.u.analyzer.Analyze(s.language, s.text, &w.analysis)
	if left := w.analysis.LeftOut; left != nil {
		w.u.tally(func(r *Report) { r.leave(left) })
	}
	doc := w.document(s.occurrence.Content, s.content, s.held)
	if len(s.content) >= largeFile { // free memory for writing
		w.analysis = analyzer.Analysis{}
	}
	if doc == nil {
		w.u.claims.set(claimShort, s.occurrence.Content)
		return w.tooShort(s.occurrence)
	}
	return w.write(s.occurrence, doc)
}

// end adds and writes the remaining work, also after an interrupt. So finished work is kept.
func (w *worker) end() error {
	err := w.ask(w.u.late)
	return cmp.Or(w.flush(), err)
}

// join adds an occurrence of a content that was lexed in the language.
func (w *worker) join(o Occurrence, language string) error {
	if o.Reading.Choice.Language != language {
		w.u.touch(w.batch, o.Content)
	}
	return w.write(o, nil)
}

func (w *worker) tooShort(o Occurrence) error {
	w.u.count(o.Path, document.TooShort, nil)
	o.Content, o.Skipped, o.Origin, o.Reading.DateOffset = "", document.TooShort, document.Origin{}, 0
	return w.write(o, nil)
}

// document returns the analysed content, or nil if it has no fingerprints. The source is included
// if the index stores sources, or if no file has it any more, but never in an index of hashes only.
func (w *worker) document(id string, content []byte, gone bool) *Document {
	n := &w.analysis
	d := &Document{Content: Content{ID: id, Language: n.Language.Name, Size: int64(len(content)), Tokens: n.Len()}}
	empty := true
	for r, prints := range n.Fingerprints {
		d.Fingerprints[r] = len(prints)
		if len(prints) > 0 {
			empty = false
			d.Hashes[r] = w.hashes(prints)
		}
	}
	if empty {
		return nil
	}
	if s := w.u.to.Settings(); s.Store || gone && !s.HashOnly {
		d.Packed = compress(content)
	}
	if w.u.to.Settings().Scanoss {
		d.WFP = wfp.Pack(md5.Sum(content), wfp.Prints(content))
	}
	return d
}

// slabSize is how many hashes are allocated at a time.
const slabSize = 1 << 16

// hashes copies the hashes of fingerprints, since the next analysis overwrites them.
func (w *worker) hashes(prints []winnow.Fingerprint) []uint64 {
	if cap(w.slab)-len(w.slab) < len(prints) {
		w.slab = make([]uint64, 0, max(slabSize, len(prints)))
	}
	from := len(w.slab)
	for _, p := range prints {
		w.slab = append(w.slab, p.Hash)
	}
	return w.slab[from:len(w.slab):len(w.slab)]
}

// write adds an occurrence to the batch, and its content's document if new. It counts the change of
// the path.
func (w *worker) write(o Occurrence, doc *Document) error {
	w.u.countChange(w.batch, w.u.known.at(o.Path, o.Revision), o)
	if doc != nil {
		w.batch.put(*doc)
		w.u.tally(func(r *Report) { r.Contents++ })
	}
	w.batch.Occurrences = append(w.batch.Occurrences, o)
	return w.flushIfFull()
}

// countChange counts a path's change, and touches its old content if that is affected. That loses
// an occurrence or changes its language.
func (u *update) countChange(b *Batch, old *knownFile, o Occurrence) {
	had, content := false, ""
	if old != nil {
		content = old.contentID()
		had = content != ""
	}
	u.tally(func(r *Report) {
		switch {
		case had && content == o.Content:
			r.Unchanged++
		case had && o.Content == "":
			r.Removed++
		case had:
			r.Changed++
		case o.Content != "":
			r.Added++
		}
	})
	if had && (content != o.Content || u.known.record(old).Reading.Choice != o.Reading.Choice) {
		u.touch(b, content)
	}
}

func (w *worker) flushIfFull() error {
	if !w.u.to.Full(w.batch) {
		return nil
	}
	return w.flush()
}

// flush writes the batch, also after an interrupt, so that finished work is kept.
func (w *worker) flush() error {
	if w.batch.Len() == 0 {
		return nil
	}
	if err := w.u.to.Write(w.u.late, w.batch); err != nil {
		w.u.mu.Lock()
		w.u.failure = cmp.Or(w.u.failure, err)
		w.u.mu.Unlock()
		return err
	}
	w.batches++
	for i := range w.batch.Contents {
		w.u.claims.set(claimWritten, w.batch.Contents[i].ID)
	}
	// The slices are not used again, since the writer may keep them.
	w.batch = new(Batch)
	return nil
}
