package corpus

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/chaffinch-search/chaffinch/index/document"
)

func TestIsArchive_Names(t *testing.T) {
	for _, name := range strings.Fields("a.zip A.ZIP a.tar a.tar.gz a.tgz a.tar.bz2 a.tbz2 a.Tar.Zst d.c/a.tzst .zip a.rar A.RAR " +
		"a.tar.xz a.txz a.jar a.war a.aar a.whl a.nupkg a.crate a.deb a.gem") {
		if !IsArchive(name) {
			t.Errorf("%s is none", name)
		}
	}
	for _, name := range strings.Fields("zip a.zip.txt a.gz a.bz2 a.zst a.zip/b a.7z a.rpm a.xz tar azip İ.zi") {
		if IsArchive(name) {
			t.Errorf("%s is one", name)
		}
	}
}

func TestIsPacked_Names(t *testing.T) {
	for _, name := range strings.Fields("a.zip A.GZ a.jsonl.zst a.7z a.lz4 a.tgz a.gem a.tar a.xz") {
		if !IsPacked(name) {
			t.Errorf("%s is not", name)
		}
	}
	for _, name := range strings.Fields("a.jsonl gz a.zip.txt a.zs") {
		if IsPacked(name) {
			t.Errorf("%s is", name)
		}
	}
}

// Decoders are used again, also after damage.
func TestUnpack_ManyXz(t *testing.T) {
	var entries []packed
	for _, name := range strings.Split("abcdef", "") {
		data := xzTar(t)
		if name == "b" {
			data = data[:len(data)/2]
		}
		entries = append(entries, packed{name: name + ".txz", content: data})
	}
	out := unpackBytes("x.zip", makeZip(t, entries...), "", document.Options{}, archiveLimits{})
	if len(out.paths()) != 10 || len(out.skips) != 1 || out.skips[0].Path != "b.txz" || out.skips[0].Reason != document.Damaged {
		t.Errorf("got %s%v", out.lines(), out.skips)
	}
}

// Every format gives the same files with their times, from disk and nested.
func TestUnpack_Formats(t *testing.T) {
	entries := []packed{{name: "b/"}, {name: "b/b.c", content: "int b;\n"}, {name: "a.c", content: "int a;\n"}}
	plain := makeTar(t, entries...)
	tests := map[string]string{
		"x.zip": makeZip(t, entries...), "x.tar": plain, "x.TGZ": gzipped(t, plain), "x.tar.gz": gzipped(t, plain),
		"x.tzst": zstandard(t, plain), "x.tar.zst": zstandard(t, plain), "x.tar.xz": xzTar(t),
		"x.jar": makeZip(t, entries...), "x.crate": gzipped(t, plain), "x.deb": makeDeb(packed{name: "data.tar.xz", content: xzTar(t)}),
		"x.gem": makeTar(t, packed{name: "data.tar.gz", content: gzipped(t, plain)}),
		"x.rar": makeRar(t, entries...), "y.rar": makeRarOf(literals, entries...),
	}
	for name, data := range tests {
		out := unpackFile(t, name, data, document.Options{})
		want := name + "/b/b.c\n" + name + "/a.c\n"
		if formatOf(name) == formatZip {
			want = name + "/a.c\n" + name + "/b/b.c\n"
		}
		if out.lines() != want || out.err != nil {
			t.Fatalf("%s: got %s%v, want %s", name, out.lines(), out.err, want)
		}
		if out.contents[name+"/a.c"] != "int a;\n" || out.contents[name+"/b/b.c"] != "int b;\n" {
			t.Errorf("%s: got %q", name, out.contents)
		}
		if f := out.files[0]; !f.ModTime.Equal(packTime) || f.Size != 7 || f.Abs != "" {
			t.Errorf("%s: got %+v", name, f)
		}
		for outer, pack := range map[string]func(testing.TB, ...packed) string{"o.zip": makeZip, "o.tar": makeTar} {
			nested := pack(t, packed{name: "z.c", content: "int z;\n"}, packed{name: name, content: data})
			out := unpackBytes(outer, nested, "", document.Options{}, archiveLimits{})
			got := out.paths()
			slices.Sort(got)
			if !slices.Equal(got, []string{name + "/a.c", name + "/b/b.c", "z.c"}) || len(out.skips) > 0 || out.err != nil {
				t.Errorf("%s in %s: got %s%v", name, outer, out.lines(), out.err)
			}
		}
	}
	for _, name := range []string{"x.tar.bz2", "x.tbz2"} {
		out := unpackFile(t, name, bzippedTar(t), document.Options{})
		if out.lines() != name+"/a.c\n" || out.contents[name+"/a.c"] != "int x;\n" {
			t.Errorf("%s: got %s", name, out.lines())
		}
	}
}

