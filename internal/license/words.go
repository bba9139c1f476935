package license

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of a text: letters, digits, and dots between digits. Words that are equal by the
// matching guidelines of SPDX have the same hash: case, quotes, hyphens, punctuation and equivalent
// spellings do not count, nor does a plural.
type word struct {
	hash       uint32
	start, end int32 // of its bytes in the text
	bullet     bool  // it numbers an item of a list
	line       bool  // it is the first of its line
	class      class
}

// class says what kinds of words a word is of.
type class uint8

const (
	slight class = 1 << iota // it says so little that a text may have it in addition, or lack it
	thing                    // what a licence is about
	grave                    // it changes what a text allows: no hole has it
)

// table maps hashes of words to values. Most words of a text are in none, and a bit tells so of
// nearly all of them.
type table[V any] struct {
	filter []uint64
	mask   uint32
	values map[uint32]V
}

// newTable returns a table of values, which do not change afterwards.
func newTable[V any](values map[uint32]V) *table[V] {
	size := 1024
	for size < 16*len(values) {
		size *= 2
	}
	t := &table[V]{make([]uint64, size/64), uint32(size - 1), values}
	for h := range values {
		t.filter[h&t.mask/64] |= 1 << (h % 64)
	}
	return t
}

func (t *table[V]) get(hash uint32) (v V, ok bool) {
	if t.filter[hash&t.mask/64]>>(hash%64)&1 == 0 {
		return v, false
	}
	v, ok = t.values[hash]
	return v, ok
}

func (t *table[V]) has(hash uint32) bool {
	_, ok := t.get(hash)
	return ok
}

// classes are the kinds of words by their hash.
var classes = func() *table[class] {
	all := map[uint32]class{}
	for c, words := range map[class][]string{
		slight: {"the", "a", "an", "this", "that", "these", "of", "to", "in", "any", "such", "said", "its", "it", "also", "please", "hereby", "and", "as", "is", "are"},
		thing: {"software", "program", "library", "package", "file", "code", "work", "material", "module", "script", "font", "source", "project", "data", "product",
			"documentation", "app", "application", "framework", "tool", "plugin"},
		grave: {"not", "no", "only", "must", "except", "unless", "commercial", "prohibited", "forbidden", "shall", "may", "without", "provided", "restriction",
			"permission", "granted", "warranty", "fee", "never"},
	} {
		for _, w := range words {
			all[hashOf(w)] |= c
		}
	}
	return newTable(all)
}()

// wordsOf returns the words of a text.
func wordsOf(text []byte) []word {
	return appendWords(make([]word, 0, len(text)/5), text)
}

// appendWords appends the words of a text. Marks of comments are not words.
func appendWords(dst []word, text []byte) []word {
	first := true
	for i := 0; i < len(text); {
		c := text[i]
		if c == '\n' {
			first = true
			i++
			continue
		}
		size := letterSize(text[i:])
		if size == 0 {
			i++
			continue
		}
		start := i
		end, hash := readWord(text, i, size)
		if to, whole := readBroken(text, start, end); to > 0 {
			end, hash = to, whole
		}
		i = end
		if isMark(text, start, end, first) {
			continue
		}
		w := word{start: int32(start), end: int32(end), line: first}
		w.bullet = isBullet(text, start, end, dst)
		first = false
		if end-start == 1 && text[start]|0x20 == 's' && start > 0 && (text[start-1] == '(' || text[start-1] == '\'' || text[start-1] == 0x99) {
			continue // holder(s)
		}
		if n := prefix(text[start:end]); n > 0 {
			_, before := readWord(text[:start+n], start, 1)
			_, hash = readWord(text, start+n, 1)
			w.hash, w.end = before, int32(start+n)
			w.class, _ = classes.get(before)
			dst = append(dst, w)
			w = word{start: int32(start + n), end: int32(end)}
		}
		w.hash = canonical(hash)
		w.class, _ = classes.get(w.hash)
		dst = append(dst, w)
	}
	return dst
}

// breakable are long words of licences, which a hyphen at the end of a line may break.
var breakable = listedWords("breakable")

// readBroken returns end and hash of a word that a hyphen breaks at the end of a line. Only
// licences' words may be broken: third-party is two words on one line, too.
func readBroken(text []byte, start, end int) (to int, hash uint32) {
	if end+1 >= len(text) || text[end] != '-' || text[end+1] != '\n' && text[end+1] != '\r' {
		return 0, 0
	}
	next := end + 1
	for next < len(text) && (text[next] == '\n' || text[next] == '\r' || text[next] == ' ' || text[next] == '\t') {
		next++
	}
	if next == len(text) || !isASCIILetter[text[next]] || bytes.Count(text[end:next], []byte("\n")) > 1 {
		return 0, 0
	}
	to, _ = readWord(text, next, 1)
	_, hash = readWord(slices.Concat(text[start:end], text[next:to]), 0, 1)
	if !breakable.has(canonical(hash)) {
		return 0, 0
	}
	return to, hash
}

// isASCIILetter tells letters and digits of ASCII.
var isASCIILetter = func() (set [256]bool) {
	for _, c := range "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		set[c] = true
	}
	return set
}()

// letterSize returns the bytes of the letter or digit that a text begins with. It returns 0 if it
// begins with none.
func letterSize(text []byte) int {
	if isASCIILetter[text[0]] {
		return 1
	}
	if text[0] >= utf8.RuneSelf {
		if r, size := utf8.DecodeRune(text); unicode.IsLetter(r) {
			return size
		}
	}
	return 0
}

const (
	hashBegin, hashFactor = 2166136261, 16777619 // FNV-1a
)

