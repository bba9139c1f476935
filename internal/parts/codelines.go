package parts

import "bytes"

// Which lines of a comment or string look like code.

// mayHoldCode reports whether there are enough lines and marks. There must be as many of the most
// frequent marks of code as lines. It is fast, because most long comments are prose.
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

// bytesOfLines has a few bits for each byte: its roles in code and in prose. Marks are frequent in
// code and rare in prose.
var bytesOfLines = func() (all [256]uint8) {
	for i := range all {
		b := byte(i)
		if !isBlank(b) {
			all[i] |= shownByte
		}
		if isLetter(b) || b-'0' < 10 {
			all[i] |= letterByte
		}
	}
	for _, b := range []byte("{}[]()=;&|$_") {
		all[b] |= markByte
	}
	all[':'] |= endMark | nextByte
	all[','] |= nextByte
	all[' '] |= nextByte
	return all
}()

const (
	shownByte  = 1 << iota
	letterByte // or a digit
	markByte
	endMark  // a mark at the end of a line
	nextByte // counts by its neighbours: a colon or comma after a number or string, and a blank between letters
)

// leastDrawn is the length from which a line of few letters counts as drawn. Shorter ones close
// blocks: })];
const leastDrawn = 8

// lineKind is the look of a line.
type lineKind uint8

const (
	eitherLine lineKind = iota // short, or a comment in code
	codeLine
	proseLine
)

// kindOf distinguishes code from prose by counting marks of code and pairs of words.
func kindOf(line []byte) lineKind {
	n := len(line)
	if n == 0 {
		return eitherLine
	}
	if isClause(line) {
		return codeLine
	}
	count, pairs, shown, letters := 0, 0, 0, 0
	if bytesOfLines[line[n-1]]&(markByte|endMark) != 0 {
		count++ // twice
	}
	for i, b := range line {
		is := uint(bytesOfLines[b])
		shown += int(is & shownByte)
		letters += int(is / letterByte & 1)
		count += int(is / markByte & 1)
		if is&nextByte == 0 {
			continue
		}
		if b == ' ' {
			if isLetter(line[i-1]) && isLetter(line[i+1]) { // no blank is first or last
				pairs++
			}
		} else if i > 0 && endsValue(line[i-1]) {
			count++
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

// IsProse reports whether a text has several lines of prose and few of code.
func IsProse(src []byte) bool {
	var count [proseLine + 1]int
	for line := range bytes.Lines(src) {
		count[kindOf(bytes.TrimSpace(line))]++
	}
	const most = 4 // lines of prose for each line of code
	return count[proseLine] > 1 && count[proseLine] >= most*count[codeLine]
}

// IsCode reports whether a text has several lines of code, and at most two of prose for each. Few
// texts of licences do, and most programs in languages with few marks.
func IsCode(src []byte) bool {
	code, prose := 0, 0
	for line := range bytes.Lines(src) {
		switch kindOf(bytes.TrimSpace(line)) {
		case codeLine:
			code++
		case proseLine:
			prose++
		}
	}
	return code >= leastCodeLines && 2*code >= prose
}

// hasCodeRun reports whether lines of code are in a row, with little prose between them.
func hasCodeRun(src []byte) bool {
	code, prose := 0, 0
	for line := range bytes.Lines(src) {
		switch kindOf(bytes.TrimSpace(line)) {
		case codeLine:
			if code, prose = code+1, 0; code == leastCodeLines {
				return true
			}
		case proseLine:
			if prose++; prose > mostBetween {
				code = 0
			}
		}
	}
	return false
}

// endsValue reports whether a byte may end a number or a string.
func endsValue(b byte) bool { return b-'0' < 10 || b == '"' || b == '\'' }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80 }
