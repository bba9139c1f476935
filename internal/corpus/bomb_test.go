package corpus

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// tarHeader returns the header block of an entry of a tar (POSIX.1-1988, ustar).
func tarHeader(name string, typeflag byte, size string) string {
	block := make([]byte, 512)
	copy(block, name)
	copy(block[100:], "0000644\x00")
	copy(block[124:], size)
	copy(block[136:], "00000000000\x00")
	copy(block[148:], "        ")
	block[156] = typeflag
	copy(block[257:], "ustar\x0000")
	sum := 0
	for _, c := range block {
		sum += int(c)
	}
	copy(block[148:], fmt.Sprintf("%06o\x00 ", sum))
	return string(block)
}

// octal returns a size as a header has it.
func octal(n int) string { return fmt.Sprintf("%011o\x00", n) }

// enormous returns a size in base 256, as GNU tar writes large ones.
func enormous(first byte) string { return string([]byte{first}) + strings.Repeat("\xff", 11) }

// padded returns a content, filled up to whole blocks.
func padded(content string) string {
	return content + strings.Repeat("\x00", (512-len(content)%512)%512)
}

func entry(name, content string) string {
	return tarHeader(name, tar.TypeReg, octal(len(content))) + padded(content)
}

var tarEnd = strings.Repeat("\x00", 1024)

// Entries are not as large as they state. Entries before them are visited.
func TestUnpack_TarLies(t *testing.T) {
	before := entry("a.c", "int a;\n")
	for name, test := range map[string]struct{ behind, want string }{
		"right":                {entry("z.c", "int z;\n") + tarEnd, "a.c\nz.c\n"},
		"more than there is":   {tarHeader("x.c", tar.TypeReg, octal(5000)) + padded("int x;\n"), "a.c\ndamaged x.c\ndamaged \n"},
		"8 GiB":                {tarHeader("x.c", tar.TypeReg, "77777777777\x00") + padded("int x;\n"), "a.c\ntoo-large x.c\ndamaged \n"},
		"2 to the 63":          {tarHeader("x.c", tar.TypeReg, enormous(0x80)) + padded("int x;\n"), "a.c\ndamaged \n"},
		"below 0":              {tarHeader("x.c", tar.TypeReg, enormous(0xff)) + padded("int x;\n"), "a.c\ndamaged \n"},
		"no number":            {tarHeader("x.c", tar.TypeReg, "lots") + padded("int x;\n"), "a.c\ndamaged \n"},
		"an archive of 8 GiB":  {tarHeader("x.zip", tar.TypeReg, "77777777777\x00") + padded("PK"), "a.c\narchive-limit x.zip\ndamaged \n"},
		"a folder with bytes":  {tarHeader("d", tar.TypeDir, octal(7)) + padded("int x;\n") + tarEnd, "a.c\ndamaged \n"},
		"a link with bytes":    {tarHeader("l", tar.TypeSymlink, octal(7)) + entry("z.c", "int z;\n") + tarEnd, "a.c\nz.c\nsymlink l\n"},
		"a checksum that lies": {strings.Replace(entry("x.c", "int x;\n"), "0000644", "0000645", 1) + tarEnd, "a.c\ndamaged \n"},
		"more behind its end":  {tarEnd + tarEnd + entry("z.c", "int z;\n") + tarEnd, "a.c\nz.c\n"},
		"text behind its end":  {tarEnd + "int z;\n", "a.c\ndamaged \n"},
		"one block of zeros":   {tarEnd[:512], "a.c\n"},
	} {
		for _, kind := range []string{"x.tar", "x.tgz"} {
			data := before + test.behind
			if kind == "x.tgz" {
				data = gzipped(t, data)
			}
			out := unpackBytes(kind, data, "", document.Options{}, archiveLimits{})
			if out.lines() != test.want || out.err != nil {
				t.Errorf("%s, %s: got %v\n%s, want\n%s", kind, name, out.err, out.lines(), test.want)
			}
		}
	}
}

