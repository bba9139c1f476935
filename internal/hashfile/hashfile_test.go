package hashfile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/hashfile"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
	"github.com/chaffinch-search/chaffinch/internal/memory"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newMemory(t testing.TB, s index.Settings) *memory.Index {
	t.Helper()
	x, err := memory.New(s)
	must(t, err)
	return x
}

// random returns an index with random contents, some of them with the same terms, and their
// occurrences. Contents are those of the names from from to to, so that two indexes share some.
func random(t testing.TB, seed uint64, s index.Settings, from, to int) *memory.Index {
	t.Helper()
	x := newMemory(t, s)
	b := &index.Batch{}
	for i := from; i < to; i++ {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		d := index.Document{Content: index.Content{ID: index.BlobID([]byte(fmt.Sprint(i))), Language: "Go", Size: 1 << 20, Tokens: 1 << 19}}
		for n := range d.Hashes {
			for range 1 + r.IntN(200) {
				h := uint64(r.IntN(300)) * 0x9E3779B97F4A7C15 // common ones
				if r.IntN(2) == 0 {
					h = r.Uint64() >> r.IntN(30)
				}
				d.Hashes[n] = append(d.Hashes[n], h&s.Analyzer.TermMask())
			}
			d.Fingerprints[n] = len(d.Hashes[n])
		}
		b.Contents = append(b.Contents, d)
		for n := range 1 + r.IntN(3) {
			o := index.Occurrence{Collection: fmt.Sprint("c", i%3), Root: "/home/me/src", Path: fmt.Sprintf("%d/%d.go", i, n), Content: d.ID}
			if n == 0 {
				o.Origin = document.Origin{License: "MIT", Author: "Ann\xff", URL: "https://example.org", Package: "pkg:deb/x", Repository: "r"}
			}
			b.Occurrences = append(b.Occurrences, o)
		}
	}
	b.Occurrences = append(b.Occurrences, index.Occurrence{Collection: "c0", Root: "/home/me/src", Path: "logo", Skipped: "binary"})
	must(t, x.Begin(context.Background(), "", ""))
	must(t, x.Write(context.Background(), b))
	must(t, x.Publish(context.Background()))
	return x
}

func copied(t testing.TB, s index.State) index.Copied {
	t.Helper()
	c, err := index.CopiedOf(s)
	must(t, err)
	return c
}

// export returns the file of an index.
func export(t testing.TB, x *memory.Index, before *hashfile.File) string {
	t.Helper()
	var b bytes.Buffer
	r, err := hashfile.Write(context.Background(), &b, copied(t, x.Published()), x.Settings(), before)
	must(t, err)
	if r.Bytes != int64(b.Len()) {
		t.Errorf("%d bytes are said to be %d", b.Len(), r.Bytes)
	}
	return write(t, b.Bytes())
}

func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hashes")
	must(t, os.WriteFile(path, data, 0o600))
	return path
}

func open(t testing.TB, path string) *hashfile.File {
	t.Helper()
	f, err := hashfile.Open(context.Background(), path)
	must(t, err)
	return f
}

// imported returns an index with the files.
func imported(t testing.TB, paths ...string) *memory.Index {
	t.Helper()
	var x *memory.Index
	for _, path := range paths {
		f := open(t, path)
		if x == nil {
			x = newMemory(t, f.Settings())
		}
		_, err := index.Copy(context.Background(), f, f.Settings(), x, index.CopyOptions{})
		must(t, err)
	}
	return x
}

// portable is an index with what a file keeps of the index: no skipped files, and other roots.
func portable(t testing.TB, x *memory.Index) *memory.Index {
	t.Helper()
	s := x.Settings()
	s.HashOnly = true
	y, b := newMemory(t, s), &index.Batch{}
	must(t, copied(t, x.Published()).EachDocument(context.Background(), func(d index.Document) error {
		b.Contents = append(b.Contents, d)
		return nil
	}))
	must(t, x.Published().Occurrences(context.Background(), index.Where{}, func(o index.Occurrence) error {
		b.Occurrences = append(b.Occurrences, o.Portable())
		return nil
	}))
	must(t, y.Begin(context.Background(), "", ""))
	must(t, y.Write(context.Background(), b))
	must(t, y.Publish(context.Background()))
	return y
}

