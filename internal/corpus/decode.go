package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"unicode/utf8"
)

// Text is a content decoded to UTF-8. It maps offsets in the text to offsets in the content, and
// back. It is safe for concurrent use. [Text.Cut] returns a part of it.
//
//	text := corpus.Decode(content)
//	lex(text.UTF8)
//	at := text.Original(token.Start) // offset in content
type Text struct {
	// UTF8 is the content in UTF-8. Broken characters of UTF-16 and UTF-32 are U+FFFD. If the
	// content is not converted, UTF8 is the content itself, valid or not. Where all lines end with
	// CR alone, as once on the Macintosh, UTF8 has LF there. It is without escapes of a terminal.
	UTF8 []byte

	charset  charset
	original []byte   // nil if not converted
	anchors  []anchor // ascending, the first is {0, 0}; empty if not converted

	coloured *Text // with the escapes of a terminal, which are at the gaps; nil if there are none
	gaps     []gap // ascending
}

// anchor is a pair of offsets at which the same character begins.
type anchor struct{ decoded, original int }

const (
	// anchorStep is the distance of two anchors in bytes of the original, or a few bytes less.
	anchorStep = 512
	// growth bounds the bytes in UTF-8 for one byte of an original. Windows-1252 reaches it.
	growth = 3
)

// Decode detects the encoding of a content and decodes it. The encodings are UTF-8, UTF-16 and
// UTF-32 in both byte orders, and Windows-1252 with Latin-1. It leaves out escapes of a terminal,
// such as for colours. It never fails: a content in no such encoding, like a binary file, is not
// converted. Content that is not converted, and has no line ends or escapes, is not copied. The
// Text refers to content, which must not be changed while the Text is in use.
func Decode(content []byte) Text {
	t := Text{UTF8: content}
	if c := charsetOf(content); c != inUTF8 {
		t = decodeAs(c, content)
	}
	if bytes.IndexByte(t.UTF8, '\n') < 0 && bytes.IndexByte(t.UTF8, '\r') >= 0 && !t.Binary() {
		t.UTF8 = bytes.ReplaceAll(t.UTF8, []byte("\r"), []byte("\n"))
	}
	return t.withoutEscapes()
}

func decodeAs(c charset, content []byte) Text {
	const room = growth * anchorStep
	t := Text{charset: c, original: content, UTF8: make([]byte, 0, len(content)/c.unit()+room)}
	decoder := c.decoder()
	for at := 0; at < len(content); {
		t.anchors = append(t.anchors, anchor{len(t.UTF8), at})
		t.UTF8 = slices.Grow(t.UTF8, room)
		n := len(t.UTF8)
		part := content[at:min(at+anchorStep, len(content))]
		// The error is nil, or means that a character is cut off at the end of the part.
		written, read, _ := decoder.Transform(t.UTF8[n:cap(t.UTF8)], part, at+len(part) == len(content))
		t.UTF8 = t.UTF8[:n+written]
		at += read
	}
	return t
}

// Converted reports whether the content's encoding was not UTF-8, or it had escapes of a terminal.
// Offsets in UTF8 and in the content then differ.
func (t *Text) Converted() bool { return t.charset != inUTF8 || t.coloured != nil }

// Binary reports whether the content is binary, as for [Walk]. It has NUL bytes near its start, is
// not in an encoding that has these in text, and is not text with a few of them. Text in EBCDIC is
// not read, either.
func (t *Text) Binary() bool {
	return !t.Converted() && (isBinary(t.UTF8) || isEBCDIC(t.UTF8[:min(sniffLen, len(t.UTF8))]))
}

