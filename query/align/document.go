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

// Document is a lexed document prepared for alignment. It keeps the slices that it was made from
// and does not change them. It is safe for concurrent use.
type Document struct {
	source     []byte
	tokens     []lex.Token
	symbols    []uint64        // by token: what must be equal
	hashes     []uint64        // by token: of its text
	ignored    []analyzer.Span // in order; they do not touch
	light      []analyzer.Span // that carry no weight, likewise
	seed       int             // the kind of the document: codeSeed or proseSeed
	use        Use
	original   func(offset int) int // nil if the source is the original
	texts      map[uint32][]byte    // of tokens by their Start, if not simply of the source
	parted     *parted              // nil for a document in one language
	first      Position             // of the first byte of the source, if it is not in line 1, column 1
	to         int                  // where ranges end, however far the last token goes; 0 is the end of the source
	linesOnce  sync.Once
	lineMarks  []lineMark // one for each block; empty until needed
	firstsOnce sync.Once
	firsts     []int32 // see duplicates
	tablesMu   sync.Mutex
	seeds      [2]*seedTable // guarded by tablesMu; of seeds of code, and of prose; nil until needed
	byText     [2]*seedTable // likewise, of seeds by their texts
}

// NewDocument prepares the tokens of the source, lexed as the language l. The source must be
// smaller than 2 GiB because token offsets have 32 bits. It keeps source and tokens; the caller
// must not change them.
func NewDocument(l *lex.Language, source []byte, tokens []lex.Token) *Document {
	d := &Document{}
	d.Reset(l, source, tokens)
	return d
}

// Reset makes d equal to the result of [NewDocument], reusing the memory of d. d must not be in
// use.
func (d *Document) Reset(l *lex.Language, source []byte, tokens []lex.Token) {
	*d = Document{
		source: source, tokens: tokens, symbols: d.symbols[:0], hashes: d.hashes[:0], lineMarks: d.lineMarks[:0],
		seed: codeSeed,
	}
	if l == lex.Prose { // HTML may begin with a word, too
		d.seed = proseSeed
	}
	d.symbols = analyzer.Structure.AppendSymbols(d.symbols, tokens, leastSymbol)
	d.hashes = slices.Grow(d.hashes, len(tokens))[:len(tokens)]
	for i := range tokens {
		d.hashes[i] = tokens[i].Hash
	}
	if len(tokens) > 0 && tokens[0].Kind == lex.Border {
		d.setParts()
	}
}

// For sets the purpose of the alignment, [ForOrigin] by default. Call it before the document is
// aligned, on both documents.
func (d *Document) For(use Use) { d.use = use }

// As returns the document for another use. Both keep the same slices.
func (d *Document) As(use Use) *Document {
	return &Document{
		source: d.source, tokens: d.tokens, symbols: d.symbols, hashes: d.hashes, ignored: d.ignored, light: d.light, seed: d.seed, use: use,
		original: d.original, first: d.first, texts: d.texts, parted: d.parted, to: d.to,
	}
}

// WithTexts sets the texts of tokens outside of the source, by Start: see [analyzer.Analysis]. Call
// it before the document is aligned.
func (d *Document) WithTexts(texts map[uint32][]byte) { d.texts = texts }

// StartAt sets the place of the first byte of a source that is a part of a larger one, counted from
// 1. Call it before the document is used.
func (d *Document) StartAt(line, column int) { d.first = Position{line, column} }

// EndAt sets the end of a part's last range. A comment or string may go beyond the part. 0 is the
// end of the source.
func (d *Document) EndAt(offset int) { d.to = offset }

// Ignore excludes the spans' tokens from all matches, and no match crosses a span. The spans must
// be sorted and must not touch. Call it before the document is aligned. It keeps the slice; the
// caller must not change it.
func (d *Document) Ignore(spans []analyzer.Span) {
	if d.parted != nil {
		spans = analyzer.MergeSpans(slices.Concat(d.parted.borders, spans))
	}
	d.ignored = spans
}

// Discount removes the weight of the tokens of the spans, such as import lines. They match, but
// count in no length and no share, and a match needs a seed of other tokens. Their rarity must be
// 0: see [Rarity.Ignore]. The spans must be sorted and must not touch. Call it before the document
// is aligned. It keeps the slice; the caller must not change it.
func (d *Document) Discount(spans []analyzer.Span) { d.light = spans }

// Discounted returns the spans of [Document.Discount]. The caller must not change them.
func (d *Document) Discounted() []analyzer.Span { return d.light }

// Ignored returns the spans of [Document.Ignore]. The caller must not change them.
func (d *Document) Ignored() []analyzer.Span { return d.ignored }

// DecodedFrom makes [Document.Range] return places in the file that the source was decoded from.
// original maps the offset of a source byte to the offset in the file of its character, and the end
// of the source to the end of the file. Line breaks must be the same in both. Call it before the
// document is used.
func (d *Document) DecodedFrom(original func(offset int) int) { d.original = original }

// Own returns the number of tokens that are neither ignored, nor discounted, nor borders.
func (d *Document) Own() int {
	n := d.Len()
	for _, s := range d.ignored {
		n -= s.Len()
	}
	d.eachLight(func(int) { n-- })
	return n
}

