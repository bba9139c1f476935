package lex

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Spans are comments, strings, characters and other parts of a source that are not split into
// tokens. This file finds where a span opens, and emits it. The form of a span determines where it
// ends: see forms.go.

// spanAt returns the span that opens at i and its end, or nil.
func (s *scanner) spanAt(dst []Token, i int) (*spanProgram, int) {
	r := s.spanFirst[s.src[i]]
	for k := r.from; k < r.to; k++ {
		sp := &s.spans[k]
		if !startsWith(s.src[i:], sp.open) || sp.When != 0 && !s.holds(dst, sp, i) {
			continue
		}
		if end := s.end(dst, sp, i, i+len(sp.open)); end > i {
			return sp, end
		}
	}
	return nil, 0
}

// wordSpanAt returns the span that a word opens and its end, or nil.
func (s *scanner) wordSpanAt(dst []Token, w *word, start, end int) (*spanProgram, int) {
	for k := w.spans.from; k < w.spans.to; k++ {
		ws := &s.wordSpans[k]
		if !startsWith(s.src[end:], ws.rest) || ws.When != 0 && !s.holds(dst, ws.spanProgram, start) {
			continue
		}
		if to := s.end(dst, ws.spanProgram, start, end+len(ws.rest)); to > start {
			return ws.spanProgram, to
		}
	}
	return nil, 0
}

// commentAt reports whether a comment without conditions opens at i. It ends a run of operator
// bytes (=// in Scala). A comment with conditions does not: --> in Haskell is one run.
func (s *scanner) commentAt(i int) bool {
	r := s.spanFirst[s.src[i]]
	for k := r.from; k < r.to; k++ {
		sp := &s.spans[k]
		if sp.kind == 0 && sp.Form == language.Delimited && sp.When == 0 && startsWith(s.src[i:], sp.open) {
			return true
		}
	}
	return false
}

// startsWith is bytes.HasPrefix, faster for marks of one and two bytes. Most spans have such marks.
func startsWith(text, mark []byte) bool {
	switch len(mark) {
	case 1:
		return len(text) > 0 && text[0] == mark[0]
	case 2:
		return len(text) > 1 && text[0] == mark[0] && text[1] == mark[1]
	}
	return bytes.HasPrefix(text, mark)
}

// emitSpan appends the tokens of the span from start to end. It returns where to continue.
func (s *scanner) emitSpan(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	switch {
	case sp.form.emit != nil:
		return sp.form.emit(s, dst, sp, start, end)
	case s.kind == 0:
		return dst, end
	case sp.code && s.mayBeCode(start) && end-start > 1 && s.src[end-1] == '"' && s.parts < maxNesting && s.takesCode(dst, start, end):
		return s.emitCodeBetween(dst, sp, start, end)
	case sp.holdsCode:
		return s.emitLiteral(dst, sp, start, end, s.kind), end
	case s.fold && s.kind != String && s.kind != Char:
		return append(dst, Token{hashFolded(Composed(s.src[start:end])), uint32(start), uint32(end), s.kind, 0}), end
	}
	return s.emit(dst, start, end, s.kind), end
}

// end returns the end of the span at start, or 0 if it is not one. Its body begins at i. It sets
// s.kind to the kind of the span.
func (s *scanner) end(dst []Token, sp *spanProgram, start, i int) int {
	s.kind = sp.kind
	if sp.form.end == nil {
		return i
	}
	return sp.form.end(s, dst, sp, start, i)
}

// fail charges a failed search between two offsets to the budget, and returns 0.
func (s *scanner) fail(from, to int) int {
	s.budget -= to - from
	return 0
}
