package lex

import (
	"bytes"
	"strings"
)

// The form heredoc. The rest of the line comes between the tag and the body, and one line may open
// several heredocs. The body is searched when its tag is found, because only a body distinguishes a
// heredoc from a shift. It is kept in scanner.bodies until the scan loop reaches the end of the
// line.

// heredocEnd returns the end of the tag whose mark ends at i. It returns 0 if the tag has no body.
// It adds the body to s.bodies.
func (s *scanner) heredocEnd(dst []Token, sp *spanProgram, start, i int) int {
	if s.level > 0 || s.pending == maxBodies || s.budget < 0 {
		return 0
	}
	from, to, end := s.heredocTag(sp, i)
	if end == 0 {
		return 0
	}
	inBody := sp
	if !sp.holdsCode || sp.quotesTag(s.src[from-1]) {
		inBody = nil
	}
	begin := s.bodyStart(end)
	last := s.terminator(sp, s.src[from:to], begin)
	if last == 0 {
		return s.fail(i, len(s.src))
	}
	b := body{start: begin, end: last, span: inBody}
	if s.takesCode(dst, start, 0) {
		b.code = to - from
	}
	s.bodies[s.pending] = b
	s.pending++
	return end
}

// heredocTag returns the range of the tag, and the end of the tag with quotes. The end is 0 if
// there is no tag.
func (s *scanner) heredocTag(sp *spanProgram, i int) (from, to, end int) {
	for i < len(s.src) && sp.Tag != "" && sp.tag[s.src[i]] {
		i++
	}
	if i >= len(s.src) {
		return 0, 0, 0
	}
	if c := s.src[i]; c == '"' || c == '\'' || c == '`' {
		from, to = i+1, i+1
		for to < len(s.src) && s.src[to] != c && s.src[to] != '\n' {
			to++
		}
		if to == from || to == len(s.src) || s.src[to] == '\n' {
			return 0, 0, s.fail(from, to)
		}
		return from, to, to + 1
	}
	if s.src[i] == '\\' {
		i++
	}
	if !s.startsName(i) || sp.Mid == "upper" && s.src[i]-'A' >= 26 && s.src[i] != '_' {
		return 0, 0, 0
	}
	end = s.nameEnd(i)
	return i, end, end
}

// bodyStart returns the start of the next body: the line after i, or after the last body of this
// line.
func (s *scanner) bodyStart(i int) int {
	if s.pending > 0 && s.bodies[s.pending-1].start > i {
		i = s.bodies[s.pending-1].end
	} else {
		s.forgetBodies(0)
	}
	n := bytes.IndexByte(s.src[i:], '\n')
	if n < 0 {
		return len(s.src)
	}
	return i + n + 1
}

// terminator returns the end of the first line from i on that is the tag. It returns 0 if there is
// none.
func (s *scanner) terminator(sp *spanProgram, tag []byte, i int) int {
	for i < len(s.src) {
		from := s.skipBlanks(i)
		for sp.Mid == "bar" && from < len(s.src) && (s.src[from] == '|' || s.src[from] == '-') {
			from = s.skipBlanks(from + 1)
		}
		if bytes.HasPrefix(s.src[from:], tag) && s.endsBody(sp, from+len(tag)) {
			return from + len(tag)
		}
		n := bytes.IndexByte(s.src[i:], '\n')
		if n < 0 {
			return 0
		}
		i += n + 1
	}
	return 0
}

// endsBody reports whether a tag that ends at i ends a body. With "loose" in Mid, code may follow
// the tag on its line.
func (s *scanner) endsBody(sp *spanProgram, i int) bool {
	if strings.Contains(sp.Mid, "loose") {
		return i >= len(s.src) || s.flags[s.src[i]]&flagName == 0
	}
	i = s.skipBlanks(i)
	return i >= len(s.src) || s.src[i] == '\n'
}

// emitHeredoc appends the opening mark and the tag.
func (s *scanner) emitHeredoc(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	mark := start + len(sp.open)
	for sp.Tag != "" && sp.tag[s.src[mark]] && s.src[mark] != ' ' {
		mark++
	}
	tag := s.skipBlanks(mark)
	dst = s.emit(dst, start, mark, Operator)
	return s.emit(dst, tag, end, Identifier), end
}

// flushBodies appends the pending bodies that start at i, and returns where to continue. It drops
// bodies that another span covers.
func (s *scanner) flushBodies(dst []Token, i int) ([]Token, int) {
	bodies, n := s.bodies, s.pending // code in a body may open others
	s.pending = 0
	for k, b := range bodies[:n] {
		if b.start < i {
			s.pending = n
			s.forgetBodies(k)
			return dst, i
		}
		switch {
		case b.code > 0 && s.parts < maxNesting:
			dst = s.part(b.start, b.end-b.code, len(dst)).code(dst, b.start)
			dst = s.emit(dst, b.end-b.code, b.end, Identifier)
		case b.span == nil:
			dst = s.emit(dst, b.start, b.end, String)
		default:
			dst = s.emitLiteral(dst, b.span, b.start, b.end, String)
		}
		i = b.end
	}
	return dst, i
}

// quotesTag reports whether the byte before a tag makes the heredoc's body plain text.
func (sp *spanProgram) quotesTag(c byte) bool {
	if sp.Mid == "bar" {
		return c != '"'
	}
	return c == '\'' || c == '\\' || c == '"' && strings.Contains(sp.Mid, "plain")
}

// forgetBodies drops the bodies from the k-th on and charges their search to the budget.
func (s *scanner) forgetBodies(k int) {
	for _, b := range s.bodies[k:s.pending] {
		s.fail(b.start, b.end)
	}
	s.pending = 0
}

// heredocRest takes the first line that looks like a closing tag. It begins with a tag in upper
// case, as most tags are, and only marks follow it.
func (s *scanner) heredocRest(*spanProgram) (r rest) {
	for i := 0; i < len(s.src); i++ {
		from := s.skipBlanks(i)
		to := from
		for to < len(s.src) && (s.src[to]-'A' < 26 || s.src[to]-'0' < 10 || s.src[to] == '_') {
			to++
		}
		i = s.lineEnd(to)
		if to-from > 1 && len(bytes.Trim(s.src[to:i], " \t;,)")) == 0 {
			if bytes.Contains(s.src[:from], s.src[from:to]) {
				return r
			}
			return rest{mark: from, end: to}
		}
		if i < len(s.src) && s.src[i] == '\r' {
			i++
		}
	}
	return r
}
