package charset

import (
	"bytes"
	"unicode/utf8"
)

// leastAdjacent is how many double bytes have to follow another one directly.
const leastAdjacent = 2

// shiftJIS reports whether all of the content is Shift-JIS, and it looks like Japanese: most characters beyond ASCII are
// those written most, whose first byte is under 0xa0, and half of these follow another one. size is how many bytes it has
// in UTF-8.
func (w *watch) shiftJIS(content []byte) (size int, ok bool) {
	var n doubleBytes
	for i := 0; i < len(content); {
		if w.over() {
			return 0, false
		}
		if i, ok = n.count(content, i, i+betweenLooks); !ok {
			return 0, false
		}
	}
	if n.adjacent < leastAdjacent || 2*n.adjacent < n.common || n.common <= n.others {
		return 0, false
	}
	return w.assigned(content)
}

// doubleBytes counts characters of Shift-JIS.
type doubleBytes struct {
	common, adjacent, others int
	follows                  bool // a common character
}

// count counts those that begin from i on and before stop, and returns where the last one ends, and whether all may be
// Shift-JIS.
func (n *doubleBytes) count(content []byte, i, stop int) (end int, ok bool) {
	for stop = min(stop, len(content)); i < stop; {
		c := content[i]
		size := 1
		common := false
		switch {
		case c < 0x80:
			if isControl(rune(c)) {
				return i, false
			}
		case 0xa1 <= c && c <= 0xdf: // katakana of half width
			n.others++
		case c == 0x80, c == 0xa0, c > 0xfc, i+1 == len(content), !isTrail(content[i+1]):
			return i, false
		case 0x81 <= c && c <= 0x9f:
			size = 2
			common = true
			n.common++
			if n.follows {
				n.adjacent++
			}
		default:
			size = 2
			n.others++
		}
		n.follows = common
		i += size
	}
	return i, true
}

// assigned reports whether all characters of Shift-JIS are assigned, and how many bytes they have in UTF-8.
func (w *watch) assigned(content []byte) (size int, ok bool) {
	var room [growth * step]byte
	p := parts{content: content, decoder: ShiftJIS.decoder()}
	for p.left(w) {
		text := p.next(room[:])
		if bytes.ContainsRune(text, utf8.RuneError) { // what is not assigned comes out so
			return 0, false
		}
		size += len(text)
	}
	return size, true
}

// isTrail reports whether the byte may be the second one of two.
func isTrail(c byte) bool { return 0x40 <= c && c <= 0xfc && c != 0x7f }
