package parts

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Escapes in strings: escapes of JSON, as in notebooks, and of other languages: \x65,
// \u{65}, \U00000065 and \145. Others are read as the character after the backslash.

// unescaped returns the text of quoted strings.
func unescaped(t text, quoted []span) text {
	size, escapes := 0, 0
	for _, q := range quoted {
		size += q.to - q.from
		escapes += bytes.Count(t.bytes[q.from:q.to], []byte(`\`))
	}
	dst := text{make([]byte, 0, size), make([]piece, 0, len(quoted)+2*escapes)}
	for _, q := range quoted {
		t.cutUnescaped(&dst, q)
	}
	return dst
}

// cutUnescaped appends the text of a quoted string to dst.
func (t *text) cutUnescaped(dst *text, quoted span) {
	for from := quoted.from; from < quoted.to; {
		to := quoted.to
		if i := bytes.IndexByte(t.bytes[from:to], '\\'); i >= 0 {
			to = from + i
		}
		t.cut(dst, from, to)
		from = to
		if from < quoted.to {
			r, n := unescape(t.bytes[from:quoted.to])
			dst.escape(t, from, n, r)
			from += n
		}
	}
}

// escape appends a character for which t has n bytes.
func (dst *text) escape(t *text, from, n int, r rune) {
	c := t.cursorAt(from)
	begin := c.place(uint32(from))
	dst.pieces = append(dst.pieces, piece{uint32(len(dst.bytes)), begin, c.end(uint32(from+n)) - begin})
	dst.bytes = utf8.AppendRune(dst.bytes, r)
}

// unescape returns the character of the escape at the text's start, and its length.
func unescape(src []byte) (rune, int) {
	if len(src) < 2 {
		return utf8.RuneError, len(src)
	}
	switch b := src[1]; b {
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
		return unescapeUnicode(src)
	case 'x':
		return escapedNumber(src, 2, 16, 2)
	case 'U':
		return escapedNumber(src, 2, 16, 8)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return escapedNumber(src, 1, 8, 3)
	default:
		return rune(b), 2
	}
}

// unescapeUnicode decodes \u0065, two of them for a pair of surrogates, and \u{65}.
func unescapeUnicode(src []byte) (rune, int) {
	if len(src) > 2 && src[2] == '{' {
		if r, n := escapedNumber(src, 3, 16, 6); n > 3 && n < len(src) && src[n] == '}' {
			return r, n + 1
		}
	}
	first, n := escapedNumber(src, 2, 16, 4)
	if n < 6 {
		return utf8.RuneError, 2
	}
	if !utf16.IsSurrogate(first) {
		return first, 6
	}
	if rest := src[6:]; bytes.HasPrefix(rest, []byte(`\u`)) {
		if second, n := escapedNumber(rest, 2, 16, 4); n == 6 {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return r, 12
			}
		}
	}
	return utf8.RuneError, 6
}

// escapedNumber decodes a number of at most that many digits as a character. Without a digit it
// returns the character after the backslash.
func escapedNumber(src []byte, from, base, most int) (r rune, n int) {
	n = from
	for n < len(src) && n-from < most {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), lower(src[n]))
		if digit < 0 || digit >= base {
			break
		}
		r = r*rune(base) + rune(digit)
		n++
	}
	if n == from {
		return rune(src[1]), 2
	}
	return r, n
}

func lower(b byte) byte {
	if b-'A' < 26 {
		return b + 'a' - 'A'
	}
	return b
}
