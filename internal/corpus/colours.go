package corpus

import (
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/internal/escapes"
)

// Terminal escapes are left out of whatever is read: see package escapes. That may be a question, a
// file of the corpus, or a file that is compared. A character begins with the escapes before it, so
// a line begins where it does in the file.

// gap is a place in a text where escapes were.
type gap struct {
	at   uint32 // offset in the text of the character after them
	left uint32 // bytes of all escapes up to here
}

// withoutEscapes returns the text without the escapes of a terminal, or t itself if there are none.
// A binary content is not changed.
func (t Text) withoutEscapes() Text {
	if !escapes.In(t.UTF8) || t.Binary() {
		return t
	}
	plain := Text{charset: t.charset}
	left := 0
	escapes.Between(t.UTF8, func(from, to, escapes int) {
		plain.UTF8 = append(plain.UTF8, t.UTF8[from:to]...)
		if escapes > 0 {
			left += escapes
			plain.gaps = append(plain.gaps, gap{uint32(len(plain.UTF8)), uint32(left)})
		}
	})
	if plain.gaps == nil {
		return t
	}
	plain.UTF8 = slices.Clip(plain.UTF8)
	coloured := t // a copy, so that other texts take no memory
	plain.coloured = &coloured
	return plain
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
