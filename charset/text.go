package charset

import (
	"context"
	"slices"
	"sort"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/chaffinch-search/chaffinch/internal/piecewise"
)

// Text is a decoded content. Several goroutines may use one.
type Text struct {
	// UTF8 is the content in UTF-8. What is broken in UTF-16 or UTF-32 is U+FFFD. Where Encoding is UTF8, it is the
	// content itself, broken or not.
	UTF8 []byte
	// Encoding is that of the content.
	Encoding Encoding

	original []byte    // nil where Encoding is UTF8
	meetings []meeting // in order; empty where Encoding is UTF8
}

// meeting is a place where a character begins: there are the same ones before it in both texts.
type meeting struct{ decoded, original int }

const (
	// step is how many bytes of the original lie between two meetings, or a few less.
	step = 512
	// growth is how many times as long as the original UTF-8 can be: a byte of Windows-1252 may take three.
	growth = 3
)

// Decode returns the content as text. It keeps the content, which must not be changed as long as the text is used.
func Decode(content []byte) Text {
	t, _ := DecodeContext(context.Background(), content)
	return t
}

// DecodeContext is [Decode], and returns ctx's error when it is done before, which it looks at every 256 KiB.
func DecodeContext(ctx context.Context, content []byte) (Text, error) {
	w := watch{ctx: ctx}
	e, size := w.detect(content)
	if w.err != nil {
		return Text{}, w.err
	}
	if e == UTF8 {
		return Text{UTF8: content}, nil
	}
	t := w.decode(content, e, size)
	if w.err != nil {
		return Text{}, w.err
	}
	return t, nil
}

// decode decodes the content, which has size bytes in UTF-8 at the most, so that what was written need not be copied to
// get room for more.
func (w *watch) decode(content []byte, e Encoding, size int) Text {
	t := Text{Encoding: e, original: content}
	t.UTF8, w.err = piecewise.Room(w.ctx, nil, size+growth*step)
	p := parts{content: content, decoder: e.decoder()}
	for p.left(w) {
		t.meetings = append(t.meetings, meeting{len(t.UTF8), p.at})
		t.UTF8 = slices.Grow(t.UTF8, growth*step) // only where the size was wrong
		n := len(t.UTF8)
		t.UTF8 = t.UTF8[:n+len(p.next(t.UTF8[n:cap(t.UTF8)]))]
	}
	return t
}

// parts decodes a content part by part.
type parts struct {
	content []byte
	decoder transform.Transformer
	at      int // where the next one begins
	look    int // where to look at the context
}

// left reports whether there is a next one that somebody waits for.
func (p *parts) left(w *watch) bool {
	if p.at >= p.look {
		p.look = p.at + betweenLooks
		if w.over() {
			return false
		}
	}
	return p.at < len(p.content)
}

// next decodes a step of the content, or a few bytes less, into room, and returns that much of it.
func (p *parts) next(room []byte) []byte {
	part := p.content[p.at:min(p.at+step, len(p.content))]
	// The error is that a character is cut off at the end of the part, or nil.
	written, read, _ := p.decoder.Transform(room, part, p.at+len(part) == len(p.content))
	p.at += read
	return room[:written]
}

// Original returns where in the content the character begins to which the byte of UTF8 at offset belongs; of the end of
// UTF8 the end of the content. Where Encoding is UTF8, it is offset, and so it is for Decoded. It takes a microsecond or two.
func (t *Text) Original(offset int) int {
	switch {
	case t.Encoding == UTF8:
		return offset
	case offset >= len(t.UTF8):
		return len(t.original)
	case offset < 0:
		return 0
	}
	next := sort.Search(len(t.meetings), func(i int) bool { return t.meetings[i].decoded > offset })
	m := t.meetings[next-1]
	// Decoding stops where there is no room for another character.
	var room [growth * step]byte
	_, read, _ := t.Encoding.decoder().Transform(room[:offset-m.decoded], t.original[m.original:], true)
	return m.original + read
}

// Cut returns the part of the text from one byte of UTF8 on and before another; characters begin at both. Its original
// is that part of the content.
func (t *Text) Cut(from, to int) Text {
	cut := Text{UTF8: t.UTF8[from:to], Encoding: t.Encoding}
	if t.Encoding == UTF8 {
		return cut
	}
	first := t.Original(from)
	cut.original = t.original[first:t.Original(to)]
	cut.meetings = []meeting{{0, 0}}
	for _, m := range t.meetings {
		if from < m.decoded && m.decoded < to {
			cut.meetings = append(cut.meetings, meeting{m.decoded - from, m.original - first})
		}
	}
	return cut
}

// Decoded returns where in UTF8 the character begins to which the byte of the content at offset belongs; of the end of
// the content the end of UTF8. It takes some ten times as long as Original.
func (t *Text) Decoded(offset int) int {
	switch {
	case t.Encoding == UTF8:
		return offset
	case offset >= len(t.original):
		return len(t.UTF8)
	case offset < 0:
		return 0
	}
	next := sort.Search(len(t.meetings), func(i int) bool { return t.meetings[i].original > offset })
	from, to := t.meetings[next-1].decoded, len(t.UTF8)
	if next < len(t.meetings) {
		to = t.meetings[next].decoded
	}
	// The last byte of the character, and then its first.
	at := from + sort.Search(to-from, func(i int) bool { return t.Original(from+i) > offset }) - 1
	for !utf8.RuneStart(t.UTF8[at]) {
		at--
	}
	return at
}
