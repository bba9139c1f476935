package lex

import (
	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Interpolations are code inside strings. Code is skipped up to its closing bracket; brackets
// inside are balanced.

// maxNesting bounds the depth of spans inside interpolations inside spans. Deeper ones are plain
// text.
const maxNesting = 8

// interpolated returns the offset after the interpolation at i, or after the byte at i if there is
// none. The second result becomes false if an interpolation does not close. The rest of the body is
// then plain text, so no byte is read more than twice.
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

// balanced returns the offset after the byte end that closes the code at i, or 0. The byte deeper
// raises the depth. Strings and comments are skipped. If line is set, the code must close on its
// line.
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
			if to := s.nestedSpan(dst, i); to > 0 {
				i = to
				continue
			}
		}
		i++
	}
	return s.fail(from, i)
}

// nestedSpan returns the end of the span at i inside an interpolation, or 0. It preserves s.kind.
func (s *scanner) nestedSpan(dst []Token, i int) int {
	kind := s.kind
	s.level++
	_, end := s.spanAt(dst, i)
	s.level--
	s.kind = kind
	return end
}
