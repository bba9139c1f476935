package charset

import (
	"bytes"
	"context"
	"encoding/binary"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	// headSize is how many bytes from the start are looked at for NUL bytes.
	headSize = 8000
	// leastUnits is how many code units of UTF-16 without a mark are ASCII at least, and asciiShare that these are one
	// in so many.
	leastUnits, asciiShare = 16, 4
	// brokenShare of text with a mark is one in so many code units at most.
	brokenShare = 64
)

// marks are the byte order marks of wide encodings. That of UTF-32LE begins with that of UTF-16LE.
var marks = []struct {
	mark     []byte
	encoding Encoding
}{
	{[]byte{0x00, 0x00, 0xfe, 0xff}, UTF32BE},
	{[]byte{0xff, 0xfe, 0x00, 0x00}, UTF32LE},
	{[]byte{0xfe, 0xff}, UTF16BE},
	{[]byte{0xff, 0xfe}, UTF16LE},
}

// Marked returns which of UTF-16 and UTF-32 the content has the byte order mark of, and UTF8 if it has none.
func Marked(content []byte) Encoding {
	for _, m := range marks {
		if bytes.HasPrefix(content, m.mark) {
			return m.encoding
		}
	}
	return UTF8
}

// Wide reports whether head is text in UTF-16 or UTF-32. It may be cut off behind a multiple of four bytes.
func Wide(head []byte) bool {
	w := watch{ctx: context.Background()}
	e, _ := w.wide(head)
	return e != UTF8
}

// wide returns which of UTF-16 and UTF-32 the content is, and how many bytes it has in UTF-8; UTF8 if it is neither.
func (w *watch) wide(content []byte) (Encoding, int) {
	if e := Marked(content); e != UTF8 {
		if n := w.countUnits(content, e); n.broken*brokenShare <= n.units {
			return e, n.decoded
		}
		return UTF8, 0
	}
	head := content[:min(headSize, len(content))]
	if bytes.IndexByte(head, 0) < 0 || len(content)%2 != 0 {
		return UTF8, 0
	}
	e, ascii := byteOrder(head)
	if ascii < leastUnits || ascii*asciiShare*2 < len(head) {
		return UTF8, 0 // as most that is binary
	}
	if n := w.countUnits(content, e); n.strict() {
		return e, n.decoded
	}
	return UTF8, 0
}

// byteOrder returns the order in which more of the code units are ASCII, and how many.
func byteOrder(head []byte) (Encoding, int) {
	little, big := 0, 0
	for i := 0; i+1 < len(head); i += 2 {
		if head[i] < utf8.RuneSelf && head[i+1] == 0 {
			little++
		}
		if head[i+1] < utf8.RuneSelf && head[i] == 0 {
			big++
		}
	}
	if big > little {
		return UTF16BE, big
	}
	return UTF16LE, little
}

// unitCount says how much of a content makes sense in an encoding.
type unitCount struct {
	units   int // characters, broken ones among them
	broken  int // no characters: NUL, controls, halves of surrogates
	strange int // characters that hardly any text holds: private, unassigned
	decoded int // bytes in UTF-8
}

// strict reports whether all of it is text.
func (n unitCount) strict() bool {
	return n.broken == 0 && n.strange == 0
}

func (w *watch) countUnits(content []byte, e Encoding) (n unitCount) {
	if len(content)%e.unit() > 0 {
		n.decoded = utf8.RuneLen(utf8.RuneError) // in place of what is cut off
	}
	for len(content) >= e.unit() && !w.over() {
		content = n.count(content, e)
	}
	return n
}

// count counts the characters that begin in the first bytes, so many as one look is for, and returns the rest.
func (n *unitCount) count(content []byte, e Encoding) []byte {
	for least := max(e.unit(), len(content)-betweenLooks); len(content) >= least; {
		r, size := runeAt(content, e)
		content = content[size:]
		n.units++
		if ' ' <= r && r <= '~' {
			n.decoded++
			continue
		}
		n.decoded += decodedSize(r)
		switch {
		case isControl(r) || utf16.IsSurrogate(r):
			n.broken++
		case !unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r) && !unicode.IsSpace(r):
			n.strange++
		}
	}
	return content
}

// decodedSize returns how many bytes a character has in UTF-8, where it is a broken one U+FFFD. NUL stands for those, too.
func decodedSize(r rune) int {
	if r == 0 || utf16.IsSurrogate(r) {
		r = utf8.RuneError
	}
	return utf8.RuneLen(r)
}

// runeAt returns the character that b begins with, and its size in bytes; half of a surrogate as it is, unless it may be
// cut off, and NUL for what is no rune.
func runeAt(b []byte, e Encoding) (r rune, size int) {
	r, size = unitAt(b, e), e.unit()
	if size != 2 || !utf16.IsSurrogate(r) {
		return r, size
	}
	if len(b) < 4 {
		return utf8.RuneError, size
	}
	if both := utf16.DecodeRune(r, unitAt(b[2:], e)); both != utf8.RuneError {
		return both, 4
	}
	return r, size
}

// unitAt returns the code unit that b begins with.
func unitAt(b []byte, e Encoding) rune {
	switch e {
	case UTF16LE:
		return rune(binary.LittleEndian.Uint16(b))
	case UTF16BE:
		return rune(binary.BigEndian.Uint16(b))
	case UTF32LE:
		return wideRune(binary.LittleEndian.Uint32(b))
	default:
		return wideRune(binary.BigEndian.Uint32(b))
	}
}

// wideRune returns NUL for what is no rune.
func wideRune(u uint32) rune {
	if u > unicode.MaxRune {
		return 0
	}
	return rune(u)
}
