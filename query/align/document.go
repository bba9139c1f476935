package align

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Document is a lexed document made ready to be aligned. It keeps the slices it was made from and
// changes none of them. Several goroutines may use one.
type Document struct {
	source     []byte
	tokens     []lex.Token
	symbols    []uint64             // by token: what has to agree
	ignored    []analyzer.Span      // in order; they do not touch
	seed       int                  // codeSeed or proseSeed
	original   func(offset int) int // nil where the source is the original
	lining     sync.Once
	milestones []milestone // one every block; empty until asked for
	tabling    sync.Mutex
	seeds      *table // guarded by tabling; nil until asked for
	texts      *table // likewise, of seeds by their texts
}

// NewDocument prepares the tokens of the source. The source must be under 2 GiB, as the tokens'
// offsets have it.
func NewDocument(source []byte, tokens []lex.Token) *Document {
	d := &Document{}
	d.Reset(source, tokens)
	return d
}

// Reset makes d what [NewDocument] returns, in the memory that d has. Nobody may use d meanwhile,
// nor what it was before.
func (d *Document) Reset(source []byte, tokens []lex.Token) {
	*d = Document{source: source, tokens: tokens, symbols: d.symbols[:0], milestones: d.milestones[:0], seed: codeSeed}
	if len(tokens) > 0 && tokens[0].Kind == lex.Word {
		d.seed = proseSeed
	}
	d.symbols = slices.Grow(d.symbols, len(tokens))[:len(tokens)]
	for i, t := range tokens {
		d.symbols[i] = max(leastSymbol, analyzer.Structure.Symbol(t))
	}
}

// Ignore makes the tokens of the spans, which are in order and do not touch, agree with nothing: no
// match holds one of them or goes over one. Call it before the document is aligned. The slice is
// kept and must not be changed.
func (d *Document) Ignore(spans []analyzer.Span) { d.ignored = spans }

// DecodedFrom makes [Document.Range] tell places in the file that the source was decoded from:
// original returns where in it the character begins that a byte of the source belongs to, and of
// the end of the source the end of the file. Lines have to be the same in both. Call it before the
// document is used.
func (d *Document) DecodedFrom(original func(offset int) int) { d.original = original }

// Own returns the number of tokens that are not ignored.
func (d *Document) Own() int {
	n := d.Len()
	for _, s := range d.ignored {
		n -= s.Len()
	}
	return n
}

// ignores says whether a token of the span is ignored.
func (d *Document) ignores(tokens analyzer.Span) bool {
	i := sort.Search(len(d.ignored), func(i int) bool { return d.ignored[i].To > tokens.From })
	return i < len(d.ignored) && d.ignored[i].From < tokens.To
}

// eachOwn calls f for the spans between those that are ignored; they may be empty.
func (d *Document) eachOwn(f func(analyzer.Span)) {
	from := 0
	for _, s := range d.ignored {
		f(analyzer.Span{From: from, To: s.From})
		from = s.To
	}
	f(analyzer.Span{From: from, To: d.Len()})
}

// Len returns the number of tokens.
func (d *Document) Len() int { return len(d.tokens) }

// Source returns the bytes that the document was made from, which must not be changed.
func (d *Document) Source() []byte { return d.source }

// Token returns the i-th token.
func (d *Document) Token(i int) lex.Token { return d.tokens[i] }

// Text returns the text of the i-th token.
func (d *Document) Text(i int) string {
	t := d.tokens[i]
	return string(d.source[t.Start:t.End])
}

// sameText says whether the i-th token has the text of the j-th one of b, which hashes alone do
// not: whoever wants to can make different texts with the same one. Upper and lower case are alike
// where the hashes are, as some languages have it, and words of prose are alike once they are
// folded: see [lex.SameWord].
func (d *Document) sameText(i int, b *Document, j int) bool {
	x, y := d.tokens[i], b.tokens[j]
	if x.Hash != y.Hash {
		return false
	}
	own, other := d.source[x.Start:x.End], b.source[y.Start:y.End]
	if x.Kind == lex.Word && y.Kind == lex.Word {
		return lex.SameWord(own, other)
	}
	return bytes.EqualFold(own, other)
}

// Position is a place in a source: Line and Column count from 1, the column in bytes.
type Position struct{ Line, Column int }

// Range is where a span stands in the source.
type Range struct {
	// Start and End are byte offsets: source[Start:End] is the text, unless the source was decoded
	// from something else.
	Start, End int
	// First is the position of the first byte, Last that of the last one.
	First, Last Position
}

// String returns the lines: "12-30", or "12" where it is one.
func (r Range) String() string {
	if r.First.Line == r.Last.Line {
		return fmt.Sprint(r.First.Line)
	}
	return fmt.Sprintf("%d-%d", r.First.Line, r.Last.Line)
}

// Range returns where the span stands, in the file that the source was decoded from if there is
// one. That of an empty span is empty: the place after the token before it.
func (d *Document) Range(s analyzer.Span) Range {
	start, end := d.bounds(s)
	r := Range{Start: d.origin(start), End: d.origin(end)}
	r.First = d.position(start, r.Start)
	r.Last = d.position(max(start, end-1), max(r.Start, r.End-1))
	return r
}

// bounds returns the byte offsets in the source.
func (d *Document) bounds(s analyzer.Span) (start, end int) {
	switch {
	case s.Len() > 0:
		return int(d.tokens[s.From].Start), int(d.tokens[s.To-1].End)
	case s.From > 0:
		end = int(d.tokens[s.From-1].End)
	}
	return end, end
}

// origin returns where in the original a byte of the source stands.
func (d *Document) origin(offset int) int {
	if d.original == nil {
		return offset
	}
	return d.original(offset)
}

// milestone says on which line a block of the source begins.
type milestone struct {
	line  int // from 1
	start int // the byte offset of that line
}

// block is how many bytes lie between two milestones. Counting the lines of a block is much faster
// than noting where each begins.
const block = 4 << 10

// position returns where a byte of the source is, which in the original is at origin.
func (d *Document) position(offset, origin int) Position {
	d.lining.Do(d.setMilestones)
	m := d.milestones[offset/block].at(d.source, offset/block*block, offset)
	return Position{m.line, origin - d.origin(m.start) + 1}
}

func (d *Document) setMilestones() {
	m := milestone{line: 1}
	d.milestones = append(d.milestones, m)
	for from := 0; from+block <= len(d.source); from += block {
		m = m.at(d.source, from, from+block)
		d.milestones = append(d.milestones, m)
	}
}

// at returns the line of a later byte of the source, of which m is that of the one at from.
func (m milestone) at(source []byte, from, to int) milestone {
	part := source[from:to]
	if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
		return milestone{m.line + bytes.Count(part, []byte{'\n'}), from + i + 1}
	}
	return m
}
