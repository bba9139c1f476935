package wfp

import (
	"bytes"
	"crypto/md5"
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var samplesTo = flag.String("samples", "", "write the samples to `DIR`, to make testdata/scanoss-py.wfp: scanoss-py wfp DIR")

// samples are files of many shapes.
func samples() map[string][]byte {
	code := func(seed uint64, n int) string {
		r := rand.New(rand.NewPCG(seed, 21))
		word := func() string {
			b := make([]byte, 1+r.IntN(9))
			for i := range b {
				b[i] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"[r.IntN(63)]
			}
			return string(b)
		}
		var s strings.Builder
		for s.Len() < n {
			fmt.Fprintf(&s, "%s%s %s = %s(%s, %d); // %s\n", strings.Repeat("\t", r.IntN(3)), word(), word(), word(), word(), r.IntN(1000), word())
			if r.IntN(5) == 0 {
				s.WriteString("\n")
			}
		}
		return s.String()
	}
	unix := code(1, 4000)
	lines := strings.SplitAfter(code(2, 3000), "\n")
	return map[string][]byte{
		"unix.c":      []byte(unix),
		"windows.c":   []byte(strings.ReplaceAll(unix, "\n", "\r\n")),
		"old-mac.c":   []byte("//\n" + strings.ReplaceAll(code(3, 2000), "\n", "\r")),
		"mixed.c":     []byte(code(4, 1000) + strings.ReplaceAll(code(5, 1000), "\n", "\r\n") + "end\r\r\n"),
		"one-line.c":  []byte(strings.ReplaceAll(code(6, 900), "\n", " ")),
		"no-end.c":    []byte(strings.TrimSuffix(code(7, 1500), "\n")),
		"empty.c":     nil,
		"short.c":     []byte(code(8, 100)),
		"few.c":       []byte(strings.Repeat("\n \t;;", 60) + "ninety two letters and digits are one too few for a window" + strings.Repeat("x", 44)),
		"just.c":      []byte(strings.Repeat("\n \t;;", 60) + "ninety three letters and digits are enough for one window " + strings.Repeat("x", 45)),
		"repeated.c":  []byte(strings.Repeat("for (i = 0; i < n; i++) sum += a[i] * b[i];\n", 80)),
		"same.c":      []byte("//\n" + strings.Repeat("a", 5000)),
		"utf8.c":      []byte(strings.ReplaceAll(code(9, 3000), "=", "größer ≠ über 雀")),
		"long.c":      []byte("/* */\n" + strings.ReplaceAll(code(10, 9000), "\n", "")),
		"moved/a b.c": []byte(lines[0] + strings.Join(lines[20:], "") + strings.Join(lines[:20], "")),
	}
}

// The golden is what scanoss-py 1.54.3 writes for the samples.
func TestAppend_IsWhatScanossPyWrites(t *testing.T) {
	all := samples()
	names := slices.Sorted(maps.Keys(all))
	if *samplesTo != "" {
		for _, name := range names {
			path := filepath.Join(*samplesTo, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, all[name], 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	golden, err := os.ReadFile("testdata/scanoss-py.wfp")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{} // by name
	for section := range strings.SplitSeq("\n"+string(golden), "\nfile=") {
		if first, _, _ := strings.Cut(section, "\n"); first != "" {
			sections[first[strings.LastIndex(first, ",")+1:]] = "file=" + strings.TrimSuffix(section, "\n") + "\n"
		}
	}
	for _, name := range names {
		if name == "empty.c" || name == "short.c" { // scanoss-py takes no fingerprints of less than 257 characters
			continue
		}
		if got := string(Append(nil, name, all[name])); got != sections[name] {
			t.Errorf("%s: %q, not %q", name, got, sections[name])
		}
		delete(sections, name)
	}
	delete(sections, "short.c")
	if len(sections) > 0 {
		t.Errorf("the golden has more files: %v", slices.Sorted(maps.Keys(sections)))
	}
}

// slow is what the package says, without a ring and without a running minimum.
func slow(content []byte) (prints []Print) {
	var text, grams []uint32
	line, last := uint32(1), int64(-1)
	for _, b := range bytes.ToLower(content) {
		if b == '\n' {
			line++
		}
		if b < '0' || b > '9' && b < 'a' || b > 'z' {
			continue
		}
		text = append(text, uint32(b))
		if len(text) < gram {
			continue
		}
		var g []byte
		for _, c := range text[len(text)-gram:] {
			g = append(g, byte(c))
		}
		grams = append(grams, crc32.Checksum(g, castagnoli))
		if len(grams) < window {
			continue
		}
		least := slices.Min(grams[len(grams)-window:])
		if int64(least) != last {
			last = int64(least)
			h := crc32.Checksum([]byte{byte(least), byte(least >> 8), byte(least >> 16), byte(least >> 24)}, castagnoli)
			prints = append(prints, Print{h, line})
		}
	}
	return prints
}

func TestPrints_AgreeWithTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		content := make([]byte, r.IntN(3000))
		letters := 1 + r.IntN(60)
		for i := range content {
			content[i] = "ab\ncdefghijklmn.opqrstuvwxyzABCDEFG/HIJKLMNOPQ RSTUVWXYZ012345"[r.IntN(letters)]
		}
		if got, want := Prints(content), slow(content); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, not %v", content, got, want)
		}
	}
}

// A text of 93 letters and digits has a hash, and each file that has the text has the hash.
func TestPrints_FindSharedText(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('a' + r.IntN(26))
		}
		return b
	}
	for range 200 {
		shared := random(gram + window - 1)
		a := Prints(slices.Concat(random(r.IntN(300)), shared, random(r.IntN(300))))
		b := Prints(slices.Concat(random(r.IntN(300)), []byte("\n\n"), bytes.ToUpper(shared), random(r.IntN(300))))
		if !slices.ContainsFunc(a, func(p Print) bool {
			return slices.ContainsFunc(b, func(q Print) bool { return p.Hash == q.Hash })
		}) {
			t.Fatalf("%q is not found", shared)
		}
	}
}

