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
// Notices of several files, or of other packages, are not kept: they are rare, and large.
type Memory struct {
	program string
	all     map[memoryKey]*remembered
	added   bool
}

// memoryKey is a part of the SHA-256 of a file's path and content.
type memoryKey [16]byte

type remembered struct {
	notice Notice
	ok     bool
	used   bool // in this update
}

// mostRemembered bounds the notices in a memory.
const mostRemembered = 100_000

// MostMemory bounds the bytes of a memory.
const MostMemory = 64 << 20

// NewMemory returns the memory that Bytes has encoded. It is empty if data is of another program,
// or damaged.
func NewMemory(program string, data []byte) *Memory {
	m := &Memory{program: program, all: map[memoryKey]*remembered{}}
	if program == "" || len(data) < sha256.Size || !bytes.HasPrefix(data, m.sum(data[sha256.Size:])) {
		return m
	}
	texts := string(data[sha256.Size:]) // the notices share its memory
	for len(texts) > 0 {
		var k memoryKey
		if n := copy(k[:], texts); n < len(k) || n == len(texts) {
			return m
		}
		flags := texts[len(k)]
		r, whole := &remembered{ok: flags&1 != 0}, true
		if texts = texts[len(k)+1:]; r.ok {
			for i, flag := range r.notice.flags() {
				*flag = flags>>(i+1)&1 != 0
			}
			for _, text := range r.notice.texts() {
				whole = whole && cutText(&texts, text)
			}
			for _, list := range r.notice.lists() {
				whole = whole && cutList(&texts, list)
			}
		}
		if !whole {
			return m
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
		r := m.all[k]
		if !r.used && len(m.all) > mostRemembered/2 {
			continue
		}
		b = append(b, k[:]...)
		if !r.ok {
			b = append(b, 0)
			continue
		}
		flags := byte(1)
		for i, flag := range r.notice.flags() {
			if *flag {
				flags |= 1 << (i + 1)
			}
		}
		b = append(b, flags)
		for _, text := range r.notice.texts() {
			b = appendText(b, *text)
		}
		for _, list := range r.notice.lists() {
			b = binary.AppendUvarint(b, uint64(len(*list)))
			for _, text := range *list {
				b = appendText(b, text)
			}
		}
	}
	return append(m.sum(b), b...)
}

// flags, texts and lists return the fields that a memory keeps.
func (n *Notice) flags() []*bool {
	return []*bool{&n.unclear, &n.unread, &n.sharing, &n.published, &n.ofWorkspace}
}

func (n *Notice) texts() []*string {
	return []*string{&n.License, &n.refers, &n.Package, &n.Author, &n.source, &n.workspace}
}

func (n *Notice) lists() []*[]string { return []*[]string{&n.names, &n.holds, &n.mayHold} }

// recall returns the notice of a file that the memory has, or else what read returns. how tells
// apart the ways to read a file.
func (m *Memory) recall(how, file string, content []byte, read func() (Notice, bool)) (Notice, bool) {
	if m == nil || m.program == "" || content == nil {
		return read()
	}
	h := sha256.New()
	h.Write([]byte(how + "\x00" + file + "\x00"))
	h.Write(content)
	var k memoryKey
	copy(k[:], h.Sum(nil))
	if r := m.all[k]; r != nil {
		r.used = true
		n := r.notice
		for _, list := range n.lists() {
			*list = slices.Clone(*list)
		}
		return n, r.ok
	}
	n, ok := read()
	if n.files == nil && n.packages == nil && n.others == nil && n.modules == nil && len(m.all) < mostRemembered {
		m.all[k], m.added = &remembered{n, ok, true}, true
	}
	return n, ok
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// cutNumber, cutText and cutList move what is at the beginning of a text to a variable. They return
// false if it is damaged.
func cutNumber(from *string, to *uint64) bool {
	n := 0
	*to, n = binary.Uvarint([]byte((*from)[:min(len(*from), binary.MaxVarintLen64)]))
	*from = (*from)[max(n, 0):]
	return n > 0 && *to <= uint64(len(*from))
}

func cutText(from, to *string) bool {
	var size uint64
	if !cutNumber(from, &size) {
		return false
	}
	*to, *from = (*from)[:size], (*from)[size:]
	return true
}

func cutList(from *string, to *[]string) bool {
	var n uint64
	if !cutNumber(from, &n) {
		return false
	}
	for range n {
		var text string
		if !cutText(from, &text) {
			return false
		}
		*to = append(*to, text)
	}
	return true
}
