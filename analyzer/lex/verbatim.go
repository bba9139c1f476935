package lex

import (
	"bytes"
	"slices"
	"strings"
)

// The forms verbatim and quasi-quote: text that the language does not read.

func (s *scanner) verbatimEnd(_ []Token, sp *spanProgram, _, i int) int {
	if s.budget < 0 {
		return 0
	}
	n := bytes.Index(s.src[i:], sp.closing)
	if n < 0 {
		return s.fail(i, len(s.src))
	}
	return i + n
}

// emitVerbatim appends the tokens of the first line, and then words.
func (s *scanner) emitVerbatim(dst []Token, _ *spanProgram, start, end int) ([]Token, int) {
	head := min(s.lineEnd(start), end)
	inner := s.part(start, head, len(dst))
	dst = inner.code(dst, start)
	return prose(dst, s.src[:end], head), end
}

func (s *scanner) quasiQuoteEnd(_ []Token, sp *spanProgram, _, i int) int {
	if s.budget < 0 {
		return 0
	}
	name := i
	for i < len(s.src) && (s.flags[s.src[i]]&flagName != 0 || s.src[i] == '.') {
		i++
	}
	if i == name || i+1 >= len(s.src) || s.src[i] != '|' || s.src[i+1] == '|' || s.flags[s.src[name]]&flagDigit != 0 ||
		slices.Contains(strings.Fields(sp.Tag), string(s.src[name:i])) {
		return 0
	}
	i++
	n := bytes.Index(s.src[i:], sp.closing)
	if n < 0 {
		return s.fail(i, len(s.src))
	}
	list := s.src[i : i+n]
	if end := bytes.IndexAny(list, "]\n"); end >= 0 {
		list = list[:end]
	}
	if bytes.Contains(list, []byte("<-")) {
		return s.fail(i, i+n)
	}
	return i + n + len(sp.closing)
}
