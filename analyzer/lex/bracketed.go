package lex

// Parts: code inside brackets of its own, which nothing in it can leave. A quote that opens in a part and does
// not close there is a mark, not the beginning of a string that swallows what follows the part.

// part returns a scanner for the code from i to end; base is the number of tokens there already.
func (s *scanner) part(i, end, base int) scanner {
	inner := newScanner(s.program, s.src[:end], i, base)
	inner.parts = s.parts + 1
	return inner
}

// boundedEnd is the form bounded.
func (s *scanner) boundedEnd(sp *spanProgram, i int) int {
	if s.level > 0 || s.parts == maxNesting {
		return 0
	}
	return s.taggedEnd(sp, i)
}

// emitBounded appends the opening mark, the tokens between it and the closing mark, and that.
func (s *scanner) emitBounded(dst []Token, sp *spanProgram, start, end int) []Token {
	body := start + len(sp.open)
	for sp.tag[s.src[body]] {
		body++
	}
	body += len(sp.Mid)
	size := body - start // of either mark
	kind := Identifier
	if size == len(sp.open)+len(sp.Mid) {
		kind = Operator
	}
	dst = s.emit(dst, start, body, kind)
	inner := s.part(body, end-size, len(dst))
	dst = inner.code(dst, body)
	return s.emit(dst, end-size, end, kind)
}
