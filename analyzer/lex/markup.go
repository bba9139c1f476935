package lex

import "bytes"

// Markup is running text with tags, and elements in other languages.

// text lexes markup from i on: running text and tags in turn.
func (s *scanner) text(dst []Token, i int) []Token {
	stop := -1 // the next <
	for i < len(s.src) {
		dst = s.growForTag(dst, i)
		if i > stop {
			stop = len(s.src)
			if n := bytes.IndexByte(s.src[i:], '<'); n >= 0 {
				stop = i + n
			}
		}
		last := stop
		if s.tags != nil && s.tags.first['<'] {
			last = min(stop+1, len(s.src)) // a tag of the template may begin there
		}
		if f, ok := s.findTag(dst, i, last, true); ok {
			dst = prose(dst, s.src[:f.start], i)
			dst, i = s.emitTag(dst, f), f.end
			continue
		}
		dst = prose(dst, s.src[:stop], i)
		if i = stop; i < len(s.src) {
			dst, i = s.tag(dst, i)
		}
	}
	return dst
}

// tag lexes the tag, comment or operator at i, and returns where text continues.
func (s *scanner) tag(dst []Token, i int) ([]Token, int) {
	if s.class['<'] == classSpan {
		if sp, end := s.spanAt(dst, i); sp != nil {
			return s.emitSpan(dst, sp, i, end)
		}
	}
	if !s.startsTag(i + 1) {
		return s.emit(dst, i, i+1, Operator), i + 1
	}
	end, suspended := s.tagClose(i + 1)
	if end == 0 && !suspended {
		return s.emit(dst, i, i+1, Operator), i + 1
	}
	return s.tagUpTo(dst, i+1, i, end)
}

// startsTag reports whether a tag may have its < before i.
func (s *scanner) startsTag(i int) bool {
	return s.startsName(i) || i < len(s.src) && (bytes.IndexByte([]byte("/!?"), s.src[i]) >= 0 || s.program.base[s.src[i]] == className)
}

// tagUpTo lexes a tag from i to end, and the content of an element in another language. name is the
// offset of the tag's name. If end is 0, embedded code interrupts the tag.
func (s *scanner) tagUpTo(dst []Token, name, i, end int) ([]Token, int) {
	if end == 0 {
		inner := s.nested(s.program, len(s.src), i, len(dst))
		inner.cut = true
		dst = inner.code(dst, i)
		s.suspended = suspended{span: inner.suspended.span, name: name, tag: true}
		return dst, len(s.src)
	}
	inner := s.nested(s.program, end, i, len(dst))
	dst = inner.code(dst, i)
	if l := s.scripted(s.embedded(s.element(name)), s.src[name:end]); l != nil && s.src[end-2] != '/' {
		return s.content(dst, suspended{name: name, inside: l}, end)
	}
	return dst, end
}

// element returns the name of the tag whose < ends at i.
func (s *scanner) element(i int) []byte { return s.src[i:s.nameEnd(i)] }

// tagClose returns the offset after the > of the tag around i. It returns 0 if there is none before
// the next tag. Quotes count only after =, because text holds apostrophes. With 0 it reports
// whether embedded code interrupts the tag.
func (s *scanner) tagClose(i int) (end int, suspended bool) {
	if s.budget < 0 {
		return 0, false
	}
	from := i
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case '>':
			return i + 1, false
		case '{':
			if sp, to := s.spanAt(nil, i); sp != nil {
				i = to - 1
			}
		case '<':
			return s.fail(from, i), false
		case '"', '\'':
			if before := s.skipBlanksBack(i); before == 0 || s.src[before-1] != '=' {
				continue
			}
			n := bytes.IndexByte(s.src[i+1:], c)
			if n < 0 {
				return s.fail(from, len(s.src)), s.cut
			}
			i += n + 1
		}
	}
	return s.fail(from, len(s.src)), s.cut
}

// content lexes an element's content from i on and returns its closing tag's start.
func (s *scanner) content(dst []Token, t suspended, i int) ([]Token, int) {
	end := s.elementEnd(s.element(t.name), i)
	inner := s.nested(t.inside.compiled(), end, i, len(dst))
	inner.cut = s.cut && end == len(s.src)
	dst, i = inner.restOfSpan(dst, t.span, i)
	dst = inner.from(dst, i)
	if inner.cut {
		s.suspended = suspended{span: inner.suspended.span, name: t.name, inside: t.inside}
	}
	return dst, end
}

// elementEnd returns the start of an element's closing tag, or the end of the source.
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

// scriptNames are parts of attributes by which a script's tag names its language.
var scriptNames = []struct{ part, language string }{
	{"vbscript", "Visual Basic .NET"}, {"perlscript", "Perl"}, {"json", "JSON"}, {"x-python", "Python"}, {"text/python", "Python"},
	{"x-template", "HTML"}, {"text/html", "HTML"}, {"ng-template", "HTML"}, {"x-handlebars", "HTML"}, {"x-glsl", "GLSL"},
	{"x-shader", "GLSL"},
}

// scripted returns the language of a script with this tag, by default l.
func (s *scanner) scripted(l *Language, tag []byte) *Language {
	if l == nil || !bytes.Contains(tag, []byte("=")) {
		return l
	}
	tag = tag[:min(len(tag), mostTag)]
	for _, n := range scriptNames {
		for k := range len(tag) - len(n.part) + 1 {
			if tag[k]|0x20 == n.part[0] && bytes.EqualFold(tag[k:k+len(n.part)], []byte(n.part)) {
				return named(n.language)
			}
		}
	}
	return l
}

// mostTag bounds the bytes of a tag that are searched.
const mostTag = 200
