package detect

import (
	"bytes"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Headers: .h is the most frequent extension of several languages. Most headers hold nothing that C
// lacks. Seeing that takes a fraction of the time of lexing, which decides about the others.

// headerTokens pools the slices for the tokens of headers.
var headerTokens = sync.Pool{New: func() any { return new([]lex.Token) }}

// pickHeader tells C++ and Objective-C headers from C. A header that only guards extern "C" by
// __cplusplus is C.
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

// strideC is the distance of the places that mayExceedC tests. It tests three bytes at each, so no
// word of beyondC, which have five letters or more, can lie between two places.
const strideC = 3

// triples is a set of byte triples, by the lower five bits of each byte, which tell letters apart.
type triples [1 << 15 / 64]uint64

func (t *triples) place(a, b, c byte) (word int, bit uint64) {
	n := int(a&31)<<10 | int(b&31)<<5 | int(c&31)
	return n >> 6, 1 << (n & 63)
}

// triplesBeyondC are the triples of the words of beyondC at the offsets where a tested place can
// first fall.
var triplesBeyondC = sync.OnceValue(func() *triples {
	t := &triples{}
	for _, word := range beyondC {
		for i := range strideC {
			n, bit := t.place(word[i], word[i+1], word[i+2])
			t[n] |= bit
		}
	}
	return t
})

// mayExceedC reports whether pickHeaderByTokens may find more than C: a word that it looks for,
// next to what must stand there. Words in comments count here, which is why tokens decide. A
// comment between the two hides them.
func mayExceedC(head []byte) bool {
	if bytes.Contains(head, []byte("::")) {
		return true
	}
	t := triplesBeyondC()
	for i := 0; i+2 < len(head); i += strideC {
		if n, bit := t.place(head[i], head[i+1], head[i+2]); t[n]&bit == 0 {
			continue
		}
		start, end := i, i
		for start > 0 && isWordByte(head[start-1]) {
			start--
		}
		for end < len(head) && isWordByte(head[end]) {
			end++
		}
		if exceedsC(head, start, end) {
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

// firstName returns the name at the start of text, or nothing, and the text behind it.
func firstName(text []byte) (name, behind []byte) {
	text = bytes.TrimLeft(text, blanks)
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	return text[:n], text[n:]
}

const blanks = " \t\n\v\f\r"
