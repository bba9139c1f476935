package units

import (
	"container/list"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Preparer reads files again and prepares them for alignment. It keeps the files used last. It is
// safe for concurrent use.
type Preparer struct {
	units *Units
	table *candidates.Table
	most  int // maximum number of units before material becomes boilerplate; 0 for any number
	cache cache

	mu       sync.Mutex
	lost     map[*File]bool
	warnings []answer.Warning
}

// Prepared is a file ready to be aligned. It does not change.
type Prepared struct {
	Document *align.Document
	Rarity   align.Rarity
	Ignored  []analyzer.Span // boilerplate
	Imports  []analyzer.Span // import lines, unless they count
	weights  map[uint64]float64
	size     align.Size
	analysis analyzer.Analysis
	table    *candidates.Table // of a question
}

// NewPreparer returns a preparer of the units. The table gives the rarity of their fingerprints.
// most is the maximum number of units before material becomes boilerplate; 0 sets no limit.
func NewPreparer(u *Units, t *candidates.Table, most int) *Preparer {
	return &Preparer{units: u, table: t, most: most, cache: newCache(), lost: map[*File]bool{}}
}

// Get returns the file, prepared for [align.ForSimilarity], or nil if it cannot be read again. Such
// a file counts for nothing, and causes a warning ([Preparer.Warnings]).
func (p *Preparer) Get(f *File) *Prepared {
	e := p.cache.entry(prepared{f, align.ForSimilarity})
	e.once.Do(func() {
		var err error
		if e.prepared, err = p.prepare(f); err != nil {
			p.lose(f, err)
		}
	})
	return e.prepared
}

// Question returns the file, prepared for [align.ForOrigin], or nil as Get. Search asks an index of
// the other units in this way.
func (p *Preparer) Question(f *File) *Prepared {
	e := p.cache.entry(prepared{f, align.ForOrigin})
	e.once.Do(func() {
		if known := p.Get(f); known != nil {
			e.prepared = p.question(known)
		}
	})
	return e.prepared
}

// lose records a file that cannot be read again.
func (p *Preparer) lose(f *File, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.lost[f] {
		p.lost[f] = true
		p.warnings = append(p.warnings, warning.Of(option.NotReadAgain, err))
	}
}

// Warnings name the files that could not be read again.
func (p *Preparer) Warnings() []answer.Warning {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.warnings)
}

// prepare reads and lexes the file.
func (p *Preparer) prepare(f *File) (*Prepared, error) {
	content, err := f.source.read()
	if err != nil {
		return nil, fmt.Errorf("reading %s again: %w", f.Path, err)
	}
	a := p.units.analyzer
	var n analyzer.Analysis
	text, original := p.units.analyzeText(f, content, &n)
	if text == nil {
		return nil, fmt.Errorf("reading %s again: %w", f.Path, errGone)
	}
	out := &Prepared{Document: align.NewDocument(f.Language, text, n.Tokens), Ignored: p.boilerplate(f, text, &n)}
	out.Imports = p.units.importsOf(&n, text)
	out.Document.For(align.ForSimilarity)
	out.Document.DecodedFrom(original)
	if f.part != nil {
		out.Document.StartAt(int(f.part.line), int(f.part.column))
	}
	out.Document.WithTexts(n.Texts)
	out.Document.Ignore(out.Ignored)
	out.Document.Discount(out.Imports)
	f.own.Store(int64(out.Document.Own()))
	f.ignored.Store(int64(boilerplate.Tokens(out.Ignored)))
	out.setRarity(align.NewRarity(a, &n, query.IDF(p.table.Documents(), 1), p.idfOf(&n), align.ForSimilarity))
	out.size = align.SizeOf(out.Document, out.Rarity)
	out.analysis = withoutMemory(&n)
	if p.units.by == ByFolder {
		for r, prints := range n.Fingerprints {
			n.Fingerprints[r] = slices.Clone(prints)
		}
		out.weights = p.weightsOf(&n, NoEvidence{out.Ignored, out.Imports}.Spans())
	}
	return out, nil
}

// question prepares a file as a question. Both have the same tokens.
func (p *Preparer) question(x *Prepared) *Prepared {
	out := &Prepared{Document: x.Document.As(align.ForOrigin), Ignored: x.Ignored, Imports: x.Imports, analysis: x.analysis, table: p.table}
	n := x.analysis
	out.setRarity(align.NewRarity(p.units.analyzer, &n, query.IDF(p.table.Documents()-1, 1), p.idfAmongOthers(&n), align.ForOrigin))
	return out
}

// setRarity sets the rarity, without ignored material.
func (p *Prepared) setRarity(r align.Rarity) {
	r.Ignore(p.Ignored)
	r.Ignore(p.Imports)
	p.Rarity = r
}

