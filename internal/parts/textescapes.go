package parts

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Java and Groovy decode escapes such as \u0065 before they read anything else of a source. A name,
// a brace or the quote of a string may be written so (The Java Language Specification, section
// 3.3). So the text with the characters themselves is lexed, and its tokens have the places of the
// escapes.

// decoded returns the text without such escapes. ok is false if the language has none, or the text.
func decoded(l *lex.Language, t text) (plain text, ok bool) {
	if !l.TextEscapes() || !bytes.Contains(t.bytes, []byte(`\u`)) {
		return t, false
	}
	from := 0
	for i := 0; ; {
		n := bytes.IndexByte(t.bytes[i:], '\\')
		if n < 0 {
			break
		}
		i += n
		r, size := textEscape(t.bytes[i:])
		if size == 0 {
			i = min(i+2, len(t.bytes)) // an escaped backslash begins no escape
			continue
		}
		t.cut(&plain, from, i)
		plain.escape(&t, i, size, r)
		i += size
		from = i
	}
	if from == 0 {
		return t, false
	}
	t.cut(&plain, from, len(t.bytes))
	return plain, true
}

// textEscape returns the character of the escape at the text's start, and its length. It may have
// several u. The length is 0 without an escape.
func textEscape(src []byte) (r rune, n int) {
	r, n = textUnit(src)
	if !utf16.IsSurrogate(r) {
		return r, n
	}
	second, more := textUnit(src[n:])
	if r = utf16.DecodeRune(r, second); r == utf8.RuneError {
		return 0, 0
	}
	return r, n + more
}

// textUnit is textEscape for one unit of UTF-16.
func textUnit(src []byte) (r rune, n int) {
	digits := bytes.TrimLeft(bytes.TrimPrefix(src, []byte(`\`)), "u")
	from := len(src) - len(digits)
	if !bytes.HasPrefix(src, []byte(`\u`)) || len(digits) < 4 {
		return 0, 0
	}
	if r, n = escapedNumber(src, from, 16, 4); n != from+4 {
		return 0, 0
	}
	return r, n
}
