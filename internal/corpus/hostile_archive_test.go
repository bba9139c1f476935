package corpus

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/index/document"
)

func TestUnpack_Names(t *testing.T) {
	long := strings.Repeat("d/", maxFolders)
	names := []struct{ name, zip, tar string }{
		{"../../up.c", "up.c", "up.c"}, {"/abs.c", "abs.c", "abs.c"}, {"a/../../b.c", "b.c", "b.c"},
		{"./dot//slash.c", "dot/slash.c", "dot/slash.c"},
		{`w\in.c`, "w/in.c", `w\in.c`}, {`..\..\w.c`, "w.c", `..\..\w.c`}, {`C:\x.c`, "C:/x.c", `C:\x.c`},
		{"c:/y.c", "c:/y.c", "c:/y.c"},
		{"l\xe9.c", "l\xe9.c", "l\xe9.c"}, {"new\nline.c", "new\nline.c", "new\nline.c"},
		{long + "x.c", long + "x.c", long + "x.c"},
		{"d/" + long + "deep.c", "", ""}, {strings.Repeat("n", maxName+1), "", ""}, {"..", "", ""},
	}
	for i, n := range names {
		content := fmt.Sprintf("int x%d;\n", i)
		for name, data := range map[string]string{"x.zip": makeZip(t, packed{name: n.name, content: content}),
			"x.tar": makeTar(t, packed{name: n.name, content: content})} {
			want := map[string]string{"x.zip": n.zip, "x.tar": n.tar}[name]
			out := unpackBytes(name, data, "", document.Options{}, archiveLimits{})
			if want == "" {
				if out.lines() != "bad-name \n" || !strings.Contains(out.skips[0].Err.Error(), n.name[:2]) {
					t.Errorf("%s %.20q: got %v", name, n.name, out.skips)
				}
				continue
			}
			if !slices.Equal(out.paths(), []string{want}) || out.contents[want] != content {
				t.Errorf("%s %q: got %q, %v, want %q", name, n.name, out.paths(), out.skips, want)
			}
		}
	}
	data := makeRawZip(t, stored("", "x\n"), stored("a\x00b.c", "x\n"), stored("/", ""), stored("c", "x\n"))
	if got := unpackBytes("x.zip", data, "p", document.Options{}, archiveLimits{}).lines(); got != "p/c\nbad-name p\nbad-name p\n" {
		t.Errorf("no name, NUL: got %q", got)
	}
}

func TestUnpack_SpecialEntries(t *testing.T) {
	header := func(name string, typeflag byte, link string) tar.Header {
		return tar.Header{Name: name, Typeflag: typeflag, Linkname: link, Mode: 0o644}
	}
	data := makeTarOf(t, []tar.Header{header("a.c", tar.TypeReg, ""), header("sym.c", tar.TypeSymlink, "../../etc/passwd"),
		header("hard.c", tar.TypeLink, "a.c"), header("out.c", tar.TypeLink, "/etc/passwd"), header("dev", tar.TypeBlock, ""),
		header("tty", tar.TypeChar, ""), header("pipe", tar.TypeFifo, ""), header("link.zip", tar.TypeSymlink, "x.zip")},
		[]string{"int a;\n", "", "", "", "", "", "", ""})
	want := map[string]document.Reason{"sym.c": document.Symlink, "hard.c": document.Duplicate, "out.c": document.Duplicate, "dev": document.NotRegular, "tty": document.NotRegular,
		"pipe": document.NotRegular, "link.zip": document.Symlink}
	out := unpackBytes("x.tar", data, "", document.Options{}, archiveLimits{})
	if !maps.Equal(out.skipped(), want) || !slices.Equal(out.paths(), []string{"a.c"}) {
		t.Errorf("tar: got %s", out.lines())
	}
	data = makeZip(t, packed{name: "a.c", content: "int a;\n"}, packed{name: "sym.c", content: "/etc/passwd", mode: fs.ModeSymlink},
		packed{name: "pipe", content: "x", mode: fs.ModeNamedPipe}, packed{name: "dev", content: "x", mode: fs.ModeDevice})
	want = map[string]document.Reason{"sym.c": document.Symlink, "pipe": document.NotRegular, "dev": document.NotRegular}
	out = unpackBytes("x.zip", data, "", document.Options{}, archiveLimits{})
	if !maps.Equal(out.skipped(), want) || !slices.Equal(out.paths(), []string{"a.c"}) {
		t.Errorf("zip: got %s", out.lines())
	}
}

