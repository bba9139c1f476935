package lex

import "bytes"

// Islands: sources that are of another language outside of marks (PHP in HTML).
//
// What is around islands is one document, however often they interrupt it: a tag, a script, a string in a
// script goes on behind <?= $x ?>. So the scanner of the islands keeps where its surroundings were torn
// apart, and takes them up there.

// torn says where the language around an island was interrupted. The zero value is running text.
type torn struct {
	span   *spanProgram // the string or comment that was open, or nil
	name   int          // where the name of the tag stands
	tag    bool         // inside that tag
	inside *Language    // what the content of its element is of, or nil
}

// aroundIslands lexes a source that is of another language outside of its islands.
func (s *scanner) aroundIslands(dst []Token) []Token {
	if s.startsInside() {
		return s.from(dst, 0)
	}
	dst, i := s.surroundings(dst, 0)
	return s.code(dst, i)
}

// startsInside reports whether a source starts inside an island, as snippets do: nothing opens one, unless
// it looks like markup, or one is closed before the first opens.
func (s *scanner) startsInside() bool {
	at, _ := s.island(0)
	if at == len(s.src) {
		text := bytes.TrimSpace(s.src)
		return s.outside.row == nil || !s.outside.row.Markup || len(text) == 0 || text[0] != '<'
	}
	closed := bytes.Index(s.src[:at], s.islandEnd)
	return closed >= 0 && !bytes.Contains(s.src[:closed], []byte(s.islands[len(s.islands)-1]))
}

// island returns where the next opening mark of an island stands from i on, and where it ends.
func (s *scanner) island(i int) (start, end int) {
	for ; i < len(s.src); i++ {
		n := bytes.IndexByte(s.src[i:], s.islands[0][0])
		if n < 0 {
			break
		}
		i += n
		if s.anyAt(s.noIslands, i) > 0 {
			continue
		}
		if size := s.anyAt(s.islands, i); size > 0 {
			return i, i + size
		}
	}
	return len(s.src), len(s.src)
}

// anyAt returns the length of the first of the marks that stands at i, its case ignored, or 0.
func (s *scanner) anyAt(marks []string, i int) int {
	for _, mark := range marks {
		if len(s.src)-i >= len(mark) && bytes.EqualFold(s.src[i:i+len(mark)], []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}

// surroundings lexes the outside language from i to the next island and returns where that begins.
func (s *scanner) surroundings(dst []Token, i int) ([]Token, int) {
	start, end := s.island(i)
	if s.outside.row == nil {
		dst = prose(dst, s.src[:start], i)
	} else {
		around := newScanner(s.outside.compiled(), s.src[:start], i, len(dst))
		around.cut = start < len(s.src)
		dst = around.resume(dst, s.torn, i)
		s.torn = around.torn
	}
	if end > start {
		dst = s.emit(dst, start, end, Operator)
	}
	return dst, end
}

// resume takes a source up from i on where it was torn apart.
func (s *scanner) resume(dst []Token, t torn, i int) []Token {
	switch {
	case t.tag:
		dst, i = s.restOfTag(dst, t, i)
	case t.inside != nil:
		dst, i = s.content(dst, t, i)
	default:
		dst, i = s.restOfSpan(dst, t.span, i)
	}
	return s.from(dst, i)
}

// restOfTag lexes what is left of a tag from i on and returns where text goes on.
func (s *scanner) restOfTag(dst []Token, t torn, i int) ([]Token, int) {
	dst, i = s.restOfSpan(dst, t.span, i)
	if s.torn.span != nil {
		s.torn.name, s.torn.tag = t.name, true
		return dst, i
	}
	end, again := s.tagClose(i)
	if end == 0 && !again {
		return dst, i
	}
	return s.tagUpTo(dst, t.name, i, end)
}

// restOfSpan emits what is left of a span from i on, if there is one, and returns its end.
func (s *scanner) restOfSpan(dst []Token, sp *spanProgram, i int) ([]Token, int) {
	if sp == nil {
		return dst, i
	}
	end := s.plainEnd(dst, sp, i)
	if sp.kind != 0 && end > i {
		dst = s.emit(dst, i, end, sp.kind)
	}
	return dst, end
}

// tear returns the end of the source for a span that does not close before it, and keeps the span if it
// goes on behind an island.
func (s *scanner) tear(sp *spanProgram) int {
	if s.cut && s.level == 0 {
		s.torn.span = sp
	}
	return len(s.src)
}
