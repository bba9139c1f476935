package corpus

import (
	"bytes"
	"slices"
	"sort"
)

// Programs colour text for a terminal with escapes between and around its words: bat, grep, git
// diff, compilers. Escapes are no text, so they are left out of a question, a file of the corpus,
// and a compared file. Left out are CSI (colours, K of grep, movements of the cursor), OSC (links,
// titles), and the choice of a character set (tput sgr0). None contains a line break. A character
// begins with the escapes before it, so a line begins where it does in the file.

const (
	escape = 0x1b
	bell   = 0x07
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
		n := escapeLength(t.UTF8[at:])
		if n > 0 {
			plain.UTF8 = append(plain.UTF8, t.UTF8[from:at]...)
			from, left = at+n, left+n
			if last := len(plain.gaps) - 1; last >= 0 && int(plain.gaps[last].at) == len(plain.UTF8) {
				plain.gaps = plain.gaps[:last]
			}
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

// escapeLength returns the length of an escape of a terminal at the start of a text that begins
// with ESC; 0 if there is none. It reads up to the next ESC or line break at most.
func escapeLength(text []byte) int {
	if len(text) < 3 {
		return 0
	}
	switch i := 2; text[1] {
	case '[':
		for i < len(text) && text[i] >= ' ' && text[i] <= '?' { // parameters
			i++
		}
		if i < len(text) && text[i] >= '@' && text[i] <= '~' {
			return i + 1
		}
	case ']':
		for i < len(text) && text[i] >= ' ' {
			i++
		}
		switch {
		case i < len(text) && text[i] == bell:
			return i + 1
		case bytes.HasPrefix(text[i:], []byte{escape, '\\'}):
			return i + 2
		}
	case '(', ')', '*', '+':
		if text[2] >= '0' && text[2] <= '~' {
			return 3
		}
	}
	return 0
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
