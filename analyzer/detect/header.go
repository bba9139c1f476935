package detect

import (
	"bytes"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Headers: several languages use the extension .h. Tokens decide about a header. Most headers hold
// nothing but C, and a look at their words finds that in half of the time of lexing. Lexing every
// header would make indexing of a folder of headers 10% slower.

// headerTokens pools the slices for the tokens of headers.
var headerTokens = sync.Pool{New: func() any { return new([]lex.Token) }}

// pickHeader distinguishes C++ and Objective-C headers from C. A header that only guards extern "C"
// by __cplusplus is C.
func pickHeader(content []byte) *lex.Language {
	head := headOf(content, detectHead)
	if !mayExceedC(head) {
		return knownAs("C")
	}
	return pickHeaderByTokens(head)
}

func pickHeaderByTokens(head []byte) *lex.Language {
	c, cpp, objc := knownAs("C"), knownAs("C++"), knownAs("Objective-C")
	buf := headerTokens.Get().(*[]lex.Token)
	defer headerTokens.Put(buf)
	*buf = cpp.Lex((*buf)[:0], head)
	tokens := *buf
	text := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return string(head[tokens[i].Start:tokens[i].End])
	}
	for i := range tokens {
		switch word := text(i); word {
		case "::", "namespace", "template", "constexpr", "nullptr", "typename", "static_cast":
			if word != "template" || text(i+1) == "<" {
				return cpp
			}
		case "class":
			if next := text(i + 2); next == "{" || next == ":" {
				return cpp
			}
		case "public", "private", "protected":
			if text(i+1) == ":" {
				return cpp
			}
		case "interface", "protocol", "implementation", "property", "end":
			if text(i-1) == "@" {
				return objc
			}
		case "import":
			if text(i-1) == "#" {
				return objc
			}
		}
	}
	return c
}

// beyondC are the words that pickHeaderByTokens looks for, except end, which follows another one.
var beyondC = []string{
	"namespace", "template", "constexpr", "nullptr", "typename", "static_cast", "class", "public", "private", "protected",
	"interface", "protocol", "implementation", "property", "import",
}

// strideC is the distance between the positions that mayExceedC tests. It tests three bytes at
// each. The words of beyondC have five letters or more, so none can lie between two positions.
const strideC = 3

// triples is a set of byte triples. It keeps the lower five bits of each byte, which differ for all
// letters.
type triples [1 << 15 / 64]uint64

// bitOf returns the bit of a triple.
func (t *triples) bitOf(a, b, c byte) (word int, bit uint64) {
	n := int(a&31)<<10 | int(b&31)<<5 | int(c&31)
	return n >> 6, 1 << (n & 63)
}

// triplesBeyondC holds the triples that the first tested position in a word can hit. The words are
// in beyondC.
var triplesBeyondC = sync.OnceValue(func() *triples {
	t := &triples{}
	for _, word := range beyondC {
		for i := range strideC {
			n, bit := t.bitOf(word[i], word[i+1], word[i+2])
			t[n] |= bit
		}
	}
	return t
})

// mayExceedC reports whether pickHeaderByTokens may find more than C. One of the words of C++ or
// Objective-C then has its mark next to it. Words in comments count here, so tokens decide. A
// comment between word and mark hides both.
func mayExceedC(head []byte) bool {
	if bytes.Contains(head, []byte("::")) {
		return true
	}
	t := triplesBeyondC()
	for i := 0; i+2 < len(head); i += strideC {
		if n, bit := t.bitOf(head[i], head[i+1], head[i+2]); t[n]&bit == 0 {
			continue
		}
		start := i
		for start > 0 && isWordByte(head[start-1]) {
			start--
		}
		if exceedsC(head, start, wordEndAt(head, i)) {
			return true
		}
	}
	return false
}

// exceedsC reports whether the word from start to end may not be C.
func exceedsC(head []byte, start, end int) bool {
	switch string(head[start:end]) {
	case "namespace", "constexpr", "nullptr", "typename", "static_cast":
		return true
	case "template":
		return hasNext(head[end:], "<")
	case "public", "private", "protected":
		return hasNext(head[end:], ":")
	case "class":
		name, behind := firstName(head[end:])
		return len(name) == 0 || hasNext(behind, "{:")
	case "interface", "protocol", "implementation", "property":
		return hasLast(head[:start], '@')
	case "import":
		return hasLast(head[:start], '#')
	}
	return false
}

// hasNext reports whether the first byte that is not blank is one of the marks.
func hasNext(text []byte, marks string) bool {
	text = bytes.TrimLeft(text, blanks)
	return len(text) > 0 && strings.IndexByte(marks, text[0]) >= 0
}

// hasLast reports whether the last byte that is not blank is the mark.
func hasLast(text []byte, mark byte) bool {
	text = bytes.TrimRight(text, blanks)
	return len(text) > 0 && text[len(text)-1] == mark
}

// firstName returns the name at the text's start, perhaps empty, and the rest.
func firstName(text []byte) (name, behind []byte) {
	text = bytes.TrimLeft(text, blanks)
	n := wordEndAt(text, 0)
	return text[:n], text[n:]
}

const blanks = " \t\n\v\f\r"
