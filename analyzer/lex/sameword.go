package lex

import (
	"bytes"
	"unicode/utf8"
)

// SameWord reports whether two words of prose are equal when folded like their hashes. They are
// compared in lower case, composed, without soft hyphens and joiners, and with ' for ’. Equal
// hashes do not prove this, because an attacker can construct different words with the same hash.
func SameWord(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a, b = Composed(a), Composed(b)
	for len(a) > 0 || len(b) > 0 {
		var x, y rune
		x, a = nextFolded(a)
		y, b = nextFolded(b)
		if x != y {
			return false
		}
	}
	return true
}

// endOfWord is what nextFolded returns at the end of a word.
const endOfWord = -1

// nextFolded returns a word's first rune that folding keeps, folded, and the rest.
func nextFolded(word []byte) (rune, []byte) {
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		word = word[size:]
		switch {
		case r < utf8.RuneSelf:
			return rune(lower(byte(r))), word
		case r == '’':
			return '\'', word
		case classOf(r) != runeJoiner:
			return foldRune(r), word
		}
	}
	return endOfWord, nil
}