func TestRead_AgreesWithAppend(t *testing.T) {
	var text []byte
	var want []File
	all := samples()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		content := all[name]
		text = Append(text, name, content)
		f := File{Sum: md5.Sum(content), Size: int64(len(content)), Name: name, Prints: Prints(content)}
		if other, ok := otherEnds(content); ok {
			f.Other = md5.Sum(other)
		}
		want = append(want, f)
	}
	if want[len(want)-1].Other != want[slices.IndexFunc(want, func(f File) bool { return f.Name == "unix.c" })].Sum {
		t.Error("the file of Windows has not the sum of that of Unix")
	}
	got, err := Read(text)
	if err != nil || !slices.EqualFunc(got, want, sameFile) {
		t.Errorf("%v, %v, not %v", got, err, want)
	}
	got, err = Read(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
	if err != nil || !slices.EqualFunc(got, want, sameFile) {
		t.Errorf("with CR LF: %v, %v", got, err)
	}
}

func sameFile(a, b File) bool {
	return a.Sum == b.Sum && a.Other == b.Other && a.Size == b.Size && a.Name == b.Name && slices.Equal(a.Prints, b.Prints)
}

func TestRead_IgnoresOtherLines(t *testing.T) {
	sum := strings.Repeat("0a", 16)
	got, err := Read([]byte("component=" + sum + ",x.zip\nfile=" + sum + ",3,a,b\nhpsm=00ff\nstart_line=4\n\n5=0000000A,ffffffff\n"))
	want := File{Size: 3, Name: "a,b", Prints: []Print{{10, 5}, {1<<32 - 1, 5}}}
	for i := range want.Sum {
		want.Sum[i] = 10
	}
	if err != nil || len(got) != 1 || !sameFile(got[0], want) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestRead_RefusesOtherText(t *testing.T) {
	file := "file=" + strings.Repeat("0a", 16) + ",3,a\n"
	for text, why := range map[string]string{
		"":              "no file",
		"\n\n":          "no file",
		"hpsm=00\n":     "no file",
		"<html>\n":      "KEY=VALUE",
		"=5\n":          "KEY=VALUE",
		"5=00000000\n":  "no file= line",
		"fh2=00\n":      "no file= line",
		"file=00,3,a\n": "not an MD5",
		"file=" + strings.Repeat("0g", 16) + ",3,a\n": "invalid byte",
		file[:39] + "\n":             "needs MD5,SIZE,NAME",
		file[:38] + "-3,a\n":         "the size",
		file + "fh2=xx\n":            "line 2",
		file + "0=00000000\n":        "from 1",
		file + "2147483648=00000000": "from 1",
		file + "1x=00000000\n":       "from 1",
		file + "1=\n":                "8 hexadecimal",
		file + "1=0000000\n":         "8 hexadecimal",
		file + "1=00000000,\n":       "8 hexadecimal",
		file + "1=0000000g\n":        "8 hexadecimal",
	} {
		if got, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, %v, without %q", text, got, err, why)
		}
	}
}

// The memory of what is read is bounded by the text, and what is read means the same when it is
// written again.
func FuzzRead(f *testing.F) {
	f.Add([]byte("file=" + strings.Repeat("0a", 16) + ",3,a\n1=00000000,00000001\n7=ffffffff\n"))
	for name, content := range samples() {
		f.Add(Append(nil, name, content))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		files, err := Read(text)
		if err != nil {
			return
		}
		size := 0
		var again []byte
		for _, file := range files {
			size += len(file.Name) + 8*len(file.Prints)
			again = fmt.Appendf(again, "file=%s,%d,%s\nfh2=%s\n", file.Sum, file.Size, file.Name, file.Other)
			for _, p := range file.Prints {
				again = fmt.Appendf(again, "%d=%08x\n", p.Line, p.Hash)
			}
		}
		if size > len(text) {
			t.Errorf("%d bytes of a text of %d", size, len(text))
		}
		if got, err := Read(again); err != nil || !slices.EqualFunc(got, files, sameFile) {
			t.Errorf("%q: %v, %v, not %v", again, got, err, files)
		}
	})
}

func BenchmarkPrints(b *testing.B) {
	content := bytes.Repeat(samples()["unix.c"], 25)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		Prints(content)
	}
}
