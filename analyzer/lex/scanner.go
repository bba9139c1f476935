package lex

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// The scan loop.
//
// Every command waits for the lexer, so it must be fast. It is one pass over the bytes, driven by a
// table of 256 classes for each language. It uses no regular expressions and does not allocate per
// token.
//
// Every step moves forward. Only a form that opens and never closes could make it read bytes
// repeatedly. A budget proportional to the source bounds the cost of such searches (scanner.fail).
// When the budget is spent, forms that need not close on their line are no longer tried. So the
// time is linear for any input.
//
// Nothing is an error. Control bytes and broken UTF-8 are skipped. A form that does not close is
// cut short as language.Span says.
//
// Rejected: a generated automaton for each language, because the special forms are not regular
// languages, and a row of data is easier to write correctly. Regular expressions, because they are
// 20 to 100 times slower.

// maxSource is how many bytes of a source are read. Offsets have 32 bits. The rest is ignored.
const maxSource = min(math.MaxUint32, math.MaxInt)

// Lex appends the tokens of src to dst and returns it. Tokens are in the order of the source and do
// not overlap. Comments, white space, control bytes and broken UTF-8 belong to no token. In running
// text only words do. Everything else belongs to a token. Lex never fails and keeps no reference to
// src. It allocates capacity of dst, and a scanner if another goroutine lexes the same language
// meanwhile. It reads only the first 4 GiB of a source.
func (l *Language) Lex(dst []Token, src []byte) []Token {
	return l.lex(dst, src, nil)
}

// lex is Lex, and appends strings with code in them to all, unless nil.
func (l *Language) lex(dst []Token, src []byte, all *[]Literal) []Token {
	if len(src) > maxSource {
		src = src[:maxSource]
	}
	dst = slices.Grow(dst, min(len(src)/bytesPerToken, firstCap))
	if l.row == nil {
		return prose(dst, src, 0)
	}
	s := l.idle.Swap(nil)
	if s == nil {
		s = new(scanner)
	}
	s.reset(l.compiled(), src, 0, len(dst))
	s.literals.all = all
	dst = s.document(dst)
	s.forget()
	l.idle.Store(s)
	return dst
}

// document lexes the source as a whole document.
func (s *scanner) document(dst []Token) []Token {
	switch {
	case s.tags != nil:
		return s.lexTags(dst)
	case s.host != nil:
		return s.lexTemplate(dst)
	}
	return s.from(dst, 0)
}

// scanner is the state of one pass. It lives on the heap, because the functions of forms are called
// through pointers. A language keeps one for the next pass.
type scanner struct {
	*program
	src  []byte
	base int // len(dst) at the start: tokens before it belong to another source

	start int // offset of the first byte to read

	budget  int  // bytes that failed searches may still read
	parts   int  // depth of nested parts
	level   int  // depth of codeInside; 0 while tokens are emitted
	kind    Kind // of the span found last
	bodies  [maxBodies]body
	pending int // number of bodies that start after this line

	doubtful int // before this offset, a doubtful escape is one

	respelled bool // the name read last is not spelled plainly

	cut       bool      // the source continues after embedded code
	suspended suspended // what the embedded code interrupts

	endless uint32 // bits of the tags that the rest of the source does not close

	expands  bool       // the source is in double quotes: names in single quotes are code
	literals codeInside // of strings with code in them
	quoted   quotedCode

	inner *scanner // of the last part of the source, to be used again; or nil
}

// maxBodies bounds the heredocs that one line may open. Further marks are operators.
const maxBodies = 8

// body is the byte range of a heredoc's body that the scanner will reach.
type body struct {
	start, end int
	span       *spanProgram // of a body with code in it; else nil
	code       int          // length of the tag after a body that is code; 0 if it is a string
}

// budgetPerByte bounds the bytes that failed searches may read, as a multiple of the source.
const budgetPerByte = 4

