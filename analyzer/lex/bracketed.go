package lex

import "bytes"

// The form bracketed: code between two marks. No span inside extends beyond the closing mark: a
// quote that does not close before it is an operator. JSX reads code in braces in the same way.

// part returns a scanner for the code from i to end. base is the number of tokens in dst before it.
func (s *scanner) part(i, end, base int) *scanner {
	inner := s.nested(s.program, end, i, base)
	inner.parts = s.parts + 1
	return inner
}

func (s *scanner) bracketedEnd(dst []Token, sp *spanProgram, start, i int) int {
	if s.level > 0 || s.parts == maxNesting {
		return 0
	}
	end := s.taggedEnd(dst, sp, start, i)
	if end > 0 && s.holdsProse(dst, sp, start, end) {
		s.kind = String
	}
	return end
}

// holdsProse reports whether no code is in the span from start to end. No word before it says so,
// and it begins with a name and holds no semicolon.
func (s *scanner) holdsProse(dst []Token, sp *spanProgram, start, end int) bool {
	if len(dst) == s.base {
		return false
	}
	last := &dst[len(dst)-1]
	word := s.src[last.Start:last.End]
	if last.Kind == Keyword && (bytes.EqualFold(word, []byte("as")) || bytes.EqualFold(word, []byte("do"))) {
		return false
	}
	body, closing := s.bodyOf(sp, start, end)
	if bytes.IndexByte(s.src[body:closing], ';') >= 0 {
		return false
	}
	for body < closing && isBlank(s.src[body]) {
		body++
	}
	if !s.startsName(body) {
		return false
	}
	w := s.words.find(s.textHash(s.src[body:s.wordEnd(body)]))
	return w == nil || w.mark&markKeyword == 0
}

// bodyOf returns the range of the code in the span from start to end.
func (s *scanner) bodyOf(sp *spanProgram, start, end int) (from, to int) {
	from = start + len(sp.open)
	for sp.tag[s.src[from]] {
		from++
	}
	from += len(sp.Mid)
	return from, end - (from - start)
}

// emitBracketed appends the opening mark, the tokens inside, and the closing mark.
func (s *scanner) emitBracketed(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	if s.kind == String {
		return s.emit(dst, start, end, String), end
	}
	body, closing := s.bodyOf(sp, start, end)
	size := body - start // of either mark
	kind := Identifier
	if size == len(sp.open)+len(sp.Mid) {
		kind = Operator
	}
	dst = s.emit(dst, start, body, kind)
	inner := s.part(body, closing, len(dst))
	dst = inner.code(dst, body)
	return s.emit(dst, closing, end, kind), end
}
