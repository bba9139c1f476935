package sidebyside

import "github.com/chaffinch-search/chaffinch/internal/answer"

// hunk is a part of both documents that is shown together: some matches in a row, and the lines
// around them.
type hunk struct {
	matches span
	a, b    span // lines
}

// hunks returns the parts to show, in the order of the first document. Matches are shown together
// if they follow one another in both documents and their lines, or those around them, touch.
func hunks(al *answer.Alignment, a, b *side, context int) []hunk {
	var all []hunk
	for i, m := range al.Matches {
		next := hunk{span{i, i + 1}, a.around(a.linesOf(m.A), context), b.around(b.linesOf(m.B), context)}
		if i > 0 && m.B.From >= al.Matches[i-1].B.To {
			if last := &all[len(all)-1]; next.a.from <= last.a.to && next.b.from <= last.b.to {
				last.matches.to, last.a.to, last.b.to = i+1, max(last.a.to, next.a.to), max(last.b.to, next.b.to)
				continue
			}
		}
		all = append(all, next)
	}
	return all
}

// around returns the lines with up to that many more before and after them.
func (s *side) around(lines span, context int) span {
	more := min(context, s.lines())
	return span{max(0, lines.from-more), min(s.lines(), lines.to+more)}
}
