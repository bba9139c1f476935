package lex

import (
	"encoding/binary"
	"math"
	"slices"
)

// The scan loop.
//
// Everything in this project waits for the lexer. So it is one pass over the bytes, driven by a
// table of 256 classes per language, without regular expressions and without an allocation per
// token. Every step moves forward. Only a form that opens and never closes could make it read bytes
// again and again. The cost of such searches is drawn from a budget proportional to the source.
// Once the budget is spent, forms that do not close on their line are not tried any more (see
// scanner.fail). So the time is linear for any input.
//
// Nothing is an error. Control bytes and broken UTF-8 are skipped, and a form that does not close
// is cut short as language.Span says. Rejected: a generated automaton per language, because the
// special forms are no regular languages and a row of data is easier to get right; regular
// expressions, because they are 20 to 100 times slower.

// maxSource bounds the bytes of a source that are read, because offsets have 32 bits. The rest is
// cut off.
const maxSource = min(math.MaxUint32, math.MaxInt)

// Lex appends the tokens of src to dst and returns it. Tokens rise strictly and do not overlap.
// Comments, white space, control bytes and broken UTF-8 belong to no token, and neither does
// anything but words in running text; all else belongs to one. It never fails, allocates nothing
// but capacity of dst, and keeps no reference to src. Only the first 4 GiB of a source are read.
func (l *Language) Lex(dst []Token, src []byte) []Token {
	if len(src) > maxSource {
		src = src[:maxSource]
	}
	dst = slices.Grow(dst, min(len(src)/bytesPerToken, firstCap))
	if l.row == nil {
		return prose(dst, src, 0)
	}
	s := newScanner(l.compiled(), src, 0, len(dst))
	if s.host != nil {
		return s.lexTemplate(dst)
	}
	return s.from(dst, 0)
}

// scanner is the state of one pass. It lives on the stack.
type scanner struct {
	*program
	src  []byte
	base int // len(dst) at the beginning: tokens before it are another source's

	start int // where this one begins

	budget  int  // what searches that come to nothing may still cost, in bytes
	parts   int  // how many parts this one is in
	level   int  // how deep in interpolations; 0 while tokens are made
	kind    Kind // of the span found last
	bodies  [maxBodies]body
	pending int // how many bodies wait for the end of the line

	escapes int // up to here, an escape in doubt is one

	cut       bool      // the source goes on behind an island
	suspended suspended // what that interrupts
}

// maxBodies bounds the heredocs that one line may open; further ones are read as operators.
const maxBodies = 8

// body is the byte range of a heredoc whose line the scanner has not reached yet.
type body struct{ start, end int }

// budgetPerByte bounds the bytes that failed searches may read, as a multiple of the source.
const budgetPerByte = 4

// newScanner returns a scanner for src from offset from on; base is the number of tokens in dst
// before it.
func newScanner(p *program, src []byte, from, base int) scanner {
	return scanner{program: p, src: src, base: base, start: from, budget: budgetPerByte*(len(src)-from) + 64}
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
			dst, i = s.fastPath(dst, i)
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

// next reads what starts at i, which is no token, one or several, and returns where it ends.
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
		return append(dst, Token{byteHash[c], uint32(i), uint32(i + 1), Operator}), i + 1
	case classMarks:
		end, hash := s.mark(src, i)
		return append(dst, Token{hash, uint32(i), uint32(end), Operator}), end
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

// blankEnd returns the offset of the first byte from i on that is no space.
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
		for end < len(src) && s.flags[src[end]]&flagRun != 0 && !(s.class[src[end]] == classSpan && s.commentAt(end)) {
			end++
		}
		return s.emit(dst, i, end, Operator), end
	case classHigh:
		return s.high(dst, i)
	}
	end, hash := s.mark(src, i)
	return append(dst, Token{hash, uint32(i), uint32(end), Operator}), end
}

// emit appends a token with the hash of its text.
func (s *scanner) emit(dst []Token, start, end int, kind Kind) []Token {
	return append(dst, Token{s.hash(start, end), uint32(start), uint32(end), kind})
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
		return append(dst, Token{hashFolded(s.src[start:end]), uint32(start), uint32(end), Number}), end
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

// load8 returns the eight bytes from i on as a little-endian number, with zeros behind the end.
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

// skipBlanks returns the first offset from i on that holds no blank. A line break is no blank here.
func (s *scanner) skipBlanks(i int) int {
	for i < len(s.src) && s.src[i] != '\n' && isBlank(s.src[i]) {
		i++
	}
	return i
}

// skipBlanksBack returns the offset behind the last byte before i that is no blank.
func (s *scanner) skipBlanksBack(i int) int {
	for i > 0 && s.src[i-1] != '\n' && isBlank(s.src[i-1]) {
		i--
	}
	return i
}

// isBlank reports whether b is ASCII white space.
func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }
