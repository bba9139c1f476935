package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Safe escapes everything that could move the cursor, control the terminal or be invisible. Such
// are control and format characters, invisible letters, line breaks, and bytes that are not UTF-8.
func Safe(text string) string {
	if !strings.ContainsFunc(text, unsafeRune) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if unsafeRune(r) || r == utf8.RuneError && n == 1 {
			quoted := strconv.QuoteToASCII(text[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// emoji is the variation selector for the coloured form of a character. It is common in comments,
// and safe.
const emoji = '\uFE0F'

func unsafeRune(r rune) bool {
	if r < utf8.RuneSelf { // most are, and none of these is in a table
		return r < ' ' || r == '\x7f'
	}
	return !unicode.IsPrint(r) ||
		r != emoji && unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// SafeJSON is [Safe] for JSON: it escapes characters in strings as \uXXXX. The JSON means the same.
// Without such characters it returns b.
func SafeJSON(b []byte) []byte {
	var safe []byte
	copied := 0 // bytes of b
	for at := 0; at < len(b); {
		r, n := rune(b[at]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(b[at:])
		}
		at += n
		if r == '\n' || !unsafeRune(r) {
			continue
		}
		safe = append(safe, b[copied:at-n]...)
		for _, u := range utf16.AppendRune(nil, r) {
			safe = fmt.Appendf(safe, `\u%04x`, u)
		}
		copied = at
	}
	if copied == 0 {
		return b
	}
	return append(safe, b[copied:]...)
}

// Line is [Safe] for a line of source: tabs become two spaces.
func Line(text string) string { return Safe(strings.ReplaceAll(text, "\t", "  ")) }