// newScanner returns a scanner for src from offset from on. base is the number of tokens in dst
// before it.
func newScanner(p *program, src []byte, from, base int) *scanner {
	s := new(scanner)
	s.reset(p, src, from, base)
	return s
}

// reset makes s what newScanner returns.
func (s *scanner) reset(p *program, src []byte, from, base int) {
	*s = scanner{
		program: p, src: src, base: base, start: from, budget: budgetPerByte*(len(src)-from) + 64,
		inner: s.inner, literals: s.literals.emptied(),
	}
}

// nested returns a scanner for the part of the source from one offset to the end. It is valid up to
// the next call.
func (s *scanner) nested(p *program, end, from, base int) *scanner {
	if s.inner == nil {
		s.inner = new(scanner)
	}
	s.inner.reset(p, s.src[:end], from, base)
	s.inner.literals.all = s.literals.all
	return s.inner
}

// forget drops the references to the source.
func (s *scanner) forget() {
	for ; s != nil; s = s.inner {
		s.src, s.literals.all = nil, nil
	}
}

// from lexes the source from offset i on.
func (s *scanner) from(dst []Token, i int) []Token {
	if s.markup {
		return s.text(dst, i)
	}
	return s.code(dst, i)
}

// code is the scan loop.
func (s *scanner) code(dst []Token, i int) []Token {
	for i < len(s.src) {
		if s.fast && s.pending == 0 {
			dst, i = s.fastPath(dst, i, len(s.src)-lookahead)
		}
		if i < len(s.src) {
			if len(dst) == cap(dst) {
				dst = s.growCap(dst, i)
			}
			dst, i = s.next(dst, i)
		}
	}
	return dst
}

// next reads a blank, a token, or a span of several tokens at i. It returns the end.
func (s *scanner) next(dst []Token, i int) ([]Token, int) {
	src := s.src
	c := src[i]
	cl := s.class[c]
	if cl == classSpan {
		if sp, end := s.spanAt(dst, i); sp != nil {
			return s.emitSpan(dst, sp, i, end)
		}
		cl = s.program.base[c]
	}
	switch cl {
	case classBlank:
		return dst, s.blankEnd(i + 1)
	case className:
		return s.name(dst, i, s.nameEnd(i+1))
	case classMark:
		return append(dst, Token{byteHash[c], uint32(i), uint32(i + 1), Operator, 0}), i + 1
	case classMarks:
		end, hash := s.mark(src, i)
		return append(dst, Token{hash, uint32(i), uint32(end), Operator, 0}), end
	case classDigit:
		return s.emitNumber(dst, i, s.number(src, i))
	case classSkip:
		return dst, i + 1
	case classNewline:
		if s.pending > 0 {
			return s.flushBodies(dst, i+1)
		}
		return dst, i + 1
	}
	return s.rare(dst, i, cl)
}

// blankEnd returns the offset of the first nonspace byte from i on.
func (s *scanner) blankEnd(i int) int {
	for i < len(s.src) && s.src[i] == ' ' {
		i++
	}
	return i
}

// rare is next for the less frequent classes.
func (s *scanner) rare(dst []Token, i int, cl class) ([]Token, int) {
	src := s.src
	switch cl {
	case classDot:
		if i+1 < len(src) && s.flags[src[i+1]]&flagDigit != 0 && !s.followsDot(i) {
			return s.emitNumber(dst, i, s.number(src, i))
		}
		if s.flags[src[i]]&flagName != 0 {
			return s.name(dst, i, s.nameEnd(i+1))
		}
	case classTick:
		if end := tickNumber(src, i); end > 0 {
			return s.emitNumber(dst, i, end)
		}
	case classSign, classDash:
		if i+1 < len(src) && s.flags[src[i+1]]&flagDigit != 0 && !s.touchesValue(dst, i) {
			return s.emitNumber(dst, i, s.number(src, i+1))
		}
		if cl == classDash {
			return s.name(dst, i, s.nameEnd(i+1))
		}
	case classLead:
		if end := s.leadName(i); end > 0 {
			return s.name(dst, i, end)
		}
	case classRun:
		end := i + 1
		for end < len(src) && s.flags[src[end]]&flagRun != 0 &&
			!(s.class[src[end]] == classSpan && s.commentAt(end)) {
			end++
		}
		return s.emit(dst, i, end, Operator), end
	case classHigh:
		return s.high(dst, i)
	case classEscape:
		if n := s.escapeInName(i); n > 0 {
			s.respelled = true
			return s.name(dst, i, s.nameEnd(i+n))
		}
	}
	end, hash := s.mark(src, i)
	return append(dst, Token{hash, uint32(i), uint32(end), Operator, 0}), end
}

