package lex

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// The forms cobol-column, cobol-margin and digit-name are for text other than code in columns of
// COBOL's fixed format. The form hollerith is for text by columns of Fortran.
//
// Columns 1 to 6 are a line's number. Column 7 marks a comment or a continued line. Columns 73 to
// 80 are not code. The free format has none of these, and only its lines are longer.

const (
	indicatorAt = 6  // offset of column 7 in a line
	marginAt    = 72 // offset of column 73
	marginSize  = 8
)

// columnsBefore returns the bytes between the start of the line and i. It returns false for more
// than most.
func (s *scanner) columnsBefore(i, most int) ([]byte, bool) {
	from := max(0, i-most-1)
	n := bytes.LastIndexByte(s.src[from:i], '\n')
	if n < 0 && from > 0 {
		return nil, false
	}
	before := s.src[from+n+1 : i]
	return before, len(before) <= most
}

// cobolColumnEnd returns the end of a line's number, or of its mark in column 7.
func (s *scanner) cobolColumnEnd(_ []Token, sp *spanProgram, start, i int) int {
	if sp.When&language.ColumnOne == 0 {
		before, ok := s.columnsBefore(start, indicatorAt)
		if !ok || len(before) < indicatorAt || len(bytes.Trim(before, " ")) > 0 {
			return 0
		}
		return s.indicatorEnd(start)
	}
	end := start + indicatorAt
	if end > len(s.src) || len(bytes.Trim(s.src[start:end], " 0123456789")) > 0 {
		return 0
	}
	if mark := s.indicatorEnd(end); mark > 0 {
		return mark
	}
	return end
}

// indicatorEnd returns the end of the mark in column 7 at i, or 0. The end includes the comment
// that the mark begins.
func (s *scanner) indicatorEnd(i int) int {
	if i >= len(s.src) {
		return 0
	}
	switch s.src[i] {
	case '*', '/':
		return s.lineEnd(i)
	case '-':
		return i + 1
	}
	return 0
}

// cobolMarginEnd returns the end of the line if its columns 73 to 80 follow the blanks at start.
// Otherwise it returns 0.
func (s *scanner) cobolMarginEnd(_ []Token, _ *spanProgram, start, i int) int {
	i = s.blankEnd(i)
	before, ok := s.columnsBefore(i, marginAt)
	if !ok || len(before) != marginAt || start > 0 && s.src[start-1] == ' ' {
		return 0
	}
	end := s.lineEnd(i)
	if end == i || end-i > marginSize || bytes.ContainsAny(s.src[i:end], " .,()'\"") {
		return 0
	}
	return end
}

// digitNameEnd returns the end of the name whose first digit ends at i, or 0.
func (s *scanner) digitNameEnd(_ []Token, _ *spanProgram, start, i int) int {
	end := s.nameEnd(i)
	for _, b := range s.src[start:end] {
		if lower(b)-'a' < 26 {
			return end
		}
	}
	return 0
}

// hollerithEnd returns the end of the text whose number of characters begins at start, or 0. After
// a star the number is a size: REAL*8.
func (s *scanner) hollerithEnd(_ []Token, _ *spanProgram, start, i int) int {
	n := int(s.src[start] - '0')
	for i < len(s.src) && s.src[i]-'0' < 10 && n < marginAt {
		n = 10*n + int(s.src[i]-'0')
		i++
	}
	if i >= len(s.src) || lower(s.src[i]) != 'h' || start > 0 && s.src[start-1] == '*' || s.lineEnd(i) <= i+n {
		return 0
	}
	return i + 1 + n
}

// emitNothing appends no token.
func (s *scanner) emitNothing(dst []Token, _ *spanProgram, _, end int) ([]Token, int) {
	return dst, end
}

// cobolColumnOpening returns the length of a line's number and its comment mark.
func (sp *spanProgram) cobolColumnOpening(text []byte) int {
	if sp.When&language.ColumnOne == 0 {
		return len(sp.open)
	}
	if len(text) <= indicatorAt || len(bytes.Trim(text[:indicatorAt], "0123456789")) > 0 {
		return 0
	}
	return indicatorAt + len(text[indicatorAt:]) - len(bytes.TrimLeft(text[indicatorAt:], "*/"))
}
