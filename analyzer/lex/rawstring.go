package lex

import (
	"bytes"
	"slices"
)

// The form tagged: raw strings and comments whose closing mark repeats a tag. Examples are R"x( )x"
// in C++ and $x$ $x$ in PostgreSQL.

// maxTag bounds the length of a tag in bytes. PostgreSQL allows 63, and modules of CMake have 71.
const maxTag = 128

func (s *scanner) taggedEnd(_ []Token, sp *spanProgram, _, i int) int {
	tag := i
	for i < len(s.src) && i-tag < maxTag && sp.tag[s.src[i]] {
		i++
	}
	if sp.Tag == "" && i > tag && s.flags[s.src[tag]]&flagDigit != 0 {
		return 0
	}
	if !startsWith(s.src[i:], []byte(sp.Mid)) && sp.Mid != "" || s.budget < 0 {
		return 0
	}
	end := s.tagEnd(sp, s.src[tag:i], i+len(sp.Mid))
	if end == 0 {
		return s.fail(i, len(s.src))
	}
	return s.closed(sp, end)
}

// namedTaggedEnd is taggedEnd behind a name, which may have dots in it.
func (s *scanner) namedTaggedEnd(dst []Token, sp *spanProgram, start, i int) int {
	if !s.startsName(i) {
		return 0
	}
	for i < len(s.src) && (s.flags[s.src[i]]&flagName != 0 || s.src[i] == '.') {
		i++
	}
	return s.taggedEnd(dst, sp, start, s.skipBlanks(i))
}

// tagEnd returns the offset after the tag's first closing mark from i on, or 0.
func (s *scanner) tagEnd(sp *spanProgram, tag []byte, i int) int {
	for i <= len(s.src) {
		n := bytes.Index(s.src[i:], sp.closing)
		if n < 0 {
			return 0
		}
		i += n
		j := i + len(sp.closing)
		if bytes.HasPrefix(s.src[j:], tag) && bytes.HasPrefix(s.src[j+len(tag):], []byte(sp.End)) {
			return j + len(tag) + len(sp.End)
		}
		i++
	}
	return 0
}

// taggedRest takes the first closing mark with any tag.
func (s *scanner) taggedRest(sp *spanProgram) (r rest) {
	for i := 0; ; i++ {
		n := bytes.Index(s.src[i:], sp.closing)
		if n < 0 {
			return r
		}
		i += n
		from := i + len(sp.closing)
		to := from
		for to < len(s.src) && to-from < maxTag && sp.tag[s.src[to]] && (sp.End == "" || s.src[to] != sp.End[0]) {
			to++
		}
		end := to + len(sp.End)
		if !bytes.HasPrefix(s.src[to:], []byte(sp.End)) || end-i < 2 { // a quote alone closes other strings
			continue
		}
		for k := range s.spans { // the comments and the strings of CMake and Lua close alike
			o := &s.spans[k]
			open := slices.Concat([]byte(o.Open), s.src[from:to], []byte(o.Mid))
			if o.Form == sp.Form && o.Close == sp.Close && o.Open != o.Close && bytes.Contains(s.src[:i], open) {
				return r
			}
		}
		return rest{mark: i, end: end}
	}
}

func (sp *spanProgram) taggedOpening(text []byte) int {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(text[len(sp.open):], sp.Tag), []byte(sp.Mid))
	if !ok {
		return 0
	}
	return len(text) - len(rest)
}

func (sp *spanProgram) taggedClosing(text []byte) int {
	if len(bytes.Trim(text, "]=")) > 0 {
		return 0
	}
	return len(text)
}