// emit appends a token with the hash of its text.
func (s *scanner) emit(dst []Token, start, end int, kind Kind) []Token {
	return append(dst, Token{s.hashAs(kind, start, end), uint32(start), uint32(end), kind, 0})
}

// hashAs returns the hash of the text from start to end as a token of the kind. The line breaks of
// strings count as \n: git may write \r\n into the same file on another system. Text is composed.
func (s *scanner) hashAs(kind Kind, start, end int) uint64 {
	if kind == String && bytes.IndexByte(s.src[start:end], '\r') >= 0 {
		return hashText(Composed(UnixBreaks(s.src[start:end])))
	}
	if kind != Operator && hasHigh(s.src[start:end]) && firstJoining(s.src[start:end]) >= 0 {
		return hashText(Composed(s.src[start:end]))
	}
	return s.hash(start, end)
}

// hash returns the hash of the text from start to end.
func (s *scanner) hash(start, end int) uint64 {
	if n := end - start; n < shortText && len(s.src)-end >= 8 {
		return hashWithin(s.src[start:], n)
	}
	return hashText(s.src[start:end])
}

func (s *scanner) emitNumber(dst []Token, start, end int) ([]Token, int) {
	if s.fold {
		return append(dst, Token{hashFolded(s.src[start:end]), uint32(start), uint32(end), Number, 0}), end
	}
	return s.emit(dst, start, end, Number), end
}

// mark returns the end and the hash of the longest operator at i.
func (p *program) mark(src []byte, i int) (end int, hash uint64) {
	r := p.opFirst[src[i]]
	if r.from < r.to {
		text := load8(src, i)
		if p.fold {
			text = lower8(text)
		}
		for k := r.from; k < r.to; k++ {
			o := &p.operators[k]
			if end := i + o.size; text&o.mask == o.text && end <= len(src) && !(o.word && p.isWordAt(src, end)) {
				return end, o.hash
			}
		}
	}
	return i + 1, byteHash[src[i]]
}

// load8 returns the eight bytes from i on as a little-endian number, padded with zeros.
func load8(src []byte, i int) uint64 {
	if i+8 <= len(src) {
		return binary.LittleEndian.Uint64(src[i:])
	}
	var text uint64
	for k := len(src) - 1; k >= i; k-- {
		text = text<<8 | uint64(src[k])
	}
	return text
}

// lower8 returns eight bytes with the letters A to Z in lower case.
func lower8(text uint64) uint64 {
	var out uint64
	for k := 0; k < 64; k += 8 {
		out |= uint64(lower(byte(text>>k))) << k
	}
	return out
}

// skipBlanks returns the offset of the first byte from i on that is nonblank. It stops at a line
// break, too.
func (s *scanner) skipBlanks(i int) int {
	for i < len(s.src) && s.src[i] != '\n' && isBlank(s.src[i]) {
		i++
	}
	return i
}

// skipBlanksBack returns the offset after the last nonblank byte before i. It stops after a line
// break, too.
func (s *scanner) skipBlanksBack(i int) int {
	for i > 0 && s.src[i-1] != '\n' && isBlank(s.src[i-1]) {
		i--
	}
	return i
}

// isBlank reports whether b is ASCII white space.
func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }
