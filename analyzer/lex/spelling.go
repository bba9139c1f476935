package lex

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spellings of names. Many languages let an author write one name in several ways: t\u006ftal,
// ${total}, r#total, a name cut by a line break, and one with characters that nobody sees. Such a
// name is one token, with the hash of its plain spelling. Otherwise a program could be
// hidden by spelling its names otherwise, and pages that hold soft hyphens would hide theirs.
//
// Invisible characters are skipped in every language. A row defines the other spellings.

// isInvisible reports whether r has no shape of its own: Default_Ignorable_Code_Point of Unicode,
// and the other format characters except those that enclose numbers.
func isInvisible(r rune) bool {
	switch {
	case r < '\u2000':
		return r == '\u00AD' || r >= '\u0300' && (r == '\u034F' || r == '\u061C' || r == '\u115F' || r == '\u1160' ||
			r == '\u17B4' || r == '\u17B5' || r >= '\u180B' && r <= '\u180F')
	case r <= '\u206F':
		return r >= '\u200B' && r <= '\u200F' || r >= '\u202A' && r <= '\u202E' || r >= '\u2060'
	case r < '\uFE00':
		return r == '\u3164'
	case r <= '\uFFFB':
		return r <= '\uFE0F' || r == '\uFEFF' || r == '\uFFA0' || r >= '\uFFF0'
	}
	return r >= '\U0001BCA0' && (r <= '\U0001BCA3' || r >= '\U0001D173' && r <= '\U0001D17A' ||
		r >= '\U000E0000' && r <= '\U000E0FFF')
}

// isNameRune reports whether r, beyond ASCII, may be part of a name. Such are letters, digits and
// marks, connectors such as ‿ and signs of currencies, as in Java, and emoji, as in Swift and PHP.
func (p *program) isNameRune(r rune) bool {
	return isWordRune(r) || unicode.In(r, unicode.Pc, unicode.Sc) || r >= '\U0001F000' && unicode.IsSymbol(r) ||
		slices.Contains(p.nameRunes, r)
}

// highNamePart returns the size of a name's rune at i, or 0. The rune is beyond ASCII.
func (s *scanner) highNamePart(i int) int {
	r, size := utf8.DecodeRune(s.src[i:])
	switch {
	case isInvisible(r) || joins(r):
		s.respelled = true
	case r == utf8.RuneError && size <= 1, !s.isNameRune(r):
		return 0
	}
	return size
}

// trigraph is the backslash of C in characters that old terminals have.
var trigraph = []byte("??/")

// respelling returns the length of an escape or a line break that continues the name at i. It is 0
// if there is none.
func (s *scanner) respelling(i int) (n int) {
	switch {
	case s.src[i] == '\\' && s.escapes != "":
		if n = s.escapeInName(i); n == 0 && s.splices {
			n = s.continuedName(i, s.splice(i+1))
		}
	case s.src[i] == '?' && s.splices && bytes.HasPrefix(s.src[i:], trigraph):
		if n = s.splice(i + len(trigraph)); n > 0 {
			n = s.continuedName(i, len(trigraph)-1+n)
		}
	case s.src[i] == '&' && s.ampersands:
		n = s.continuedName(i, s.ampersandBreak(i+1))
	}
	s.respelled = s.respelled || n > 0
	return n
}

// escapeInName returns the length of the escape at i, or 0. It must stand for a character of a
// name.
func (s *scanner) escapeInName(i int) int {
	r, n := unescapeName(s.src[i:], s.escapes)
	if n == 0 || r < utf8.RuneSelf && s.flags[r]&flagName == 0 || r >= utf8.RuneSelf && !isInvisible(r) && !s.isNameRune(r) {
		return 0
	}
	return n
}

// continuedName returns the length of the mark at i and the line break after it. The name must go
// on after them. The break has n bytes.
func (s *scanner) continuedName(i, n int) int {
	next := i + 1 + n
	if n == 0 || next >= len(s.src) || s.flags[s.src[next]]&flagName == 0 {
		return 0
	}
	return 1 + n
}

// splice returns the length of the blanks and the line break at i, or 0. Compilers of C let blanks
// stand before the break.
func (s *scanner) splice(i int) int {
	if end := s.skipBlanks(i); end < len(s.src) && s.src[end] == '\n' {
		return end + 1 - i
	}
	return 0
}

// ampersandBreak returns the length of a break inside a Fortran name: the line break at i, and
// blanks up to an ampersand.
func (s *scanner) ampersandBreak(i int) int {
	n := s.splice(i)
	if n == 0 {
		return 0
	}
	end := s.skipBlanks(i + n)
	if end >= len(s.src) || s.src[end] != '&' {
		return 0
	}
	return end + 1 - i
}