// What is exported and imported gives the same answers, to the last bit.
func TestFile_AnswersAsTheIndex(t *testing.T) {
	for seed := range uint64(5) {
		x := random(t, seed, index.DefaultSettings(), 0, 30)
		got := imported(t, export(t, x, nil))
		indextest.Same(t, got.Published(), portable(t, x).Published())
		again := imported(t, export(t, got, nil))
		indextest.Same(t, again.Published(), got.Published())
	}
}

// An index with fewer bits of a term takes a file, and is as if it was made with them. One with
// more bits refuses the file.
func TestFile_IsCutToTheIndex(t *testing.T) {
	for seed := range uint64(5) {
		narrow, wide := index.DefaultSettings(), index.DefaultSettings()
		wide.Analyzer.TermBits = 0
		want := portable(t, random(t, seed, narrow, 0, 30))
		got := newMemory(t, want.Settings())
		f := open(t, export(t, random(t, seed, wide, 0, 30), nil))
		_, err := index.Copy(context.Background(), f, f.Settings(), got, index.CopyOptions{})
		must(t, err)
		indextest.Same(t, got.Published(), want.Published())

		f = open(t, export(t, want, nil))
		if f.Settings().Analyzer.TermBits != narrow.Analyzer.TermBits {
			t.Errorf("a file has %d bits", f.Settings().Analyzer.TermBits)
		}
		wide.HashOnly = true
		_, err = index.Copy(context.Background(), f, f.Settings(), newMemory(t, wide), index.CopyOptions{})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("it keeps %d bits of a fingerprint, which cannot join more", narrow.Analyzer.TermBits)) {
			t.Errorf("a wider index takes the file: %v", err)
		}
	}
}

// Two files imported to one index, in any order, or one file appended to the other, are as one
// index of both.
func TestFile_MergesAsOneIndex(t *testing.T) {
	for seed := range uint64(5) {
		s := index.DefaultSettings()
		a, b := random(t, seed, s, 0, 20), random(t, seed, s, 12, 34)
		want := portable(t, random(t, seed, s, 0, 34)).Published()
		one, two := export(t, a, nil), export(t, b, nil)
		indextest.Same(t, imported(t, one, two).Published(), want)
		indextest.Same(t, imported(t, two, one, two).Published(), want)
		both := export(t, b, open(t, one))
		indextest.Same(t, imported(t, both).Published(), want)
		same, err := os.ReadFile(both)
		must(t, err)
		again, err := os.ReadFile(export(t, a, open(t, both)))
		must(t, err)
		if !bytes.Equal(again, same) {
			t.Error("appending what is there changes the file")
		}
	}
}

// An import that replaces the last occurrence of a content removes the content.
func TestFile_LeavesNoOrphan(t *testing.T) {
	s := index.DefaultSettings()
	one := random(t, 1, s, 0, 1)
	two := newMemory(t, s)
	b := &index.Batch{}
	must(t, copied(t, random(t, 1, s, 1, 2).Published()).EachDocument(context.Background(), func(d index.Document) error {
		b.Contents = append(b.Contents, d)
		return nil
	}))
	must(t, one.Published().Occurrences(context.Background(), index.Where{}, func(o index.Occurrence) error {
		o.Content = b.Contents[0].ID
		b.Occurrences = append(b.Occurrences, o)
		return nil
	}))
	must(t, two.Write(context.Background(), b))
	must(t, two.Publish(context.Background()))
	got := imported(t, export(t, one, nil), export(t, two, nil))
	indextest.Same(t, got.Published(), portable(t, two).Published())
}

// nameless is an index whose contents have no occurrences.
type nameless struct{ index.Copied }

func (nameless) Occurrences(context.Context, index.Where, func(index.Occurrence) error) error {
	return nil
}

