package lex

import "bytes"

// The forms verbatim and quasi-quote: text that the language does not read.

func (s *scanner) verbatimEnd(_ []Token, sp *spanProgram, _, i int) int {
	if s.budget < 0 {
		return 0
	}
	n := bytes.Index(s.src[i:], sp.closing)
	if n < 0 {
		return s.fail(i, len(s.src))
	}
	return i + n
}

// emitVerbatim appends the tokens of the first line, and then words.
func (s *scanner) emitVerbatim(dst []Token, _ *spanProgram, start, end int) ([]Token, int) {
	head := min(s.lineEnd(start), end)
	inner := s.part(start, head, len(dst))
	dst = inner.code(dst, start)
	return prose(dst, s.src[:end], head), end
}

func (s *scanner) quasiQuoteEnd(_ []Token, sp *spanProgram, _, i int) int {
	if s.budget < 0 {
		return 0
	}
	n := bytes.Index(s.src[i:], sp.closing)
	if n < 0 {
		return s.fail(i, len(s.src))
	}
	list, _, _ := bytes.Cut(s.src[i:i+n], []byte("]"))
	if bytes.Contains(list, []byte("<-")) {
		return s.fail(i, i+n)
	}
	return i + n + len(sp.closing)
}
