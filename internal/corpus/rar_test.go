package corpus

import (
	"encoding/binary"
	"hash/crc32"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// rarEntry is an entry of a RAR archive (rarlab.com/technote.htm). No free program writes this
// format, so the tests do.
type rarEntry struct {
	name, packed string
	size         uint64 // claimed
	sum          uint32
	method       uint64 // compression information: version, solid, method, dictionary
	symlink      string
}

func rarBlock(fields []byte) string {
	fields = append(binary.AppendUvarint(nil, uint64(len(fields))), fields...)
	return string(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(fields))) + string(fields)
}

func makeRawRar(entries ...rarEntry) string {
	var b strings.Builder
	b.WriteString(rarMark + rarBlock([]byte{1, 0, 0}))
	for _, e := range entries {
		b.WriteString(rarBlock(e.header()) + e.packed)
	}
	b.WriteString(rarBlock([]byte{5, 0, 0}))
	return b.String()
}

func (e rarEntry) header() []byte {
	var extra []byte
	if e.symlink != "" {
		record := append([]byte{5, 1, 0, byte(len(e.symlink))}, e.symlink...)
		extra = append([]byte{byte(len(record))}, record...)
	}
	h := []byte{2, 2}
	if extra != nil {
		h = []byte{2, 3, byte(len(extra))}
	}
	h = binary.AppendUvarint(h, uint64(len(e.packed)))
	flags := byte(2 | 4) // with time and checksum
	if strings.HasSuffix(e.name, "/") {
		flags |= 1
	}
	h = append(h, flags)
	h = binary.AppendUvarint(h, e.size)
	h = append(h, 0)
	h = binary.LittleEndian.AppendUint32(h, uint32(packTime.Unix()))
	h = binary.LittleEndian.AppendUint32(h, e.sum)
	h = binary.AppendUvarint(h, e.method)
	name := strings.TrimSuffix(e.name, "/")
	h = append(h, 1, byte(len(name)))
	return append(append(h, name...), extra...)
}

// literals packs a content as literals only. All have codes of eight bits, which then are the bytes
// themselves.
func literals(content string) (packed string, method uint64) {
	codes := string([]byte{0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0x01}) + // two codes of 1 bit: length 8, and a run of zeros
		strings.Repeat("\x00", 32) + // 256 lengths of 8
		"\xff\x99" // 138 zeros, and 36
	size := uint32(len(codes) + len(content))
	head := []byte{0xc0 | 2<<3 | 7, 0, byte(size), byte(size >> 8), byte(size >> 16)}
	head[1] = 0x5a ^ head[0] ^ head[2] ^ head[3] ^ head[4]
	return string(head) + codes + content, 3 << 7
}

func unpacked(content string) (packed string, method uint64) { return content, 0 }

func makeRar(_ testing.TB, entries ...packed) string { return makeRarOf(unpacked, entries...) }

func makeRarOf(pack func(string) (string, uint64), entries ...packed) string {
	var all []rarEntry
	for _, e := range entries {
		raw := rarEntry{name: e.name, size: uint64(len(e.content)), sum: crc32.ChecksumIEEE([]byte(e.content))}
		if e.mode&fs.ModeSymlink != 0 {
			raw.symlink = e.content
		} else if e.content != "" {
			raw.packed, raw.method = pack(e.content)
		}
		all = append(all, raw)
	}
	return makeRawRar(all...)
}

