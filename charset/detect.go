package charset

import (
	"bytes"
	"context"
	"math"
	"slices"
	"unicode/utf8"
)

// mostDecoded is the size in bytes over which nothing is decoded: UTF-8 might be over 2 GiB.
const mostDecoded = math.MaxInt32 / growth

// markUTF8 is U+FEFF in UTF-8.
var markUTF8 = []byte("\uFEFF")

// Detect returns the encoding of the content. Of one that is ASCII or UTF-8 every byte is looked at once, eight at a time.
func Detect(content []byte) Encoding {
	e, _ := DetectContext(context.Background(), content)
	return e
}

// DetectContext is [Detect], and returns ctx's error when it is done before, which it looks at every 256 KiB.
func DetectContext(ctx context.Context, content []byte) (Encoding, error) {
	w := watch{ctx: ctx}
	e, _ := w.detect(content)
	if w.err != nil {
		return UTF8, w.err
	}
	return e, nil
}

// detect returns the encoding, and how many bytes the content has in UTF-8 at the most. It looks at the context first.
func (w *watch) detect(content []byte) (Encoding, int) {
	if w.over() || len(content) > mostDecoded {
		return UTF8, len(content)
	}
	if e, size := w.wide(content); e != UTF8 {
		return e, size
	}
	if w.valid(content) || bytes.HasPrefix(content, markUTF8) || w.mostlyUTF8(content) {
		return UTF8, len(content)
	}
	if size, ok := w.shiftJIS(content); ok {
		return ShiftJIS, size
	}
	if size, ok := w.windows1252(content); ok {
		return Windows1252, size
	}
	return UTF8, len(content)
}

// valid reports whether the content is UTF-8.
func (w *watch) valid(content []byte) bool {
	for len(content) > betweenLooks {
		end := betweenLooks
		for end > betweenLooks-utf8.UTFMax && !utf8.RuneStart(content[end]) {
			end--
		}
		if !utf8.Valid(content[:end]) || w.over() {
			return false
		}
		content = content[end:]
	}
	return utf8.Valid(content)
}

// mostlyUTF8 reports whether no more bytes are broken than there are characters beyond ASCII. In other encodings hardly
// any bytes are such a character, and by chance.
func (w *watch) mostlyUTF8(content []byte) bool {
	characters, broken := 0, 0
	for i := 0; i < len(content) && !w.over(); {
		for stop := min(len(content), i+betweenLooks); i < stop; {
			r, size := utf8.DecodeRune(content[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				broken++
			case size > 1:
				characters++
			}
			i += size
		}
	}
	return broken <= characters
}

// windows1252 reports whether the content may be that: it has no control characters and nothing undefined. size is how
// many bytes it has in UTF-8 at the most.
func (w *watch) windows1252(content []byte) (size int, ok bool) {
	for part := range slices.Chunk(content, betweenLooks) {
		if w.over() {
			return 0, false
		}
		for _, c := range part {
			switch c {
			case 0x81, 0x8d, 0x8f, 0x90, 0x9d:
				return 0, false
			}
			if isControl(rune(c)) {
				return 0, false
			}
			size += size1252(c)
		}
	}
	return size, true
}

// size1252 returns how many bytes a character of Windows-1252 has in UTF-8 at the most.
func size1252(c byte) int {
	switch {
	case c < utf8.RuneSelf:
		return 1
	case c < 0xa0:
		return 3
	}
	return 2 // as in Latin-1
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
