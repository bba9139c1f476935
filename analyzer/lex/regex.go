package lex

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// The form regex: a regular expression, which closes on its line. The form regex-lines: one over
// several lines.

func (s *scanner) regexEnd(_ []Token, sp *spanProgram, _, body int) int {
	if s.budget < 0 {
		return 0
	}
	class := false
	for i := body; i < len(s.src) && s.src[i] != '\n'; i++ {
		switch c := s.src[i]; {
		case c == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case !class && i > body && startsWith(s.src[i:], sp.closing):
			return s.closed(sp, i+len(sp.closing))
		}
	}
	return s.fail(body, s.lineEnd(body))
}

// followsArgumentMark reports whether the last token is an operator after which only a value
// stands.
func (s *scanner) followsArgumentMark(dst []Token) bool {
	return s.level == 0 && len(dst) > s.base && (s.endsWith(dst, '(') || s.endsWith(dst, ',') || s.endsWith(dst, '[') || s.endsWith(dst, '~'))
}

// mostRegexLines bounds the lines of a regular expression.
const mostRegexLines = 40

func (s *scanner) regexLinesEnd(dst []Token, sp *spanProgram, _, body int) int {
	if s.budget < 0 {
		return 0
	}
	class, lines := false, 0
	i := body
	for ; i < len(s.src) && lines < mostRegexLines; i++ {
		switch c := s.src[i]; {
		case c == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n':
			i++
		case c == '\n':
			class = false
			lines++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case !class && lines > 0 && startsWith(s.src[i:], sp.closing):
			end := s.closed(sp, i+len(sp.closing))
			if sp.Flags&language.Suffix != 0 && !bytes.Contains(s.src[i:end], []byte(sp.Tag)) && !s.followsArgumentMark(dst) {
				return s.fail(body, i)
			}
			return end
		}
	}
	return s.fail(body, min(i, len(s.src)))
}