func TestUnpack_RarLies(t *testing.T) {
	good := func(name string) rarEntry {
		return rarEntry{name: name, packed: "int x;\n", size: 7, sum: crc32.ChecksumIEEE([]byte("int x;\n"))}
	}
	change := func(f func(*rarEntry)) string {
		e := good("b.c")
		f(&e)
		return makeRawRar(good("a.c"), e, good("c.c"))
	}
	huge := uint64(3<<7 | 15<<10) // a dictionary of 4 GiB
	tests := []struct{ name, data, want string }{
		{"checksum", change(func(e *rarEntry) { e.sum++ }), "a.c\nc.c\ndamaged b.c\n"},
		{"less", change(func(e *rarEntry) { e.size = 6 }), "a.c\nc.c\ndamaged b.c\n"},
		{"more", change(func(e *rarEntry) { e.size = 8 }), "a.c\nc.c\ndamaged b.c\n"},
		{"endless", change(func(e *rarEntry) { e.size = math.MaxUint64 }), "a.c\nc.c\ndamaged b.c\n"},
		{"huge dictionary", change(func(e *rarEntry) { e.size, e.method = 5<<30, huge }), "a.c\narchive-limit x.rar\n"},
		{"unknown version", change(func(e *rarEntry) { e.method = 9 | 3<<7 }), "a.c\nc.c\nunsupported b.c\n"},
		{"no codes", change(func(e *rarEntry) { e.method = 3 << 7 }), "a.c\nc.c\ndamaged b.c\n"},
		{"cut", makeRawRar(good("a.c"), good("b.c"))[:70], "a.c\ndamaged x.rar\n"},
		{"links", makeRar(t, packed{name: "l", content: "a.c", mode: fs.ModeSymlink}), "symlink l\n"},
		{"names", makeRawRar(good("../a.c"), good("/b.c"), good("a.c"), good("..")), "a.c\nb.c\nduplicate a.c\nbad-name x.rar\n"},
		{"another format", "PK\x03\x04....", "damaged x.rar\n"},
		{"old format", oldRarMark + "..........", "unsupported x.rar\n"},
		{"nothing", rarMark, "damaged x.rar\n"},
	}
	for _, test := range tests {
		out := unpackBytes("x.rar", test.data, "x.rar", document.Options{}, archiveLimits{})
		if got := strings.ReplaceAll(out.lines(), "x.rar/", ""); got != test.want || out.err != nil {
			t.Errorf("%s: got %s%v, %v, want %s", test.name, got, out.skips, out.err, test.want)
		}
	}
}

// What is skipped is unpacked too if others need it, so it counts.
func TestUnpack_RarCountsSkippedFiles(t *testing.T) {
	data := makeRarOf(literals, packed{name: "a.bin", content: strings.Repeat("x\x00", 1<<20)}, packed{name: "b.c", content: "int b;\n"})
	out := unpackBytes("x.rar", data, "", document.Options{Exclude: []string{"*.bin"}}, archiveLimits{Bytes: 1 << 20})
	if got := out.lines(); got != "excluded a.bin\narchive-limit \n" || out.err != nil {
		t.Errorf("got %s%v", got, out.err)
	}
}

// Archives that are not read are named as such, with what to do, whatever their size.
func TestUnpack_OtherArchives(t *testing.T) {
	for _, name := range strings.Fields("a.7z A.7Z b.rpm d.zipx") {
		files := []packed{{name: name, content: strings.Repeat("7z\xbc\xaf\x27\x1c\x00\x04", 1<<20)}, {name: "a.c", content: "int a;\n"}}
		out := unpackBytes("x.zip", makeZip(t, files...), "", document.Options{}, archiveLimits{})
		if got := out.lines(); got != "a.c\nunsupported "+name+"\n" || out.skips[0].Err != errOtherArchive {
			t.Errorf("got %s%v", got, out.skips)
		}
		root := makeTree(t, map[string]string{name: files[0].content, "a.c": "int a;\n"})
		if got := walkAll(t, root, document.Options{Archives: true}).skipped(); got[name] != document.Unsupported {
			t.Errorf("%s: %v", name, got)
		}
		if got := walkAll(t, root, document.Options{}).skipped(); got[name] == document.Unsupported {
			t.Errorf("%s: %v, though archives are files", name, got)
		}
	}
}

func FuzzUnpackRar(f *testing.F) {
	entries := fuzzEntries(f)
	entries = append(entries, packed{name: "j.rar", content: makeRar(f, entries...)})
	f.Add(makeRar(f, entries...), uint16(0))
	f.Add(makeRarOf(literals, entries...), uint16(0))
	packed, method := literals("int a;\n")
	f.Add(packed, uint16(method))
	f.Fuzz(func(t *testing.T, data string, method uint16) {
		if method != 0 { // or else no change of data passes the checksums of the headers
			e := rarEntry{name: "a.c", packed: data, size: 1 << 15, method: uint64(method)}
			data = makeRawRar(e, e)
		}
		fuzzUnpack(t, "x.rar", data)
	})
}