// Original returns the content's offset of the character at an offset in UTF8. The offset may be of
// any byte of the character. The end of UTF8 is the end of the content. Original takes a
// microsecond or two. If the content is not converted, offsets are the same.
func (t *Text) Original(offset int) int {
	switch {
	case !t.Converted():
		return offset
	case t.coloured != nil && offset >= len(t.UTF8):
		return t.coloured.Original(len(t.coloured.UTF8))
	case t.coloured != nil:
		return t.coloured.Original(t.inColours(offset))
	case offset >= len(t.UTF8):
		return len(t.original)
	case offset < 0:
		return 0
	}
	next := sort.Search(len(t.anchors), func(i int) bool { return t.anchors[i].decoded > offset })
	a := t.anchors[next-1]
	// Decoding stops where the buffer has no room for another character.
	var buffer [growth * anchorStep]byte
	_, read, _ := t.charset.decoder().Transform(buffer[:offset-a.decoded], t.original[a.original:], true)
	return a.original + read
}

// Decoded returns the UTF8 offset of the character at an offset in the content. The offset may be
// of any byte of the character. The end of the content is the end of UTF8. Decoded takes about ten
// times as long as Original.
func (t *Text) Decoded(offset int) int {
	switch {
	case !t.Converted():
		return offset
	case t.coloured != nil:
		return t.withoutColours(t.coloured.Decoded(offset))
	case offset >= len(t.original):
		return len(t.UTF8)
	case offset < 0:
		return 0
	}
	next := sort.Search(len(t.anchors), func(i int) bool { return t.anchors[i].original > offset })
	from, to := t.anchors[next-1].decoded, len(t.UTF8)
	if next < len(t.anchors) {
		to = t.anchors[next].decoded
	}
	// Find the last byte of the character, then its first.
	at := from + sort.Search(to-from, func(i int) bool { return t.Original(from+i) > offset }) - 1
	for !utf8.RuneStart(t.UTF8[at]) {
		at--
	}
	return at
}

// cut returns the text UTF8[from:to]. Its content is the bytes that it was decoded from. Characters
// must begin at both offsets.
func (t *Text) cut(from, to int) Text {
	if t.coloured != nil {
		cut := t.coloured.cut(t.inColours(from), t.inColours(to)) // lines begin at escapes
		return cut.withoutEscapes()
	}
	cut := Text{UTF8: t.UTF8[from:to], charset: t.charset}
	if !t.Converted() {
		return cut
	}
	first := t.Original(from)
	cut.original = t.original[first:t.Original(to)]
	cut.anchors = []anchor{{0, 0}}
	for _, a := range t.anchors {
		if from < a.decoded && a.decoded < to {
			cut.anchors = append(cut.anchors, anchor{a.decoded - from, a.original - first})
		}
	}
	return cut
}

// Lines returns the lines from to to of the text as [Text.LineRange] finds them.
func (t *Text) Lines(from, to int) (Text, error) {
	start, end, err := t.LineRange(from, to)
	if err != nil {
		return Text{}, err
	}
	return t.cut(start, end), nil
}

// LineRange returns the range in UTF8 of the lines from to to. Lines count from 1, and both are
// included. A to of 0, or beyond the last line, is the last line. It is an error if the text has no
// line from.
func (t *Text) LineRange(from, to int) (start, end int, err error) {
	if from < 1 || to != 0 && to < from {
		return 0, 0, fmt.Errorf("lines %d to %d: count lines from 1, and give the first one first", from, to)
	}
	start = lineStart(t.UTF8, from)
	if start >= len(t.UTF8) {
		n := bytes.Count(t.UTF8, []byte("\n"))
		if len(t.UTF8) > 0 && t.UTF8[len(t.UTF8)-1] != '\n' {
			n++
		}
		switch n {
		case 0:
			return 0, 0, errors.New("it is empty")
		case 1:
			return 0, 0, errors.New("it has only one line")
		}
		return 0, 0, fmt.Errorf("it has only %d lines", n)
	}
	end = len(t.UTF8)
	if to > 0 {
		end = start + lineStart(t.UTF8[start:], to-from+2)
	}
	return start, end, nil
}

// lineStart returns where a line begins, or the source's length if there is none. Lines count from
// 1.
func lineStart(source []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(source[at:], '\n')
		if i < 0 {
			return len(source)
		}
		at += i + 1
	}
	return at
}
