package charset

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// mostDecoded is the size in bytes over which nothing is decoded: UTF-8 might be over 2 GiB.
const mostDecoded = math.MaxInt32 / growth

// markUTF8 is U+FEFF in UTF-8.
var markUTF8 = []byte("\uFEFF")

// Detect returns the encoding of the content. Of one that is ASCII or UTF-8 every byte is looked at once, eight at a time.
func Detect(content []byte) Encoding {
	if len(content) > mostDecoded {
		return UTF8
	}
	if e := wide(content); e != UTF8 {
		return e
	}
	switch {
	case utf8.Valid(content), bytes.HasPrefix(content, markUTF8), mostlyUTF8(content):
		return UTF8
	case isShiftJIS(content):
		return ShiftJIS
	case isWindows1252(content):
		return Windows1252
	}
	return UTF8
}

// mostlyUTF8 reports whether no more bytes are broken than there are characters beyond ASCII. In other encodings hardly
// any bytes are such a character, and by chance.
func mostlyUTF8(content []byte) bool {
	characters, broken := 0, 0
	for i := 0; i < len(content); {
		r, size := utf8.DecodeRune(content[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			characters++
		}
		i += size
	}
	return broken <= characters
}

// isWindows1252 reports whether the content may be that: it has no control characters and nothing undefined.
func isWindows1252(content []byte) bool {
	for _, c := range content {
		switch c {
		case 0x81, 0x8d, 0x8f, 0x90, 0x9d:
			return false
		}
		if isControl(rune(c)) {
			return false
		}
	}
	return true
}

// isControl reports whether texts do not hold the ASCII character. They do hold white space, SUB, which ends files of
// DOS, and ESC, which colours.
func isControl(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', 0x1a, 0x1b:
		return false
	}
	return r < ' ' || r == 0x7f
}
