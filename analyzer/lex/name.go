package lex

import (
	"unicode"
	"unicode/utf8"
)

// Names are keywords, identifiers, and words that open spans.

// name emits the name from start to end: a keyword, an identifier, or the span that it opens.
func (s *scanner) name(dst []Token, start, end int) ([]Token, int) {
	var hash uint64
	if len(s.rawPrefix) > 0 {
		if to := s.rawName(start, end); to > 0 { // is not a keyword
			s.respelled = false
			return append(dst, Token{s.plainHash(s.src[start:to]), uint32(start), uint32(to), s.nameKind, 0}), to
		}
	}
	if s.respelled {
		hash = s.plainHash(s.src[start:end])
		s.respelled = false
	} else if s.fold {
		hash = hashFolded(s.src[start:end])
	} else {
		hash = s.hash(start, end)
	}
	kind := s.nameKind
	if w := s.words.find(hash); w != nil {
		if w.mark&markSpan != 0 {
			if sp, to := s.wordSpanAt(dst, w, start, end); sp != nil {
				return s.emitSpan(dst, sp, start, to)
			}
		}
		if w.mark&markKeyword != 0 {
			kind = Keyword
		}
	}
	if s.odd && kind != Keyword {
		if kind = s.oddKind(start, end); kind == Word {
			return prose(dst, s.src[:end], start), end
		}
	}
	return append(dst, Token{hash, uint32(start), uint32(end), kind, 0}), end
}

// oddKind returns the kind of a name that depends on its place or first byte.
func (s *scanner) oddKind(start, end int) Kind {
	switch {
	case s.headKind != 0 && s.headsLine(start, end):
		return s.headKind
	case s.flags[s.src[start]]&flagWord == 0 && s.src[start] < 0x80:
		return s.leadKind
	}
	return s.nameKind
}

// headsLine reports whether the name is first in its line or follows a label. A label, and the
// target of an assignment, do not head a line.
func (s *scanner) headsLine(start, end int) bool {
	before := s.skipBlanksBack(start)
	if before > 0 && s.src[before-1] != '\n' && s.src[before-1] != ':' {
		return false
	}
	after := s.skipBlanks(end)
	return after == len(s.src) || s.src[after] != ':' && s.src[after] != '='
}

// nameEnd returns the end of the name that continues at i.
func (s *scanner) nameEnd(i int) int {
	for i < len(s.src) && s.flags[s.src[i]]&flagName != 0 {
		i++
	}
	if i < len(s.src) && s.flags[s.src[i]]&flagNameStop != 0 {
		return s.nameTail(i)
	}
	return i
}

// nameTail is nameEnd from a rune beyond ASCII or a byte of NameEnd on.
func (s *scanner) nameTail(i int) int {
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case s.flags[c]&flagName != 0:
			i++
		case c >= 0x80:
			size := s.highNamePart(i)
			if size == 0 {
				return i
			}
			i += size
		case c == '\\' || c == '&' || c == '?' && s.splices:
			size := s.respelling(i)
			if size == 0 {
				return i
			}
			i += size
		case s.flags[c]&flagNameEnd != 0 && (i+1 == len(s.src) || s.src[i+1] != '='):
			return i + 1
		default:
			return i
		}
	}
	return i
}

// leadName returns the end of a name that starts with NameLead at i, or 0.
func (s *scanner) leadName(i int) int {
	from := i + 1
	if s.src[i] == s.specialLead && from < len(s.src) && s.special[s.src[from]] {
		return s.specialEnd(from)
	}
	if s.leadLetters {
		return s.lettersEnd(from)
	}
	if s.leadBraces && from < len(s.src) && s.src[from] == '{' {
		return s.bracedName(from)
	}
	if from < len(s.src) && s.src[from] == s.src[i] && s.doubled[s.src[i]] {
		from++
	}
	if !s.startsName(from) {
		return 0
	}
	if s.leadPlain {
		return s.wordEnd(from)
	}
	return s.nameEnd(from)
}

// wordEnd returns the end of the letters, digits, marks and _ from i on.
func (s *scanner) wordEnd(i int) int {
	for i < len(s.src) {
		if c := s.src[i]; c < utf8.RuneSelf {
			if s.flags[c]&flagWord == 0 {
				return i
			}
			i++
			continue
		}
		size := s.highNamePart(i)
		if size == 0 {
			return i
		}
		i += size
	}
	return i
}

// startsName reports whether a letter or _ is at i.
func (s *scanner) startsName(i int) bool {
	if i >= len(s.src) {
		return false
	}
	if c := s.src[i]; c < 0x80 {
		return s.flags[c]&flagWord != 0 && s.flags[c]&flagDigit == 0
	}
	r, _ := utf8.DecodeRune(s.src[i:])
	return unicode.IsLetter(r)
}

// lettersEnd returns the end of the letters and other name bytes from i on. Digits and _ are not
// among them. It returns 0 if there are none.
func (s *scanner) lettersEnd(i int) int {
	end := i
	for end < len(s.src) && s.flags[s.src[end]]&(flagName|flagDigit) == flagName && s.src[end] != '_' {
		end++
	}
	if end == i {
		return 0
	}
	return end
}

// specialEnd returns the end of the special variable whose byte of NameSpecial is at i.
func (s *scanner) specialEnd(i int) int {
	if !s.isDigitAt(s.src, i) {
		return i + 1
	}
	for s.isDigitAt(s.src, i) {
		i++
	}
	return i
}

// high reads the name or operator at a rune beyond ASCII, or skips the rune.
func (s *scanner) high(dst []Token, i int) ([]Token, int) {
	r, size := utf8.DecodeRune(s.src[i:])
	switch {
	case r == utf8.RuneError && size <= 1:
		return dst, i + 1
	case isInvisible(r):
		return dst, i + size
	case s.isNameRune(r):
		return s.name(dst, i, s.nameEnd(i+size))
	case unicode.IsSpace(r) || !unicode.IsGraphic(r):
		return dst, i + size
	}
	return s.emit(dst, i, i+size, Operator), i + size
}

// isWordRune reports whether r may be part of a name or word: a letter, digit or mark.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}