// eachLight calls f with each token that is discounted and not ignored.
func (d *Document) eachLight(f func(token int)) {
	ignored := d.ignored
	for _, s := range d.light {
		for at := s.From; at < s.To; at++ {
			for len(ignored) > 0 && ignored[0].To <= at {
				ignored = ignored[1:]
			}
			if len(ignored) == 0 || ignored[0].From > at {
				f(at)
			}
		}
	}
}

// Discounts reports whether the token is discounted.
func (d *Document) Discounts(token int) bool {
	i := sort.Search(len(d.light), func(i int) bool { return d.light[i].To > token })
	return i < len(d.light) && d.light[i].From <= token
}

// ignores reports whether a token of the span is ignored.
func (d *Document) ignores(tokens analyzer.Span) bool {
	i := sort.Search(len(d.ignored), func(i int) bool { return d.ignored[i].To > tokens.From })
	return i < len(d.ignored) && d.ignored[i].From < tokens.To
}

func (d *Document) ignoresAt(token int) bool {
	return len(d.ignored) > 0 && d.ignores(span(token, token+1))
}

// eachOwn calls f for the spans between ignored ones; they may be empty.
func (d *Document) eachOwn(f func(analyzer.Span)) {
	from := 0
	for _, s := range d.ignored {
		f(span(from, s.From))
		from = s.To
	}
	f(span(from, d.Len()))
}

// Len returns the number of tokens.
func (d *Document) Len() int { return len(d.tokens) }

// Source returns the bytes that the document was made from. The caller must not change them.
func (d *Document) Source() []byte { return d.source }

// Token returns the i-th token.
func (d *Document) Token(i int) lex.Token { return d.tokens[i] }

// Text returns the text of the i-th token.
func (d *Document) Text(i int) string { return string(d.text(i)) }

func (d *Document) text(i int) []byte {
	t := &d.tokens[i]
	if d.texts != nil {
		if text, ok := d.texts[t.Start]; ok {
			return text
		}
	}
	return d.source[t.Start:t.End]
}

// sameText reports whether token i has the text of token j of b. Equal hashes are not enough,
// because collisions can be constructed. Texts with equal hashes are compared without case, as in
// some languages, words of prose after folding, strings with the same line breaks, names in
// their plain spelling, and all composed: see [lex.SameWord], [lex.UnixBreaks] and [lex.SameName].
func (d *Document) sameText(i int, b *Document, j int) bool {
	if d.hashes[i] != b.hashes[j] {
		return false
	}
	own, other := d.text(i), b.text(j)
	switch {
	case bytes.Equal(own, other):
		return true
	case d.tokens[i].Kind == lex.Word && b.tokens[j].Kind == lex.Word:
		return lex.SameWord(own, other)
	}
	return bytes.EqualFold(lex.Composed(lex.UnixBreaks(own)), lex.Composed(lex.UnixBreaks(other))) || lex.SameName(own, other)
}

// Position is a place in a source. Line and Column count from 1, the column in bytes.
type Position struct{ Line, Column int }

// Range is the place of a span in the source.
type Range struct {
	// Start and End are byte offsets: source[Start:End] is the text. In a decoded source it may
	// differ.
	Start, End int
	// First is the position of the first byte, Last of the last one.
	First, Last Position
}

// String returns the lines: "12-30", or "12" for a single line.
func (r Range) String() string {
	if r.First.Line == r.Last.Line {
		return fmt.Sprint(r.First.Line)
	}
	return fmt.Sprintf("%d-%d", r.First.Line, r.Last.Line)
}

// Range returns a span's place in the original file, before decoding. An empty span has an empty
// range after the token before it.
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
		start, end = int(d.tokens[s.From].Start), int(d.tokens[s.To-1].End)
		if d.to > start {
			end = min(end, d.to)
		}
		return start, end
	case s.From > 0:
		end = int(d.tokens[s.From-1].End)
	}
	return end, end
}

// origin returns the offset in the original of a byte of the source.
func (d *Document) origin(offset int) int {
	if d.original == nil {
		return offset
	}
	return d.original(offset)
}

// lineMark is the line in which a block of the source begins.
type lineMark struct {
	line  int // from 1
	start int // the byte offset of that line
}

// block is the number of bytes between two marks. Counting the line breaks of a block is much
// faster than recording every line start.
const block = 4 << 10

// position returns the original position of a source byte that has offset origin there.
func (d *Document) position(offset, origin int) Position {
	d.linesOnce.Do(d.setLineMarks)
	m := d.lineMarks[offset/block].at(d.source, offset/block*block, offset)
	column := origin - d.origin(m.start) + 1
	if m.start == 0 {
		column += max(1, d.first.Column) - 1
	}
	return Position{m.line, column}
}

func (d *Document) setLineMarks() {
	m := lineMark{line: max(1, d.first.Line)}
	d.lineMarks = append(d.lineMarks, m)
	for from := 0; from+block <= len(d.source); from += block {
		m = m.at(d.source, from, from+block)
		d.lineMarks = append(d.lineMarks, m)
	}
}

// at returns the line of a later byte of the source. m is the mark of the byte at from.
func (m lineMark) at(source []byte, from, to int) lineMark {
	part := source[from:to]
	if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
		return lineMark{m.line + bytes.Count(part, []byte{'\n'}), from + i + 1}
	}
	return m
}
