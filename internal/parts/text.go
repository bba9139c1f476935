package parts

import (
	"bytes"
	"slices"
	"sort"
)

// text is the text of a part, and where it comes from. Pieces of it are consecutive in the
// document.
type text struct {
	bytes  []byte
	pieces []piece // ascending; the first begins at 0
}

// piece is a range of the text, and where it is in the document. It reaches to the next piece. A
// wide piece is one character, for which the document has that many bytes: an escape.
type piece struct{ at, from, wide uint32 }

// whole returns the text of all of a document.
func whole(src []byte) text { return text{src, wholePieces} }

// wholePieces are the pieces of a whole document. Nothing changes them.
var wholePieces = []piece{{}}

// hasWords reports whether anything but white space is in the text.
func (t *text) hasWords() bool { return len(bytes.TrimSpace(t.bytes)) > 0 }

// cut appends the bytes from from to to of t to dst.
func (t *text) cut(dst *text, from, to int) {
	if from >= to {
		return
	}
	i := t.cursorAt(from).i
	for at := from; at < to; i++ {
		end := to
		if i+1 < len(t.pieces) {
			end = min(to, int(t.pieces[i+1].at))
		}
		p := t.pieces[i]
		dst.join(piece{uint32(len(dst.bytes)), p.from, p.wide}, uint32(at)-p.at)
		dst.bytes = append(dst.bytes, t.bytes[at:end]...)
		at = end
	}
}

// join appends a piece, or extends the last one that ends where it begins.
func (t *text) join(p piece, skipped uint32) {
	if p.wide == 0 {
		p.from += skipped
		if n := len(t.pieces) - 1; n >= 0 {
			if last := t.pieces[n]; last.wide == 0 && last.from+p.at-last.at == p.from {
				return
			}
		}
	}
	t.pieces = append(t.pieces, p)
}

// part returns the bytes from from to to of t as a text.
func (t *text) part(from, to int) text {
	var dst text
	dst.bytes = slices.Grow(dst.bytes, max(0, to-from))
	t.cut(&dst, from, to)
	return dst
}

// cursor finds places of a text in the document, in ascending order without searching.
type cursor struct {
	text *text
	i    int
}

// cursorAt returns a cursor near the offset, by searching.
func (t *text) cursorAt(offset int) cursor {
	return cursor{t, max(0, sort.Search(len(t.pieces), func(i int) bool { return int(t.pieces[i].at) > offset })-1)}
}

// at returns the piece that the offset is in.
func (c *cursor) at(offset uint32) piece {
	p := c.text.pieces
	for c.i > 0 && p[c.i].at > offset {
		c.i--
	}
	for c.i+1 < len(p) && p[c.i+1].at <= offset {
		c.i++
	}
	return p[c.i]
}

// place returns where the byte of the text at the offset begins in the document.
func (c *cursor) place(offset uint32) uint32 {
	p := c.at(offset)
	if p.wide > 0 {
		return p.from
	}
	return p.from + offset - p.at
}

// end returns where the text before the offset ends in the document. The offset is not 0.
func (c *cursor) end(offset uint32) uint32 {
	p := c.at(offset - 1)
	if p.wide > 0 {
		return p.from + p.wide
	}
	return p.from + offset - p.at
}

// eachLine calls f for the lines of the text. The offsets are of the first byte of the line, and of
// the byte after its line break.
func eachLine(src []byte, f func(from, to int)) {
	for from := 0; from < len(src); {
		to := from + lineLength(src[from:])
		f(from, to)
		from = to
	}
}

// lineLength returns the length of the first line with its line break.
func lineLength(src []byte) int {
	if i := bytes.IndexByte(src, '\n'); i >= 0 {
		return i + 1
	}
	return len(src)
}

func isBlankLine(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
