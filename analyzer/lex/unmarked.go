package lex

import "bytes"

// The forms indented and paragraph: comments that end without a mark.

// indentedEndOf returns the end of a comment and of the lines that are indented more. After code,
// or with a closing mark, it ends on its line.
func (s *scanner) indentedEndOf(_ []Token, sp *spanProgram, start, i int) int {
	end := s.lineEnd(i)
	if n := bytes.Index(s.src[i:end], sp.closing); len(sp.closing) > 0 && n >= 0 {
		return i + n + len(sp.closing)
	}
	before := s.skipBlanksBack(start)
	if before > 0 && s.src[before-1] != '\n' {
		return end
	}
	for next := s.nextLine(end); next < len(s.src) && s.skipBlanks(next)-next > start-before; next = s.nextLine(end) {
		end = s.lineEnd(next)
	}
	return end
}

// paragraphEnd returns the end of the last line before a blank one.
func (s *scanner) paragraphEnd(_ []Token, _ *spanProgram, _, i int) int {
	end := s.lineEnd(i)
	for {
		n := bytes.IndexByte(s.src[end:], '\n')
		if n < 0 {
			return end
		}
		next := end + n + 1
		if at := s.skipBlanks(next); at == len(s.src) || s.src[at] == '\n' {
			return end
		}
		end = s.lineEnd(next)
	}
}
