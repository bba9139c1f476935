package lex

import (
	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Interpolations: code inside strings, which is skipped in a balanced way.

// maxNesting is how deep spans inside interpolations inside spans are understood. What is deeper is
// skipped as plain text.
const maxNesting = 8

// interpolated returns where the body goes on if an interpolation starts at i: behind it, or behind the
// byte at i if it is none. The second result turns false if one did not close: the rest of this body
// is then taken as plain text, so that no byte is looked at more than twice.
func (s *scanner) interpolated(dst []Token, sp *spanProgram, i int, code bool) (int, bool) {
	for k := range sp.pairs {
		p := &sp.pairs[k]
		if !code || !startsWith(s.src[i:], p.open) {
			continue
		}
		next := i + len(p.open)
		if p.mayBeTwice && next < len(s.src) && s.src[next] == s.src[i] {
			return next + 1, true
		}
		if end := s.balanced(dst, next, p.deeper, p.end, sp.Flags&language.Multi == 0); end > 0 {
			return end, true
		}
		return next, false
	}
	return i + 1, code
}

// balanced returns the offset behind the byte end that closes the code at i, or 0. The byte deeper
// raises the depth; strings and comments are skipped. With line, it must close on the same line.
func (s *scanner) balanced(dst []Token, i int, deeper, end byte, line bool) int {
	if s.budget < 0 {
		return 0
	}
	depth, from := 1, i
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case c == end:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == deeper:
			depth++
		case c == '\n' && line:
			return s.fail(from, i)
		case s.class[c] == classSpan && s.level < maxNesting:
			if to := s.nested(dst, i); to > 0 {
				i = to
				continue
			}
		}
		i++
	}
	return s.fail(from, i)
}

// nested returns the end of a span inside an interpolation, or 0. The kind of the outer span is kept.
func (s *scanner) nested(dst []Token, i int) int {
	kind := s.kind
	s.level++
	_, end := s.spanAt(dst, i)
	s.level--
	s.kind = kind
	return end
}
