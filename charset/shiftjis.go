package charset

import (
	"bytes"
	"unicode/utf8"
)

// leastAdjacent is how many double bytes have to follow another one directly.
const leastAdjacent = 2

// isShiftJIS reports whether all of the content is Shift-JIS, and it looks like Japanese: most characters beyond ASCII are
// those written most, whose first byte is under 0xa0, and half of these follow another one.
func isShiftJIS(content []byte) bool {
	var common, adjacent, others int
	follows := false // a common character
	for i := 0; i < len(content); {
		c := content[i]
		size := 1
		switch {
		case c < 0x80:
			if isControl(rune(c)) {
				return false
			}
			follows = false
		case 0xa1 <= c && c <= 0xdf: // katakana of half width
			others++
			follows = false
		case c == 0x80, c == 0xa0, c > 0xfc, i+1 == len(content), !isTrail(content[i+1]):
			return false
		case 0x81 <= c && c <= 0x9f:
			size = 2
			common++
			if follows {
				adjacent++
			}
			follows = true
		default:
			size = 2
			others++
			follows = false
		}
		i += size
	}
	if adjacent < leastAdjacent || 2*adjacent < common || common <= others {
		return false
	}
	// What is not assigned comes out so.
	return !bytes.ContainsRune(decode(content, ShiftJIS).UTF8, utf8.RuneError)
}

// isTrail reports whether the byte may be the second one of two.
func isTrail(c byte) bool { return 0x40 <= c && c <= 0xfc && c != 0x7f }
