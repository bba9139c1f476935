package html

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
)

// A long source is shown in parts. These are the lines around matches, and the first and last lines
// of a long match. So a page has room for the sources of many findings.

// bytesIn returns the bytes of lines that parts have, from the first to the last.
func bytesIn(parts []part, lines answer.Lines) (s answer.Span) {
	for i := range parts {
		p := &parts[i]
		from, to := max(0, lines.From-p.line), min(len(p.starts), lines.To-p.line+1)
		if from >= to {
			continue
		}
		end := p.to
		if to < len(p.starts) {
			end = p.starts[to]
		}
		s = union(s, answer.Span{Start: p.starts[from], End: end})
	}
	return s
}

// union returns the span from the first start to the last end. An empty span does not count.
func union(x, y answer.Span) answer.Span {
	if x == (answer.Span{}) {
		return y
	}
	return answer.Span{Start: min(x.Start, y.Start), End: max(x.End, y.End)}
}

// excerpt returns ranges of lines of a source, in order and apart from each other. It is empty
// without lines.
func (p prepared) excerpt(keep []answer.Lines) prepared {
	t := p.text
	lines, shown := lineStarts(t.decoded.UTF8), lineStarts([]byte(t.shown))
	cut := &text{parts: []part{}}
	var b block
	var classes []byte
	all, words, before := expanded(p.block.Classes), strings.Builder{}, 0
	gap := func(next int) {
		if left := next - before - 1; left > 0 {
			b.Gaps = append(b.Gaps, [2]int{len(classes), left})
		}
	}
	for _, l := range keep {
		gap(l.From)
		before = l.To
		from, to := t.place(lines[l.From-1]), t.place(lines[l.To])
		cut.parts = append(cut.parts, t.part(lines, l, len(classes)))
		classes = append(classes, all[from:to]...)
		words.WriteString(t.shown[shown[l.From-1]:shown[l.To]])
	}
	gap(len(lines))
	b.Text, b.Classes = words.String(), runs(classes)
	return prepared{cut, b}
}

// part returns lines of a source at a place in an excerpt. lines are where its lines start in the
// decoded text, in bytes.
func (t *text) part(lines []int, l answer.Lines, at int) part {
	start, end := lines[l.From-1], lines[l.To]
	p := part{from: t.decoded.Original(start), to: t.decoded.Original(end), at: at, line: l.From}
	for _, line := range lines[l.From-1 : l.To] {
		p.starts = append(p.starts, t.decoded.Original(line))
	}
	if t.at == nil && !t.decoded.Converted() {
		return p
	}
	first := t.place(start)
	for i := p.from; i <= p.to; i++ {
		p.places = append(p.places, uint32(max(0, t.placeOf(i)-first)))
	}
	return p
}

// size returns the bytes of a block in JSON, or somewhat more.
func (b block) size() int {
	n := 64 + len(b.Text) + len(b.Classes) + 24*len(b.Gaps)
	for i := range len(b.Text) {
		switch c := b.Text[i]; {
		case c == '"' || c == '\\' || c == '\n' || c == '\t':
			n++
		case c < ' ' || c == '<' || c == '>' || c == '&':
			n += 5
		}
	}
	return n
}

// lineStarts returns where lines start, and at last the end of the text.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 || at+n+1 == len(text) {
			return append(starts, len(text))
		}
		at += n + 1
		starts = append(starts, at)
	}
}

// expanded returns the class of each unit: see [runs].
func expanded(classes string) (all []byte) {
	for len(classes) > 0 {
		n := strings.IndexFunc(classes, func(r rune) bool { return r >= 'A' && r <= 'Z' })
		length, err := strconv.ParseInt(classes[:max(0, n)], 36, 0)
		if err != nil {
			return all
		}
		all = append(all, bytes.Repeat([]byte{classes[n]}, int(length))...)
		classes = classes[n+1:]
	}
	return all
}

// folding says which lines of matches an excerpt has.
type folding struct {
	matches    int // of a finding, the heaviest
	head, tail int // lines of a long match
	around     int // lines before and after it
}

// leastGap is how many lines must be left out between two parts.
const leastGap = 4

// lines returns the lines of a source with n lines that an excerpt has.
func (f folding) lines(n int, places []matchPlace) (keep []answer.Lines) {
	var all []answer.Lines
	for _, p := range places {
		if p.rank >= f.matches {
			continue
		}
		if l := p.lines; l.Len() <= f.head+f.tail+leastGap {
			all = append(all, answer.Lines{From: l.From - f.around, To: l.To + f.around})
		} else {
			all = append(all, answer.Lines{From: l.From - f.around, To: l.From + f.head - 1},
				answer.Lines{From: l.To - f.tail + 1, To: l.To + f.around})
		}
	}
	slices.SortFunc(all, func(x, y answer.Lines) int { return cmp.Compare(x.From, y.From) })
	for _, l := range all {
		l.From, l.To = max(1, l.From), min(n, l.To)
		if last := len(keep) - 1; last >= 0 && l.From <= keep[last].To+leastGap {
			keep[last].To = max(keep[last].To, l.To)
		} else if l.From <= l.To {
			if l.From <= leastGap {
				l.From = 1
			}
			keep = append(keep, l)
		}
	}
	if last := len(keep) - 1; last >= 0 && n-keep[last].To < leastGap {
		keep[last].To = n
	}
	return keep
}

// matchPlace is a match in a source. rank is how many matches of its finding are heavier.
type matchPlace struct {
	lines answer.Lines
	rank  int
}