// withoutMemory returns the fields that a later analysis of the same tokens needs.
func withoutMemory(n *analyzer.Analysis) analyzer.Analysis {
	return analyzer.Analysis{Language: n.Language, Tokens: n.Tokens, Texts: n.Texts, Fingerprints: n.Fingerprints}
}

// Comments returns the words of a file's comments, ready to be aligned, with their fingerprints. It
// returns nil if the file cannot be read again.
func (p *Preparer) Comments(f *File) (*align.Document, []winnow.Fingerprint) {
	content, err := f.source.read()
	if err != nil {
		p.lose(f, fmt.Errorf("reading %s again: %w", f.Path, err))
		return nil, nil
	}
	var n, comments analyzer.Analysis
	text, original := p.units.analyzeText(f, content, &n)
	if text == nil {
		p.lose(f, fmt.Errorf("reading %s again: %w", f.Path, errGone))
		return nil, nil
	}
	n.Comments(text, p.boilerplate(f, text, &n), &comments)
	p.units.analyzer.Fingerprint(lex.Prose, &comments)
	d := align.NewDocument(lex.Prose, text, comments.Tokens)
	d.DecodedFrom(original)
	return d, comments.Fingerprints[analyzer.Exact]
}

// Copied returns the probability that the question has a part of the document, as search says: see
// [align.Find]. Both are of [Preparer.Question].
func (p *Prepared) Copied(q *Prepared, run align.Run) align.Proof {
	return align.Find(p.Document, q.Document, p.Rarity).Sure(p.Document, q.Document, run, p.othersWith)
}

// othersWith returns the number of other units that have a match of the question: the median over
// its fingerprints.
func (p *Prepared) othersWith(m align.Match) int {
	var found []int
	for r, prints := range p.analysis.Fingerprints {
		from := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= m.A.From })
		for _, f := range prints[from:] {
			if int(f.Token) >= m.A.To {
				break
			}
			found = append(found, max(1, p.table.DF(analyzer.Representation(r), f.Hash)-1))
		}
	}
	if len(found) == 0 {
		return 0
	}
	slices.Sort(found)
	return found[len(found)/2]
}

// Assess is [align.Assess] for two prepared files.
func (p *Prepared) Assess(q *Prepared, matches []align.Match) (score float64, of []align.Assessment) {
	return align.AssessSized(p.Document, q.Document, matches, p.Rarity, q.Rarity, p.size, q.size)
}

// boilerplate returns the parts of the analysed file that are ignored, in order.
func (p *Preparer) boilerplate(f *File, text []byte, n *analyzer.Analysis) []analyzer.Span {
	spans := p.units.licenseOf(f, text, n)
	if p.units.base != nil {
		spans = append(spans, p.units.base.Spans(n)...)
	}
	if p.most > 0 {
		spans = append(spans, p.common(n)...)
	}
	return analyzer.MergeSpans(spans)
}

// common returns runs of fingerprints that more than most units have. They are long enough for the
// guarantee to hold. In such a run, the distance between fingerprints is at most a window.
func (p *Preparer) common(n *analyzer.Analysis) []analyzer.Span {
	var spans []analyzer.Span
	for r := range analyzer.Representation(analyzer.Representations) {
		prints := n.Fingerprints[r]
		for _, part := range n.Parts() {
			end := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= part.To })
			spans = append(spans, p.commonIn(part.Language, r, prints[:end])...)
			prints = prints[end:]
		}
	}
	return spans
}

// commonIn is common for the fingerprints of a part in one representation.
func (p *Preparer) commonIn(l *lex.Language, r analyzer.Representation, prints []winnow.Fingerprint) []analyzer.Span {
	scheme, ok := p.units.analyzer.Settings().Scheme(l, r)
	if !ok {
		return nil
	}
	return runsOf(prints, scheme, max(scheme.Guarantee(), scheme.K+1), func(hash uint64) bool { return p.table.DF(r, hash) > p.most })
}

// runsOf returns the runs of at least that many tokens all of whose fingerprints are common.
func runsOf(prints []winnow.Fingerprint, scheme winnow.Scheme, least int, common func(hash uint64) bool) []analyzer.Span {
	var spans []analyzer.Span
	var run analyzer.Span
	end := func() {
		if run.Len() >= least {
			spans = append(spans, run)
		}
		run = analyzer.Span{}
	}
	for _, f := range prints {
		at := int(f.Token)
		if !common(f.Hash) {
			end()
			continue
		}
		if run.Len() == 0 || at > run.To-scheme.K+max(scheme.W, 1) {
			end()
			run.From = at
		}
		run.To = at + scheme.K
	}
	end()
	return spans
}

// idfOf returns the idf of the file's fingerprints, as an index knows it.
func (p *Preparer) idfOf(n *analyzer.Analysis) align.IDF { return idfBy(n, p.table.IDF) }

