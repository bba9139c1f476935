package parts

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Escapes in strings: those of JSON, as in notebooks. Strings of other languages have them, too, and more:
// \x65, \u{65} and octal ones are read as the character after the backslash.

// unescaped returns the text of quoted strings.
func unescaped(t text, quoted []span) text {
	var dst text
	for _, q := range quoted {
		for from := q.from; from < q.to; {
			to := q.to
			if i := bytes.IndexByte(t.bytes[from:q.to], '\\'); i >= 0 {
				to = from + i
			}
			t.cut(&dst, from, to)
			from = to
			if from < q.to {
				r, n := unescape(t.bytes[from:q.to])
				dst.escape(&t, from, n, r)
				from += n
			}
		}
	}
	return dst
}

// escape appends a character for which t has n bytes.
func (dst *text) escape(t *text, from, n int, r rune) {
	c := t.cursorAt(from)
	begin := c.place(uint32(from))
	dst.pieces = append(dst.pieces, piece{uint32(len(dst.bytes)), begin, c.end(uint32(from+n)) - begin})
	dst.bytes = utf8.AppendRune(dst.bytes, r)
}

// unescape returns the character of the escape at the start of the text, and its length. JSON has
// escapes of 2, 6 and 12 bytes.
func unescape(src []byte) (rune, int) {
	if len(src) < 2 {
		return utf8.RuneError, len(src)
	}
	switch src[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		return unescapeHex(src)
	}
	return rune(src[1]), 2
}

func unescapeHex(src []byte) (rune, int) {
	first, ok := hex4(src)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(first) {
		if second, ok := hex4(src[6:]); ok {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return r, 12
			}
		}
		return utf8.RuneError, 6
	}
	return first, 6
}

// hex4 decodes \uXXXX.
func hex4(src []byte) (r rune, ok bool) {
	if len(src) < 6 || src[0] != '\\' || src[1] != 'u' {
		return 0, false
	}
	for _, b := range src[2:6] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), lower(b))
		if digit < 0 {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, true
}

func lower(b byte) byte {
	if b-'A' < 26 {
		return b + 'a' - 'A'
	}
	return b
}
