package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// Encoding is how characters are written as bytes.
type Encoding uint8

const (
	// UTF8 is the zero Encoding, and stands for all that is taken as it is.
	UTF8 Encoding = iota
	UTF16LE
	UTF16BE
	UTF32LE
	UTF32BE
	ShiftJIS
	Windows1252
)

// String returns the name of the encoding, as IANA registers it.
func (e Encoding) String() string {
	switch e {
	case UTF16LE:
		return "UTF-16LE"
	case UTF16BE:
		return "UTF-16BE"
	case UTF32LE:
		return "UTF-32LE"
	case UTF32BE:
		return "UTF-32BE"
	case ShiftJIS:
		return "Shift_JIS"
	case Windows1252:
		return "windows-1252"
	}
	return "UTF-8"
}

// unit returns how many bytes a code unit has.
func (e Encoding) unit() int {
	switch e {
	case UTF16LE, UTF16BE:
		return 2
	case UTF32LE, UTF32BE:
		return 4
	}
	return 1
}

// decoder returns a new decoder. None has a state: it may begin at any character.
func (e Encoding) decoder() transform.Transformer {
	var library encoding.Encoding
	switch e {
	case UTF16LE:
		library = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case UTF16BE:
		library = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case UTF32LE:
		library = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	case UTF32BE:
		library = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	case ShiftJIS:
		library = japanese.ShiftJIS
	case Windows1252:
		library = charmap.Windows1252
	default:
		library = encoding.Nop
	}
	return library.NewDecoder().Transformer
}
