package lex

import "bytes"

// The form jsx: an element of markup in code, which holds code in braces.
//
// The text of an element holds apostrophes, backticks and slashes that would open strings and
// comments. So the scanner finds the end of the element before it reads code inside. An element
// must close. Type parameters, and casts in TypeScript, start like elements, but a > or } that text
// cannot hold soon follows.

// jsxWalk is the state of a walk over an element.
type jsxWalk struct {
	dst   []Token
	at    int
	depth int  // of open elements
	emit  bool // append tokens
}

func (s *scanner) jsxEnd(dst []Token, _ *spanProgram, i, _ int) int {
	if s.budget < 0 || s.parts == maxNesting {
		return 0
	}
	w := jsxWalk{dst: dst, at: i}
	if !s.jsxOpens(i+1) || !s.jsxElement(&w) {
		return s.fail(i, w.at)
	}
	return w.at
}

// emitJSX appends the tokens of the element at i and returns its end.
func (s *scanner) emitJSX(dst []Token, _ *spanProgram, i, _ int) ([]Token, int) {
	w := jsxWalk{dst: dst, at: i, emit: true}
	s.jsxElement(&w)
	return w.dst, w.at
}

// jsxOpens reports whether an element may have its < before i: a name follows, or the > of a
// fragment.
func (s *scanner) jsxOpens(i int) bool {
	return s.startsName(i) || i < len(s.src) && s.src[i] == '>'
}

// jsxElement walks over tags and text, and reports whether all elements are closed.
func (s *scanner) jsxElement(w *jsxWalk) bool {
	for s.jsxTag(w) {
		if w.emit {
			w.dst = s.growForTag(w.dst, w.at)
		}
		if w.depth == 0 {
			return true
		}
		if !s.jsxText(w) {
			return false
		}
	}
	return false
}

// jsxTake consumes a token of n bytes.
func (s *scanner) jsxTake(w *jsxWalk, n int, kind Kind) {
	if w.emit {
		w.dst = s.emit(w.dst, w.at, w.at+n, kind)
	}
	w.at += n
}

// jsxTag walks over the tag at the next < and reports whether it is one.
func (s *scanner) jsxTag(w *jsxWalk) bool {
	opens := !s.jsxSees(w, "</")
	if opens && !s.jsxOpens(w.at+1) || !opens && w.depth == 0 {
		return false
	}
	if opens {
		s.jsxTake(w, 1, Operator)
		w.depth++
	} else {
		s.jsxTake(w, 2, Operator)
		w.depth--
	}
	for w.at < len(s.src) {
		switch c := s.src[w.at]; {
		case c == '>':
			s.jsxTake(w, 1, Operator)
			return true
		case opens && s.jsxSees(w, "/>"):
			s.jsxTake(w, 2, Operator)
			w.depth--
			return true
		case !s.jsxAttribute(w, c):
			return false
		}
	}
	return false
}

// jsxAttribute walks over the next part of a tag, which starts with c: white space, a name, a value
// or a mark.
func (s *scanner) jsxAttribute(w *jsxWalk, c byte) bool {
	switch {
	case isBlank(c):
		w.at++
	case s.startsName(w.at):
		s.jsxName(w)
	case c == '"' || c == '\'':
		n := bytes.IndexByte(s.src[w.at+1:], c)
		if n < 0 {
			return false
		}
		s.jsxTake(w, n+2, String)
	case c == '{':
		return s.jsxCode(w)
	case c == '=' || c == '.' || c == ':':
		s.jsxTake(w, 1, Operator)
	default:
		return false
	}
	return true
}

// jsxName walks over a name, which may hold dashes.
func (s *scanner) jsxName(w *jsxWalk) {
	start := w.at
	for w.at = s.nameEnd(start); w.at < len(s.src) && s.src[w.at] == '-'; {
		w.at = s.nameEnd(w.at + 1)
	}
	if w.emit {
		w.dst, _ = s.name(w.dst, start, w.at)
	}
}

// jsxText walks over text and code up to the next <, and reports whether it exists.
func (s *scanner) jsxText(w *jsxWalk) bool {
	for {
		n := bytes.IndexAny(s.src[w.at:], "<{>}")
		if n < 0 {
			return false
		}
		if w.emit {
			w.dst = prose(w.dst, s.src[:w.at+n], w.at)
		}
		w.at += n
		switch s.src[w.at] {
		case '<':
			return true
		case '{':
			if !s.jsxCode(w) {
				return false
			}
		default:
			return false
		}
	}
}

// jsxCode walks over code in braces and reports whether they close.
func (s *scanner) jsxCode(w *jsxWalk) bool {
	end := s.balanced(w.dst, w.at+1, '{', '}', false)
	if end == 0 {
		return false
	}
	if w.emit {
		s.jsxTake(w, 1, Operator)
		inner := s.part(w.at, end-1, len(w.dst))
		w.dst = inner.code(w.dst, w.at)
		w.at = end - 1
		s.jsxTake(w, 1, Operator)
	}
	w.at = end
	return true
}

// jsxSees reports whether text comes next.
func (s *scanner) jsxSees(w *jsxWalk, text string) bool {
	return bytes.HasPrefix(s.src[w.at:], []byte(text))
}