// unescapeName returns the character that the escape at the start of text stands for, and its
// length. Escapes are \u0065 with u among the letters, \U00000065 with U, and \u{65} with {. The
// length is 0 if there is none.
func unescapeName(text []byte, letters string) (r rune, n int) {
	const most = 12 // bytes of an escape
	if len(text) < 3 || text[0] != '\\' || bytes.IndexByte([]byte(letters), text[1]) < 0 || text[1] == '{' {
		return 0, 0
	}
	from, digits := 2, 4
	switch {
	case text[1] == 'U':
		digits = 8
	case text[2] == '{' && bytes.IndexByte([]byte(letters), '{') >= 0:
		if digits = bytes.IndexByte(text[:min(len(text), most)], '}') - 3; digits <= 0 {
			return 0, 0
		}
		from = 3
	}
	if len(text) < from+digits {
		return 0, 0
	}
	for _, b := range text[from : from+digits] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), lower(b))
		if digit < 0 || r > unicode.MaxRune {
			return 0, 0
		}
		r = r<<4 | rune(digit)
	}
	if !utf8.ValidRune(r) {
		return 0, 0
	}
	return r, from + digits + from - 2
}

// TextEscapes reports whether \u0065 stands for its character anywhere in a source. Lex does not
// decode such escapes: see package parts.
func (l *Language) TextEscapes() bool { return l.row != nil && l.row.TextEscapes }

// anyEscapes are the letters of all escapes in names.
const anyEscapes = "uU{"

// bracedName returns the end of a name in braces, perhaps in quotes, at i: ${x} and ${'x'}. It
// returns 0 if something else is in the braces.
func (s *scanner) bracedName(i int) int {
	from := i + 1
	quoted := from < len(s.src) && (s.src[from] == '\'' || s.src[from] == '"')
	if quoted {
		from++
	}
	if !s.startsName(from) {
		return 0
	}
	end := s.wordEnd(from)
	if quoted {
		if end >= len(s.src) || s.src[end] != s.src[from-1] {
			return 0
		}
		end++
	}
	if end >= len(s.src) || s.src[end] != '}' {
		return 0
	}
	s.respelled = true
	return end + 1
}

// continuationEnd is the end of the form continuation.
func (s *scanner) continuationEnd(_ []Token, _ *spanProgram, _, i int) int {
	if n := s.splice(i); n > 0 {
		return i + n
	}
	return 0
}

// bracedNameEnd is the end of the form braced-name; the name begins at i.
func (s *scanner) bracedNameEnd(_ []Token, _ *spanProgram, _, i int) int {
	if !s.startsName(i) || s.level > 0 {
		return 0
	}
	respelled := s.respelled
	end := s.wordEnd(i)
	s.respelled = respelled
	if end >= len(s.src) || s.src[end] != '}' {
		return 0
	}
	return end + 1
}

// emitBracedName appends the operator, and the name with its braces.
func (s *scanner) emitBracedName(dst []Token, _ *spanProgram, start, end int) ([]Token, int) {
	dst = s.emit(dst, start, start+1, Operator)
	s.respelled = true
	return s.name(dst, start+1, end)
}

// rawName returns the end of the name with rawPrefix that starts at start, or 0: r#type in Rust,
// @class in C#. The scanner has read up to i.
func (s *scanner) rawName(start, i int) int {
	if s.src[start] == s.rawPrefix[0] && len(s.rawPrefix) == 1 {
		s.respelled = true
		return i
	}
	if i-start != len(s.rawPrefix)-1 || !bytes.HasPrefix(s.src[start:], s.rawPrefix) || !s.startsName(i+1) {
		return 0
	}
	s.respelled = true
	return s.nameEnd(i + 1)
}

// plainHash returns the hash of the plain spelling of a name.
func (p *program) plainHash(name []byte) uint64 {
	var w wordHash
	if len(p.rawPrefix) > 0 {
		name = bytes.TrimPrefix(name, p.rawPrefix)
	}
	plainly(name, func(r rune) {
		switch {
		case r >= utf8.RuneSelf:
			w.addRune(r)
		case p.fold:
			w.add(lower(byte(r)))
		default:
			w.add(byte(r))
		}
	})
	return w.sum()
}

// plainly calls f for the characters of the plain spelling of a name. It leaves out braces and
// their other content, line breaks and the blanks around them.
func plainly(name []byte, f func(rune)) {
	dropped := ""
	switch {
	case bytes.IndexByte(name, '\n') >= 0:
		dropped = "\\&?/ \t\r\n\f\v"
	case bytes.IndexByte(name, '{') >= 0 && name[len(name)-1] == '}':
		dropped = `{}'"`
	}
	for len(name) > 0 {
		r, size := utf8.DecodeRune(name)
		drop := isInvisible(r) || r < utf8.RuneSelf && strings.IndexByte(dropped, name[0]) >= 0
		if r == '\\' {
			if code, n := unescapeName(name, anyEscapes); n > 0 {
				r, size, drop = code, n, isInvisible(code)
			}
		}
		if !drop {
			f(r)
		}
		name = name[size:]
	}
}

// SameName reports whether two texts are spellings of the same name, in any case. It may do so
// even if one is not a name, but is only called for tokens with equal hashes.
func SameName(a, b []byte) bool {
	return bytes.EqualFold(plainName(a), plainName(b))
}

// plainName returns the plain spelling of a name in any language.
func plainName(name []byte) (plain []byte) {
	for _, prefix := range []string{"r#", "@", "&"} {
		name = bytes.TrimPrefix(name, []byte(prefix))
	}
	plainly(name, func(r rune) { plain = appendComposed(plain, r) })
	return plain
}
