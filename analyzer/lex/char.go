package lex

import (
	"bytes"
	"unicode/utf8"
)

// The forms tick, tick-only and rune-name: character literals.

// maxEscape is the longest escape inside a character literal: '\u{10FFFF}', '\N{DIGIT ZERO}'.
const maxEscape = 24

func (s *scanner) tickOnlyEnd(_ []Token, sp *spanProgram, _, i int) int {
	if end := s.charEnd(sp, i); end > 0 {
		return s.closed(sp, end)
	}
	return 0
}

func (s *scanner) tickEnd(dst []Token, sp *spanProgram, start, i int) int {
	if end := s.tickOnlyEnd(dst, sp, start, i); end > 0 {
		return end
	}
	if !s.startsName(i) {
		return 0
	}
	s.kind = Identifier
	return s.nameEnd(i)
}

// charEnd returns the end of the character literal whose body starts at i, or 0.
func (s *scanner) charEnd(sp *spanProgram, i int) int {
	if i >= len(s.src) || s.src[i] == '\n' {
		return 0
	}
	if sp.Escape != 0 && s.src[i] == sp.Escape {
		return s.escapedCharEnd(sp, i)
	}
	_, size := utf8.DecodeRune(s.src[i:])
	if !startsWith(s.src[i+size:], sp.closing) {
		return 0
	}
	return i + size + len(sp.closing)
}

// escapedCharEnd is charEnd for an escape, which may have several bytes.
func (s *scanner) escapedCharEnd(sp *spanProgram, i int) int {
	for j := i + 2; j < len(s.src) && j < i+maxEscape && s.src[j] != '\n'; j++ {
		if startsWith(s.src[j:], sp.closing) {
			return j + len(sp.closing)
		}
	}
	return 0
}

func (s *scanner) runeNameEnd(_ []Token, sp *spanProgram, _, i int) int {
	if i >= len(s.src) || s.src[i] == '\n' || s.src[i] == '\r' {
		return 0
	}
	for sp.Tag == "keys" && i+3 < len(s.src) &&
		s.src[i] == sp.Escape && s.src[i+2] == '-' && s.src[i+3] > ' ' {
		i += 3
	}
	if sp.Escape != 0 && s.src[i] == sp.Escape && i+1 < len(s.src) {
		return s.escapeEnd(i + 1)
	}
	_, size := utf8.DecodeRune(s.src[i:])
	if sp.Tag == "name" && (s.isWordAt(s.src, i) || s.startsName(i)) {
		return s.nameEnd(i + size)
	}
	return i + size
}

// escapeEnd returns the end of an escape whose mark ends at i: a rune, digits, or a letter and
// digits.
func (s *scanner) escapeEnd(i int) int {
	_, size := utf8.DecodeRune(s.src[i:])
	coded := s.flags[s.src[i]]&flagDigit != 0 || lower(s.src[i]) == 'x' || lower(s.src[i]) == 'u'
	i += size
	if coded && i < len(s.src) && s.src[i] == '{' {
		if n := bytes.IndexByte(s.src[i:min(len(s.src), i+maxEscape)], '}'); n >= 0 {
			return i + n + 1
		}
	}
	for coded && i < len(s.src) && s.flags[s.src[i]]&flagWord != 0 {
		i++
	}
	return i
}
