package lex

import "bytes"

// The form comment-datum: a mark that makes the next expression a comment (#; in Scheme, #_ in
// Clojure).

func (s *scanner) commentDatumEnd(dst []Token, sp *spanProgram, _, i int) int {
	n := 1 // #_ #_ a b: both are comments
	for ; n < maxNesting; n++ {
		at := i
		for at < len(s.src) && isBlank(s.src[at]) {
			at++
		}
		if !startsWith(s.src[at:], sp.open) {
			break
		}
		i = at + len(sp.open)
	}
	for ; n > 1; n-- {
		i = s.datumEnd(dst, i)
	}
	return s.datumEnd(dst, i)
}

// datumEnd returns the end of the expression after blanks and quotation marks at i.
func (s *scanner) datumEnd(dst []Token, i int) int {
	for i < len(s.src) && (isBlank(s.src[i]) || s.src[i] == '\'' || s.src[i] == '`' || s.src[i] == ',') {
		i++
	}
	if i >= len(s.src) {
		return i
	}
	c := s.src[i]
	if c == '(' || c == '[' || c == '{' {
		if end := s.balanced(dst, i+1, c, mirror(c), false); end > 0 {
			return end
		}
		return i
	}
	if s.class[c] == classSpan && s.level < maxNesting {
		if end := s.nestedSpan(dst, i); end > 0 {
			return end
		}
	}
	for i < len(s.src) && !isBlank(s.src[i]) && bytes.IndexByte([]byte("()[]{}\"';"), s.src[i]) < 0 {
		i++
	}
	return i
}

func (sp *spanProgram) datumOpening([]byte) int { return len(sp.open) }
