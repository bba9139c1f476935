package lex

import (
	"bytes"
	"unicode/utf8"
)

// SameWord says whether two words of prose have the same text once they are folded as for their hashes: case does not
// count, nor soft hyphens and joiners, and ’ is '. Hashes alone do not say it: who wants to can make different words with
// the same one.
func SameWord(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
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

// endOfWord is what [nextFolded] returns where nothing is left that counts.
const endOfWord = -1

// nextFolded returns the first rune of a word that counts, folded, and what is behind it.
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
