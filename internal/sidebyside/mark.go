package sidebyside

import (
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// mark says what became of a piece of source in the other document.
type mark uint8

const (
	unmatched mark = iota // it is in no match
	ignored               // white space or comment inside a match: it is not compared
	same                  // its text stands there as well
	renamed               // it is an identifier that has another name there
	changed               // something else stands in its place
	only                  // nothing does: it is inserted or deleted
)

// markOf is the mark of a token, and the match that the token is in, by its index.
type markOf struct {
	mark  mark
	match int // means nothing where the token is unmatched
}

// sides returns both documents with their tokens marked.
func sides(al *answer.Alignment) (a, b *side) {
	a, b = newSide(al.Question), newSide(al.Document)
	for i, m := range al.Matches {
		for _, t := range m.Tiles {
			for n := range t.Length {
				is := renamed
				if al.Question.Token(t.A+n).Hash == al.Document.Token(t.B+n).Hash {
					is = same
				}
				a.marks[t.A+n], b.marks[t.B+n] = markOf{is, i}, markOf{is, i}
			}
		}
		for _, e := range al.Changes[i].Edits {
			is := changed
			if e.Kind != align.Changed {
				is = only
			}
			a.set(e.A, markOf{is, i})
			b.set(e.B, markOf{is, i})
		}
	}
	return a, b
}

func (s *side) set(tokens align.Span, m markOf) {
	for i := tokens.From; i < tokens.To; i++ {
		s.marks[i] = m
	}
}
