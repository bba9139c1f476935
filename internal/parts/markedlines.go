package parts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Marked Lines: the same mark is before nearly all lines, and perhaps after them. Examples are
// added lines of a diff without its header, lists, boxes, logs of containers. The lines without it
// are left out. A stamp is a mark with a time, or in brackets, as logs of CI have it: its numbers
// differ from line to line.

// margin is the characters before and after the lines.
type margin struct {
	before, behind []byte
	stamp          bool // any number stands for each number of before
}

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

// isMarked reports whether nearly all lines have the same mark. Behind a stamp, or the mark of a
// comment, is code.
func isMarked(src []byte) bool {
	m, ok := marginOf(src)
	if !ok || m.before[0] != '#' && !m.stamp {
		return ok
	}
	return mostlyCode(m.behindMarks(whole(src)).bytes)
}

// marginOf returns the margin of most lines. A line in the middle tells it, or the first line.
func marginOf(src []byte) (m margin, ok bool) {
	lines := bytes.Split(src, []byte("\n"))
	for _, line := range [][]byte{lines[len(lines)/2], lines[0]} {
		for _, before := range marksOf(line) {
			if m, ok = marginLike(lines, margin{before: before}); ok {
				return m, ok
			}
		}
		if before := stampOf(line, lines); before != nil {
			if m, ok = marginLike(lines, margin{before: before, stamp: true}); ok {
				return m, ok
			}
		}
	}
	return margin{}, false
}

// marginLike returns the margin that begins like m and is around most lines.
func marginLike(lines [][]byte, m margin) (_ margin, ok bool) {
	const least = 4 // lines
	before := m.before
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

// stamp matches what tells a stamp: a time of day, or brackets around all of it.
var stamp = lazyregexp.New(`\d:\d\d|^\[.*\][ \t]$`)

// stampOf returns the stamp of a line, or nil. It is the longest beginning that nine tenths of the
// lines share, but for numbers, up to a blank.
func stampOf(line []byte, lines [][]byte) []byte {
	const longest = 120 // bytes
	line = line[:min(longest, len(line))]
	if !stamp.Match(line) && !bytes.HasPrefix(line, []byte("[")) {
		return nil
	}
	var shared []int // lengths
	for _, other := range lines {
		if !isBlankLine(other) {
			n, _ := commonBeginning(line, bytes.TrimRight(other, " \t\r"))
			shared = append(shared, n)
		}
	}
	slices.Sort(shared)
	before := line[:shared[len(shared)/10]]
	before = before[:bytes.LastIndexAny(before, " \t")+1]
	if begin := bytes.TrimRight(before, " \t"); len(begin) < len(before) {
		before = before[:len(begin)+1] // further blanks indent the code
	}
	if !stamp.Match(before) {
		return nil
	}
	return before
}

// commonBeginning returns how long two lines are equal, but for numbers, in each. At the end of the
// other line may be any blank.
func commonBeginning(line, other []byte) (n, m int) {
	for n < len(line) && m < len(other) {
		a, b := digitsLength(line[n:]), digitsLength(other[m:])
		switch {
		case a > 0 && b > 0:
			n, m = n+a, m+b
		case line[n] == other[m]:
			n, m = n+1, m+1
		default:
			return n, m
		}
	}
	if m == len(other) && n < len(line) && isBlank(line[n]) {
		n++
	}
	return n, m
}

// digitsLength returns the number of digits that a text begins with.
func digitsLength(text []byte) (n int) {
	for n < len(text) && text[n]-'0' < 10 {
		n++
	}
	return n
}

// inside returns the part of a line between the marks. ok is false if the line has none.
func (m margin) inside(line []byte) (from, to int, ok bool) {
	end := len(bytes.TrimRight(line, " \t\r\n"))
	switch {
	case m.stamp:
		n, length := commonBeginning(m.before, line[:end])
		if n < len(m.before) {
			return 0, 0, false
		}
		from, to = length, end
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
