package lex

import "bytes"

// The form quote-like: strings whose delimiter the author chooses, as q{ } and s/// in Perl.

func (s *scanner) quoteLikeEnd(dst []Token, sp *spanProgram, start, i int) int {
	if s.budget < 0 || s.isMember(start) {
		return 0
	}
	from := i
	if sp.Tag == "letters" {
		for i < len(s.src) && lower(s.src[i])-'a' < 26 {
			i++
		}
	}
	mark := i
	if sp.Tag == "option" || sp.Tag == "argument" {
		if i = s.arguments(sp, i); i < 0 {
			return 0
		}
	}
	i = s.delimiterAt(i, i > start+1 || sp.Tag == "spaced", sp.Tag == "spaced")
	if i < 0 {
		return 0
	}
	open := s.src[i]
	end := s.quoteLikeBodyEnd(sp, i)
	switch {
	case end == 0:
	case sp.Mid == "2":
		end = s.secondBody(sp, open, end)
	case !startsWith(s.src[end:], []byte(sp.Mid)):
		end = 0
	default:
		end += len(sp.Mid)
	}
	if end == 0 {
		return s.fail(from, len(s.src))
	}
	if i > mark && s.definesFunction(dst) {
		return s.fail(from, end)
	}
	if i > mark && (mirror(open) == open || len(sp.open) == 1) && bytes.IndexByte(s.src[i:end], '\n') >= 0 {
		return s.fail(from, end)
	}
	return s.closed(sp, end)
}

// arguments returns the offset after the [option] at i, if there is one. The tag argument needs an
// {argument} after it: without it, the offset is -1.
func (s *scanner) arguments(sp *spanProgram, i int) int {
	for _, open := range []byte("[{") {
		if i < len(s.src) && s.src[i] == open && (open == '[' || sp.Tag == "argument") {
			n := bytes.IndexByte(s.line(i), mirror(open))
			if n < 0 {
				return -1
			}
			i += n + 1
		} else if open == '{' && sp.Tag == "argument" {
			return -1
		}
	}
	return i
}

// definesFunction reports whether the last token is sub, after which a name follows.
func (s *scanner) definesFunction(dst []Token) bool {
	if s.level > 0 || len(dst) == s.base {
		return false
	}
	last := &dst[len(dst)-1]
	return last.Kind == Keyword && string(s.src[last.Start:last.End]) == "sub"
}

// isMember reports whether the mark at i is part of a name: $q, ->s. Otherwise it is a quote.
func (s *scanner) isMember(i int) bool {
	if i == 0 {
		return false
	}
	switch s.src[i-1] {
	case '$', '@', '%', '&', ':':
		return true
	case '-': // -s is a test of files
		return s.flags[s.src[i]]&flagWord != 0
	case '.':
		return s.flags[s.src[i]]&flagWord == 0 // before a word it joins strings: $x.q[y]
	case '>':
		return i > 1 && s.src[i-2] == '-'
	}
	return false
}

// delimiterAt returns the offset of the delimiter from i on, or -1. If blanks is set, blanks may
// precede a bracket, and with any, they may precede all but # and the marks of variables.
func (s *scanner) delimiterAt(i int, blanks, any bool) int {
	at := i
	if blanks {
		at = s.skipBlanks(i)
	}
	if at >= len(s.src) {
		return -1
	}
	c := s.src[at]
	switch {
	case at > i && mirror(c) == c && (!any || bytes.IndexByte([]byte("#$@%&"), c) >= 0):
		return -1
	case s.flags[c]&flagWord != 0 || c <= ' ' || c >= 0x7F:
		return -1
	case c == ')' || c == ']' || c == '}' || c == '>' || c == ';':
		return -1
	case (c == '=' || c == ',') && (at+1 == len(s.src) || s.src[at+1] == '>' || isBlank(s.src[at+1])):
		return -1
	}
	return at
}

// mirror returns the bracket that closes c, or c itself.
func mirror(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[', '{', '<':
		return c + 2
	}
	return c
}

// quoteLikeBodyEnd returns the offset after the body whose delimiter is at i, or 0.
func (s *scanner) quoteLikeBodyEnd(sp *spanProgram, i int) int {
	open, closing := s.src[i], mirror(s.src[i])
	if n := bytes.IndexByte([]byte(`"'`), open); n >= 0 && bytes.HasPrefix(s.src[i+1:], []byte{open, open}) {
		if n := bytes.Index(s.src[i+3:], []byte{open, open, open}); n >= 0 {
			return i + 6 + n
		}
	}
	depth := 1
	for i++; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case sp.Escape != 0 && c == sp.Escape && c != closing:
			i++
		case c == closing:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == open:
			depth++
		}
	}
	return 0
}

// secondBody returns the end of the second body, as in s///, which starts at i.
func (s *scanner) secondBody(sp *spanProgram, open byte, i int) int {
	if mirror(open) == open {
		return s.quoteLikeBodyEnd(sp, i-1)
	}
	for i < len(s.src) && isBlank(s.src[i]) {
		i++
	}
	if i >= len(s.src) || s.flags[s.src[i]]&flagWord != 0 {
		return 0
	}
	return s.quoteLikeBodyEnd(sp, i)
}
