// Package escapes finds terminal escape sequences that cannot hide text.
//
// Programs colour text for a terminal with escapes between and around its words: bat, grep, git
// diff, compilers. A program that compiles may hold escapes in its comments and strings, so only
// those are left out that cannot hide text: colours and movements of the cursor, links to an
// address, and the choice of a character set (tput sgr0). All else that follows an ESC is text. Nor
// are escapes left out if the text would then begin or end a comment or string at their place.
package escapes

import (
	"bytes"
	"slices"
	"strings"
)

const (
	escape = 0x1b
	bell   = 0x07

	// longestEscape bounds the bytes between the start and the end of an escape.
	longestEscape = 64
	// longestLink bounds the bytes of the address of a link.
	longestLink = 1 << 10
)

// In reports whether an escape may be in a text.
func In(text []byte) bool { return bytes.IndexByte(text, escape) >= 0 }

// Between calls f for each range of a text before, between and after escapes. f also gets the
// length of the escapes after the range. Ranges may be empty.
func Between(text []byte, f func(from, to, escapes int)) {
	from := 0
	var before []byte // the last byte that is left in
	for next := 0; ; {
		at := bytes.IndexByte(text[next:], escape)
		if at < 0 {
			f(from, len(text), 0)
			return
		}
		at += next
		if at > from {
			before = text[at-1 : at]
		}
		n := lengthOfAll(text[at:])
		if n > 0 && !joinMarks(before, text[at+n:]) {
			f(from, at, n)
			from = at + n
		}
		next = at + max(n, 1)
	}
}

// lengthOfAll returns the length of the terminal escapes at the start of a text. The text begins
// with ESC; the length is 0 if there is none.
func lengthOfAll(text []byte) (n int) {
	for n < len(text) && text[n] == escape {
		length := escapeLength(text[n:])
		if length == 0 {
			break
		}
		n += length
	}
	return n
}

// escapeLength returns the length of a terminal escape at the start of a text. The text begins with
// ESC. The length is 0 if there is no escape, or one that may hold text.
func escapeLength(text []byte) int {
	if len(text) < 3 {
		return 0
	}
	rest := text[2:]
	switch text[1] {
	case '[':
		n := lengthOf(rest, "0123456789;:?", longestEscape)
		if n < len(rest) && strings.IndexByte("ABCDGHJKXhlmsu", rest[n]) >= 0 {
			return 2 + n + 1
		}
	case ']':
		if n := linkLength(rest); n > 0 {
			return 2 + n
		}
	case '(', ')', '*', '+':
		if rest[0] == 'B' || rest[0] == '0' || rest[0] == 'A' {
			return 3
		}
	}
	return 0
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	// ofAddress are the characters of an address that end no string or comment, and no statement.
	ofAddress = letters + "-._~:/?#@!$&+=%"
)

// linkLength returns the length of the number 8, parameters, address and end of a link. It is 0 if
// the text does not begin with one. The address is empty behind the text of a link.
func linkLength(text []byte) int {
	rest, ok := bytes.CutPrefix(text, []byte("8;"))
	if !ok {
		return 0
	}
	if after, ok := bytes.CutPrefix(rest, []byte("id=")); ok {
		rest = after[lengthOf(after, letters+"=:-_.", longestEscape):]
	}
	if rest, ok = bytes.CutPrefix(rest, []byte(";")); !ok {
		return 0
	}
	scheme, address := rest, rest
	scheme = scheme[lengthOf(scheme, letters+"+-.", longestEscape):]
	if bytes.HasPrefix(scheme, []byte("://")) {
		address = rest[lengthOf(rest, ofAddress, longestLink):]
	}
	for _, end := range []string{string(rune(bell)), string(rune(escape)) + `\`} {
		if after, ok := bytes.CutPrefix(address, []byte(end)); ok {
			return len(text) - len(after)
		}
	}
	return 0
}

// lengthOf returns how many of the first bytes of a text are in the set, up to most.
func lengthOf(text []byte, set string, most int) (n int) {
	for n < min(len(text), most) && strings.IndexByte(set, text[n]) >= 0 {
		n++
	}
	return n
}

// joined are the two bytes at which comments and strings of some language begin or end.
var joined = []string{"/*", "*/", "//", "--", "->", "!-", "<!", `""`, "''", "``", `"#`, "(*", "*)", "{-", "-}", "[[", "]]", "#|", "|#", "${", "#{"}

// joinMarks reports whether the mark of a comment or string is between two texts. A backslash
// before the second also counts.
func joinMarks(before, after []byte) bool {
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last == '\\' || slices.Contains(joined, string([]byte{last, after[0]}))
}
