package lex

import "bytes"

// Marks inside strings and comments that few languages have: see Skips, Continues and Quotes of
// language.Flags.

// skipped returns the offset after the white space that the escape before i skips.
func (s *scanner) skipped(sp *spanProgram, i int) int {
	if !sp.tag[s.src[i-1]] {
		return i
	}
	for i < len(s.src) && isBlank(s.src[i]) {
		i++
	}
	return i
}

// continuesString reports whether a string goes on after the line break at i.
func (s *scanner) continuesString(sp *spanProgram, i int) bool {
	if sp.tag['&'] {
		before := s.skipBlanksBack(i)
		return before > 0 && s.src[before-1] == '&'
	}
	const column = 5
	rest := s.src[i+1:]
	if len(rest) <= column || isBlank(rest[column]) || rest[column] == '0' {
		return false
	}
	return string(rest[:column]) == "     "
}

// afterComments returns the start of the first line from i on that is no comment of Fortran.
func (s *scanner) afterComments(i int) int {
	for {
		at := s.skipBlanks(i)
		if at >= len(s.src) || s.src[at] != '!' {
			return i
		}
		n := bytes.IndexByte(s.src[at:], '\n')
		if n < 0 {
			return i
		}
		i = at + n + 1
	}
}

// hiddenEnd returns the end of the string or character that begins at i inside a comment. A quote
// that does not close on its line is plain text.
func (s *scanner) hiddenEnd(i int) int {
	if s.src[i] == '{' { // {|text|} and {tag|text|tag}
		bar := i + 1
		for bar < len(s.src) && (s.src[bar] == '_' || lower(s.src[bar])-'a' < 26) {
			bar++
		}
		if bar == len(s.src) || s.src[bar] != '|' {
			return i + 1
		}
		closing := append(append([]byte("|"), s.src[i+1:bar]...), '}')
		if n := bytes.Index(s.line(bar+1), closing); n >= 0 {
			return bar + 1 + n + len(closing)
		}
		return i + 1
	}
	if i > 0 && s.src[i-1] == '\'' && i+1 < len(s.src) && s.src[i+1] == '\'' {
		return i + 1
	}
	for k := i + 1; k < min(len(s.src), i+mostAhead) && s.src[k] != '\n'; k++ {
		switch s.src[k] {
		case '\\':
			k++
		case '"':
			return k + 1
		}
	}
	return i + 1
}

// mostAhead bounds how far a line is searched, so that a long line takes linear time. The search is
// for the end of an option, or of a string in a comment.
const mostAhead = 1 << 12

// line returns the rest of the line at i, of mostAhead bytes at most.
func (s *scanner) line(i int) []byte {
	rest := s.src[i:min(len(s.src), i+mostAhead)]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		return rest[:n]
	}
	return rest
}

// touchesName reports whether a name or number ends right at i.
func (s *scanner) touchesName(dst []Token, i int) bool {
	if i == 0 || s.src[i-1] < 0x80 && s.flags[s.src[i-1]]&flagWord == 0 {
		return false
	}
	if s.level > 0 || len(dst) == s.base {
		return s.level > 0
	}
	last := &dst[len(dst)-1]
	return int(last.End) == i && (last.Kind == Identifier || last.Kind == Number)
}

// afterPostfix reports whether dst ends with ++ or -- after a value.
func (s *scanner) afterPostfix(dst []Token) bool {
	last := &dst[len(dst)-1]
	if last.End-last.Start != 2 || s.src[last.Start] != s.src[last.Start+1] || len(dst)-s.base < 2 {
		return false
	}
	before := &dst[len(dst)-2]
	return before.End == last.Start &&
		(before.Kind == Identifier || before.Kind == Operator && s.valueEnd[s.src[before.End-1]])
}

// afterAssertion reports whether dst ends with an exclamation mark that touches a value, as x! does
// in TypeScript. Elsewhere no value may precede a negation.
func (s *scanner) afterAssertion(dst []Token) bool {
	n := len(dst) - 1
	return n > s.base && dst[n-1].End == dst[n].Start && s.afterValue(dst[:n], int(dst[n].Start))
}

// mostCondition bounds the tokens of a condition in parentheses.
const mostCondition = 100

// closesCondition reports whether dst ends with the parenthesis of a condition. The condition
// belongs to an if or a loop.
func (s *scanner) closesCondition(dst []Token) bool {
	depth := 0
	for k := len(dst) - 1; k > max(s.base, len(dst)-mostCondition); k-- {
		if dst[k].Kind != Operator || dst[k].End-dst[k].Start != 1 {
			continue
		}
		switch s.src[dst[k].Start] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				w := s.words.find(dst[k-1].Hash)
				return dst[k-1].Kind == Keyword && w != nil && w.mark&markCondition != 0
			}
		}
	}
	return false
}
