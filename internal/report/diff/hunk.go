package diff

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
)

// hunk is a range of both documents that is shown together: successive matches with their context.
type hunk struct {
	matches span
	a, b    span // lines
}

// inOrder returns the alignment with the matches in the order of the first document. Matches of
// code in comments and strings follow the others otherwise.
func inOrder(al *answer.Alignment) *answer.Alignment {
	order := make([]int, len(al.Matches))
	for i := range order {
		order[i] = i
	}
	start := func(i int) uint32 { return al.Question.Token(al.Matches[i].A.From).Start }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(start(i), start(j)) })
	sorted := *al
	sorted.Matches, sorted.Changes = nil, nil
	for _, i := range order {
		sorted.Matches = append(sorted.Matches, al.Matches[i])
		sorted.Changes = append(sorted.Changes, al.Changes[i])
	}
	return &sorted
}

// hunks returns the hunks in the order of the first document, as the matches are. Two matches are
// in one hunk if their lines begin in the same order in both documents and, with context, touch.
func hunks(al *answer.Alignment, a, b *side, context int) []hunk {
	var all []hunk
	for i, m := range al.Matches {
		next := hunk{span{i, i + 1}, a.around(a.linesOf(m.A), context), b.around(b.linesOf(m.B), context)}
		if i > 0 {
			last := &all[len(all)-1]
			if next.a.from <= last.a.to && last.b.from <= next.b.from && next.b.from <= last.b.to {
				last.matches.to, last.a.to, last.b.to = i+1, max(last.a.to, next.a.to), max(last.b.to, next.b.to)
				continue
			}
		}
		all = append(all, next)
	}
	return all
}

// around adds up to context lines before and after the lines.
func (s *side) around(lines span, context int) span {
	more := min(context, s.lines())
	return span{max(0, lines.from-more), min(s.lines(), lines.to+more)}
}

// row is a line of each document; one of them may be missing.
type row struct {
	a, b *line
	sign byte // of the whole row
}

// line is a line of a source in pieces.
type line struct {
	number int // in its file, from 1
	pieces []piece
	has    [only + 1]bool // the marks of its tokens
	light  bool           // all of its tokens are in imports
}

// The signs of rows show differences without colours.
const (
	signNone    = ' ' // no token of the line is in a match
	signSame    = '='
	signLight   = '.' // the same or renamed tokens of imports
	signRenamed = '~'
	signChanged = '!'
	signOnlyA   = '<'
	signOnlyB   = '>'
)

// rows returns the lines of the hunk in rows.
func (h hunk) rows(al *answer.Alignment, a, b *side) []row {
	anchors := heaviest(links(a, b, al.Matches[h.matches.from:h.matches.to]))
	var all []row
	for _, p := range pairs(a, b, h, anchors) {
		r := row{a: a.line(p.a, h.matches, al.FirstLine), b: b.line(p.b, h.matches, 1)}
		r.sign = r.signOf()
		all = append(all, r)
	}
	return all
}

// line returns line n, from 0, of a source that begins at line first. It returns nil for none.
func (s *side) line(n int, matches span, first int) *line {
	if n == none {
		return nil
	}
	l := &line{number: n + first, pieces: s.pieces(n, matches)}
	l.light = true
	for _, p := range l.pieces {
		if p.token >= 0 {
			l.has[p.mark] = true
			l.light = l.light && s.doc.Discounts(p.token)
		}
	}
	return l
}

func (r row) signOf() byte {
	has := func(m mark) bool { return r.a != nil && r.a.has[m] || r.b != nil && r.b.has[m] }
	switch {
	case r.a.isOnly() && !r.b.isMatched():
		return signOnlyA
	case r.b.isOnly() && !r.a.isMatched():
		return signOnlyB
	case has(changed) || has(only):
		return signChanged
	case (has(renamed) || has(same)) && (r.a == nil || r.a.light) && (r.b == nil || r.b.light):
		return signLight
	case has(renamed):
		return signRenamed
	case has(same):
		return signSame
	}
	return signNone
}

// isMatched reports whether a token of the line is in one of the matches.
func (l *line) isMatched() bool {
	return l != nil && (l.has[same] || l.has[renamed] || l.has[changed] || l.has[only])
}

// isOnly reports whether no token of the line has a counterpart in the other document.
func (l *line) isOnly() bool {
	return l != nil && l.has[only] && !l.has[same] && !l.has[renamed] && !l.has[changed]
}
