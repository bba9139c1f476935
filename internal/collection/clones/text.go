package clones

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Text is a file as [Find] reads it: 5 bytes for each token, and 8 for each seed.
type Text struct {
	symbols []uint32
	lines   lineTable
	seeds   []seed
	gram    int // length of the seeds, in tokens
	ends    int // number of lines
	borders int
	imports []analyzer.Span // lines that begin and end no clone
}

// seed is a selected k-gram.
type seed struct{ token, hash uint32 }

// The two low bits of a symbol are the class of its token. Tokens without a class cannot be
// renamed. The other bits are a hash of the token's text, so two texts are the same by 30 bits.
const (
	fixed uint32 = iota // keywords, operators, words of prose
	identifier
	number
	text
	classes = 3
)

// ignored is the symbol of boilerplate tokens and of borders of parts. It equals no token.
const ignored = 0

var classOf = [...]uint32{lex.Identifier: identifier, lex.Number: number, lex.String: text, lex.Char: text, lex.Word: fixed}

func symbolOf(t lex.Token) uint32 {
	if t.Kind == lex.Border {
		return ignored
	}
	s := uint32(t.Hash>>32)&^classes | classOf[t.Kind]
	if s == ignored {
		return classes + 1
	}
	return s
}

// Maker makes texts. It keeps buffers between them; use one per goroutine.
type Maker struct{ chain chain }

// New makes a text of a lexed source. prints are the fingerprints that are its seeds, of gram
// tokens each, and spans the ignored tokens. imports are import lines, which count for nothing: it
// keeps these. It keeps nothing else of its arguments.
func (m *Maker) New(source []byte, tokens []lex.Token, prints []winnow.Fingerprint, gram int, spans, imports []analyzer.Span) *Text {
	t := &Text{
		symbols: make([]uint32, len(tokens)), gram: gram, lines: newLineTable(source, tokens), ends: lineCount(source), imports: imports,
	}
	for i := range tokens {
		t.symbols[i] = symbolOf(tokens[i])
		if tokens[i].Kind == lex.Border {
			t.borders++
		}
	}
	for _, s := range imports {
		for i := s.From; i < s.To; i++ {
			if t.symbols[i] &^= classes; t.symbols[i] == ignored { // no name, so no evidence
				t.symbols[i] = classes + 1
			}
		}
	}
	for _, s := range spans {
		clear(t.symbols[s.From:s.To])
	}
	if len(prints) == 0 {
		return t
	}
	m.chain.link(t.symbols)
	t.seeds = make([]seed, len(prints))
	for i, p := range prints {
		t.seeds[i] = seed{p.Token, uint32(m.chain.hash(t.symbols, int(p.Token), gram) >> 32)}
	}
	return t
}

// Tokens returns the number of tokens, borders included.
func (t *Text) Tokens() int { return len(t.symbols) }

// Borders returns the number of borders between parts.
func (t *Text) Borders() int { return t.borders }

// LineCount returns the number of lines.
func (t *Text) LineCount() int { return t.ends }

// Lines returns the first and last line of a run of tokens, from 1.
func (t *Text) Lines(from, tokens int) (first, last int) {
	end := from + tokens - 1
	return t.lines.at(from), t.lines.at(end) + t.lines.tall[int32(end)]
}

// Prints returns the seeds in a run of tokens. They identify its content.
func (t *Text) Prints(from, tokens int) (hashes []uint32) {
	for _, s := range t.seeds {
		if int(s.token) >= from && int(s.token)+t.gram <= from+tokens {
			hashes = append(hashes, s.hash)
		}
	}
	return hashes
}

// lineTable has the line of every token, in a byte each.
type lineTable struct {
	steps []byte        // lines from the start of the token before; far if more
	marks []int32       // line of every markEvery-th token
	tall  map[int32]int // lines that a token ends after its first, unless 0
	far   map[int32]int // steps of more than a byte, and back to a comment or string
}

const (
	markEvery = 256
	far       = 255
)

func newLineTable(source []byte, tokens []lex.Token) lineTable {
	t := lineTable{steps: make([]byte, len(tokens)), marks: make([]int32, 0, len(tokens)/markEvery+1)}
	line, at := 1, 0
	for i := range tokens {
		start, end := int(tokens[i].Start), int(tokens[i].End)
		step := 0
		if start >= at {
			step = newlines(source[at:start])
		} else {
			step = -newlines(source[start:at])
		}
		inside := newlines(source[start:end])
		if inside > 0 {
			put(&t.tall, i, inside)
		}
		line, at = line+step, start
		t.steps[i] = byte(step)
		if step < 0 || step >= far {
			t.steps[i] = far
			put(&t.far, i, step)
		}
		if i%markEvery == 0 {
			t.marks = append(t.marks, int32(line))
		}
	}
	return t
}

func put(m *map[int32]int, key, value int) {
	if *m == nil {
		*m = map[int32]int{}
	}
	(*m)[int32(key)] = value
}

// newlines counts line feeds. Most texts are the few bytes of a token.
func newlines(text []byte) (n int) {
	if len(text) > 16 {
		return bytes.Count(text, []byte{'\n'})
	}
	for _, b := range text {
		if b == '\n' {
			n++
		}
	}
	return n
}

func lineCount(source []byte) int {
	n := bytes.Count(source, []byte{'\n'})
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}

// at returns the line in which the token begins.
func (t *lineTable) at(token int) int {
	mark := token / markEvery
	line := int(t.marks[mark])
	for i := mark*markEvery + 1; i <= token; i++ {
		if t.steps[i] < far {
			line += int(t.steps[i])
		} else {
			line += t.far[int32(i)]
		}
	}
	return line
}