// idfAmongOthers is idfOf for an index without the file's unit. Material that a class has
// from its task proves no copy.
func (p *Preparer) idfAmongOthers(n *analyzer.Analysis) align.IDF {
	const nothing = 1e-9 // 0 would be unknown
	run := align.Run{Units: p.table.Documents()}
	return idfBy(n, func(r analyzer.Representation, hash uint64) float64 {
		df := p.table.DF(r, hash) - 1
		if run.IsCommon(df) {
			return nothing
		}
		return query.IDF(run.Units-1, df)
	})
}

func idfBy(n *analyzer.Analysis, idf func(analyzer.Representation, uint64) float64) align.IDF {
	return func(r analyzer.Representation) func(uint64) (float64, bool) {
		known := newIDFs(len(n.Fingerprints[r]))
		for _, f := range n.Fingerprints[r] {
			if slot := known.slot(f.Hash); slot.idf == 0 {
				*slot = idfSlot{f.Hash, idf(r, f.Hash)}
			}
		}
		return func(hash uint64) (float64, bool) {
			idf := known.slot(hash).idf
			return idf, idf > 0
		}
	}
}

// idfs are the idf of fingerprints: a hash table with linear probing, which takes half the time of
// a map.
type idfs struct {
	slots  []idfSlot // at most half of them are used
	shift  int       // the upper 64-shift bits of a product are the slot
	factor uint64    // random and odd, so that hashes cannot be forged to collide here
}

type idfSlot struct {
	hash uint64
	idf  float64 // 0 if the slot is free
}

func newIDFs(most int) idfs {
	width := bits.Len(uint(2 * most))
	return idfs{slots: make([]idfSlot, 1<<width), shift: 64 - width, factor: rand.Uint64() | 1}
}

// slot returns the slot of the hash, or the free one where it belongs.
func (t *idfs) slot(hash uint64) *idfSlot {
	for i := int(hash * t.factor >> t.shift); ; i++ {
		if s := &t.slots[i&(len(t.slots)-1)]; s.idf == 0 || s.hash == hash {
			return s
		}
	}
}

// weightsOf returns the idf of the file's fingerprints outside of the spans. It is used to
// choose the files to align in units of several files.
func (p *Preparer) weightsOf(n *analyzer.Analysis, ignored []analyzer.Span) map[uint64]float64 {
	query.WithoutSpans(p.units.analyzer, n, ignored)
	all := map[uint64]float64{}
	for r, prints := range n.Fingerprints {
		for _, f := range prints {
			all[f.Hash] = p.table.IDF(analyzer.Representation(r), f.Hash)
		}
	}
	return all
}

// LowWeight returns the file's parts that weigh little, excluding boilerplate. Many units have
// them.
func (p *Prepared) LowWeight() []analyzer.Span {
	var spans []analyzer.Span
	ignored := p.Ignored
	for i := range p.Document.Len() {
		for len(ignored) > 0 && ignored[0].To <= i {
			ignored = ignored[1:]
		}
		if len(ignored) > 0 && ignored[0].From <= i || p.Rarity.Class[i]+p.Rarity.Text[i] >= lowWeight {
			continue
		}
		if n := len(spans) - 1; n >= 0 && spans[n].To == i {
			spans[n].To++
			continue
		}
		spans = append(spans, analyzer.Span{From: i, To: i + 1})
	}
	return slices.DeleteFunc(spans, func(s analyzer.Span) bool { return s.Len() < leastRun })
}

// cache keeps the prepared files that were used last.
type cache struct {
	mu    sync.Mutex
	used  int        // tokens
	order *list.List // of *entry, used last first
	by    map[prepared]*list.Element
}

// prepared is a file and the purpose of its preparation.
type prepared struct {
	file *File
	use  align.Use
}

type entry struct {
	of       prepared
	once     sync.Once
	prepared *Prepared // nil if the file cannot be read again
}

// cacheTokens bounds the cache. A token needs about 80 bytes.
const cacheTokens = 3 << 19

// Blocks numbers blocks of consecutive units. The files of a block take two thirds of the cache of
// a [Preparer], unless a unit is larger than that, and the rest is for the units that the block's
// units are compared with in turn.
func Blocks(all []*Unit) []int32 {
	block := make([]int32, len(all))
	tokens := 0
	for n, u := range all {
		block[n] = int32(tokens / (cacheTokens * 2 / 3))
		for _, f := range u.Files {
			tokens += f.Tokens
		}
	}
	return block
}

func newCache() cache { return cache{order: list.New(), by: map[prepared]*list.Element{}} }

// entry returns the entry, and drops those used longest ago.
func (c *cache) entry(of prepared) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, known := c.by[of]; known {
		c.order.MoveToFront(at)
		return at.Value.(*entry)
	}
	e := &entry{of: of}
	c.by[of] = c.order.PushFront(e)
	c.used += of.file.Tokens
	for c.used > cacheTokens && c.order.Len() > 1 {
		old := c.order.Remove(c.order.Back()).(*entry).of
		delete(c.by, old)
		c.used -= old.file.Tokens
	}
	return e
}
