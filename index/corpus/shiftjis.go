package corpus

import (
	"bytes"
	"unicode/utf8"
)

// minAdjacent is the least number of double bytes that directly follow another one.
const minAdjacent = 2

// isShiftJIS reports whether the whole content is Shift-JIS that looks like Japanese: most
// characters beyond ASCII are common ones, whose first byte is under 0xa0, and half of these follow
// another one.
func isShiftJIS(content []byte) bool {
	var common, adjacent, others int
	follows := false // a common character
	for i := 0; i < len(content); {
		b := content[i]
		size, isCommon := 1, false
		switch {
		case b < 0x80:
			if isControl(rune(b)) {
				return false
			}
		case 0xa1 <= b && b <= 0xdf: // half-width katakana
			others++
		case b == 0x80, b == 0xa0, b > 0xfc, i+1 == len(content), !isTrail(content[i+1]):
			return false
		case 0x81 <= b && b <= 0x9f:
			size, isCommon = 2, true
			common++
			if follows {
				adjacent++
			}
		default:
			size = 2
			others++
		}
		follows = isCommon
		i += size
	}
	if adjacent < minAdjacent || 2*adjacent < common || common <= others {
		return false
	}
	text := decodeAs(inShiftJIS, content)
	return !bytes.ContainsRune(text.UTF8, utf8.RuneError) // what is not assigned comes out so
}

// isTrail reports whether the byte may be the second one of two.
func isTrail(b byte) bool { return 0x40 <= b && b <= 0xfc && b != 0x7f }
