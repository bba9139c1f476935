package corpus

import (
	"bytes"
	"slices"
	"sort"
	"strings"
)

// Programs colour text for a terminal with escapes between and around its words: bat, grep, git
// diff, compilers. Such escapes are left out of whatever is read: a question, a file of the corpus,
// or a file that is compared. A program that compiles may hold escapes in its comments and strings,
// so only those are left out that cannot hide text: colours and movements of the cursor, links to
// an address, and the choice of a character set (tput sgr0). All else that follows an ESC is text.
// Nor are escapes left out if the text would then begin or end a comment or string at their place.
// A character begins with the escapes before it, so a line begins where it does in the file.

const (
	escape = 0x1b
	bell   = 0x07

	// longestEscape bounds the bytes between the start and the end of an escape.
	longestEscape = 64
	// longestLink bounds the bytes of the address of a link.
	longestLink = 1 << 10
)

// gap is a place in a text where escapes were.
type gap struct {
	at   uint32 // offset in the text of the character after them
	left uint32 // bytes of all escapes up to here
}

// withoutEscapes returns the text without the escapes of a terminal, or t itself if there are none.
// A binary content is not changed.
func (t Text) withoutEscapes() Text {
	at := bytes.IndexByte(t.UTF8, escape)
	if at < 0 || t.Binary() {
		return t
	}
	plain := Text{charset: t.charset}
	from, left := 0, 0 // of the text after the last escape
	for at >= 0 {
		n := escapesLength(t.UTF8[at:])
		plain.UTF8 = append(plain.UTF8, t.UTF8[from:at]...)
		if from = at; n > 0 && !joinMarks(plain.UTF8, t.UTF8[at+n:]) {
			from, left = at+n, left+n
			plain.gaps = append(plain.gaps, gap{uint32(len(plain.UTF8)), uint32(left)})
		}
		next := at + max(n, 1)
		if at = bytes.IndexByte(t.UTF8[next:], escape); at >= 0 {
			at += next
		}
	}
	if plain.gaps == nil {
		return t
	}
	plain.UTF8 = slices.Clip(append(plain.UTF8, t.UTF8[from:]...))
	coloured := t // a copy, so that other texts take no memory
	plain.coloured = &coloured
	return plain
}

// escapesLength returns the length of the escapes of a terminal at the start of a text that begins
// with ESC; 0 if there is none.
func escapesLength(text []byte) (n int) {
	for n < len(text) && text[n] == escape {
		length := escapeLength(text[n:])
		if length == 0 {
			break
		}
		n += length
	}
	return n
}

// escapeLength returns the length of an escape of a terminal at the start of a text that begins
// with ESC; 0 if there is none, or one that may hold text.
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

// linkLength returns the length of the number 8, the parameters, the address and the end of a link;
// 0 if the text does not begin with one. The address is empty behind the text of a link.
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

// joinMarks reports whether the mark of a comment or string is between two texts, or a backslash
// before the second.
func joinMarks(before, after []byte) bool {
	if len(before) == 0 || len(after) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last == '\\' || slices.Contains(joined, string([]byte{last, after[0]}))
}

// inColours converts an offset in the text to an offset in the text with its escapes. A character
// begins with the escapes before it.
func (t *Text) inColours(offset int) int {
	n := sort.Search(len(t.gaps), func(i int) bool { return int(t.gaps[i].at) >= offset })
	if n == 0 {
		return offset
	}
	return offset + int(t.gaps[n-1].left)
}

// withoutColours converts an offset in the text with its escapes to an offset in the text.
func (t *Text) withoutColours(offset int) int {
	before := func(i int) (left int) { // bytes of the escapes before the gap
		if i > 0 {
			left = int(t.gaps[i-1].left)
		}
		return left
	}
	n := sort.Search(len(t.gaps), func(i int) bool { return int(t.gaps[i].at)+before(i) > offset })
	if n == 0 {
		return offset
	}
	return max(int(t.gaps[n-1].at), offset-int(t.gaps[n-1].left))
}
