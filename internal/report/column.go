package report

import (
	"bytes"
	"unicode/utf8"
)

// column returns the UTF-16 column, from 1, of the rune at a byte.
func column(source []byte, at int) int {
	line := source[bytes.LastIndexByte(source[:at], '\n')+1:]
	rest := at - (len(source) - len(line))
	units := 1
	for i := 0; i < rest; {
		r, n := utf8.DecodeRune(line[i:])
		if i+n > rest {
			break
		}
		units += utf16Length(r)
		i += n
	}
	return units
}

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}

func utf16Length(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
