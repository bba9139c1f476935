package lex

import (
	"bytes"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Interpolations are code inside strings. This file finds them; literal.go makes their tokens.
//
// The end of a string must be known before its code is read: if the string does not close, only
// its mark is a token. So code is skipped first up to its closing bracket. Brackets inside are
// balanced.

// maxNesting bounds the depth of spans inside interpolations inside spans. Deeper ones are plain
// text.
const maxNesting = 8

// interpolated returns the offset after the interpolation at i, or after the byte at i. The second
// result becomes false if an interpolation does not close. The rest of the body is then plain text,
// so no byte is read more than twice.
func (s *scanner) interpolated(dst []Token, sp *spanProgram, i int, code bool) (int, bool) {
	if !code || !sp.holdsCode {
		return i + 1, code
	}
	if sp.nameMarks[0] == '#' && s.src[i] == '#' {
		if mark, name := s.sigils(i + 1); name > 0 {
			return s.nameInside(sp, mark, name), true
		}
	} else if next := i + 1; (s.src[i] == sp.nameMarks[0] || s.src[i] == sp.nameMarks[1]) && s.startsName(next) {
		return s.nameInside(sp, i, next), true
	}
	for k := range sp.pairs {
		p := &sp.pairs[k]
		if !startsWith(s.src[i:], p.open) {
			continue
		}
		next := i + len(p.open)
		if p.mayBeTwice && next < len(s.src) && s.src[next] == s.src[i] {
			if sp.Flags&language.LoopNames != 0 {
				return s.loopName(next + 1), true
			}
			return next + 1, true
		}
		if sp.Flags&language.LoopNames != 0 && next < len(s.src) && (s.src[next]-'0' < 10 || s.src[next] == '*' || s.src[next] == '~') {
			return next + 1, true // an argument: %1, %*, %~dp0
		}
		if sp.Flags&language.OnlyNames != 0 {
			return s.formatNames(p, s.capture(sp, p, next)), true
		}
		oneLine := sp.Flags&language.Multi == 0 && sp.Form == language.Delimited
		end := s.balanced(dst, next, p.deeper, p.end, oneLine)
		if end == 0 {
			return next, false
		}
		if s.level == 0 {
			s.addCode(dst, sp, p, next, end)
		}
		return end, true
	}
	return i + 1, true
}

// addCode records the code from next on in an interpolation that ends at end.
func (s *scanner) addCode(dst []Token, sp *spanProgram, p *pair, next, end int) {
	from, to := next-p.lead, end-1
	if p.braced {
		to = end
	}
	if sp.Flags&language.Formats == 0 {
		s.literals.add(from, to)
		return
	}
	format := s.formatStart(dst, from, to)
	s.literals.add(from, format)
	for i := format; i < to; i++ { // {x:{width}}
		n := bytes.IndexByte(s.src[i:to], p.open[0])
		if n < 0 {
			return
		}
		i += n + 1
		inner := s.balanced(dst, i, p.deeper, p.end, false)
		if inner == 0 || inner > to {
			return
		}
		s.literals.add(i, s.formatStart(dst, i, inner-1))
		i = inner - 1
	}
}

// formatStart returns where the conversion or format of a piece of code begins, or to: {x!r:>8} in
// Python, {x,8:N2} in C#.
func (s *scanner) formatStart(dst []Token, from, to int) int {
	if !bytes.ContainsAny(s.src[from:to], ":!") {
		return to
	}
	depth := 0
	for i := from; i < to; i++ {
		switch c := s.src[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ':' && depth == 0, c == '!' && depth == 0 && isConversion(s.src[i:to]):
			return i
		case s.class[c] == classSpan:
			if end := s.nestedSpan(dst, i); end > i && end <= to {
				i = end - 1
			}
		}
	}
	return to
}

// isConversion reports whether a text is !r, !s or !a, perhaps with a format.
func isConversion(text []byte) bool {
	return len(text) > 1 && lower(text[1])-'a' < 26 && (len(text) == 2 || text[2] == ':')
}

// capture returns the offset after the name at i, if it is an interpolation's code. A format may
// follow it, or the rest of an expression. Otherwise it returns i: {} and {0} in Rust.
func (s *scanner) capture(sp *spanProgram, p *pair, i int) int {
	if !s.startsName(i) {
		return i
	}
	end := s.wordEnd(i)
	s.respelled = false
	if end == len(s.src) || s.src[end] != p.end && s.src[end] != ':' || bytes.HasPrefix(s.src[end:], []byte("::")) {
		if end = s.shortCode(sp, p, end); end == 0 {
			return i
		}
	}
	if s.level == 0 {
		s.literals.add(i, end)
	}
	return end
}

// formatNames records the names of width and precision in a format at i, as in {x:>width$.prec$}.
// It returns the offset after the last name, or i.
func (s *scanner) formatNames(p *pair, i int) int {
	if i == len(s.src) || s.src[i] != ':' {
		return i
	}
	for k := i; k < min(len(s.src), i+longestFormat) && s.src[k] != p.end && s.src[k] != '"' && s.src[k] != '\n'; {
		if !s.startsName(k) {
			k++
			continue
		}
		end := s.wordEnd(k)
		s.respelled = false
		if end < len(s.src) && s.src[end] == '$' {
			if s.level == 0 {
				s.literals.add(k, end)
			}
			i = end
		}
		k = end
	}
	return i
}

// longestFormat bounds the format after a name.
const longestFormat = 80

// longestCapture bounds the code in brackets that may be no code.
const longestCapture = 160

// shortCode returns the offset of the bracket that closes the code after a name at i. It is 0 if it
// is no code: {f(x)}, {x[1]}, {x + 1} and {a::b} in R.
func (s *scanner) shortCode(sp *spanProgram, p *pair, i int) int {
	rest := s.src[i:min(len(s.src), i+longestCapture)]
	text := bytes.TrimLeft(rest, " ")
	if len(text) == 0 || bytes.IndexByte([]byte("([$:+-*/<>=!&|"), text[0]) < 0 || text[0] == ':' && !bytes.HasPrefix(text, []byte("::")) {
		return 0
	}
	for n, depth := 0, 1; n < len(rest); n++ {
		switch c := rest[n]; c {
		case p.end:
			if depth--; depth == 0 {
				return i + n
			}
		case p.deeper:
			depth++
		case '\n', '\\', sp.Close[0]:
			return 0
		}
	}
	return 0
}

// loopName records the name after a doubled mark at i, and returns its end. ~ may stand before the
// name.
func (s *scanner) loopName(i int) int {
	name := i
	if i < len(s.src) && s.src[i] == '~' {
		name++
	}
	if !s.startsName(name) {
		return i
	}
	end := s.wordEnd(name)
	s.respelled = false
	if s.level == 0 {
		s.literals.add(i, end)
	}
	return end
}

// sigils returns the offsets of a name's prefix and of the name. The prefix has one or two bytes:
// @x, @@x, $x. Without a name, the second one is 0.
func (s *scanner) sigils(i int) (mark, name int) {
	if i == len(s.src) || s.program.base[s.src[i]] != classLead {
		return i, 0
	}
	next := i + 1
	if next < len(s.src) && s.src[next] == s.src[i] && s.doubled[s.src[i]] {
		next++
	}
	if !s.startsName(next) {
		return i, 0
	}
	return i, next
}

// nameInside records the name at i, perhaps with a member at the offset mark. It returns the end.
func (s *scanner) nameInside(sp *spanProgram, mark, i int) int {
	lead := s.program.base[s.src[mark]] == classLead
	if s.fastInside && !lead && sp.Member == "" && s.level == 0 && len(s.src)-i >= lookahead {
		n, hash := s.nameAhead((*[lookahead]byte)(s.src[i:]), 0)
		if n > 0 && n < longName && s.src[i+n] < utf8.RuneSelf {
			s.literals.code = append(s.literals.code, coded{i, i + n, hash})
			return i + n
		}
	}
	end := s.wordEnd(i)
	if n := len(sp.Member); n > 0 && bytes.HasPrefix(s.src[end:], []byte(sp.Member)) && s.startsName(end+n) {
		end = s.wordEnd(end + n)
	}
	s.respelled = false
	if s.level == 0 {
		if lead {
			i = mark
		}
		s.literals.add(i, end)
	}
	return end
}

// balanced returns the offset after the byte end that closes the code at i, or 0. The byte deeper
// raises the depth. Strings and comments are skipped. If line is set, the code must close on its
// line.
func (s *scanner) balanced(dst []Token, i int, deeper, end byte, line bool) int {
	if s.budget < 0 {
		return 0
	}
	depth, from := 1, i
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case c == end:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == deeper:
			depth++
		case c == '\n' && line:
			return s.fail(from, i)
		case c == '\'' && end == '}' && s.quotesCode && !s.quotesInBraces(i):
		case s.class[c] == classSpan && s.level < maxNesting:
			if to := s.nestedSpan(dst, i); to > 0 {
				i = to
				continue
			}
		}
		i++
	}
	return s.fail(from, i)
}

// quotesInBraces reports whether the apostrophe at i opens a string. It is in ${ } in a string of
// the shell, and another one comes before the brace. In "${x:-it's}" it is text.
func (s *scanner) quotesInBraces(i int) bool {
	n := bytes.IndexAny(s.src[i+1:min(len(s.src), i+longestCapture)], "'}\"\n")
	return n >= 0 && s.src[i+1+n] == '\''
}

// nestedSpan returns the end of the span at i inside an interpolation, or 0. It preserves s.kind.
func (s *scanner) nestedSpan(dst []Token, i int) int {
	kind := s.kind
	s.level++
	_, end := s.spanAt(dst, i)
	s.level--
	s.kind = kind
	return end
}
