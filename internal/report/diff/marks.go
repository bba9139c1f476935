package diff

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// side is one of the two documents, divided into lines counted from 0.
type side struct {
	doc    *align.Document
	starts []int    // byte offsets of the lines, and the end of the source
	marks  []markOf // by token
	shown  []place  // of the tokens, in the order of the source
}

// place is where a token, or a part of it, stands in the source. Places do not overlap: of a string
// that holds code, its own places are the ones that the code lacks.
type place struct{ from, to, token int }

func newSide(doc *align.Document) *side {
	s := &side{doc: doc, starts: []int{0}, marks: make([]markOf, doc.Len())}
	source := doc.Source()
	for at := 0; at < len(source); {
		if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
			at += n + 1
		} else {
			at = len(source)
		}
		s.starts = append(s.starts, at)
	}
	s.shown = places(doc)
	return s
}

// places returns the places of the tokens. Code in comments and strings follows the other tokens of
// the document, but not in the source.
func places(doc *align.Document) (all []place) {
	order := make([]int, doc.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(doc.Token(i).Start, doc.Token(j).Start) })
	var open []int // tokens that the place belongs to, the innermost last
	at := 0
	add := func(to, token int) {
		if to > at {
			all = append(all, place{at, to, token})
			at = to
		}
	}
	closeBefore := func(offset int) {
		for n := len(open); n > 0 && int(doc.Token(open[n-1]).End) <= offset; n = len(open) {
			add(int(doc.Token(open[n-1]).End), open[n-1])
			open = open[:n-1]
		}
	}
	for _, i := range order {
		start := int(doc.Token(i).Start)
		closeBefore(start)
		if n := len(open); n > 0 {
			add(start, open[n-1])
		}
		at = max(at, start)
		open = append(open, i)
	}
	closeBefore(len(doc.Source()))
	return all
}

func (s *side) lines() int { return len(s.starts) - 1 }

// bounds returns the byte range of a line without its line break.
func (s *side) bounds(line int) (from, to int) {
	from, to = s.starts[line], s.starts[line+1]
	source := s.doc.Source()
	if to > from && source[to-1] == '\n' {
		to--
	}
	if to > from && source[to-1] == '\r' {
		to--
	}
	return from, to
}

// text returns a line without the white space around it.
func (s *side) text(line int) []byte {
	from, to := s.bounds(line)
	return bytes.TrimSpace(s.doc.Source()[from:to])
}

// lineOf returns the line of the byte.
func (s *side) lineOf(offset int) int { return sort.SearchInts(s.starts, offset+1) - 1 }

// linesOf returns the lines of the tokens.
func (s *side) linesOf(tokens analyzer.Span) span {
	first, last := s.doc.Token(tokens.From), s.doc.Token(tokens.To-1)
	return span{s.lineOf(int(first.Start)), s.lineOf(int(max(last.Start, last.End-1))) + 1}
}

// piece is a part of a line: a token, the part of a token on that line, or the text between two
// tokens.
type piece struct {
	text  string
	token int // its index, -1 between tokens
	markOf
}

// pieces divides a line into pieces. Tokens of matches other than the given ones are unmatched.
func (s *side) pieces(line int, matches span) []piece {
	from, to := s.bounds(line)
	source := s.doc.Source()
	var cut []piece
	i := sort.Search(len(s.shown), func(i int) bool { return s.shown[i].to > from })
	at := from
	for ; i < len(s.shown) && s.shown[i].from < to; i++ {
		p := s.shown[i]
		start, end := max(from, p.from), min(to, p.to)
		if start > at {
			cut = append(cut, piece{string(source[at:start]), -1, s.between(i, source[at:start], matches)})
		}
		cut = append(cut, piece{string(source[start:end]), p.token, s.mark(p.token, matches)})
		at = end
	}
	if at < to {
		cut = append(cut, piece{string(source[at:to]), -1, s.between(i, source[at:to], matches)})
	}
	return cut
}

func (s *side) mark(token int, matches span) markOf {
	if m := s.marks[token]; m.mark != unmatched && matches.has(m.match) {
		return m
	}
	return markOf{}
}

// between returns the mark of the text between two shown tokens. White space inside an edit belongs
// to the edit.
func (s *side) between(i int, text []byte, matches span) markOf {
	if i == 0 || i == len(s.shown) {
		return markOf{}
	}
	before, after := s.mark(s.shown[i-1].token, matches), s.mark(s.shown[i].token, matches)
	switch {
	case before.mark == unmatched || after.mark == unmatched || before.match != after.match:
		return markOf{}
	case before == after && before.mark >= changed && len(bytes.TrimSpace(text)) == 0:
		return before
	}
	return markOf{ignored, before.match}
}

// span is a range of lines or of matches; its end is exclusive.
type span struct{ from, to int }

func (s span) has(i int) bool { return s.from <= i && i < s.to }

// mark classifies how a piece of source differs in the other document.
type mark uint8

const (
	unmatched mark = iota // it is in no match
	ignored               // white space or comment inside a match: not compared
	same                  // the same text
	renamed               // an identifier with another name
	changed               // another token
	only                  // inserted or deleted
)

// markOf is the mark of a token and the index of its match.
type markOf struct {
	mark  mark
	match int // meaningless if the token is unmatched
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

func (s *side) set(tokens analyzer.Span, m markOf) {
	for i := tokens.From; i < tokens.To; i++ {
		s.marks[i] = m
	}
}
