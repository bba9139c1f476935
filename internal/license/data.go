package license

import (
	"bytes"
	_ "embed" // the list of SPDX
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// spdxData has SPDX's licences, notices and exceptions as templates, compressed in blocks. Similar
// ones share a block. bench/licenses writes it. It begins with the number of blocks and, for each,
// its size, as uvarints; then come the blocks, each a frame of zstd. The first block is a table:
// lines with the fields of an [Entry], an empty line, and lines with the fields of a template, in
// the order of the blocks.
//
//go:embed spdx.bin
var spdxData []byte

// phraseData has some phrases of each template, sorted by their hash: see [phrase].
//
//go:embed phrases.bin
var phraseData string

// Entry is a licence or an exception of SPDX's list.
type Entry struct {
	ID, Name   string
	Exception  bool
	Deprecated bool
	OSI        bool // approved by the Open Source Initiative
}

// kind is the kind of a template.
type kind byte

const (
	textKind      kind = 't' // the text of a licence
	noticeKind    kind = 'n' // what a file says to be under a licence
	exceptionKind kind = 'x'
	neutralKind   kind = '-' // sentences that stand beside a notice, and say nothing else
)

// template is a text of the list.
type template struct {
	id      string // several with | between them have the same text
	kind    kind
	block   int
	begin   int // in the block
	end     int
	program func() *program
	phrases int // in phraseData
}

// list is the table of spdxData, and the blocks of it read so far.
type list struct {
	entries   []Entry
	templates []*template
	blocks    []func() []byte
}

var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // the options are right
	}
	return d
})

// spdxList is the list. Its table is read when it is first asked for, and each block when a text
// may have a template of it.
var spdxList = sync.OnceValue(func() *list {
	l := &list{}
	rest := spdxData
	number := func() int {
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return int(n)
	}
	sizes := make([]int, number())
	for i := range sizes {
		sizes[i] = number()
	}
	for _, size := range sizes {
		frame := rest[:size]
		rest = rest[size:]
		l.blocks = append(l.blocks, sync.OnceValue(func() []byte {
			block, err := decoder().DecodeAll(frame, nil)
			if err != nil {
				panic("license: damaged data: " + err.Error())
			}
			return block
		}))
	}
	entries, templates, _ := bytes.Cut(l.blocks[0](), []byte("\n\n"))
	for line := range strings.Lines(string(entries)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		l.entries = append(l.entries, Entry{ID: f[0], Name: f[1], Exception: strings.Contains(f[2], "x"), Deprecated: strings.Contains(f[2], "d"), OSI: strings.Contains(f[2], "o")})
	}
	block, at := 1, 0
	for line := range strings.Lines(string(templates)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		b, _ := strconv.Atoi(f[2])
		size, _ := strconv.Atoi(f[3])
		if b != block {
			block, at = b, 0
		}
		t := &template{id: f[0], kind: kind(f[1][0]), block: b, begin: at, end: at + size}
		at = t.end
		t.program = sync.OnceValue(func() *program { return compile(l.text(t)) })
		l.templates = append(l.templates, t)
	}
	for i := range len(phraseData) / entrySize {
		_, t := phrase(i)
		l.templates[t].phrases++
	}
	return l
})

func (l *list) text(t *template) []byte { return l.blocks[t.block]()[t.begin:t.end] }

// Entries returns the licences and exceptions of SPDX's list, also deprecated ones.
func Entries() []Entry { return spdxList().entries }

// SameText reports whether two licences of the list have the same text. They are told apart by a
// title, by a notice, or not at all.
func SameText(a, b string) bool {
	for _, t := range spdxList().templates {
		if t.kind == textKind && t.has(a) && t.has(b) {
			return true
		}
	}
	return false
}

// Text returns the text of a licence or exception of SPDX's list. It has no names and years, and is
// "" if the list has no text. GPL-2.0-only and GPL-2.0-or-later have the text of GPL-2.0.
func Text(id string) string {
	var best []byte
	for _, t := range spdxList().templates {
		if (t.kind == textKind || t.kind == exceptionKind) && t.has(id) {
			// Texts of notices.txt have no title and no line of copyright.
			text := spdxList().text(t)
			if best == nil || bytes.Count(text, []byte{asideBegin}) > bytes.Count(best, []byte{asideBegin}) {
				best = text
			}
		}
	}
	return plain(best)
}

// has reports whether the template belongs to a licence.
func (t *template) has(id string) bool {
	return slices.ContainsFunc(strings.Split(t.id, "|"), func(of string) bool {
		rest, ok := strings.CutPrefix(id, of)
		return ok && (rest == "" || strings.HasSuffix(rest, "-only") || strings.HasSuffix(rest, "-or-later"))
	})
}

// plain returns a template as a text: of alternatives the usual one, and no marks.
func plain(marked []byte) string {
	var b strings.Builder
	var chosen []bool // for each group around: it is in its first alternative
	for _, c := range marked {
		switch c {
		case groupBegin:
			chosen = append(chosen, true)
		case groupNext:
			chosen[len(chosen)-1] = false
		case groupEnd:
			chosen = chosen[:len(chosen)-1]
		case hole, longHole, asideBegin, asideEnd, item:
		default:
			if !slices.Contains(chosen, false) {
				b.WriteByte(c)
			}
		}
	}
	return strings.TrimSpace(gaps.ReplaceAllStringFunc(b.String(), func(gap string) string {
		return map[bool]string{true: "\n\n", false: " "}[strings.Contains(gap, "\n")]
	}))
}

// gaps matches what alternatives and marks leave.
var gaps = lazyregexp.New(`\n[ \t]*\n\s+|  +`)
