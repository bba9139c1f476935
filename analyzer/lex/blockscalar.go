package lex

import "bytes"

// The form block: text that ends with its indentation, as the block scalars | and > of YAML.
//
// Its words are tokens, as in prose. Scripts and texts in a block are worth finding, but their
// language is unknown, so quotes and brackets have no known meaning.

func (s *scanner) blockEnd(_ []Token, _ *spanProgram, _, i int) int {
	before := s.opensBlock(i - 1)
	if before == 0 || s.level > 0 {
		return 0
	}
	header, columns := s.blockHeader(i)
	first := s.skipBlanks(header)
	if first > header && first < len(s.src) && s.src[first] == '#' {
		first = s.skipBlanks(s.lineEnd(first))
	}
	if first >= len(s.src) || s.src[first] != '\n' {
		return 0
	}
	parent := s.parentColumn(i-1, before)
	if columns > 0 {
		return s.indentedEnd(first+1, parent+columns)
	}
	at := s.nextLine(first + 1)
	if at == len(s.src) || s.column(at) <= parent {
		return 0
	}
	return s.indentedEnd(first+1, s.column(at))
}

// opensBlock returns the indicator before the value that starts at i: the colon after a key, or the
// - or ? of an item. It skips tags and anchors. It returns 0 if there is no indicator.
func (s *scanner) opensBlock(i int) byte {
	for {
		end := s.skipBlanksBack(i)
		if end == i || end == 0 || s.src[end-1] == '\n' {
			return 0
		}
		i = end
		for i > 0 && !isBlank(s.src[i-1]) {
			i--
		}
		switch c := s.src[end-1]; {
		case c == ':' || end == i+1 && (c == '-' || c == '?'):
			return c
		case s.src[i] != '!' && s.src[i] != '&':
			return 0
		}
	}
}

// blockHeader returns the end of the indicators at i, such as |2-. It also returns their
// indentation in columns, or 0.
func (s *scanner) blockHeader(i int) (end, columns int) {
	for i < len(s.src) && (s.src[i] == '+' || s.src[i] == '-' || s.src[i] >= '1' && s.src[i] <= '9') {
		if s.src[i] >= '1' {
			columns = int(s.src[i] - '0')
		}
		i++
	}
	return i, columns
}

// parentColumn returns the column of the value at i, more exactly of its key. Without a key it is
// the column of the last indicator. before is what opensBlock returned.
func (s *scanner) parentColumn(i int, before byte) int {
	line := bytes.LastIndexByte(s.src[:i], '\n') + 1
	at := s.skipBlanks(line)
	parent := at - line
	for at < i && bytes.IndexByte([]byte("-?:"), s.src[at]) >= 0 && isBlank(s.src[at+1]) {
		parent = at - line
		at = s.skipBlanks(at + 1)
	}
	if at < i && before == ':' {
		parent = at - line
	}
	return parent
}

// nextLine returns the start of the first nonblank line from i on. Without one it is the end of the
// source.
func (s *scanner) nextLine(i int) int {
	for i < len(s.src) {
		end := s.skipBlanks(i)
		if end < len(s.src) && s.src[end] != '\n' {
			return i
		}
		i = min(end+1, len(s.src))
	}
	return i
}

// column returns the number of spaces at the start of the line at i.
func (s *scanner) column(i int) int {
	from := i
	for i < len(s.src) && s.src[i] == ' ' {
		i++
	}
	return i - from
}

// indentedEnd returns the end of the last indented line from i on, or 0. Such a line is indented by
// the columns. Blank lines do not end the block.
func (s *scanner) indentedEnd(i, columns int) int {
	end := 0
	for i = s.nextLine(i); i < len(s.src) && s.column(i) >= columns; i = s.nextLine(end) {
		end = s.lineEnd(i)
		if end == len(s.src) {
			break
		}
	}
	return end
}

// emitBlock appends the opening mark as an operator, and the words of the text. The operator
// includes the indicators.
func (s *scanner) emitBlock(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	header, _ := s.blockHeader(start + len(sp.open))
	dst = s.emit(dst, start, header, Operator)
	return prose(dst, s.src[:end], s.lineEnd(header)), end
}
