package lex

// The form regex: a regular expression, which closes on its line.

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
