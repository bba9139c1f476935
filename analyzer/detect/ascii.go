package detect

// lower returns b in lower case if it is an ASCII letter.
func lower(b byte) byte {
	if b-'A' < 26 {
		return b | 0x20
	}
	return b
}

// isBlank reports whether b is ASCII white space.
func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// isWordByte reports whether b is an ASCII letter, a digit or _.
func isWordByte(b byte) bool { return wordBytes[b] }

var wordBytes = func() (all [256]bool) {
	for i := range all {
		b := byte(i)
		all[i] = lower(b)-'a' < 26 || b-'0' < 10 || b == '_'
	}
	return all
}()

// wordEndAt returns the end of the letters, digits and _ from i on.
func wordEndAt(text []byte, i int) int {
	for i < len(text) && isWordByte(text[i]) {
		i++
	}
	return i
}
