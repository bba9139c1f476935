package lex

import (
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// Prose is running text. Its tokens are words.
//
// A word is a run of letters, digits and marks of any script, its case folded. Punctuation is
// dropped, because it changes when text is quoted, wrapped or typeset. An apostrophe between
// letters belongs to the word, and ’ counts as '. Soft hyphens, joiners and other invisible
// characters inside a word are skipped: see spelling.go.
//
// Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces. Finding their words
// takes a dictionary, and a changed character could change the words of the rest of a sentence. So
// every character with its marks is a token, and k-grams take the role of words.

// Words appends the words between two offsets of src, as tokens of running text.
func Words(dst []Token, src []byte, from, to int) []Token { return prose(dst, src[:to], from) }

// prose appends the words of src from offset i on.
func prose(dst []Token, src []byte, i int) []Token {
	base, from := len(dst), i
	for i < len(src) {
		if proseClass[src[i]] == proseGap {
			i++
			continue
		}
		start := i
		var w wordHash
		if i = w.read(src, i); i == start {
			i += runeSize(src, i)
			continue
		}
		if !w.empty() {
			if len(dst) == cap(dst) {
				dst = withCap(dst, capFor(len(dst), len(dst)-base, i-from, len(src)-i))
			}
			dst = append(dst, Token{w.sum(), uint32(start), uint32(i), Word, 0})
		}
	}
	return dst
}

// runeSize returns the size of the rune at i; broken UTF-8 counts as one byte.
func runeSize(src []byte, i int) int {
	if src[i] < utf8.RuneSelf {
		return 1
	}
	_, size := utf8.DecodeRune(src[i:])
	return size
}

// Classes of bytes in prose.
const (
	proseGap  = iota // separates words
	proseWord        // a letter or digit
	proseApostrophe
	proseHigh // first byte of a rune beyond ASCII
)

var proseClass = func() (table [256]uint8) {
	for b := range table {
		_, flags := asciiClass(byte(b))
		switch {
		case b >= utf8.RuneSelf:
			table[b] = proseHigh
		case flags&flagWord != 0 && b != '_':
			table[b] = proseWord
		}
	}
	table['\''] = proseApostrophe
	return table
}()

// wordHash folds and hashes a word without allocating. Nearly all words fit into its buffer on the
// stack; longer ones go through a digest.
type wordHash struct {
	buffer [foldBuffer]byte
	n      int
	digest xxhash.Digest
	long   bool
}

// read folds the word at i into w and returns its end. The end is i if no word starts there.
func (w *wordHash) read(src []byte, i int) int {
	for i < len(src) {
		c := src[i]
		switch proseClass[c] {
		case proseWord:
			w.add(lower(c))
			i++
		case proseApostrophe:
			if w.empty() || !startsWord(src, i+1) {
				return i
			}
			w.add('\'')
			i++
		case proseHigh:
			next, more := w.readRune(src, i)
			if !more {
				return next
			}
			i = next
		default:
			return i
		}
	}
	return i
}

// readRune is read for one rune beyond ASCII. It returns the end of the text that it read, and
// whether the word may continue.
func (w *wordHash) readRune(src []byte, i int) (int, bool) {
	r, size := utf8.DecodeRune(src[i:])
	switch class := classOf(r); {
	case class == runeAlone && w.empty():
		w.addRune(r)
		return w.readMarks(src, i+size), false
	case class == runeWord:
		w.addRune(foldRune(r))
		return i + size, true
	case w.empty():
		return i, false
	case class == runeJoiner:
		return i + size, true
	case r == '’' && startsWord(src, i+size):
		w.add('\'')
		return i + size, true
	}
	return i, false
}

// readMarks adds the combining marks at i and returns their end.
func (w *wordHash) readMarks(src []byte, i int) int {
	for i < len(src) && src[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(src[i:])
		if !unicode.IsMark(r) {
			return i
		}
		w.addRune(r)
		i += size
	}
	return i
}

// startsWord reports whether a letter or digit is at i.
func startsWord(src []byte, i int) bool {
	if i >= len(src) {
		return false
	}
	if src[i] < utf8.RuneSelf {
		return proseClass[src[i]] == proseWord
	}
	r, _ := utf8.DecodeRune(src[i:])
	return classOf(r) == runeWord
}

func (w *wordHash) empty() bool { return w.n == 0 && !w.long }

func (w *wordHash) add(b byte) {
	if w.n == foldBuffer {
		w.flush()
	}
	w.buffer[w.n] = b
	w.n++
}

func (w *wordHash) addRune(r rune) {
	if w.n > foldBuffer-utf8.UTFMax {
		w.flush()
	}
	w.n = len(appendComposed(w.buffer[:w.n], r))
}

func (w *wordHash) flush() {
	if !w.long {
		w.digest.Reset()
		w.long = true
	}
	w.digest.Write(w.buffer[:w.n]) // never returns an error
	w.n = 0
}

// sum returns the hash of the folded word.
func (w *wordHash) sum() uint64 {
	if !w.long {
		return hashText(w.buffer[:w.n])
	}
	w.flush()
	return w.digest.Sum64()
}

// runeClass is the class of a rune beyond ASCII in prose.
type runeClass uint8

const (
	runeGap    runeClass = iota // separates words
	runeWord                    // a letter, digit or mark
	runeAlone                   // a token of its own
	runeJoiner                  // invisible inside a word
)

// alone holds the scripts that are written without spaces between words.
var alone = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// classOf returns the class of a rune.
func classOf(r rune) runeClass {
	switch {
	case isInvisible(r):
		return runeJoiner
	case !isWordRune(r):
		return runeGap
	case r >= '\u0E00' && r != '\uFF70' && unicode.In(r, alone...) && !unicode.IsMark(r) || r == 'ー':
		return runeAlone
	}
	return runeWord
}

// foldRune folds the case of a rune beyond ASCII. Upper, lower and title case, and variants such as
// the final sigma, become equal.
func foldRune(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }
