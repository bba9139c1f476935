package parts

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Marked Lines: the same mark is before nearly all lines, and perhaps after them. Examples are
// added lines of a diff without its header, lists, boxes, logs of containers. The lines without it
// are left out.
//
// A stamp is a mark with a time, in brackets, or before a colon, as programs that log have it. Its
// numbers differ from line to line, and so may a word: the level or the name of a service.

// margin is the characters before and after the lines.
type margin struct {
	before, behind []byte
	stamps         map[string]bool // by stampKey
	words          int             // of a stamp; 0 is a mark
}

// marked adds the text between the marks.
func (s *splitter) marked(t text) {
	m, _ := marginOf(t.bytes)
	code := m.behindMarks(t)
	if m.words > 0 && IsProse(code.bytes) {
		s.parts = append(s.parts, Part{Language: lex.Prose, Guessed: true, text: code})
		return
	}
	s.add(nil, code)
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
// code, and behind a stamp is not only prose, or code is in a row.
func isMarked(src []byte) bool {
	m, ok := marginOf(src)
	switch {
	case !ok:
		return false
	case m.words > 0:
		rest := m.behindMarks(whole(src)).bytes
		return countCode(rest) >= leastCodeLines && (!IsProse(rest) || hasCodeRun(rest))
	case m.before[0] == '#':
		return mostlyCode(m.behindMarks(whole(src)).bytes)
	}
	return true
}

// marginOf returns the margin of most lines. A line in the middle tells it, or the first line.
func marginOf(src []byte) (m margin, ok bool) {
	lines := bytes.Split(src, []byte("\n"))
	for _, line := range [][]byte{lines[len(lines)/2], lines[0]} {
		if m, ok = stampsLike(line, lines); ok {
			return m, ok
		}
		for _, before := range marksOf(line) {
			if m, ok = marginLike(lines, margin{before: before}); ok {
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

// stamp matches the words of a stamp: a time of day, brackets around all, a name before a colon or
// a line, a long number, or numbers of which one has a fraction.
var stamp = lazyregexp.New(`0:0|^[\[(<].*[\])>]$|^[\w./:-]+(:| \|)$|^00$|^\W*(0\W+)*0\.0\W*$`)

// stampsLike returns the stamps of nine tenths of the lines. The line begins with one of them. They
// are as long as they are few. A word of a frequent message is no part of a stamp if most lines of
// code lack it, nor is a word that begins few lines, such as if.
func stampsLike(line []byte, lines [][]byte) (found margin, ok bool) {
	const least, most, longest, few = 4, 8, 16, 20 // lines, stamps, words; a twentieth of the lines are few
	for n := 1; n <= longest; n++ {
		key, end := stampKey(line, n)
		if end == 0 {
			break
		}
		if !stamp.MatchString(key) {
			continue
		}
		count, all := map[string]int{}, 0
		for _, other := range lines {
			if !isBlankLine(other) {
				all++
				other, _ := stampKey(other, n)
				count[other]++
			}
		}
		keys := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
			return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
		})
		m, with := margin{stamps: map[string]bool{}, words: n}, 0
		for _, k := range keys[:min(most, 1+all/4, len(keys))] {
			if count[k] > max(1, all/few) && stamp.MatchString(k) {
				m.stamps[k] = true
				with += count[k]
			}
		}
		if with < least || with*10 < all*9 {
			break
		}
		if m.stamps[key] && (!ok || m.keepsCode(found, lines)) {
			found, ok = m, true
		}
	}
	return found, ok
}

// keepsCode reports whether most lines that look like code behind a shorter stamp have this one.
// Messages that are equal but for numbers count once.
func (m margin) keepsCode(shorter margin, lines [][]byte) bool {
	kept, lost := 0, 0
	seen := map[string]bool{}
	for _, line := range lines {
		from, to, ok := shorter.inside(line)
		if !ok || kindOf(bytes.TrimSpace(line[from:to])) != codeLine {
			continue
		}
		text := bytes.Map(withoutDigits, line[from:to])
		if seen[string(text)] {
			continue
		}
		seen[string(text)] = true
		if _, _, ok := m.inside(line); ok {
			kept++
		} else {
			lost++
		}
	}
	return lost < leastCodeLines || 2*lost <= kept
}

// withoutDigits is for [bytes.Map].
func withoutDigits(r rune) rune {
	if '0' <= r && r <= '9' {
		return -1
	}
	return r
}

// stampKey returns the first words of a line, and where they end. It has 0 for each number, and 00
// for one that may count seconds since 1970. A word ends behind a blank, or behind a colon or
// bracket that no number follows. The end is 0 if the line has fewer words.
func stampKey(line []byte, words int) (key string, end int) {
	const longest = 160 // bytes
	line = line[:min(longest, len(bytes.TrimRight(line, " \t\r\n")))]
	short := make([]byte, 0, longest)
	for i := 0; i < len(line); {
		n := digitsLength(line[i:])
		switch b := line[i]; {
		case n > 0:
			if short = append(short, '0'); n >= 10 {
				short = append(short, '0')
			}
			i += n
			b = '0'
			fallthrough
		case !isBlank(b):
			if n == 0 {
				short, i = append(short, b), i+1
			}
			ends := i == len(line) || isBlank(line[i]) || (b == ':' || b == ']') && line[i]-'0' >= 10
			if !ends {
				continue
			}
			if words--; words == 0 {
				if i < len(line) && isBlank(line[i]) {
					i++ // further blanks indent the code
				}
				return string(short), i
			}
		default:
			i++
			if n := len(short); n > 0 && short[n-1] != ' ' {
				short = append(short, ' ')
			}
		}
	}
	return "", 0
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
	case m.words > 0:
		key, from := stampKey(line, m.words)
		return from, max(from, end), m.stamps[key]
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