// Global headers count as entries, because any number of them may occur, but are not files.
func TestUnpack_GlobalHeaders(t *testing.T) {
	var headers []tar.Header
	for range 5 {
		headers = append(headers, tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "x"}})
	}
	headers = append(headers, tar.Header{Name: "a.c", Typeflag: tar.TypeReg})
	data := makeTarOf(t, headers, []string{"", "", "", "", "", "int a;\n"})
	for entries, want := range map[int]string{6: "a.c\n", 5: "archive-limit \n", 2: "archive-limit \n"} {
		if got := unpackBytes("x.tar", data, "", document.Options{}, archiveLimits{Entries: entries}).lines(); got != want {
			t.Errorf("at most %d: got %s", entries, got)
		}
	}
}

// The first entry worth reading counts, whatever entries have the same path before.
func TestUnpack_Duplicates(t *testing.T) {
	entries := []packed{
		{name: "a.c", content: "target", mode: fs.ModeSymlink}, {name: "a.c"}, {name: "a.c", content: "first\n"},
		{name: "./a.c", content: "second\n"}, {name: "i.zip/x.c", content: "folder\n"},
		{name: "i.zip", content: makeZip(t, packed{name: "x.c", content: "archive\n"}, packed{name: "y.c", content: "y\n"})},
	}
	for name, data := range map[string]string{"x.zip": makeZip(t, entries...), "x.tar": makeTar(t, entries...)} {
		out := unpackBytes(name, data, "", document.Options{}, archiveLimits{})
		var skips []string
		for _, s := range out.skips {
			skips = append(skips, s.Path+" "+string(s.Reason))
		}
		slices.Sort(skips)
		want := []string{"a.c duplicate", "a.c empty", "a.c symlink", "i.zip/x.c duplicate"}
		if out.contents["a.c"] != "first\n" || len(out.files) != 3 || !slices.Equal(skips, want) {
			t.Errorf("%s: got %q, %q", name, out.contents, skips)
		}
	}
}

