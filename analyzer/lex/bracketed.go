package lex

// The form bracketed: code between two marks. No span inside extends beyond the closing mark: a
// quote that does not close before it is an operator. JSX reads code in braces in the same way.

// part returns a scanner for the code from i to end; base is the number of tokens in dst before it.
func (s *scanner) part(i, end, base int) *scanner {
	inner := s.nested(s.program, end, i, base)
	inner.parts = s.parts + 1
	return inner
}

func (s *scanner) bracketedEnd(dst []Token, sp *spanProgram, start, i int) int {
	if s.level > 0 || s.parts == maxNesting {
		return 0
	}
	return s.taggedEnd(dst, sp, start, i)
}

// emitBracketed appends the opening mark, the tokens inside, and the closing mark.
func (s *scanner) emitBracketed(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
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
	return s.emit(dst, end-size, end, kind), end
}
