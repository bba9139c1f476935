package lex

import (
	_ "embed" // the table
	"encoding/binary"
	"strings"
	"sync"
	"unicode/utf8"
)

// Normal forms of Unicode. An accented letter is one character in NFC, and a letter and a mark in
// NFD, which macOS writes. Names, words and strings in both forms are the same. So hashes are of
// composed text: a mark is joined with the character before it, if the two have a composed form.
// Marks are taken to be in canonical order, as in both forms. Text in ASCII costs nothing, because
// only marks are looked up.

// compositions has a line for each pair of characters: both, and their composed form. A test makes
// it of golang.org/x/text/unicode/norm, whose tables would enlarge the browser edition.
//
//go:embed compositions.txt
var compositions string

// composed returns the composed forms by pair, and the second characters of pairs.
var composed = sync.OnceValues(func() (map[[2]rune]rune, map[rune]bool) {
	forms, marks := map[[2]rune]rune{}, map[rune]bool{}
	for line := range strings.Lines(compositions) {
		if c := []rune(line); len(c) > 2 {
			forms[[2]rune{c[0], c[1]}] = c[2]
			marks[c[1]] = true
		}
	}
	return forms, marks
})

// The letters of Korean are composed by a formula.
const (
	hangul    = 0xAC00
	leading   = 0x1100 // first letters of syllables
	vowel     = 0x1161
	trailing  = 0x11A7 // stands for no last letter
	leadings  = 19
	vowels    = 21
	trailings = 28
)

// Bounds of the marks.
const (
	firstMark    = 0x300
	lastLatin    = 0x345 // the last mark of Latin, Greek and Cyrillic letters
	firstForeign = 0x653 // the first mark after that
)

// joins reports whether r may have a composed form with the character before it.
func joins(r rune) bool {
	switch {
	case r < firstMark, r > lastLatin && r < firstForeign:
		return false
	case r <= lastLatin, r >= vowel && r < trailing+trailings:
		return true
	case r >= 0x3400 && r < 0x11000: // Han and Hangul
		return false
	}
	_, marks := composed()
	return marks[r]
}

// compose returns the composed form of two characters, and false if they have none.
func compose(a, b rune) (rune, bool) {
	switch {
	case a >= leading && a < leading+leadings && b >= vowel && b < vowel+vowels:
		return hangul + ((a-leading)*vowels+b-vowel)*trailings, true
	case a >= hangul && a < hangul+leadings*vowels*trailings && (a-hangul)%trailings == 0 && b > trailing && b < trailing+trailings:
		return a + b - trailing, true
	}
	forms, _ := composed()
	r, ok := forms[[2]rune{a, b}]
	return r, ok
}

// appendComposed appends r to text, or joins it with the last character of text.
func appendComposed(text []byte, r rune) []byte {
	if joins(r) {
		last, size := utf8.DecodeLastRune(text)
		if whole, ok := compose(last, r); ok {
			return utf8.AppendRune(text[:len(text)-size], whole)
		}
	}
	return utf8.AppendRune(text, r)
}

// Composed returns the text with composed characters, as names, words and strings are hashed. It
// may be text itself.
func Composed(text []byte) []byte {
	at := firstJoining(text)
	if at < 0 {
		return text
	}
	out := append(make([]byte, 0, len(text)), text[:at]...)
	for rest := text[at:]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 {
			out = append(out, rest[0])
		} else {
			out = appendComposed(out, r)
		}
		rest = rest[size:]
	}
	return out
}

// hasHigh reports whether a byte of text is beyond ASCII.
func hasHigh(text []byte) bool {
	if len(text) < 8 {
		var all byte
		for _, b := range text {
			all |= b
		}
		return all >= utf8.RuneSelf
	}
	all := binary.LittleEndian.Uint64(text[len(text)-8:])
	for ; len(text) > 8; text = text[8:] {
		all |= binary.LittleEndian.Uint64(text)
	}
	return all&highs != 0
}

// firstJoining returns the offset of the first character that may join its predecessor, or -1.
func firstJoining(text []byte) int {
	for i := 0; i < len(text); {
		switch {
		case len(text)-i >= 8 && load8(text, i)&highs == 0:
			i += 8
		case text[i] < 0xCC: // no mark begins with such a byte
			i++
		default:
			r, size := utf8.DecodeRune(text[i:])
			if joins(r) {
				return i
			}
			i += size
		}
	}
	return -1
}
