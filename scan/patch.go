package scan

import (
	"bytes"
	"fmt"
	"strings"
)

// around is how many unchanged lines a patch has around inserted ones.
const around = 3

// Patch returns a unified diff that makes marked of source. marked has only lines inserted. It is
// empty if they are equal. name has slashes; git apply and patch -p1 read the diff. If the last
// line of source has no end, marked may give it one.
func Patch(name string, source, marked []byte) string {
	old, now := bytes.SplitAfter(source, []byte("\n")), bytes.SplitAfter(marked, []byte("\n"))
	var lines []patchLine
	for i, j := 0, 0; j < len(now); j++ {
		switch {
		case i < len(old) && bytes.Equal(old[i], now[j]):
			lines = append(lines, patchLine{' ', now[j]})
			i++
		case i < len(old) && len(old[i]) > 0 && bytes.Equal(bytes.TrimRight(now[j], "\r\n"), old[i]) && i == len(old)-1:
			lines = append(lines, patchLine{'-', old[i]}, patchLine{'+', now[j]})
			i++
		default:
			lines = append(lines, patchLine{'+', now[j]})
		}
	}
	if n := len(lines); n > 0 && len(lines[n-1].text) == 0 {
		lines = lines[:n-1]
	}
	return hunks(name, lines)
}

type patchLine struct {
	mark byte
	text []byte
}

// hunks writes the changed lines with those around them.
func hunks(name string, lines []patchLine) string {
	var b strings.Builder
	old, now := 1, 1
	for i := 0; i < len(lines); {
		if lines[i].mark == ' ' && !changesWithin(lines, i) {
			old, now, i = old+1, now+1, i+1
			continue
		}
		end := i
		for end < len(lines) && (lines[end].mark != ' ' || changesWithin(lines, end) || changedBefore(lines, i, end)) {
			end++
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "--- %s\n+++ %s\n", patchName("a/"+name), patchName("b/"+name))
		}
		old, now = hunk(&b, lines[i:end], old, now)
		i = end
	}
	return b.String()
}

// patchName writes a name as git does: in quotes, with escapes, if it has characters that would end it, and before a tab
// if it has spaces, where other programs would look for a date.
func patchName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }) {
		var b strings.Builder
		b.WriteByte('"')
		for _, c := range []byte(name) {
			switch {
			case c == '"' || c == '\\':
				b.WriteByte('\\')
				b.WriteByte(c)
			case c < ' ' || c >= 0x7f:
				fmt.Fprintf(&b, "\\%03o", c)
			default:
				b.WriteByte(c)
			}
		}
		return b.String() + `"`
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// changesWithin reports whether a line that is changed follows soon.
func changesWithin(lines []patchLine, at int) bool {
	for _, l := range lines[at:min(len(lines), at+around+1)] {
		if l.mark != ' ' {
			return true
		}
	}
	return false
}

// changedBefore reports whether a line that is changed was soon before, not before from.
func changedBefore(lines []patchLine, from, at int) bool {
	for _, l := range lines[max(from, at-around):at] {
		if l.mark != ' ' {
			return true
		}
	}
	return false
}

func hunk(b *strings.Builder, lines []patchLine, old, now int) (int, int) {
	counts := map[byte]int{}
	for _, l := range lines {
		counts[l.mark]++
	}
	olds, news := counts[' ']+counts['-'], counts[' ']+counts['+']
	first := old
	if olds == 0 {
		first--
	}
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", first, olds, now, news)
	for _, l := range lines {
		b.WriteByte(l.mark)
		b.Write(l.text)
		if !bytes.HasSuffix(l.text, []byte("\n")) {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	return old + olds, now + news
}
