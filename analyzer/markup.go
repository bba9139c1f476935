package analyzer

import "bytes"

// Markup and islands: sources in which languages are mixed.

// text lexes markup from i on: running text up to the next tag, then the tag.
func (s *scanner) text(dst []Token, i int) []Token {
	for i < len(s.src) {
		n := bytes.IndexByte(s.src[i:], '<')
		if n < 0 {
			return appendWords(dst, s.src, i)
		}
		dst = appendWords(dst, s.src[:i+n], i)
		dst, i = s.tag(dst, i+n)
	}
	return dst
}

// tag lexes what starts with the < at i and returns where text goes on.
func (s *scanner) tag(dst []Token, i int) ([]Token, int) {
	if s.class['<'] == classSpan {
		if sp, end := s.spanAt(dst, i); sp != nil {
			return s.emitSpan(dst, sp, i, end)
		}
	}
	end := s.tagClose(i + 1)
	if end == 0 {
		return s.emit(dst, i, i+1, Operator), i + 1
	}
	inner := newScanner(s.program, s.src[:end], i, len(dst))
	dst = inner.code(dst, i)
	if l := s.embedded(s.element(i + 1)); l != nil && s.src[end-2] != '/' {
		return s.embeddedCode(dst, l, i+1, end)
	}
	return dst, end
}

// element returns the name of the tag whose < stands before i.
func (s *scanner) element(i int) []byte { return s.src[i:s.nameEnd(i)] }

// tagClose returns the offset behind the > that closes the tag at i, or 0 if this is no tag.
// Quotes count behind = only: text holds apostrophes.
func (s *scanner) tagClose(i int) int {
	if i >= len(s.src) || !s.startsName(i) && bytes.IndexByte([]byte("/!?"), s.src[i]) < 0 || s.budget < 0 {
		return 0
	}
	from := i
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case '>':
			return i + 1
		case '<':
			return s.fail(from, i)
		case '"', '\'':
			if before := s.skipBlanksBack(i); s.src[before-1] != '=' {
				continue
			}
			n := bytes.IndexByte(s.src[i+1:], c)
			if n < 0 {
				return s.fail(from, len(s.src))
			}
			i += n + 1
		}
	}
	return s.fail(from, len(s.src))
}

// embeddedCode lexes the content of the element whose name is at name and whose tag ends at i.
func (s *scanner) embeddedCode(dst []Token, l *Language, name, i int) ([]Token, int) {
	end := s.elementEnd(s.element(name), i)
	return l.lexPart(dst, s.src[:end], i), end
}

// elementEnd returns where the closing tag of an element starts, or the end of the source.
func (s *scanner) elementEnd(element []byte, i int) int {
	for {
		n := bytes.Index(s.src[i:], []byte("</"))
		if n < 0 {
			return len(s.src)
		}
		i += n
		rest := s.src[i+2:]
		if len(rest) >= len(element) && bytes.EqualFold(rest[:len(element)], element) {
			return i
		}
		i += 2
	}
}

// aroundIslands lexes a source that is of another language outside of its islands.
func (s *scanner) aroundIslands(dst []Token) []Token {
	at, _ := s.island(0)
	if at == len(s.src) {
		return s.from(dst, 0)
	}
	dst, i := s.ashore(dst, 0)
	return s.code(dst, i)
}

// island returns where the next opening mark of an island stands from i on, and where it ends.
func (s *scanner) island(i int) (start, end int) {
	for ; i < len(s.src); i++ {
		n := bytes.IndexByte(s.src[i:], s.islands[0][0])
		if n < 0 {
			break
		}
		i += n
		for _, mark := range s.islands {
			if len(s.src)-i >= len(mark) && bytes.EqualFold(s.src[i:i+len(mark)], []byte(mark)) {
				return i, i + len(mark)
			}
		}
	}
	return len(s.src), len(s.src)
}

// ashore lexes the outside language from i to the next island and returns where that begins.
func (s *scanner) ashore(dst []Token, i int) ([]Token, int) {
	start, end := s.island(i)
	dst = s.outside.lexPart(dst, s.src[:start], i)
	if end > start {
		dst = s.emit(dst, start, end, Operator)
	}
	return dst, end
}
