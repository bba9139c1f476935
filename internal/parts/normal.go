package parts

import (
	"bytes"
	"strings"
)

// Normal diffs, as diff writes them without -u: "3,4c3" heads a hunk with the lines "< old", "---"
// and "> new". There are no lines around the added ones, and names only in the lines of diff -r.

// normalHeader parses "2a3,4", "2,3d1" or "2c2", if a line of a hunk follows.
func normalHeader(text []byte, end int) (h hunk, ok bool) {
	line := strings.TrimRight(string(text[:min(end, 64)]), "\r\n")
	i := strings.IndexAny(line, "acd")
	if i < 0 || !isDigit(line[0]) {
		return h, false
	}
	oldStart, oldEnd, okOld := normalRange(line[:i])
	start, newEnd, okNew := normalRange(line[i+1:])
	h = hunk{old: oldEnd - oldStart + 1, new: newEnd - start + 1, start: start, normal: true}
	first := byte('<')
	switch line[i] {
	case 'a':
		h.old, first = 0, '>'
	case 'd':
		h.new = 0
	}
	return h, okOld && okNew && h.old >= 0 && h.new >= 0 && end < len(text) && text[end] == first
}

// normalRange parses "12,13" or "12".
func normalRange(text string) (start, end int, ok bool) {
	first, last, several := strings.Cut(text, ",")
	start, _, ok = lineRange(first)
	if !several {
		return start, start, ok
	}
	end, _, okEnd := lineRange(last)
	return start, end, ok && okEnd
}

// inNormalHunk is inHunk for a normal diff.
func (d *diffReader) inNormalHunk(line []byte, from, to int) bool {
	switch {
	case line[0] == '<':
		d.old--
		d.leave(leftRemoved, line[1:])
	case line[0] == '>':
		text := from + 1
		if isBlank(d.source.bytes[min(text, to-1)]) {
			text++
		}
		n := len(d.part.text.bytes)
		d.newLine(from, text, to)
		d.keep(span{n, len(d.part.text.bytes)})
	default:
		return line[0] == '\\' || bytes.HasPrefix(line, []byte("---"))
	}
	return true
}

// comparedName returns the path of the new file in a line of diff -r. An example is "diff -r a/x.go
// b/x.go". The lines of git name it again, and better.
func comparedName(line []byte) string {
	fields := strings.Fields(string(line))
	if len(fields) < 3 || !strings.HasPrefix(fields[1], "-") {
		return ""
	}
	return fields[len(fields)-1]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
