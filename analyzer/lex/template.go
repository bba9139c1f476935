package lex

import "bytes"

// Templates, and the form close-tag. A template is in a host language outside of open and close
// tags, as PHP in HTML.
//
// The host text is one document, although code interrupts it: a tag, a script, or a string in a
// script continues after <?= $x ?>. So the scanner of the embedded language keeps the state of the
// host at the interruption, and resumes it.

// suspended is the state of the host language at an interruption. The zero value is running text.
type suspended struct {
	span   *spanProgram // the string or comment that was open, or nil
	name   int          // offset of the tag's name
	tag    bool         // inside that tag
	inside *Language    // language of the element's content, or nil
}

// lexTemplate lexes a source of a language that has a host.
func (s *scanner) lexTemplate(dst []Token) []Token {
	if s.startsInside() {
		return s.from(dst, 0)
	}
	dst, i := s.hostText(dst, 0)
	return s.code(dst, i)
}

// startsInside reports whether a source starts in the embedded language, as snippets do. It has no
// open tag and does not look like markup, or a close tag precedes its first open tag.
func (s *scanner) startsInside() bool {
	at, _ := s.openTag(0)
	if at == len(s.src) {
		text := bytes.TrimSpace(s.src)
		return s.host.row == nil || !s.host.row.Markup || len(text) == 0 || text[0] != '<'
	}
	closed := bytes.Index(s.src[:at], s.closeTag)
	return closed >= 0 && !bytes.Contains(s.src[:closed], []byte(s.openTags[len(s.openTags)-1]))
}

// openTag returns the start and the end of the next open tag from i on. Both are the end of the
// source if there is none.
func (s *scanner) openTag(i int) (start, end int) {
	for ; i < len(s.src); i++ {
		n := bytes.IndexByte(s.src[i:], s.openTags[0][0])
		if n < 0 {
			break
		}
		i += n
		if s.anyAt(s.notOpenTags, i) > 0 {
			continue
		}
		if size := s.anyAt(s.openTags, i); size > 0 {
			return i, i + size
		}
	}
	return len(s.src), len(s.src)
}

// anyAt returns the length of the first mark that is at i, or 0. Case does not matter.
func (s *scanner) anyAt(marks []string, i int) int {
	for _, mark := range marks {
		if len(s.src)-i >= len(mark) && bytes.EqualFold(s.src[i:i+len(mark)], []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}

// closeTagEnd accepts the mark at the top level only. Tokens are made there, but not inside
// interpolations.
func (s *scanner) closeTagEnd(_ []Token, _ *spanProgram, _, i int) int {
	if s.level > 0 {
		return 0
	}
	return i
}

// emitCloseTag appends the mark, and the host text up to the next open tag.
func (s *scanner) emitCloseTag(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	dst = s.emit(dst, start, start+len(sp.open), Operator)
	return s.hostText(dst, end)
}

// hostText lexes the host language from i to the next open tag, and the tag. It returns the start
// of the embedded language.
func (s *scanner) hostText(dst []Token, i int) ([]Token, int) {
	start, end := s.openTag(i)
	if s.host.row == nil {
		dst = prose(dst, s.src[:start], i)
	} else {
		around := s.nested(s.host.compiled(), start, i, len(dst))
		around.cut = start < len(s.src)
		dst = around.resume(dst, s.suspended, i)
		s.suspended = around.suspended
	}
	if end > start {
		dst = s.emit(dst, start, end, Operator)
	}
	return dst, end
}

// resume continues the host language at i in its suspended state.
func (s *scanner) resume(dst []Token, t suspended, i int) []Token {
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

// restOfTag lexes the rest of a tag from i on and returns where text continues.
func (s *scanner) restOfTag(dst []Token, t suspended, i int) ([]Token, int) {
	dst, i = s.restOfSpan(dst, t.span, i)
	if s.suspended.span != nil {
		s.suspended.name, s.suspended.tag = t.name, true
		return dst, i
	}
	end, again := s.tagClose(i)
	if end == 0 && !again {
		return dst, i
	}
	return s.tagUpTo(dst, t.name, i, end)
}

// restOfSpan emits the rest of a span from i on, if any, and returns its end.
func (s *scanner) restOfSpan(dst []Token, sp *spanProgram, i int) ([]Token, int) {
	if sp == nil {
		return dst, i
	}
	end := s.delimitedEnd(dst, sp, i, i)
	if sp.kind != 0 && end > i {
		dst = s.emit(dst, i, end, sp.kind)
	}
	return dst, end
}

// suspend returns the end of the source, where a span that does not close ends. It keeps the span
// if the host text continues after embedded code.
func (s *scanner) suspend(sp *spanProgram) int {
	if s.cut && s.level == 0 {
		s.suspended.span = sp
	}
	return len(s.src)
}
