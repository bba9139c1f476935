package detect

import "bytes"

// Habits are features of a line, numbered like the columns of profiles.txt.
const (
	endsWithSemicolon = iota
	braceAround       // ends with { or starts with }
	endsWithColon
	endsWithComma
	endsWithDot
	startsWithParen
	dollarName // $x
	startsWithAt
	startsWithHash // #x
	backslashName  // \x
	startsWithTag  // <x, </, <!
	call           // f(
	startsWithKey  // x: and a blank or nothing
	assignment     // x = at the start
	startsWithDash // - and a blank
	twoWords       // at the start
	section        // [x]
	endsWithParen
	member // x.y
	doubleQuote
	singleQuote
	habits
)

// countHabits counts the habits of a line without white space around it.
func countHabits(line []byte, counts *[habits]int) {
	first, last := line[0], line[len(line)-1]
	n := wordEndAt(line, 0)
	behind := line[n:]
	for h, seen := range [habits]bool{
		endsWithSemicolon: last == ';',
		braceAround:       last == '{' || first == '}',
		endsWithColon:     last == ':',
		endsWithComma:     last == ',',
		endsWithDot:       last == '.',
		startsWithParen:   first == '(',
		dollarName:        joined(line, '$', false),
		startsWithAt:      first == '@' && isLetterAt(line, 1),
		startsWithHash:    first == '#' && isLetterAt(line, 1),
		backslashName:     joined(line, '\\', false),
		startsWithTag: first == '<' && (isLetterAt(line, 1) ||
			bytes.HasPrefix(line, []byte("</")) || bytes.HasPrefix(line, []byte("<!"))),
		call:           called(line),
		startsWithKey:  n > 0 && (string(behind) == ":" || bytes.HasPrefix(behind, []byte(": "))),
		assignment:     n > 0 && bytes.HasPrefix(behind, []byte(" = ")),
		startsWithDash: bytes.HasPrefix(line, []byte("- ")),
		twoWords:       n > 0 && len(behind) > 1 && behind[0] == ' ' && isLetterAt(behind, 1),
		section:        first == '[' && last == ']',
		endsWithParen:  last == ')',
		member:         joined(line, '.', true),
		doubleQuote:    bytes.IndexByte(line, '"') >= 0,
		singleQuote:    bytes.IndexByte(line, '\'') >= 0,
	} {
		if seen {
			counts[h]++
		}
	}
}

// isLetterAt reports whether the byte at i is an ASCII letter or _.
func isLetterAt(line []byte, i int) bool {
	return i < len(line) && isWordByte(line[i]) && (line[i] < '0' || line[i] > '9')
}

// joined reports whether a letter follows c, and with after a word precedes it.
func joined(line []byte, c byte, after bool) bool {
	for from := 0; ; {
		n := bytes.IndexByte(line[from:], c)
		if n < 0 {
			return false
		}
		i := from + n
		if isLetterAt(line, i+1) && (!after || i > 0 && isWordByte(line[i-1])) {
			return true
		}
		from = i + 1
	}
}

// called reports whether ( follows a word immediately.
func called(line []byte) bool {
	for from := 0; ; {
		n := bytes.IndexByte(line[from:], '(')
		if n < 0 {
			return false
		}
		if i := from + n; i > 0 && isWordByte(line[i-1]) {
			return true
		}
		from += n + 1
	}
}