func deflated(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Entries are not what the directory of a zip states. Reading continues after each.
func TestUnpack_ZipLies(t *testing.T) {
	good := stored("x.c", "int x;\n")
	change := func(f func(e *rawEntry)) rawEntry { e := good; f(&e); return e }
	tests := map[string]struct {
		entry rawEntry
		want  document.Reason
	}{
		"right":                  {good, document.Kept},
		"claims 0, holds more":   {change(func(e *rawEntry) { e.size = 0 }), document.Damaged},
		"claims less":            {change(func(e *rawEntry) { e.size = 3 }), document.Damaged},
		"claims more":            {change(func(e *rawEntry) { e.size = 100 }), document.Damaged},
		"claims too much":        {change(func(e *rawEntry) { e.size = DefaultMaxSize + 1 }), document.TooLarge},
		"claims 2 to the 63":     {change(func(e *rawEntry) { e.size = 1 << 63 }), document.TooLarge},
		"wrong checksum":         {change(func(e *rawEntry) { e.sum++ }), document.Damaged},
		"encrypted":              {change(func(e *rawEntry) { e.flags = zipEncrypted }), document.Encrypted},
		"AES":                    {change(func(e *rawEntry) { e.flags, e.method = zipEncrypted, 99 }), document.Encrypted},
		"LZMA":                   {change(func(e *rawEntry) { e.method = 14 }), document.Unsupported},
		"deflated, but is not":   {change(func(e *rawEntry) { e.method = zip.Deflate }), document.Damaged},
		"empty":                  {rawEntry{name: "x.c"}, document.Empty},
		"empty, not deflated":    {rawEntry{name: "x.c", method: zip.Deflate}, document.Empty},
		"empty, deflated":        {rawEntry{name: "x.c", method: zip.Deflate, packed: "\x03\x00"}, document.Empty},
		"folder that has bytes":  {change(func(e *rawEntry) { e.name = "x.c?" }), document.Damaged},
		"archive that is none":   {rawEntry{name: "x.tar", packed: "no tar\n", size: 7, sum: good.sum}, document.Damaged},
		"archive of 0 bytes":     {rawEntry{name: "x.tgz"}, document.Empty},
		"zip that is none":       {stored("x.zip", "no zip\n"), document.Damaged},
		"encrypted archive":      {change(func(e *rawEntry) { e.flags, e.name = zipEncrypted, "x.zip" }), document.Encrypted},
		"claims 0, much deflate": {rawEntry{name: "x.c", method: zip.Deflate, packed: deflated(t, "int x;\nint y;\n")}, document.Damaged},
	}
	for name, test := range tests {
		data := makeRawZip(t, stored("a.c", "a\n"), test.entry, stored("z.c", "z\n"))
		data = strings.ReplaceAll(data, "?", "/") // the library writes no folder with bytes
		out := unpackBytes("o.zip", data, "", document.Options{}, archiveLimits{})
		where := strings.TrimSuffix(test.entry.name, "?")
		want := "a.c\nz.c\n" + string(test.want) + " " + where + "\n"
		if test.want == document.Kept {
			want = "a.c\nx.c\nz.c\n"
		}
		if out.lines() != want || out.err != nil {
			t.Errorf("%s: got %v%s, want %s", name, out.err, out.lines(), want)
		}
		if (test.want == document.Damaged || test.want == document.Unsupported) && out.skips[0].Err == nil {
			t.Errorf("%s: no error says why", name)
		}
	}
}

// Entries before the end of a truncated archive are visited, and the damage is reported.
func TestUnpack_Cut(t *testing.T) {
	var entries []packed
	var all []string
	for i := range 20 {
		content := strings.Repeat(fmt.Sprintf("int x%d;\n", i*i*i*7919), 100+i)
		entries = append(entries, packed{name: fmt.Sprintf("%02d.c", i), content: content})
		all = append(all, fmt.Sprintf("%02d.c", i))
	}
	plain := makeTar(t, entries...)
	formats := map[string]string{"x.tar": plain, "x.tgz": gzipped(t, plain), "x.tzst": zstandard(t, plain, zstd.WithWindowSize(1<<10))}
	for name, data := range formats {
		some := 0
		for cut := 1; cut < len(data); cut += 97 {
			out := unpackBytes(name, data[:cut], "", document.Options{}, archiveLimits{})
			got := out.paths()
			if !slices.Equal(got, all[:len(got)]) || out.err != nil {
				t.Fatalf("%s cut at %d: got %q, %v", name, cut, got, out.err)
			}
			if len(got) > 0 && len(got) < len(all) {
				some++
			}
			whole := name == "x.tar" && (len(out.skips) == 0) // between two entries, or in the zeros at its end
			if reason, ok := out.skipped()[""]; !whole && (!ok || reason != document.Damaged) {
				t.Errorf("%s cut at %d: skipped %v", name, cut, out.skips)
			}
		}
		if some == 0 {
			t.Errorf("%s: no cut left some", name)
		}
	}
	cut := makeZip(t, entries...)[:2000]
	if got := unpackBytes("x.zip", cut, "x.zip", document.Options{}, archiveLimits{}).lines(); got != "damaged x.zip\n" {
		t.Errorf("zip: got %s", got)
	}
}

// A changed byte is found even if the content can be decompressed.
func TestUnpack_Checksum(t *testing.T) {
	plain := makeTar(t, packed{name: "a.c", content: "int a;\n"})
	data := []byte(gzipped(t, plain))
	data[len(data)-8]++
	if got := unpackBytes("x.tgz", string(data), "", document.Options{}, archiveLimits{}).lines(); got != "a.c\ndamaged \n" {
		t.Errorf("got %s", got)
	}
}

func TestUnpack_Limits(t *testing.T) {
	text := strings.Repeat("a line of text\n", 70_000) // 1 MiB
	var many []packed
	for i := range 20 {
		many = append(many, packed{name: fmt.Sprintf("%02d.c", i), content: text})
	}
	plain, zipped := makeTar(t, many...), makeZip(t, many...)
	tests := []struct {
		name, data string
		l          archiveLimits
		files      int
		want       string
	}{
		{"bytes.zip", zipped, archiveLimits{Bytes: 5 << 20}, 4, "over 5242880 bytes"},
		{"bytes.tar", plain, archiveLimits{Bytes: 5 << 20}, 4, "over 5242880 bytes"},
		{"bytes.tgz", gzipped(t, plain), archiveLimits{Bytes: 5 << 20}, 4, "over 5242880 bytes"},
		{"ratio.zip", zipped, archiveLimits{Ratio: 1}, 10, "over 1 times its size"},
		{"ratio.tzst", zstandard(t, plain), archiveLimits{Ratio: 1}, 9, "over 1 times its size"},
		{"ratio.tar", plain, archiveLimits{Ratio: 1}, 20, ""},
		{"bytes.rar", makeRar(t, many...), archiveLimits{Bytes: 5 << 20}, 4, "over 5242880 bytes"},
		{"entries.rar", makeRar(t, many...), archiveLimits{Entries: 7}, 7, "over 7 entries"},
		{"entries.zip", zipped, archiveLimits{Entries: 7}, 7, "over 7 entries"},
		{"entries.tar", plain, archiveLimits{Entries: 7}, 7, "over 7 entries"},
	}
	for _, test := range tests {
		out := unpackBytes(test.name, test.data, test.name, document.Options{}, test.l)
		if len(out.files) != test.files || out.err != nil {
			t.Errorf("%s: visited %d, want %d, %v", test.name, len(out.files), test.files, out.err)
		}
		if test.want == "" {
			continue
		}
		if len(out.skips) != 1 || out.skips[0].Reason != document.ArchiveLimit || out.skips[0].Path != test.name ||
			!strings.Contains(out.skips[0].Err.Error(), test.want) {
			t.Errorf("%s: skipped %v", test.name, out.skips)
		}
		inner := makeZip(t, packed{name: "in/" + test.name, content: test.data})
		out = unpackBytes("o.zip", inner, "o.zip", document.Options{}, test.l)
		if len(out.skips) != 1 || out.skips[0].Reason != document.ArchiveLimit || out.skips[0].Path != "o.zip" {
			t.Errorf("%s in a zip: skipped %v", test.name, out.skips)
		}
	}
}

func TestUnpack_Depth(t *testing.T) {
	data, name := makeZip(t, packed{name: "a.c", content: "a\n"}), "1.zip"
	for i := 2; i <= 5; i++ {
		data = makeZip(t, packed{name: name, content: data}, packed{name: "x.c", content: "x\n"})
		name = fmt.Sprintf("%d.zip", i)
	}
	want := "4.zip/3.zip/x.c\n4.zip/x.c\nx.c\nnested-too-deep 4.zip/3.zip/2.zip\n"
	if got := unpackBytes("o.zip", data, "", document.Options{}, archiveLimits{}).lines(); got != want {
		t.Errorf("got %s", got)
	}
	if got := unpackBytes("o.zip", data, "", document.Options{}, archiveLimits{Depth: 1}).lines(); got != "x.c\nnested-too-deep 4.zip\n" {
		t.Errorf("depth 1: got %s", got)
	}
	if got := unpackBytes("o.zip", data, "", document.Options{}, archiveLimits{Depth: 5}).paths(); len(got) != 5 {
		t.Errorf("depth 5: got %q", got)
	}
}

// A zip too large for memory, or a zstd window, ends the reading of that archive only.
func TestUnpack_Memory(t *testing.T) {
	inner := makeRawZip(t, stored("a.c", strings.Repeat("int a;\n", 3000)))
	outer := makeRawZip(t, stored("i.zip", inner))
	wide := makeTar(t, packed{name: "a.c", content: strings.Repeat("int a;\n", 30_000)})
	data := makeTar(t, packed{name: "i.zip", content: inner}, packed{name: "o.zip", content: outer},
		packed{name: "w.tzst", content: zstandard(t, wide, zstd.WithSingleSegment(true))},
		packed{name: "z.tzst", content: zstandard(t, makeTar(t, packed{name: "z.c", content: "z\n"}))})
	limit := int64(len(inner) + len(outer))
	want := "i.zip/a.c\no.zip/i.zip/a.c\nz.tzst/z.c\narchive-limit w.tzst\n"
	if got := unpackBytes("x.tar", data, "", document.Options{}, archiveLimits{Memory: limit}).lines(); got != want {
		t.Errorf("just enough: got %s", got)
	}
	want = "i.zip/a.c\nz.tzst/z.c\narchive-limit o.zip/i.zip\narchive-limit w.tzst\n"
	if got := unpackBytes("x.tar", data, "", document.Options{}, archiveLimits{Memory: limit - 1}).lines(); got != want {
		t.Errorf("one byte less: got %s", got)
	}
	if got := unpackBytes("x.tar", data, "", document.Options{}, archiveLimits{}).paths(); len(got) != 4 {
		t.Errorf("default: got %q", got)
	}
}

// The entries of this zip bomb share one kernel of data.
func TestUnpack_Overlapping(t *testing.T) {
	kernel := strings.Repeat("a line of text\n", 200_000)
	data := makeRawZip(t, rawEntry{name: "0", method: zip.Deflate, packed: deflated(t, kernel), size: uint64(len(kernel))})
	end := len(data) - 22
	start := int(binary.LittleEndian.Uint32([]byte(data[end+16:])))
	entry := []byte(data[start:end])
	var directory []byte
	for i := range 60_000 {
		name := []byte{byte('0' + i%64)}
		directory = append(append(directory, entry[:46]...), append(name, entry[47:]...)...)
	}
	tail := []byte(data[end:])
	binary.LittleEndian.PutUint16(tail[8:], 60_000)
	binary.LittleEndian.PutUint16(tail[10:], 60_000)
	binary.LittleEndian.PutUint32(tail[12:], uint32(len(directory)))
	data = data[:start] + string(directory) + string(tail)

	out := unpackBytes("b.zip", data, "b.zip", document.Options{}, archiveLimits{Bytes: 50 << 20})
	if n := len(out.skips); n == 0 || out.skips[n-1].Reason != document.ArchiveLimit || len(out.files) != 17 {
		t.Errorf("visited %d, skipped %d", len(out.files), n)
	}
}

// claimsEntries is a zip64 of a petabyte whose end record states 2^44 entries.
type claimsEntries struct {
	tail string
	size int64
}

func (c claimsEntries) ReadAt(p []byte, off int64) (int, error) {
	clear(p)
	if from := c.size - int64(len(c.tail)); off+int64(len(p)) > from {
		if off >= from {
			copy(p, c.tail[off-from:])
		} else {
			copy(p[from-off:], c.tail)
		}
	}
	return len(p), nil
}

// No memory is allocated for the size that a directory states.
func TestUnpack_HugeDirectory(t *testing.T) {
	c := claimsEntries{size: 1 << 50}
	var b bytes.Buffer
	end64 := c.size - 56 - 20 - 22
	for _, v := range []any{[]byte("PK\x06\x06"), uint64(44), uint16(45), uint16(45), uint32(0), uint32(0), uint64(1 << 44),
		uint64(1 << 44), uint64(0), uint64(0), []byte("PK\x06\x07"), uint32(0), uint64(end64), uint32(1),
		[]byte("PK\x05\x06"), uint16(0), uint16(0), uint16(0xffff), uint16(0xffff), uint32(0xffffffff),
		uint32(0xffffffff), uint16(0)} {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	c.tail = b.String()
	var out unpackedFiles
	u, err := newUnpacker(t.Context(), document.Options{}, defaultLimits, nil, out.skip)
	if err != nil {
		t.Fatal(err)
	}
	err = u.outermost("x.zip", formatZip, c, c.size)
	if err != nil || len(out.skips) != 1 || out.skips[0].Reason != document.ArchiveLimit ||
		!strings.Contains(out.skips[0].Err.Error(), "directory too large") {
		t.Errorf("claimed: got %v, %v", out.skips, err)
	}

	var entries []rawEntry
	for i := range 1000 {
		entries = append(entries, stored(fmt.Sprintf("%0400d.c", i), "x\n"))
	}
	out = unpackBytes("x.zip", makeRawZip(t, entries...), "x.zip", document.Options{}, archiveLimits{Entries: 10})
	if out.lines() != "archive-limit x.zip\n" || !strings.Contains(out.skips[0].Err.Error(), "directory too large") {
		t.Errorf("true: got %v", out.skips)
	}
}

// sparseTar returns a tar of sparse files of that size, whose names end in end. Their first 8,192
// bytes are stored. The library writes none, so the headers are changed (GNU tar manual, "Basic Tar
// Format": struct oldgnu_header).
func sparseTar(t *testing.T, end string, files int, size int64) string {
	t.Helper()
	var b strings.Builder
	for i := range files {
		h := tar.Header{Name: fmt.Sprintf("%d%s", i, end), Mode: 0o644, Typeflag: tar.TypeReg, Format: tar.FormatGNU}
		data := []byte(makeTarOf(t, []tar.Header{h}, []string{strings.Repeat("int x; /* 16 */\n", 512)}))[:512+8192]
		data[156] = tar.TypeGNUSparse
		copy(data[386:], fmt.Sprintf("%011o\x00%011o\x00", 0, 8192))
		copy(data[483:], fmt.Sprintf("%011o\x00", size))
		copy(data[148:], "        ")
		sum := 0
		for _, c := range data[:512] {
			sum += int(c)
		}
		copy(data[148:], fmt.Sprintf("%06o\x00 ", sum))
		b.Write(data)
	}
	return b.String() + strings.Repeat("\x00", 1024)
}

// The holes of sparse files, which cost their author nothing, count as unpacked.
func TestUnpack_Sparse(t *testing.T) {
	whole := unpackBytes("x.tar", sparseTar(t, ".c", 1, 8192), "", document.Options{}, archiveLimits{})
	if len(whole.files) != 1 || whole.files[0].Size != 8192 {
		t.Fatalf("without holes: got %s", whole.lines())
	}
	if got := unpackBytes("x.tar", sparseTar(t, ".c", 1, 1<<33-1), "", document.Options{}, archiveLimits{}).lines(); got != "too-large 0.c\n" {
		t.Errorf("8 GiB: got %s", got)
	}
	for _, end := range []string{".c", ".zip", ".tar", ".tgz"} {
		data := sparseTar(t, end, 40, 1<<20)
		if end == ".tar" { // that begins with the zeros that end a tar, and is read on for its checksum
			data = strings.ReplaceAll(data, strings.Repeat("int x; /* 16 */\n", 512), strings.Repeat("\x00", 8192))
		}
		out := unpackBytes("x.tar", data, "x.tar", document.Options{}, archiveLimits{Ratio: 1})
		n := len(out.skips)
		if over := n > 0 && out.skips[n-1].Reason == document.ArchiveLimit; over != (end != ".tgz") {
			t.Errorf("%s: got %s", end, out.lines())
		}
	}
}

// checkUnpacked verifies what Unpack promises for every archive.
func checkUnpacked(t *testing.T, out unpackedFiles, o document.Options, l archiveLimits) {
	t.Helper()
	if out.err != nil {
		t.Fatalf("error: %v", out.err)
	}
	total := int64(0)
	for _, f := range out.files {
		if f.Path == "" || path.Clean("/"+f.Path) != "/"+f.Path || strings.ContainsRune(f.Path, 0) {
			t.Errorf("path %q", f.Path)
		}
		content := out.contents[f.Path]
		if f.Size != int64(len(content)) || f.Size == 0 || f.Size > maxSize(o) || sniff([]byte(content)) != document.Kept {
			t.Errorf("%q: visited, though of %d bytes or no text", f.Path, f.Size)
		}
		total += f.Size
	}
	if len(out.contents) != len(out.files) {
		t.Errorf("paths twice in %q", out.paths())
	}
	if total > l.Bytes || len(out.files) > l.Entries {
		t.Errorf("%d bytes in %d files, over the limit", total, len(out.files))
	}
	for _, s := range out.skips {
		if !slices.Contains(document.Reasons(), s.Reason) {
			t.Errorf("%q: reason %q", s.Path, s.Reason)
		}
		if s.Reason == document.Damaged && s.Err == nil {
			t.Errorf("%q: no error says why it is damaged", s.Path)
		}
	}
}

var fuzzLimits = archiveLimits{Bytes: 1 << 20, Ratio: 50, Entries: 50, Depth: 3, Memory: 1 << 18}

func fuzzUnpack(t *testing.T, name, data string) {
	o := document.Options{MaxSize: 1 << 16, Exclude: []string{"/ex/"}, Include: []string{"*", "!*.no"}}
	out := unpackBytes(name, data, "", o, fuzzLimits)
	checkUnpacked(t, out, o, fuzzLimits)
	if again := unpackBytes(name, data, "", o, fuzzLimits); again.lines() != out.lines() {
		t.Errorf("got\n%sthen\n%s", out.lines(), again.lines())
	}
}

func fuzzEntries(t testing.TB) []packed {
	inner := makeZip(t, packed{name: "x.c", content: "int x;\n"})
	return []packed{{name: "a.c", content: "int a;\n"}, {name: "ex/b.c", content: "b\n"}, {name: "../c.no", content: "c\n"},
		{name: "l", content: "a.c", mode: fs.ModeSymlink}, {name: "i.zip", content: inner}, {name: "bin", content: "\x00"},
		{name: "j.tgz", content: gzipped(t, makeTar(t, packed{name: "k.zip", content: inner}))}}
}

func FuzzUnpackZip(f *testing.F) {
	f.Add(makeZip(f, fuzzEntries(f)...))
	f.Add(makeZip(f))
	f.Add(makeRawZip(f, stored("a.c", "int a;\n"), rawEntry{name: "b.c", packed: "x", size: 1 << 63},
		rawEntry{name: "c", flags: zipEncrypted}))
	f.Fuzz(func(t *testing.T, data string) { fuzzUnpack(t, "x.zip", data) })
}

func FuzzUnpackTar(f *testing.F) {
	names := []string{"x.tar", "x.tgz", "x.tbz2", "x.tzst", "x.txz", "x.gem"}
	plain := makeTar(f, fuzzEntries(f)...)
	gem := makeTar(f, packed{name: "metadata.gz", content: gzipped(f, "name: a\n")}, packed{name: "data.tar.gz", content: gzipped(f, plain)})
	for i, data := range []string{plain, gzipped(f, plain), bzippedTar(f), zstandard(f, plain), xzTar(f), gem} {
		f.Add(uint8(i), data)
	}
	f.Fuzz(func(t *testing.T, kind uint8, data string) { fuzzUnpack(t, names[int(kind)%len(names)], data) })
}

func FuzzUnpackDeb(f *testing.F) {
	tar := makeTar(f, fuzzEntries(f)...)
	f.Add(makeDeb(packed{name: "debian-binary", content: "2.0\n"}, packed{name: "control.tar/", content: tar}, packed{name: "data.tar", content: tar}))
	f.Add(makeDeb(packed{name: "data.tar.xz", content: xzTar(f)}, packed{name: "i.deb", content: makeDeb()}))
	f.Fuzz(func(t *testing.T, data string) { fuzzUnpack(t, "x.deb", data) })
}

// A package has the paths of its data, and names what else is in it.
func TestUnpack_Packages(t *testing.T) {
	tar := func(name string) string { return makeTar(t, packed{name: name, content: "int a;\n"}) }
	for _, test := range []struct{ name, data, want string }{
		{"x.deb", makeDeb(packed{name: "debian-binary", content: "2.0\n"}, packed{name: "control.tar.gz", content: gzipped(t, tar("md5"))},
			packed{name: "data.tar/", content: tar("usr/a.c")}), "debian-binary\ncontrol/md5\nusr/a.c\n"},
		{"x.gem", makeTar(t, packed{name: "metadata.gz", content: gzipped(t, "name: a\n")}, packed{name: "data.tar", content: tar("lib/a.rb")}),
			"metadata\nlib/a.rb\n"},
		{"x.gem", makeTar(t, packed{name: "metadata.gz", content: "a"}, packed{name: "metadata.gz"}, packed{name: "data.tar", content: tar("lib/a.rb")}),
			"lib/a.rb\ndamaged metadata\nempty metadata\n"},
		{"x.gem", makeTar(t, packed{name: "metadata.gz", content: gzipped(t, strings.Repeat("a", DefaultMaxSize+1))}, packed{name: "data.tar", content: tar("a.rb")}),
			"a.rb\ntoo-large metadata\n"},
		{"x.deb", makeDeb(packed{name: "data.tar", content: tar("a.c")}, packed{name: "data.tar", content: tar("a.c")}), "a.c\nduplicate a.c\n"},
		{"x.deb", makeDeb(packed{name: "i.deb", content: makeDeb(packed{name: "data.tar", content: tar("a.c")})}), "i.deb/a.c\n"},
		{"x.deb", "!<arch>", "damaged x.deb\n"},
		{"x.deb", makeDeb()[:7] + "x", "damaged x.deb\n"},
		{"x.deb", makeDeb(packed{name: "data.tar", content: tar("a.c")})[:600], "a.c\ndamaged x.deb\n"},
		{"x.deb", makeDeb() + strings.Repeat("x", arHeader), "damaged x.deb\n"},
		{"x.deb", makeDeb() + "short", "damaged x.deb\n"},
		{"x.deb", strings.Replace(makeDeb(packed{name: "a", content: "int a;\n"}), "7         `", "-7        `", 1), "damaged x.deb\n"},
		{"x.deb", makeDeb(), ""},
	} {
		out := unpackBytes(test.name, test.data, test.name, document.Options{}, archiveLimits{})
		if got := strings.ReplaceAll(out.lines(), test.name+"/", ""); got != test.want || out.err != nil {
			t.Errorf("%s: got %s%v, %v, want %s", test.name, got, out.skips, out.err, test.want)
		}
	}
	nested := makeDeb()
	for range 9 {
		nested = makeDeb(packed{name: "i.deb", content: nested})
	}
	if out := unpackBytes("x.deb", nested, "", document.Options{}, archiveLimits{}); len(out.skips) != 1 || out.skips[0].Reason != document.Nested {
		t.Errorf("nested: %v", out.skips)
	}
}

// An entry that has more or fewer bytes than stated is found even if the library for its format
// does not notice. An entry that states more than is allowed is not opened.
func TestMember_Lies(t *testing.T) {
	const content = "int x;\n"
	tests := []struct {
		name string
		size int64
		want string
		over bool
	}{
		{"x.c", 7, "x.c\n", false}, {"x.c", 0, "damaged x.c\n", false}, {"x.c", 5, "damaged x.c\n", false},
		{"x.c", 9, "damaged x.c\n", false}, {"x.c", 1000, "", true}, {"x.zip", 0, "damaged x.zip\n", false},
		{"x.zip", 5, "damaged x.zip\n", false}, {"x.zip", 9, "damaged x.zip\n", false}, {"x.zip", 1000, "archive-limit x.zip\n", false},
	}
	for _, test := range tests {
		var out unpackedFiles
		limits := archiveLimits{Memory: 999}.withDefaults()
		u, err := newUnpacker(t.Context(), document.Options{}, limits, out.visit, out.skip)
		if err != nil {
			t.Fatal(err)
		}
		u.left, u.leftErr = 999, errOverLimit
		open := func() (io.ReadCloser, error) {
			if test.size == 1000 {
				t.Errorf("%s: opened", test.name)
			}
			return io.NopCloser(strings.NewReader(content)), nil
		}
		err = u.member(archive{depth: 1, included: true}, member{name: test.name, path: test.name, size: test.size, open: open})
		if out.lines() != test.want || (err == errOverLimit) != test.over || err != nil && !test.over {
			t.Errorf("%s of %d bytes: got %s%v, want %s", test.name, test.size, out.lines(), err, test.want)
		}
		if strings.HasPrefix(test.want, "damaged") && out.skips[0].Err != errSize {
			t.Errorf("%s of %d bytes: got %v", test.name, test.size, out.skips[0].Err)
		}
	}
}

// Errors of the operating system have another reason than damage of an archive.
func TestUnpack_Damage(t *testing.T) {
	system := &fs.PathError{Op: "read", Path: "x", Err: errors.New("input/output error")}
	if faultReason(fmt.Errorf("reading: %w", system)) != document.Unreadable || faultReason(errSize) != document.Damaged {
		t.Error("the reasons are mixed up")
	}
}

// Entries that the directory of a zip does not list are named, and the others are read. What comes
// before a zip may be anything.
func TestUnpack_ZipNamesUnlistedEntries(t *testing.T) {
	listed := makeZip(t, packed{name: "a.c", content: "int a;\n"})
	other := makeZip(t, packed{name: "x.c", content: "int x;\n"})
	header := other[:strings.Index(other, "PK\x01\x02")]
	for name, c := range map[string]struct {
		data   string
		hidden bool
	}{
		"plain": {listed, false}, "after a program": {"MZ" + strings.Repeat("\x00", 5000) + listed, false},
		"before": {header + listed, true}, "after": {listed + header, true},
	} {
		out := unpackBytes("o.zip", c.data, "", document.Options{}, archiveLimits{})
		if named := len(out.skips) == 1 && out.skips[0].Reason == document.Damaged; named != c.hidden || out.err != nil {
			t.Errorf("%s: %v %s", name, out.err, out.lines())
		}
	}
}
