package html

import (
	"bytes"
	"sort"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// text is a source as the page shows it. It is without the CR of CR LF, and with escapes for
// control and format characters and for bytes that are not UTF-8, which could hide or change the
// text around them. Places in it count UTF-16 code units, as JavaScript does.
type text struct {
	shown string
	// at maps each byte of the source, and its end, to its place. It is nil if every byte is shown
	// unchanged.
	at      []uint32
	escapes []answer.Span // places in shown
	decoded corpus.Text   // the file that the source was decoded from
	parts   []part        // of an excerpt, which has nothing else; nil for the whole source
}

func newText(source []byte) *text {
	if plain(source) {
		return &text{shown: string(source)}
	}
	t := &text{at: make([]uint32, 0, len(source)+1)}
	var shown bytes.Buffer
	at := 0
	for rest := source; len(rest) > 0; {
		piece, size := next(rest)
		for range size {
			t.at = append(t.at, uint32(at))
		}
		shown.WriteString(piece)
		end := at + units(piece)
		if end-at > 2 {
			t.escapes = append(t.escapes, answer.Span{Start: at, End: end})
		}
		at, rest = end, rest[size:]
	}
	t.at = append(t.at, uint32(at))
	t.shown = shown.String()
	return t
}

// plain reports whether every byte of a source is shown unchanged.
func plain(source []byte) bool {
	for _, b := range source {
		if b != '\n' && b != '\t' && (b < ' ' || b > '~') {
			return false
		}
	}
	return true
}

// next returns the displayed text of a source's first rune, and its size. The size is in bytes.
// Only escapes are longer than two code units.
func next(source []byte) (piece string, size int) {
	switch {
	case source[0] == '\n' || source[0] == '\t':
		return string(source[:1]), 1
	case bytes.HasPrefix(source, []byte("\r\n")):
		return "", 1
	case source[0] == '\r' || source[0] == '\a' || source[0] == '\b' || source[0] == '\f' || source[0] == '\v':
		return hexadecimal(source[0]), 1
	}
	_, size = utf8.DecodeRune(source)
	return terminal.Safe(string(source[:size])), size
}

// hexadecimal returns the escape of a byte with four characters. [terminal.Safe] has shorter
// escapes for some bytes.
func hexadecimal(b byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{'\\', 'x', digits[b>>4], digits[b&15]})
}

// units returns the length of a string in UTF-16 code units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// place returns the place of a byte of the source. An offset beyond the source means its end,
// because the file may have changed since it was compared.
func (t *text) place(offset int) int {
	if t.at == nil {
		return min(max(0, offset), len(t.shown))
	}
	return int(t.at[min(max(0, offset), len(t.at)-1)])
}

// placeOf returns the place of a byte of the original file, before decoding.
func (t *text) placeOf(offset int) int {
	if len(t.parts) > 0 {
		return placeIn(t.parts, offset)
	}
	return t.place(t.decoded.Decoded(offset))
}

// length returns the length of the shown text.
func (t *text) length() int {
	if t.at == nil {
		return len(t.shown)
	}
	return int(t.at[len(t.at)-1])
}

// part is some lines of a source, as an excerpt has them.
type part struct {
	from, to int      // bytes of the original file
	at       int      // place in the excerpt
	places   []uint32 // of every byte, from at; nil if the text has a unit for each
	line     int      // the first one, from 1
	starts   []int    // of the lines, in bytes of the original file
}

// placeIn returns the place of a byte of the original file. A byte that no part has is at the next
// one.
func placeIn(parts []part, offset int) int {
	i := sort.Search(len(parts), func(i int) bool { return offset < parts[i].to })
	if i == len(parts) {
		i, offset = i-1, parts[i-1].to
	}
	p := &parts[i]
	offset = max(0, offset-p.from)
	if p.places == nil {
		return p.at + offset
	}
	return p.at + int(p.places[offset])
}