// Headers with attributes of an entry count as unpacked bytes, so reading them ends at a limit, or
// with the file of an uncompressed tar. A single header cannot be large.
func TestUnpack_EndlessHeaders(t *testing.T) {
	record := "30 mtime=1700000000.1234567890"
	record = record[:29] + "\n"
	for name, header := range map[string]string{
		"pax":       tarHeader("h", tar.TypeXHeader, octal(len(record))) + padded(record),
		"long name": tarHeader("h", tar.TypeGNULongName, octal(200)) + padded(strings.Repeat("n", 200)),
		"long link": tarHeader("h", tar.TypeGNULongLink, octal(200)) + padded(strings.Repeat("n", 200)),
	} {
		few := strings.Repeat(header, 3) + entry("a.c", "int a;\n") + tarEnd
		out := unpackBytes("x.tgz", gzipped(t, few), "", document.Options{}, archiveLimits{})
		if len(out.files) != 1 {
			t.Fatalf("%s: got %s: this tests nothing", name, out.lines())
		}
		many := strings.Repeat(header, 8_000) // 8 MiB
		for kind, data := range map[string]string{"x.tgz": gzipped(t, many), "x.tzst": zstandard(t, many)} {
			out := unpackBytes(kind, data, "", document.Options{}, archiveLimits{Bytes: 4 << 20})
			if out.lines() != "archive-limit \n" {
				t.Errorf("%s in %s: got %s", name, kind, out.lines())
			}
		}
		if out := unpackBytes("x.tar", many[:1<<20], "", document.Options{}, archiveLimits{}); out.lines() != "damaged \n" && out.lines() != "" {
			t.Errorf("%s: got %s", name, out.lines())
		}
		large := tarHeader("h", header[156], octal(2<<20)) + strings.Repeat("n", 2<<20)
		if out := unpackBytes("x.tar", large, "", document.Options{}, archiveLimits{}); out.lines() != "damaged \n" {
			t.Errorf("a %s of 2 MiB: got %s", name, out.lines())
		}
	}
}

