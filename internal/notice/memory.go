package notice

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
)

// Memory keeps the notices of files that an update has read, for later updates. A file that has not
// changed is then not read again by all rules. A notice depends on the path, the content, and the
// rules, so a memory is for one program. A Memory without a program keeps nothing.
//
// Notices of many files, or of other packages, are not kept: they are rare, and large.
type Memory struct {
	program string
	all     map[memoryKey]*remembered
	added   bool
}

// memoryKey is a part of the SHA-256 of a file's path and content.
type memoryKey [16]byte

type remembered struct {
	notice string // encoded; empty if there is none
	used   bool   // in this update
}

// mostRemembered bounds the notices in a memory, and mostPatterns the patterns of one.
const mostRemembered, mostPatterns = 100_000, 100

// MostMemory bounds the bytes of a memory.
const MostMemory = 64 << 20

// NewMemory returns the memory that Bytes has encoded. It is empty if data is of another program,
// or damaged.
func NewMemory(program string, data []byte) *Memory {
	m := &Memory{program: program, all: map[memoryKey]*remembered{}}
	if program == "" || len(data) < sha256.Size || !bytes.HasPrefix(data, m.sum(data[sha256.Size:])) {
		return m
	}
	for d := (memoryReader{rest: string(data[sha256.Size:])}); d.rest != ""; {
		var k memoryKey
		r := new(remembered)
		copy(k[:], d.text())
		if r.notice = d.text(); d.damaged {
			break
		}
		m.all[k] = r
	}
	return m
}

// sum returns the beginning of an encoded memory: the SHA-256 of the program and the rest.
func (m *Memory) sum(rest []byte) []byte {
	h := sha256.New()
	h.Write([]byte(m.program + "\x00"))
	h.Write(rest)
	return h.Sum(nil)
}

// Bytes encodes a memory; nil if it has nothing new.
func (m *Memory) Bytes() []byte {
	if m == nil || m.program == "" || !m.added {
		return nil
	}
	var b []byte
	compare := func(x, y memoryKey) int { return bytes.Compare(x[:], y[:]) }
	for _, k := range slices.SortedFunc(maps.Keys(m.all), compare) {
		if r := m.all[k]; r.used || len(m.all) <= mostRemembered/2 {
			b = appendText(appendText(b, string(k[:])), r.notice)
		}
	}
	return append(m.sum(b), b...)
}

// recall returns the notice of a file that the memory has, or else what read returns. how tells
// apart the ways to read a file.
func (m *Memory) recall(how, file string, content []byte, read func() (Notice, bool)) (n Notice, ok bool) {
	if m == nil || m.program == "" || content == nil {
		return read()
	}
	h := sha256.New()
	h.Write([]byte(how + "\x00" + file + "\x00"))
	h.Write(content)
	var k memoryKey
	copy(k[:], h.Sum(nil))
	if r := m.all[k]; r != nil {
		if r.notice == "" || n.decode(r.notice) {
			r.used = true
			return n, r.notice != ""
		}
		n = Notice{}
	}
	if n, ok = read(); len(m.all) >= mostRemembered {
		return n, ok
	}
	var encoded []byte
	if ok {
		if encoded = n.encode(); encoded == nil {
			return n, ok
		}
	}
	m.all[k], m.added = &remembered{string(encoded), true}, true
	return n, ok
}

// flags, texts and lists return the fields that a memory keeps beside files.
func (n *Notice) flags() []*bool {
	return []*bool{&n.unclear, &n.unread, &n.sharing, &n.published, &n.ofWorkspace}
}

func (n *Notice) texts() []*string {
	return []*string{&n.License, &n.refers, &n.Package, &n.Author, &n.source, &n.workspace}
}

func (n *Notice) lists() []*[]string {
	return []*[]string{&n.names, &n.states, &n.holds, &n.mayHold}
}

// encode encodes a notice for a memory, which does not keep it if the result is nil.
func (n *Notice) encode() []byte {
	if n.packages != nil || n.others != nil || n.modules != nil || n.files != nil && !n.files.isPlain() {
		return nil
	}
	flags := b2i(n.files != nil)
	for i, flag := range n.flags() {
		flags |= b2i(*flag) << (i + 1)
	}
	b := []byte{byte(flags)}
	for _, text := range n.texts() {
		b = appendText(b, *text)
	}
	for _, list := range n.lists() {
		b = appendList(b, *list)
	}
	if g := n.files; g != nil {
		b = append(appendList(appendText(b, g.from), g.licenses), byte(b2i(g.except)))
		b = binary.AppendUvarint(b, uint64(len(g.last)))
		for _, name := range slices.Sorted(maps.Keys(g.last)) {
			b = binary.AppendUvarint(appendText(b, name), uint64(g.last[name]))
		}
		b = binary.AppendUvarint(b, uint64(len(g.others)))
		for _, o := range g.others {
			b = binary.AppendUvarint(binary.AppendUvarint(appendText(b, o.pattern), uint64(o.license)), uint64(o.depth))
		}
	}
	return b
}

// isPlain reports whether a memory keeps the patterns.
func (g *globs) isPlain() bool {
	return len(g.last)+len(g.others) <= mostPatterns && !slices.ContainsFunc(g.others, func(o glob) bool { return o.form != nil })
}

// decode sets a notice to one that encode has encoded. It returns false if the text is damaged.
func (n *Notice) decode(text string) bool {
	flags := text[0]
	for i, flag := range n.flags() {
		*flag = flags>>(i+1)&1 != 0
	}
	d := memoryReader{rest: text[1:]}
	for _, text := range n.texts() {
		*text = d.text()
	}
	for _, list := range n.lists() {
		*list = d.list()
	}
	if flags&1 == 1 {
		n.files = d.globs()
	}
	return !d.damaged && d.rest == ""
}

func (d *memoryReader) globs() *globs {
	g := newGlobs()
	g.from, g.licenses = d.text(), d.list()
	license := func() int { return d.number(len(g.licenses) - 1) }
	g.except = d.number(1) == 1
	for range d.number(mostPatterns) {
		name := d.text()
		g.last[name] = license()
	}
	for range d.number(mostPatterns) {
		o := glob{pattern: d.text()}
		o.license, o.depth = license(), d.number(len(o.pattern))
		g.others, g.compared = append(g.others, o), g.compared+len(o.pattern)
	}
	return g
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// appendList distinguishes nil from an empty list.
func appendList(b []byte, list []string) []byte {
	if list == nil {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(len(list)+1))
	for _, text := range list {
		b = appendText(b, text)
	}
	return b
}

// memoryReader reads what is encoded in a memory. Once it is damaged, nothing more is read.
type memoryReader struct {
	rest    string
	damaged bool
}

// number reads a number, which must not be greater than most.
func (d *memoryReader) number(most int) int {
	x, n := binary.Uvarint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	if n <= 0 || most < 0 || x > uint64(most) {
		d.rest, d.damaged = "", true
		return 0
	}
	d.rest = d.rest[n:]
	return int(x)
}

func (d *memoryReader) text() (text string) {
	n := d.number(len(d.rest))
	if n > len(d.rest) {
		d.rest, d.damaged = "", true
		return ""
	}
	text, d.rest = d.rest[:n], d.rest[n:]
	return text
}

func (d *memoryReader) list() (list []string) {
	n := d.number(len(d.rest))
	if n > 0 {
		list = []string{}
	}
	for range n - 1 {
		list = append(list, d.text())
	}
	return list
}
