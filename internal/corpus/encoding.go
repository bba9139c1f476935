package corpus

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// The encoding of a file is detected from its bytes, in this order:
//
//   - UTF-8, UTF-32 and UTF-16 in both byte orders by a byte order mark.
//   - UTF-16 without a mark by its NUL bytes: at least a quarter of the code units in the first
//     8,000 bytes, and at least 16, are ASCII, and the whole content is made of characters that
//     occur in text. Arrays of 16-bit numbers soon fail that.
//   - UTF-8, also with some broken bytes: at most as many as it has characters beyond ASCII.
//   - Windows-1252, which contains Latin-1, if the content has no control characters but NUL and
//     none of
//     the five bytes that Windows-1252 leaves undefined. Other encodings that contain ASCII, such
//     as Shift-JIS and EUC-JP, come out as wrong letters, but always as the same ones.
//
// Everything else, such as a binary file, counts as UTF-8 and is not converted. All of these
// encodings have the same line breaks, so line numbers do not change. A byte order mark is kept as
// U+FEFF, so the first line begins at the first byte in both texts.

// declared matches the encoding that a Python program declares in its first two lines (PEP 263).
// notASCII are names, without signs, of encodings in which letters of ASCII may have other bytes:
// an editor shows no code.
var (
	declared = lazyregexp.New(`\A(?:[ \t\f]*(?:#.*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)
	notASCII = lazyregexp.New(`(?i)^(?:u7|(?:(?:cs)?unicode11)?utf7|(?:raw)?unicodeescape|punycode|` +
		`(?:cp|(?:cs)?ibm)?(?:037|273|424|500|1026|1140)|ibm039|ebcdiccp(?:us|he|be|ch))$`)
)

// declaresOther reports whether the start of a file declares an encoding that is not read.
func declaresOther(head []byte) bool {
	head = firstLines(head, 2) // much code has the word further down
	if !bytes.Contains(head, []byte("coding")) {
		return false
	}
	name := declared.FindSubmatch(head)
	return name != nil && notASCII.MatchString(strings.NewReplacer("-", "", "_", "", ".", "").Replace(string(name[1])))
}

// isEBCDIC reports whether the start of a file looks like text in an EBCDIC code page. Compilers
// read such files (gcc -finput-charset=cp500). Nearly all bytes are letters, digits, signs and
// spaces of EBCDIC, and many are letters or digits. These are no letters of ASCII, and bytes of
// Latin letters and of Chinese characters are too different.
func isEBCDIC(head []byte) bool {
	const first, texts, letters = 256, 8, 3 // bytes that are looked at first; all but one in texts; one in letters
	for _, part := range [][]byte{head[:min(first, len(head))], head} {
		var n [ebcdicOther + 1]int
		for _, c := range part {
			n[ebcdicBytes[c]]++
		}
		if n[ebcdicOther]*texts > len(part) || n[ebcdicWord]*letters < len(part) || n[ebcdicSpace] == 0 {
			return false
		}
	}
	return true
}

// Kinds of bytes of EBCDIC.
const (
	ebcdicWord  = iota // a letter or digit
	ebcdicSpace        // space, line feed, next line, tab
	ebcdicSign         // of code pages 37, 500 and 1047
	ebcdicOther
)

// ebcdicBytes are the kinds of all bytes.
var ebcdicBytes = func() (kinds [256]uint8) {
	for i := range kinds {
		switch c := byte(i); {
		case c >= 0xf0 && c <= 0xf9, c >= 0xc1 && c <= 0xe9 && c&0xf >= 1 && c&0xf <= 9, c >= 0x81 && c <= 0xa9 && c&0xf >= 1 && c&0xf <= 9:
			kinds[i] = ebcdicWord
		case c == 0x40, c == 0x25, c == 0x15, c == 0x05:
			kinds[i] = ebcdicSpace
		case c == 0x0d, c >= 0x4a && c <= 0x50, c >= 0x5a && c <= 0x61, c >= 0x6a && c <= 0x6f, c >= 0x79 && c <= 0x7f,
			c == 0xa1, c == 0xad, c == 0xbd, c == 0xbb, c == 0xc0, c == 0xd0, c == 0xe0:
			kinds[i] = ebcdicSign
		default:
			kinds[i] = ebcdicOther
		}
	}
	return kinds
}()

// firstLines returns the first n lines of a text.
func firstLines(text []byte, n int) []byte {
	end := 0
	for range n {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return text
		}
		end += i + 1
	}
	return text[:end]
}

// charset is a character encoding.
type charset uint8

const (
	inUTF8 charset = iota // or unknown: the characters are not converted
	inUTF16LE
	inUTF16BE
	inUTF32LE
	inUTF32BE
	inWindows1252
)

// unit returns the size of a code unit in bytes.
func (c charset) unit() int {
	switch c {
	case inUTF16LE, inUTF16BE:
		return 2
	case inUTF32LE, inUTF32BE:
		return 4
	}
	return 1
}

// decoder returns a new decoder. It has no state, so it may begin at any character.
func (c charset) decoder() transform.Transformer {
	library := encoding.Nop
	switch c {
	case inUTF16LE:
		library = utf.UTF16(utf.LittleEndian, utf.IgnoreBOM)
	case inUTF16BE:
		library = utf.UTF16(utf.BigEndian, utf.IgnoreBOM)
	case inUTF32LE:
		library = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	case inUTF32BE:
		library = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	case inWindows1252:
		library = charmap.Windows1252
	}
	return library.NewDecoder().Transformer
}

// charsetOf detects the encoding of a content. ASCII and UTF-8 take one pass at some GB/s.
func charsetOf(content []byte) charset {
	if c := wideCharset(content); c != inUTF8 {
		return c
	}
	switch {
	case utf8.Valid(content), bytes.HasPrefix(content, byteOrderMark), mostlyUTF8(content):
		return inUTF8
	case !isBinary(content) && isWindows1252(content):
		return inWindows1252
	}
	return inUTF8
}

// mostlyUTF8 reports whether broken bytes are at most as many as non-ASCII characters. In other
// encodings hardly any bytes form such a character, and only by chance.
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

// isWindows1252 reports whether the content has no control characters but NUL, and no undefined
// bytes.
func isWindows1252(content []byte) bool {
	for _, b := range content {
		switch b {
		case 0x81, 0x8d, 0x8f, 0x90, 0x9d:
			return false
		}
		if b != 0 && isControl(rune(b)) {
			return false
		}
	}
	return true
}

// isControl reports whether r is an ASCII control character that text does not contain. Text does
// contain white space, SUB, which ends files of DOS, and ESC, which starts colors.
func isControl(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', 0x1a, 0x1b:
		return false
	}
	return r < ' ' || r == 0x7f
}

const (
	// wideHead is the number of bytes at the start that are searched for NUL bytes.
	wideHead = sniffLen
	// UTF-16 without a mark has at least minUnits code units in ASCII, and one in asciiShare.
	minUnits, asciiShare = 16, 4
	// brokenShare: with a mark, at most one code unit in brokenShare is broken.
	brokenShare = 64
)

// marks are the byte order marks of UTF-16 and UTF-32. The mark of UTF-32LE begins with the mark of
// UTF-16LE, and is therefore compared first.
var marks = []struct {
	mark    []byte
	charset charset
}{
	{[]byte{0x00, 0x00, 0xfe, 0xff}, inUTF32BE},
	{[]byte{0xff, 0xfe, 0x00, 0x00}, inUTF32LE},
	{[]byte{0xfe, 0xff}, inUTF16BE},
	{[]byte{0xff, 0xfe}, inUTF16LE},
}

// markCharset returns the encoding whose byte order mark the content has. It returns UTF-16,
// UTF-32, or inUTF8 for none of these.
func markCharset(content []byte) charset {
	for _, m := range marks {
		if bytes.HasPrefix(content, m.mark) {
			return m.charset
		}
	}
	return inUTF8
}

// isWide reports whether head is text in UTF-16 or UTF-32. It may be truncated to a multiple of
// four bytes.
func isWide(head []byte) bool { return wideCharset(head) != inUTF8 }

// wideCharset returns the content's UTF-16 or UTF-32 charset, or else inUTF8.
func wideCharset(content []byte) charset {
	if c := markCharset(content); c != inUTF8 {
		if units, broken := countUnits(content, c); broken*brokenShare <= units {
			return c
		}
		return inUTF8
	}
	head := content[:min(wideHead, len(content))]
	if bytes.IndexByte(head, 0) < 0 || len(content)%2 != 0 {
		return inUTF8
	}
	c, ascii := byteOrder(head)
	if ascii < minUnits || ascii*asciiShare*2 < len(head) {
		return inUTF8 // like most binary files
	}
	for len(content) >= c.unit() {
		r, size := runeAt(content, c)
		if kindOf(r) != plainUnit {
			return inUTF8
		}
		content = content[size:]
	}
	return c
}

// byteOrder returns the byte order with more ASCII code units, and their number.
func byteOrder(head []byte) (charset, int) {
	little, big := 0, 0
	for i := 0; i+1 < len(head); i += 2 {
		if head[i] < utf8.RuneSelf && head[i+1] == 0 {
			little++
		}
		if head[i+1] < utf8.RuneSelf && head[i] == 0 {
			big++
		}
	}
	if big > little {
		return inUTF16BE, big
	}
	return inUTF16LE, little
}

// countUnits returns the number of characters of a content in an encoding, and how many of them are
// broken.
func countUnits(content []byte, c charset) (units, broken int) {
	for len(content) >= c.unit() {
		r, size := runeAt(content, c)
		content = content[size:]
		units++
		if kindOf(r) == brokenUnit {
			broken++
		}
	}
	return units, broken
}

type unitKind uint8

const (
	plainUnit   unitKind = iota
	brokenUnit           // NUL, a control character, half a surrogate pair
	strangeUnit          // a character that text hardly ever has: private, unassigned
)

func kindOf(r rune) unitKind {
	switch {
	case ' ' <= r && r <= '~':
		return plainUnit
	case isControl(r) || utf16.IsSurrogate(r):
		return brokenUnit
	case !unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r) && !unicode.IsSpace(r):
		return strangeUnit
	}
	return plainUnit
}

// runeAt returns the first character of b and its size in bytes. Half a surrogate pair is returned
// unchanged, or as U+FFFD at the end of b, where the other half may be missing. An invalid rune is
// NUL.
func runeAt(b []byte, c charset) (r rune, size int) {
	r, size = unitAt(b, c), c.unit()
	if size != 2 || !utf16.IsSurrogate(r) {
		return r, size
	}
	if len(b) < 4 {
		return utf8.RuneError, size
	}
	if both := utf16.DecodeRune(r, unitAt(b[2:], c)); both != utf8.RuneError {
		return both, 4
	}
	return r, size
}

// unitAt returns the first code unit of b.
func unitAt(b []byte, c charset) rune {
	switch c {
	case inUTF16LE:
		return rune(binary.LittleEndian.Uint16(b))
	case inUTF16BE:
		return rune(binary.BigEndian.Uint16(b))
	case inUTF32LE:
		return validRune(binary.LittleEndian.Uint32(b))
	default:
		return validRune(binary.BigEndian.Uint32(b))
	}
}

// validRune returns NUL for a number over U+10FFFF.
func validRune(u uint32) rune {
	if u > unicode.MaxRune {
		return 0
	}
	return rune(u)
}