// A file that states 2 GiB is compressed to a thousandth or less. No more is unpacked than the
// limits allow.
func TestUnpack_Bombs(t *testing.T) {
	if testing.Short() {
		t.Skip("it packs and unpacks 600 MiB")
	}
	zeros := strings.Repeat("\x00", 1<<20)
	bomb := func(write func([]byte) (int, error)) {
		_, err := write([]byte(tarHeader("big.c", tar.TypeReg, octal(1<<31))))
		for range 300 { // MiB
			if err == nil {
				_, err = write([]byte(zeros))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var packedByGzip, packedByZstd bytes.Buffer
	g := gzip.NewWriter(&packedByGzip)
	bomb(g.Write)
	z, err := zstd.NewWriter(&packedByZstd, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	bomb(z.Write)
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for kind, data := range map[string]string{"x.tgz": packedByGzip.String(), "x.tzst": packedByZstd.String()} {
		if 400*len(data) > 300<<20 {
			t.Fatalf("%s is of %d bytes: this tests nothing", kind, len(data))
		}
		out := unpackBytes(kind, data, "", document.Options{}, archiveLimits{})
		if out.lines() != "too-large big.c\narchive-limit \n" {
			t.Errorf("%s: got %s", kind, out.lines())
		}
		// The same within a zip, and within a tar that packs nothing.
		for outer, data := range map[string]string{
			"o.zip": makeZip(t, packed{name: kind, content: data}), "o.tar": makeTar(t, packed{name: kind, content: data}),
		} {
			out := unpackBytes(outer, data, "", document.Options{}, archiveLimits{})
			if n := len(out.skips); n == 0 || out.skips[n-1].Reason != document.ArchiveLimit {
				t.Errorf("%s in %s: got %s", kind, outer, out.lines())
			}
		}
	}
}

// A bomb on standard input ends like that in a file, at any depth, and so does one of lines.
func TestInput_Bombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 64<<20)
	tarred := entry("a.c", "int a;\n") + tarHeader("big.c", tar.TypeReg, octal(1<<31)) + zeros
	nested := makeTar(t, packed{name: "a.c", content: "int a;\n"}, packed{name: "in.tgz", content: gzipped(t, tarred)})
	lines := "{\"content\":\"int a;\\n\"}\n{\"content\":\"int b;\\n\"}\n" + zeros
	for name, text := range map[string]string{
		"x.tgz": gzipped(t, tarred), "x.tar.zst": zstandard(t, tarred), "x.tar": nested, "n.tgz": gzipped(t, nested),
		"x.jsonl.gz": gzipped(t, lines), "x.jsonl.zst": zstandard(t, lines),
	} {
		path := filepath.Join(t.TempDir(), name)
		writeFile(t, path, text)
		for _, source := range []string{path, Stdin} {
			out := readSource(t, source, document.Options{Input: strings.NewReader(text), LargeArchives: true})
			limits := 0
			for _, s := range out.skips {
				if strings.Contains(s, " archive-limit over a limit for archives: ") {
					limits++
				}
			}
			if out.err != nil || limits != 1 || len(out.files) == 0 {
				t.Errorf("%s as %s: %v, skips %q, %d files", name, source, out.err, out.skips, len(out.files))
			}
		}
	}
}

// An entry on standard input may be larger than what its beginning allows, and what repeats itself
// comes late.
func TestInput_IsNoBomb(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 28<<20) // the first 64 KiB that are read allow 23
	for i := range noise {
		noise[i] = " \n"[i%40/39]
		if i%8 > 0 && i%40 < 39 {
			noise[i] = 'a' + byte(random.Uint32N(26))
		}
	}
	for _, entries := range [][]packed{
		{{name: "a.c", content: string(noise)}, {name: "b.c", content: "int b;\n"}},
		{{name: "a.c", content: string(noise[:4<<20])}, {name: "b.c", content: strings.Repeat("x\n", 20<<20)}},
	} {
		text := gzipped(t, makeTar(t, entries...))
		out := readSource(t, Stdin, document.Options{Input: strings.NewReader(text), MaxSize: 64 << 20})
		if out.err != nil || len(out.skips) > 0 || len(out.files) != 2 {
			t.Errorf("%v, skips %q, %d files", out.err, out.skips, len(out.files))
		}
	}
}

// Compressed streams may contain any number of empty parts.
func TestUnpack_OfNothing(t *testing.T) {
	plain := makeTar(t, packed{name: "a.c", content: "int a;\n"})
	for kind, empty := range map[string]string{
		"x.tgz": gzipped(t, ""), "x.tzst": "\x50\x2a\x4d\x18\x00\x00\x00\x00", // a frame to skip (RFC 8878, section 3.1.2)
	} {
		whole := gzipped(t, plain)
		if kind == "x.tzst" {
			whole = zstandard(t, plain)
		}
		parts := strings.Repeat(empty, 50_000)
		if got := unpackBytes(kind, parts+whole+parts, "", document.Options{}, archiveLimits{}).lines(); got != "a.c\n" {
			t.Errorf("%s: got %s", kind, got)
		}
	}
}

// The names and links of an archive lead to a file outside of it. Nothing is written, and nothing
// is read that is not in the archive.
func TestUnpack_TouchesNothing(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "secret.c"), "int secret;\n")
	inner := filepath.Join(dir, "in")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(inner)
	secret := filepath.Join(dir, "secret.c")
	data := makeTarOf(t, []tar.Header{
		{Name: "up", Typeflag: tar.TypeSymlink, Linkname: ".."}, {Name: "up/secret.c", Typeflag: tar.TypeReg, Mode: 0o644},
		{Name: "link.c", Typeflag: tar.TypeSymlink, Linkname: secret}, {Name: "hard.c", Typeflag: tar.TypeLink, Linkname: secret},
		{Name: "../secret.c", Typeflag: tar.TypeReg, Mode: 0o644}, {Name: secret, Typeflag: tar.TypeReg, Mode: 0o644},
		{Name: "link.c", Typeflag: tar.TypeReg, Mode: 0o644},
	}, []string{"", "int other;\n", "", "", "int more;\n", "int most;\n", "int last;\n"})
	out := unpackFile(t, "x.tar", data, document.Options{})
	for path, content := range out.contents {
		if strings.Contains(content, "secret") || strings.Contains(path, "..") || filepath.IsAbs(path) {
			t.Errorf("%s is %q", path, content)
		}
	}
	if len(out.files) != 4 {
		t.Errorf("got %s", out.lines())
	}
	content, err := os.ReadFile(secret)
	if err != nil || string(content) != "int secret;\n" {
		t.Errorf("the file outside is %q now, %v", content, err)
	}
	if entries, err := os.ReadDir(inner); err != nil || len(entries) > 0 {
		t.Errorf("there are %v, %v", entries, err)
	}
}
