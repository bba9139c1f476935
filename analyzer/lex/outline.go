package lex

import "bytes"

// The forms placeholder and outline-head: the names of an outline of Gherkin. They stand in angle
// brackets in steps, and in the first row of the table of examples.

// emitPlaceholder appends the marks as operators and the text between them as a name.
func (s *scanner) emitPlaceholder(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	from, to := start+len(sp.open), end-len(sp.closing)
	dst = s.emit(dst, start, from, Operator)
	dst = s.emitCell(dst, from, to)
	return s.emit(dst, to, end, Operator), end
}

// emitCell appends a text without the white space around it as a name.
func (s *scanner) emitCell(dst []Token, from, to int) []Token {
	for from < to && isBlank(s.src[from]) {
		from++
	}
	for to > from && isBlank(s.src[to-1]) {
		to--
	}
	if from == to {
		return dst
	}
	return s.emit(dst, from, to, Identifier)
}

// outlineHeadEnd returns the end of the line of i if a head stands before it. The head is one word
// and a colon, perhaps with a title: Examples: few. Lines of steps begin with several words.
func (s *scanner) outlineHeadEnd(_ []Token, _ *spanProgram, start, i int) int {
	line := bytes.LastIndexByte(s.src[:start], '\n')
	for line >= 0 {
		from := bytes.LastIndexByte(s.src[:line], '\n') + 1
		text := bytes.TrimSpace(s.src[from:line])
		if len(text) > 0 && text[0] != '#' {
			n := wordLength(text)
			if n == 0 || n == len(text) || text[n] != ':' {
				return 0
			}
			return s.lineEnd(i)
		}
		if s.fail(from, line); s.budget < 0 {
			return 0
		}
		line = from - 1
	}
	return 0
}

// emitOutlineHead appends the bars as operators and the cells as names.
func (s *scanner) emitOutlineHead(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	for i := start; i < end; {
		dst = s.emit(dst, i, i+1, Operator)
		cell := end
		if n := bytes.IndexByte(s.src[i+1:end], sp.open[0]); n >= 0 {
			cell = i + 1 + n
		}
		dst = s.emitCell(dst, i+1, cell)
		i = cell
	}
	return dst, end
}
