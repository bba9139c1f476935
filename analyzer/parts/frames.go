package parts

import "bytes"

// Frames around lines of code in comments and strings: a quoting mark before each of them (> code),
// a box (| code |, or a star at the end where comments have one at the start), and their numbers.

// frame is the characters around a line; the zero frame has none.
type frame struct {
	mark   byte // 0 for a number
	number int
}

// unframe narrows the lines of src that stand in frames. Characters around a few lines only belong
// to these lines.
func unframe(src []byte, lines []span) {
	for i := 0; i < len(lines); {
		first, _ := frameOf(src, lines[i])
		n := 1
		if first != (frame{}) {
			n = framed(src, lines[i:], first)
		}
		i += n
	}
}

// framed narrows consecutive lines in one frame, and returns their number, with blank lines. The
// first is in that frame.
func framed(src []byte, lines []span, at frame) (n int) {
	count := 0
	for n < len(lines) {
		next, _ := frameOf(src, lines[n])
		switch {
		case next == at:
			count++
			if at.mark == 0 {
				at.number++
			}
		case !isBlankLine(src[lines[n].from:lines[n].to]):
			return narrow(src, lines[:n], count)
		}
		n++
	}
	return narrow(src, lines, count)
}

// narrow takes the frame from the lines, if it is one, and returns their number.
func narrow(src []byte, lines []span, count int) int {
	if count >= leastCodeLines {
		for i, line := range lines {
			_, lines[i] = frameOf(src, line)
		}
	}
	return len(lines)
}

// frameOf returns the frame of a line, and its content.
func frameOf(src []byte, line span) (frame, span) {
	text := bytes.TrimSpace(src[line.from:line.to])
	if len(text) == 0 {
		return frame{}, line
	}
	first, last := text[0], text[len(text)-1]
	from := line.from + bytes.IndexByte(src[line.from:line.to], first)
	to := from + len(text)
	switch {
	case first == '>' && (len(text) == 1 || isBlank(text[1])):
		return frame{mark: first}, span{from + 1, line.to}
	case len(text) > 1 && first == '|' && last == '|':
		return frame{mark: first}, span{from + 1, to - 1}
	case last == '*' && (len(text) == 1 || isBlank(text[len(text)-2])):
		return frame{mark: last}, span{line.from, to - 1}
	case first-'0' < 10:
		if number, n := leadingNumber(text); n > 0 {
			return frame{number: number + 1}, span{from + n, line.to}
		}
	}
	return frame{}, line
}
