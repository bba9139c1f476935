package disk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// writeZip writes a zip of texts by path. Inner archives are zips of such texts, by path.
func (tr *tree) writeZip(name string, texts map[string]string, inner map[string]map[string]string) {
	tr.t.Helper()
	tr.write(name, string(zipOf(tr.t, texts, inner)))
}

func zipOf(t *testing.T, texts map[string]string, inner map[string]map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(path string, content []byte) {
		f, err := z.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Store})
		must(t, err)
		_, err = f.Write(content)
		must(t, err)
	}
	for _, path := range sortedKeys(texts) {
		add(path, []byte(texts[path]))
	}
	for _, path := range sortedKeys(inner) {
		add(path, zipOf(t, inner[path], nil))
	}
	must(t, z.Close())
	return b.Bytes()
}

// An archive is read as if its files were in a folder, and keeps their sources. Until it changes,
// or other files are wanted of it, it is not read again.
func TestUpdate_ReadsArchives(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"one": source(1), "two": source(2), "three": source(3)}
	texts["four"] = strings.Replace(texts["three"], "x", "y", -1)
	tr := newTree(t, map[string]string{"f/d.go": texts["one"]})
	write := func(second string) {
		tr.writeZip("f/x.zip", map[string]string{"a.go": texts["one"], "b/c.go": texts[second]},
			map[string]map[string]string{"lib.zip": {"in.go": texts["one"]}})
	}
	write("two")
	for _, c := range []struct {
		src    index.Source
		o      document.Options
		prefix string
		files  []string
	}{
		{index.Source{Root: tr.path("f/x.zip")}, document.Options{}, "", nil},
		{index.Source{Root: tr.path("f")}, document.Options{Archives: true}, "x.zip/", []string{"d.go one"}},
	} {
		write("two")
		x := newIndex(t)
		want := func(second string) []string {
			return append([]string{c.prefix + "a.go one", c.prefix + "b/c.go " + second, c.prefix + "lib.zip/in.go one"}, c.files...)
		}
		o := index.UpdateOptions{Corpus: c.o, Prune: true}
		r := updated(t, x, c.src, o)
		slices.Sort(c.files)
		if r.Added != 3+len(c.files) || r.Contents != 2 || len(r.Skipped) > 0 {
			t.Errorf("%s: %+v", c.src.Root, r)
		}
		got := want("two")
		slices.Sort(got)
		same(t, "paths", paths(t, x, texts), got)
		s := snapshot(t, x)
		_, source, err := index.SourceOf(t.Context(), stateOver(t, x), index.BlobID([]byte(texts["two"])))
		if err != nil || string(source) != texts["two"] {
			t.Errorf("source %q, %v", source, err)
		}
		s.Close()

		r = updated(t, x, c.src, o)
		if r.Unchanged != 3+len(c.files) || r.Read > 0 || r.Missing+r.Removed+r.Added+r.Changed > 0 {
			t.Errorf("%s: again: %+v", c.src.Root, r)
		}
		write("three")
		r = updated(t, x, c.src, o)
		if r.Changed != 1 || r.Unchanged != 2+len(c.files) || r.Removed+r.Missing > 0 {
			t.Errorf("%s: changed: %+v", c.src.Root, r)
		}
		info, err := os.Stat(tr.path("f/x.zip"))
		must(t, err)
		write("four") // of the same size
		if again, err := os.Stat(tr.path("f/x.zip")); err != nil || again.Size() != info.Size() {
			t.Fatal("choose other texts")
		}
		if r = updated(t, x, c.src, o); r.Changed != 1 {
			t.Errorf("%s: changed at the same size: %+v", c.src.Root, r)
		}
		o.Corpus.Exclude = []string{"b/"}
		r = updated(t, x, c.src, o)
		if r.Removed != 1 || r.Unchanged != 2+len(c.files) {
			t.Errorf("%s: less wanted: %+v", c.src.Root, r)
		}
		o.Corpus.Exclude = nil
		r = updated(t, x, c.src, o)
		if r.Added != 1 {
			t.Errorf("%s: more wanted: %+v", c.src.Root, r)
		}
		must(t, os.Truncate(tr.path("f/x.zip"), 100))
		tr.touch("f/x.zip")
		r = updated(t, x, c.src, o)
		if r.Removed > 0 || r.Skipped["damaged"] != 1 {
			t.Errorf("%s: damaged: %+v", c.src.Root, r)
		}
		got = want("four")
		slices.Sort(got)
		same(t, "after damage", paths(t, x, texts), got)
	}
}

func stateOver(t *testing.T, x *Index) index.State {
	t.Helper()
	s, err := x.State()
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// An archive whose files were not all written is read again.
func TestUpdate_ReadsKilledArchiveAgain(t *testing.T) {
	t.Parallel()
	tr := newTree(t, nil)
	texts := map[string]string{}
	for n := range uint64(40) {
		texts[fmt.Sprintf("%d.go", n)] = source(n)
	}
	tr.writeZip("x.zip", texts, nil)
	x := newIndex(t)
	x.bleve = &hooked{bleveIndex: x.bleve, after: breaks(2)}
	if _, err := x.Update(t.Context(), index.Source{Root: tr.path("x.zip")}, index.UpdateOptions{}); !errors.Is(err, errBroken) {
		t.Fatalf("error %v", err)
	}
	must(t, x.Close())
	x = openIndex(t, x.Path())
	r := updated(t, x, index.Source{Root: tr.path("x.zip")}, index.UpdateOptions{})
	if r.Read != len(texts) || r.Added+r.Unchanged != len(texts) {
		t.Errorf("%+v", r)
	}
	if n := len(published(t, x.Path())); n != 2*len(texts)+1 {
		t.Errorf("%d documents:\n%s", n, strings.Join(published(t, x.Path()), "\n"))
	}
}

// What a container has no more is pruned by the next update with Prune, and what was removed from
// the index comes back, as from a folder, even if the container has not changed since it was read.
func TestUpdate_PrunesUnchangedContainers(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"a.go": source(1), "b.go": source(2), "c/d.go": source(3)}
	for _, root := range []string{"f", "f/x.zip"} {
		tr := newTree(t, map[string]string{"f/other.go": source(9)})
		src := index.Source{Root: tr.path(root), Collection: "c"}
		tr.writeZip("f/x.zip", texts, nil)
		o := index.UpdateOptions{Corpus: document.Options{Archives: true}}
		x := newIndex(t)
		update := func(o index.UpdateOptions) index.Report {
			t.Helper()
			return updated(t, x, src, o)
		}
		update(o)
		tr.writeZip("f/x.zip", map[string]string{"a.go": texts["a.go"]}, nil)
		if r := update(o); r.Missing != 2 || r.Removed != 0 {
			t.Errorf("%s: the documents of a container that changed: %+v", root, r)
		}
		if r := update(o); r.Missing != 0 || r.Removed != 0 {
			t.Errorf("%s: an update without changes: %+v", root, r)
		}
		prune := o
		prune.Prune = true
		if r := update(prune); r.Removed != 2 || r.Added != 0 {
			t.Errorf("%s: pruned: %+v", root, r)
		}
		if r := update(prune); r.Removed != 0 || r.Added != 0 {
			t.Errorf("%s: pruned again: %+v", root, r)
		}
		removed, err := x.Remove(t.Context(), func(o index.Occurrence) bool { return strings.HasSuffix(o.Path, "a.go") })
		must(t, err)
		if r := update(o); removed != 1 || r.Added != 1 {
			t.Errorf("%s: %d documents were removed, and %+v", root, removed, r)
		}
	}
}
