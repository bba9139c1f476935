package parts

import (
	"bytes"
	"strings"
)

// Marked Lines: the same mark is before nearly all lines, and perhaps after them. Examples are
// added lines of a diff without its header, lists, boxes, logs of containers. The lines without it
// are left out.

// margin is the characters before and after the lines.
type margin struct{ before, behind []byte }

// marked adds the text between the marks.
func (s *splitter) marked(t text) {
	m, _ := marginOf(t.bytes)
	s.add(nil, m.behindMarks(t))
}

// behindMarks returns the text between the marks.
func (m margin) behindMarks(t text) (code text) {
	eachLine(t.bytes, func(from, to int) {
		if begin, end, ok := m.inside(t.bytes[from:to]); ok {
			t.cut(&code, from+begin, from+end)
			t.cut(&code, max(from+end, to-1), to) // the line break
		}
	})
	return code
}

// isMarked reports whether nearly all lines have the same mark. Behind the mark of a comment is
// code.
func isMarked(src []byte) bool {
	m, ok := marginOf(src)
	if !ok || m.before[0] != '#' {
		return ok
	}
	return mostlyCode(m.behindMarks(whole(src)).bytes)
}

// marginOf returns the margin of most lines, judged by a line in the middle, or by the first line.
func marginOf(src []byte) (m margin, ok bool) {
	lines := bytes.Split(src, []byte("\n"))
	for _, line := range [][]byte{lines[len(lines)/2], lines[0]} {
		for _, before := range marksOf(line) {
			if m, ok = marginLike(lines, before); ok {
				return m, ok
			}
		}
	}
	return margin{}, false
}

// marginLike returns the margin with that before most lines.
func marginLike(lines [][]byte, before []byte) (m margin, ok bool) {
	const least = 4 // lines
	m.before = before
	mark := bytes.TrimRight(before, " ")
	mark = mark[bytes.LastIndexByte(mark, ' ')+1:]
	behind := append([]byte(" "), mark...)
	all, with, closed := 0, 0, 0
	for _, line := range lines {
		if isBlankLine(line) || isRule(line) {
			continue
		}
		all++
		if _, _, has := m.inside(line); has {
			with++
			if bytes.HasSuffix(bytes.TrimRight(line, " \r"), behind) {
				closed++
			}
		}
	}
	if closed*5 >= with*4 {
		m.behind = behind
	}
	return m, with >= least && with*5 >= all*4
}

// isRule reports whether a line is drawn: the edge of a box.
func isRule(line []byte) bool {
	drawn := strings.ContainsAny(string(line), "-─━=*_")
	return drawn && len(bytes.Trim(line, "+-─━=*_|│┌┐└┘├┤┬┼┴╭╮╰╯ \t\r\n")) == 0
}

// marksOf returns the possible marks before a line, each with the text before it. A blank follows
// the mark; the plus of a diff, and the mark of comments, begin the line and may have none.
func marksOf(line []byte) (all [][]byte) {
	const longest = 64 // bytes
	for _, mark := range strings.Fields("| │ > - + •") {
		if i := bytes.Index(line[:min(longest, len(line))], []byte(mark+" ")); i >= 0 {
			all = append(all, line[:i+len(mark)+1])
		}
	}
	if len(line) > 0 && line[0] == '#' && bytes.HasPrefix(line, []byte("# ")) {
		all = append(all, line[:2])
	}
	if len(line) > 0 && (line[0] == '+' || line[0] == '#') {
		all = append(all, line[:1])
	}
	return all
}

// inside returns the part of a line between the marks. ok is false if the line has none.
func (m margin) inside(line []byte) (from, to int, ok bool) {
	end := len(bytes.TrimRight(line, " \t\r\n"))
	switch {
	case bytes.HasPrefix(line, m.before):
		from, to = len(m.before), end
	case bytes.Equal(line[:end], bytes.TrimRight(m.before, " ")):
		return end, end, true
	default:
		return 0, 0, false
	}
	if m.behind != nil && to-from >= len(m.behind) && bytes.HasSuffix(line[from:to], m.behind) {
		to -= len(m.behind)
	}
	return from, max(from, to), true
}
