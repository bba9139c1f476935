package parts

import "bytes"

// Which lines of a comment or string look like code.

// mayHoldCode reports whether there are enough lines, and as many of the most frequent marks of code.
// It is fast, because most long comments are prose.
func mayHoldCode(src []byte) bool {
	if bytes.Count(src, []byte("\n")) < leastCodeLines-1 {
		return false
	}
	count := 0
	for _, mark := range []string{"(", "=", ";", "[", "{", ":", ",\n"} {
		if count += bytes.Count(src, []byte(mark)); count >= leastCodeLines {
			return true
		}
	}
	return bytes.Contains(src, clauses[0])
}

// marks has mark for the bytes that are frequent in code and rare in prose, and others for those that
// are so only in some places.
var marks = func() (all [256]uint8) {
	for _, b := range []byte("{}[]()=;&|$_") {
		all[b] = mark
	}
	all[':'], all[','], all[' '] = endMark, valueMark, blank
	return all
}()

const (
	mark      = 1 + iota
	endMark   // at the end of a line, and after a number or string
	valueMark // after a number or string
	blank     // makes a pair of words if between letters
)

// leastDrawn is the number of bytes from which a line almost without letters is taken to be drawn. Shorter
// ones close blocks: })];
const leastDrawn = 8

// lineKind is what a line looks like.
type lineKind uint8

const (
	eitherLine lineKind = iota // short, or a comment in code
	codeLine
	proseLine
)

// kindOf tells code from prose by the numbers of marks of code and of pairs of words.
func kindOf(line []byte) lineKind {
	n := len(line)
	if n == 0 {
		return eitherLine
	}
	if isClause(line) {
		return codeLine
	}
	count, pairs, shown, letters := 0, 0, 0, 0
	if last := marks[line[n-1]]; last == mark || last == endMark {
		count++ // twice
	}
	for i, b := range line {
		if !isBlank(b) {
			shown++
		}
		if isLetter(b) || b-'0' < 10 {
			letters++
		}
		switch marks[b] {
		case mark:
			count++
		case endMark, valueMark:
			if i > 0 && endsValue(line[i-1]) {
				count++
			}
		case blank:
			if isLetter(line[i-1]) && isLetter(line[i+1]) { // no blank is first or last
				pairs++
			}
		}
	}
	switch {
	case shown >= leastDrawn && letters*4 < shown:
		return proseLine // a logo or a diagram, drawn with marks
	case 2*count > pairs+1:
		if isLegal(line) {
			return proseLine
		}
		return codeLine
	case pairs > 1:
		return proseLine
	}
	return eitherLine
}

// IsProse reports whether there are several lines of prose in a text, and few of code.
func IsProse(src []byte) bool {
	var count [proseLine + 1]int
	for line := range bytes.Lines(src) {
		count[kindOf(bytes.TrimSpace(line))]++
	}
	const most = 4 // lines of prose for each line of code
	return count[proseLine] > 1 && count[proseLine] >= most*count[codeLine]
}

// endsValue reports whether a byte may end a number or a string.
func endsValue(b byte) bool { return b-'0' < 10 || b == '"' || b == '\'' }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80 }