// A file with contents that no occurrence names is refused: check would list each of them in the
// index.
func TestOpen_RefusesContentsWithoutOccurrences(t *testing.T) {
	s := index.DefaultSettings()
	var b bytes.Buffer
	_, err := hashfile.Write(t.Context(), &b, nameless{copied(t, random(t, 1, s, 0, 3).Published())}, s, nil)
	must(t, err)
	if _, err := hashfile.Open(t.Context(), write(t, b.Bytes())); !errors.Is(err, hashfile.ErrDamaged) {
		t.Errorf("it is opened: %v", err)
	}
}

// No path of this machine above the indexed folder is in a file, and no skipped file.
func TestFile_HasNoPathOfTheMachine(t *testing.T) {
	f := open(t, export(t, random(t, 1, index.DefaultSettings(), 0, 9), nil))
	n := 0
	must(t, f.Occurrences(context.Background(), index.Where{Both: true}, func(o index.Occurrence) error {
		n++
		data, err := o.MarshalBinary()
		if bytes.Contains(data, []byte("/home/me")) || o.Skipped != "" || !strings.HasPrefix(o.Root, "hashes://src-") {
			t.Errorf("%+v", o)
		}
		return err
	}))
	if n < 9 {
		t.Errorf("%d occurrences", n)
	}
}

// A file that is cut anywhere, or of which any byte is changed, is refused, and so is one with more
// at its end.
func TestOpen_RefusesDamage(t *testing.T) {
	whole, err := os.ReadFile(export(t, random(t, 1, index.DefaultSettings(), 0, 1), nil))
	must(t, err)
	refuses := func(what string, data []byte) {
		t.Helper()
		if _, err := hashfile.Open(t.Context(), write(t, data)); !errors.Is(err, hashfile.ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	dir := t.TempDir()
	for i := range whole {
		path := filepath.Join(dir, "x")
		for what, data := range map[string][]byte{"cut": whole[:i], "changed": changed(whole, i)} {
			must(t, os.WriteFile(path, data, 0o600))
			if _, err := hashfile.Open(t.Context(), path); !errors.Is(err, hashfile.ErrDamaged) {
				t.Errorf("%s at %d: %v", what, i, err)
			}
		}
	}
	refuses("longer", append(slices.Clone(whole), 0))
	refuses("twice", slices.Concat(whole, whole))
	if _, err := hashfile.Open(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder is a file of hashes")
	}
	if _, err := hashfile.Open(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func changed(data []byte, at int) []byte {
	data = slices.Clone(data)
	data[at] ^= 1 << (at % 8)
	return data
}

// A file that changes between the two passes is an error.
func TestFile_ReportsChange(t *testing.T) {
	path := export(t, random(t, 1, index.DefaultSettings(), 0, 3), nil)
	f := open(t, path)
	other, err := os.ReadFile(export(t, random(t, 2, index.DefaultSettings(), 0, 3), nil))
	must(t, err)
	must(t, os.WriteFile(path, other, 0o600))
	x := newMemory(t, f.Settings())
	if _, err := index.Copy(t.Context(), f, f.Settings(), x, index.CopyOptions{}); !errors.Is(err, hashfile.ErrDamaged) {
		t.Errorf("imported: %v", err)
	}
	if x.Published().Contents() > 0 {
		t.Error("it is published")
	}
}

// A file is not appended to one of other settings, nor imported to such an index.
func TestWrite_RefusesOtherSettings(t *testing.T) {
	s := index.DefaultSettings()
	before := open(t, export(t, random(t, 1, s, 0, 3), nil))
	s.Analyzer.Exact.K++
	mismatch := new(index.MismatchError)
	x := random(t, 1, s, 0, 3)
	if _, err := hashfile.Write(t.Context(), new(bytes.Buffer), copied(t, x.Published()), s, before); !errors.As(err, &mismatch) {
		t.Errorf("appended: %v", err)
	}
	if _, err := index.Copy(t.Context(), before, before.Settings(), x, index.CopyOptions{}); !errors.As(err, &mismatch) {
		t.Errorf("imported: %v", err)
	}
}