// The files of a zip come in ascending order, with those of archives in it.
func TestUnpack_ZipOrder(t *testing.T) {
	inner := makeZip(t, packed{name: "y", content: "y"}, packed{name: "x", content: "x"})
	data := makeZip(t, packed{name: "i.zip0", content: "0"}, packed{name: "i.zip", content: inner},
		packed{name: "i.zip-", content: "-"}, packed{name: "B", content: "B"}, packed{name: "\xff", content: "ff"})
	got := unpackBytes("o.zip", data, "o.zip", document.Options{}, archiveLimits{}).paths()
	if len(got) != 6 || !slices.IsSorted(got) {
		t.Errorf("got %q", got)
	}
}

// entriesOf returns the tree under root as the entries of an archive.
func entriesOf(t *testing.T, root string) []packed {
	t.Helper()
	var entries []packed
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == root {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		e := packed{name: filepath.ToSlash(rel), mode: d.Type()}
		if d.IsDir() {
			e.name += "/"
		} else if e.mode == 0 {
			var content []byte
			content, err = os.ReadFile(name)
			e.content = string(content)
		}
		entries = append(entries, e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// A tree is judged in an archive as it is in a folder.
func TestUnpack_IsAsWalk(t *testing.T) {
	root := makeTree(t, map[string]string{
		"a.c": "int a;\n", "a/b/c.go": "package c\n", "a-b.c": "int ab;\n", "empty.c": "", "big.c": strings.Repeat("int x;\n", 300),
		"wide.c": "\xff\xfe\x00\x00\x01", "bin": "a\x00b", "gen.go": "// Code generated by x. DO NOT EDIT.\n", "w/yarn.lock": "x\n",
		"w/a.min.js": "x()\n", ".git/config": "x\n", "sub/.git": "x\n", "sub/.chaffinch/x": "x\n", ".svn/x": "x\n",
		"__MACOSX/._a.c": "\x00\x05\x16\x07", "._a.c": "\x00\x05\x16\x07\x00", "old/keep/x.c": "int k;\n", "old/x.c": "int o;\n",
		"é/ü.c": "int u;\n", "é.c": "int e;\n", "node_modules/m/i.js": "x()\n", "odd.zip/a.c": "int z;\n",
	})
	options := map[string]document.Options{
		"default": {}, "keep": {KeepGenerated: true, KeepMinified: true}, "small": {MaxSize: 100},
		"exclude":    {Exclude: []string{"node_modules/", "/old", "*.go", "!a/b/c.go"}},
		"include":    {Include: []string{"*.c", "!/old/", "/old/keep"}},
		"bytes":      {Include: []string{"/?/", "/??.c"}},
		"in archive": {Include: []string{"/odd.zip/"}, Exclude: []string{"._*"}},
	}
	entries := entriesOf(t, root)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	plain := makeTar(t, entries...)
	for name, o := range options {
		o.NoIgnore = true
		want := readAll(t, root, o)
		for format, data := range map[string]string{"x.zip": makeZip(t, entries...), "x.tar": plain, "x.tgz": gzipped(t, plain)} {
			got := unpackBytes(format, data, "", o, archiveLimits{})
			if got.err != nil || !maps.Equal(got.contents, want.contents) {
				t.Errorf("%s, %s: visited %q, want %v, %v", name, format, got.paths(), want.contents, got.err)
			}
			if !maps.Equal(got.skipped(), want.skipped()) || len(got.skips) != len(want.skips) {
				t.Errorf("%s, %s: skipped %v, want %v", name, format, got.skips, want.skips)
			}
		}
	}
}

// readAll walks and reads a folder.
func readAll(t *testing.T, root string, o document.Options) unpackedFiles {
	t.Helper()
	out := unpackedFiles{outcome: walkAll(t, root, o), contents: map[string]string{}}
	for _, f := range out.files {
		content, reason, err := Read(f, o, nil)
		if reason != document.Kept {
			out.skips = append(out.skips, Skip{Path: f.Path, Reason: reason, Err: err})
			continue
		}
		out.contents[f.Path] = string(content)
	}
	return out
}

// Patterns see whole paths, with archives as folders.
func TestUnpack_Patterns(t *testing.T) {
	inner := makeZip(t, packed{name: "x.c", content: "x\n"}, packed{name: "x.h", content: "x\n"})
	data := makeTar(t, packed{name: "i.zip", content: inner}, packed{name: "y.h", content: "y\n"},
		packed{name: "j.zip", content: inner})
	tests := []struct {
		o    document.Options
		want string
	}{
		{document.Options{Include: []string{"*.c"}}, "s/o.tar/i.zip/x.c\ns/o.tar/j.zip/x.c\n" +
			"excluded s/o.tar/i.zip/x.h\nexcluded s/o.tar/y.h\nexcluded s/o.tar/j.zip/x.h\n"},
		{document.Options{Include: []string{"/s/"}, Exclude: []string{"i.zip/"}}, "s/o.tar/y.h\ns/o.tar/j.zip/x.c\ns/o.tar/j.zip/x.h\n" +
			"excluded s/o.tar/i.zip\n"},
		{document.Options{Include: []string{"o.tar"}, Exclude: []string{"/s/o.tar/*.zip"}}, "s/o.tar/y.h\n" +
			"excluded s/o.tar/i.zip\nexcluded s/o.tar/j.zip\n"},
		{document.Options{Include: []string{"/o.tar"}}, "excluded s/o.tar/i.zip/x.c\nexcluded s/o.tar/i.zip/x.h\nexcluded s/o.tar/y.h\n" +
			"excluded s/o.tar/j.zip/x.c\nexcluded s/o.tar/j.zip/x.h\n"},
	}
	for _, test := range tests {
		if got := unpackBytes("o.tar", data, "s/o.tar", test.o, archiveLimits{}).lines(); got != test.want {
			t.Errorf("%+v: got\n%swant\n%s", test.o, got, test.want)
		}
	}
	bad := document.Options{Include: []string{"["}}
	if err := Unpack(context.Background(), File{Path: "x.zip"}, bad, nil, nil); err == nil {
		t.Error("a malformed pattern: no error")
	}
}

// Archives of any size are visited if the options say so.
func TestWalk_Archives(t *testing.T) {
	big := strings.Repeat("x", 100)
	root := makeTree(t, map[string]string{"a.c": "x", "b.zip": big, "c.bin": big, "d.tgz": "", "e.tar/f.c": "x",
		".gitignore": "g.*\n", "g.zip": big})
	o := document.Options{MaxSize: 50, Archives: true, Include: []string{"*.c"}, Exclude: []string{".gitignore"}}
	out := walkAll(t, root, o)
	want := map[string]document.Reason{"c.bin": document.Excluded, "d.tgz": document.Empty, ".gitignore": document.Excluded, "g.zip": document.Ignored}
	if got := out.paths(); !slices.Equal(got, []string{"a.c", "b.zip", "e.tar/f.c"}) || !maps.Equal(out.skipped(), want) {
		t.Errorf("got %q and %v", got, out.skips)
	}
	if got := walkAll(t, filepath.Join(root, "b.zip"), o).paths(); !slices.Equal(got, []string{"b.zip"}) {
		t.Errorf("as root: got %q", got)
	}
	o.Archives = false
	if got := walkAll(t, root, o).skipped()["b.zip"]; got != document.Excluded {
		t.Errorf("without: got %v", got)
	}
	o.Archives, o.Exclude = true, []string{"*.zip/"}
	if got := walkAll(t, root, o).skipped()["b.zip"]; got != document.Excluded {
		t.Errorf("excluded as a folder: got %v", got)
	}
}

func TestUnpack_Errors(t *testing.T) {
	dir := makeTree(t, map[string]string{"empty.zip": "", "d.zip/": "", "a.txt": "x"})
	tests := map[string]document.Reason{"none.zip": document.Vanished, "empty.zip": document.Empty, "d.zip": document.NotRegular}
	for name, want := range tests {
		var out outcome
		f := File{Path: "p.zip", Abs: filepath.Join(dir, name)}
		err := Unpack(context.Background(), f, document.Options{}, nil, out.skip)
		if err != nil || len(out.skips) != 1 || out.skips[0].Path != "p.zip" || out.skips[0].Reason != want {
			t.Errorf("%s: got %v, %v", name, out.skips, err)
		}
	}
	err := Unpack(context.Background(), File{Abs: filepath.Join(dir, "a.txt")}, document.Options{}, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "use a .zip") {
		t.Errorf("no archive: got %v", err)
	}
}

// Reading ends with the context, also within an entry, and with an error of visit.
func TestUnpack_Stops(t *testing.T) {
	entries := []packed{{name: "a.c", content: "a\n"}, {name: "b.c", content: "b\n"}}
	stop := errors.New("stop")
	for name, data := range map[string]string{"x.zip": makeZip(t, entries...), "x.tar": makeTar(t, entries...)} {
		abs := filepath.Join(t.TempDir(), name)
		writeFile(t, abs, data)
		visited := 0
		visit := func(File, []byte) error { visited++; return stop }
		err := Unpack(context.Background(), File{Abs: abs}, document.Options{}, visit, nil)
		if err != stop || visited != 1 {
			t.Errorf("%s: got %v after %d", name, err, visited)
		}
		ctx, cancel := context.WithCancel(context.Background())
		skip := func(s Skip) { t.Errorf("%s: skipped %v", name, s) }
		err = Unpack(ctx, File{Abs: abs}, document.Options{}, func(File, []byte) error { cancel(); return nil }, skip)
		if err != context.Canceled {
			t.Errorf("%s: got %v", name, err)
		}
		if err := Unpack(ctx, File{Abs: abs}, document.Options{}, nil, skip); err != context.Canceled {
			t.Errorf("%s, cancelled before: got %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	u, err := newUnpacker(ctx, document.Options{}, defaultLimits, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	u.left = 10
	if n, err := u.metered(os.Stdin).Read(make([]byte, 1)); n != 0 || err != context.Canceled {
		t.Errorf("within an entry: got %d, %v", n, err)
	}
}

// Zeros after a gzip stream fill the last block of a program, and further streams are read. Other
// bytes are damage.
func TestGzipReader_PaddedStreams(t *testing.T) {
	packed := func(text string) string {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		if _, err := z.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	zeros := strings.Repeat("\x00", 10_000)
	for _, c := range []struct {
		text, want string
		damaged    bool
	}{
		{packed("one"), "one", false}, {packed("one") + zeros, "one", false}, {packed("one") + packed("") + packed("two"), "onetwo", false},
		{packed("one") + zeros + packed("two") + "\x00", "onetwo", false}, {packed("one") + "x", "one", true}, {packed("one") + zeros + "x", "one", true},
		{packed("one")[:20], "", true},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			z, err := newGzipReader(in)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(z)
			if (err != nil) != c.damaged || !c.damaged && string(got) != c.want {
				t.Errorf("%q: %q, %v", c.text[:min(40, len(c.text))], got, err)
			}
		}
	}
}
