package sidebyside

import "github.com/chaffinch-search/chaffinch/internal/answer"

// row is a line of each document beside the other's; one of them may be missing.
type row struct {
	a, b *line
	sign byte // what the row is as a whole
}

// line is a line of a source, cut up.
type line struct {
	number int // in its file, from 1
	pieces []piece
	has    [only + 1]bool // which marks its tokens have
}

// The signs of rows, by which they can be told apart without colours.
const (
	signNone    = ' ' // there is no token of the matches
	signSame    = '='
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

// line returns a line that is counted from 0 in a source whose first line has the number first,
// nil for none.
func (s *side) line(n int, matches span, first int) *line {
	if n == none {
		return nil
	}
	l := &line{number: n + first, pieces: s.pieces(n, matches)}
	for _, p := range l.pieces {
		if p.token >= 0 {
			l.has[p.mark] = true
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
	case has(renamed):
		return signRenamed
	case has(same):
		return signSame
	}
	return signNone
}

// isMatched says whether a token of the line is in one of the matches.
func (l *line) isMatched() bool {
	return l != nil && (l.has[same] || l.has[renamed] || l.has[changed] || l.has[only])
}

// isOnly says whether the other document has nothing of the line.
func (l *line) isOnly() bool {
	return l != nil && l.has[only] && !l.has[same] && !l.has[renamed] && !l.has[changed]
}
