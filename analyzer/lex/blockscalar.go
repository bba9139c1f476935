package lex

import "bytes"

// The form block: text that goes on as long as its lines are indented (the block scalars | and > of YAML).
//
// Its words are tokens, as those of Prose: scripts and texts in there are worth finding, but what their quotes
// and brackets mean depends on a language that nothing names.

// blockEnd is the form block; the opening mark stands before i.
func (s *scanner) blockEnd(i int) int {
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

// opensBlock returns the indicator after which a value starts at i, perhaps behind a tag or an anchor: the colon
// behind a key, or - or ? before an item. It is 0 if there is none.
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

// blockHeader returns the end of the indicators from i on (|2-), and by how many columns they say that the text is
// indented; 0 if they do not.
func (s *scanner) blockHeader(i int) (end, columns int) {
	for i < len(s.src) && (s.src[i] == '+' || s.src[i] == '-' || s.src[i] >= '1' && s.src[i] <= '9') {
		if s.src[i] >= '1' {
			columns = int(s.src[i] - '0')
		}
		i++
	}
	return i, columns
}

// parentColumn returns the column of what a value that starts at i belongs to: its key, or else the last of the
// indicators before it. before is what opensBlock found.
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

// nextLine returns where the first line from the one at i on starts that is not blank, or the end of the source.
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

// column returns how many spaces the line at i starts with.
func (s *scanner) column(i int) int {
	from := i
	for i < len(s.src) && s.src[i] == ' ' {
		i++
	}
	return i - from
}

// indentedEnd returns the end of the last of the lines from i on that start with that many spaces; lines
// that are blank are none, but do not end them. It is 0 if there is no such line.
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

// emitBlock appends the opening mark with its indicators, and the words of the text.
func (s *scanner) emitBlock(dst []Token, sp *spanProgram, start, end int) []Token {
	header, _ := s.blockHeader(start + len(sp.open))
	dst = s.emit(dst, start, header, Operator)
	return prose(dst, s.src[:end], s.lineEnd(header))
}