// readWord returns end and hash of the word at start. Its first letter has size bytes.
func readWord(text []byte, start, size int) (end int, hash uint32) {
	hash = hashBegin
	var before uint32 // the hash without the last letter
	last, previous := byte(0), byte(0)
	end = start
	if text[start]|0x20 == 'v' && start+1 < len(text) && '0' <= text[start+1] && text[start+1] <= '9' {
		end++ // v2 is version 2
	}
	for size > 0 {
		for to := end + size; end < to || end < len(text) && isASCIILetter[text[end]]; end++ {
			c := text[end]
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			before, previous, last = hash, last, c
			hash = (hash ^ uint32(c)) * hashFactor
		}
		size = 0
		if end < len(text) {
			if size = letterSize(text[end:]); size == 0 {
				size = joint(text, end, last)
				end += size
				if size > 0 {
					if text[end-1] == '.' {
						hash = (hash ^ '.') * hashFactor
					}
					size = letterSize(text[end:])
				}
			}
		}
	}
	if n := end - start; n > 2 && text[end-1] == '0' && text[end-2] == '.' {
		return end, hashBefore(text[start : end-2]) // 2.0 is 2
	}
	if last == 's' && previous != 's' && end-start > 3 {
		hash = before
	}
	return end, hash
}

func hashBefore(text []byte) uint32 {
	_, hash := readWord(text, 0, 1)
	return hash
}

// canonical returns the hash of the usual spelling of a word.
func canonical(hash uint32) uint32 {
	if same, ok := equivalent.get(hash); ok {
		return same
	}
	return hash
}

// joint returns the bytes of what joins a word at end: a dot between digits, or an apostrophe
// before a letter.
func joint(text []byte, end int, last byte) int {
	switch c := text[end]; {
	case c == '.' && '0' <= last && last <= '9' && end+1 < len(text) && '0' <= text[end+1] && text[end+1] <= '9':
		return 1
	case c == '\'' && end+1 < len(text) && 'a' <= text[end+1]|0x20 && text[end+1]|0x20 <= 'z' && 'a' <= last && last <= 'z':
		return 1
	case c == 0xe2 && end+3 < len(text) && text[end+1] == 0x80 && text[end+2] == 0x99 && 'a' <= text[end+3]|0x20 && text[end+3]|0x20 <= 'z' && 'a' <= last && last <= 'z':
		return 3
	}
	return 0
}

// hashOf returns the hash of a word.
func hashOf(text string) uint32 {
	return canonical(spelled(text))
}

func spelled(text string) uint32 {
	_, hash := readWord([]byte(text), 0, letterSize([]byte(text)))
	return hash
}

// prefix returns the bytes of non in nonexclusive, or sub in sublicense. Some write them as two
// words.
func prefix(text []byte) int {
	is := func(i int, want string) bool {
		if len(text) < i+len(want) {
			return false
		}
		for k := range len(want) {
			if text[i+k]|0x20 != want[k] {
				return false
			}
		}
		return true
	}
	switch {
	case len(text) >= 8 && is(0, "non"), is(0, "sublicen"):
		return 3
	case is(0, "sharealike"):
		return 5
	}
	return 0
}

// isMark reports whether a line's first word is the mark of a comment. Marks are dnl of m4, REM of
// BASIC, C of Fortran, c of Texinfo.
func isMark(text []byte, start, end int, first bool) bool {
	if !first || end < len(text) && text[end] != ' ' && text[end] != '\t' && text[end] != '\n' {
		return false
	}
	switch string(text[start:end]) {
	case "dnl", "REM", "rem":
		return true
	case "C":
		return start == 0 || text[start-1] == '\n'
	case "c", "comment":
		return start > 0 && text[start-1] == '@' || start == 0 || text[start-1] == '\n' && end-start == 1
	}
	return false
}

// isBullet reports whether a word numbers an item: 1. or 2) or (a) or iv., but not the 2. of
// version 2.
func isBullet(text []byte, start, end int, before []word) bool {
	if end == len(text) || text[end] != '.' && text[end] != ')' || !countsItems(text[start:end]) {
		return false
	}
	if end+1 < len(text) && text[end+1] != ' ' && text[end+1] != '\t' && text[end+1] != '\n' && text[end+1] != '\r' {
		return false
	}
	if start > 0 && text[start-1] == '(' {
		return text[end] == ')'
	}
	if start > 0 && text[start-1] != ' ' && text[start-1] != '\t' && text[start-1] != '\n' {
		return false
	}
	return len(before) == 0 || !versions.has(before[len(before)-1].hash)
}

// versions are words after which a number does not count list items.
var versions = hashes("version", "v", "license", "gpl", "lgpl", "agpl", "mpl", "epl", "section", "clause", "paragraph")

// countsItems reports whether a word looks like a number, letter or Roman number.
func countsItems(w []byte) bool {
	roman, digits := true, true
	for _, c := range w {
		roman = roman && (c|0x20 == 'i' || c|0x20 == 'v' || c|0x20 == 'x')
		digits = digits && ('0' <= c && c <= '9' || c == '.')
	}
	return len(w) == 1 || digits && len(w) <= 8 || roman && len(w) <= 5
}

// equivalent maps a spelling's hash to the hash of an equivalent one. (matching guidelines of SPDX,
// Varietal word spelling)
var equivalent = func() *table[uint32] {
	all := map[uint32]uint32{}
	for pair := range strings.SplitSeq(listed("equivalent"), ";") {
		words := strings.Fields(pair)
		all[spelled(words[0])] = spelled(words[1])
	}
	return newTable(all)
}()
