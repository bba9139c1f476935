package lex

import "bytes"

// The form perl-format: the lines of a format in Perl, a template of output. They end with a line
// that consists of the closing mark.

func (s *scanner) perlFormatEnd(_ []Token, sp *spanProgram, _, i int) int {
	body := s.skipBlanks(i)
	if s.budget < 0 || body >= len(s.src) || s.src[body] != '\n' || !s.announced(sp, i-len(sp.open)) {
		return 0
	}
	for at := body; ; {
		n := bytes.Index(s.src[at:], sp.closing)
		if n < 0 {
			return s.fail(body, len(s.src))
		}
		at += n + len(sp.closing)
		if end := s.skipBlanks(at); s.src[at-len(sp.closing)-1] == '\n' && (end == len(s.src) || s.src[end] == '\n') {
			return at
		}
	}
}

// announced reports whether the line before i is the span's Tag, perhaps with a name.
func (s *scanner) announced(sp *spanProgram, i int) bool {
	words := s.src[bytes.LastIndexByte(s.src[:i], '\n')+1 : i]
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(words), []byte(sp.Tag))
	if !ok {
		return false
	}
	for k, b := range rest {
		if s.flags[b]&flagWord == 0 && b != ':' && !(isBlank(b) && k == 0) {
			return false
		}
	}
	return len(rest) == 0 || isBlank(rest[0])
}

// emitPerlFormat appends the opening mark as an operator, and the lines as one string.
func (s *scanner) emitPerlFormat(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	mark := start + len(sp.open)
	dst = s.emit(dst, start, mark, Operator)
	return s.emit(dst, s.skipBlanks(mark)+1, end, s.kind), end
}
