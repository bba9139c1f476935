package indextest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// program returns a Go program, another one for every n.
func program(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p\n\nfunc f%d(a, b int) int {\n", n)
	for i := range 6 {
		fmt.Fprintf(&b, "\tif a%%%d == b+%d {\n\t\treturn g(a, \"x%d\") * %d\n\t}\n", n+2, i, n, i+n)
	}
	return b.String() + "\treturn a\n}\n"
}

// folder writes programs and other files to a new folder.
func folder(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	for name, text := range map[string]string{
		"a.go": program(1), "b.go": program(2), "copy.go": program(1), "short.go": "package p", "bad.go": "package p\x00",
		"deep/c.go": program(3), "mixed.go": program(2) + program(3),
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	return root
}

func (f *fixture) update(root string, o index.UpdateOptions) index.Report {
	f.t.Helper()
	r, err := index.Update(f.t.Context(), f.Change(), index.Source{Root: root, Collection: "c"}, o)
	must(f.t, err)
	return r
}

// The pipeline fills, updates and empties every kind of index alike.
func testUpdate(t *testing.T, f *fixture) {
	root := folder(t)
	r := f.update(root, index.UpdateOptions{})
	if r.Added != 5 || r.Contents != 4 || r.Skipped["binary"] != 1 || r.Skipped[document.TooShort] != 1 || r.Unpublished {
		t.Errorf("first: %+v", r)
	}
	before := Dump(t, f.published())
	for _, name := range []string{"a.go", "deep/c.go"} { // a changed file, and one that is gone
		must(t, os.Remove(filepath.Join(root, name)))
	}
	must(t, os.WriteFile(filepath.Join(root, "a.go"), []byte(program(4)), 0o644))
	if r := f.update(root, index.UpdateOptions{}); r.Changed != 1 || r.Missing != 1 || r.Contents != 1 || r.Removed != 0 {
		t.Errorf("second: %+v", r)
	}
	if r := f.update(root, index.UpdateOptions{Prune: true}); r.Removed != 1 || r.Contents != 0 {
		t.Errorf("pruning: %+v", r)
	}
	s := f.published()
	if s.Contents() != 4 || len(occurrences(t, s, index.Where{})) != 4 || slices.Equal(Dump(t, s), before) {
		t.Errorf("in the end %v", Dump(t, s))
	}
	n, err := index.Remove(t.Context(), f.Change(), func(o index.Occurrence) bool { return o.Path != "b.go" })
	if s := f.published(); n != 3 || err != nil || s.Contents() != 1 || len(occurrences(t, s, index.Where{Both: true})) != 1 {
		t.Errorf("removed %d, %v, and left %v", n, err, Dump(t, s))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := index.Update(ctx, f.Change(), index.Source{Root: root, Collection: "c"}, index.UpdateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted update: %v", err)
	}
}

// A stored source is there without its file.
func testSource(t *testing.T, f *fixture) {
	root := folder(t)
	f.update(root, index.UpdateOptions{})
	must(t, os.RemoveAll(root))
	s := f.published()
	c, source, err := index.SourceOf(t.Context(), s, idOf(program(2)))
	if err != nil || string(source) != program(2) || c.Language != "Go" || c.Size != int64(len(source)) {
		t.Errorf("%+v, %q, %v", c, source, err)
	}
}

// An index of hashes only reads no source, even if the files are there, and takes no boilerplate.
func testHashOnly(t *testing.T, f *fixture) {
	root := folder(t)
	f.update(root, index.UpdateOptions{})
	s := f.published()
	if _, _, err := index.SourceOf(t.Context(), s, idOf(program(2))); !errors.Is(err, index.ErrHashOnly) || !errors.Is(err, index.ErrSourceGone) {
		t.Errorf("a source: %v", err)
	}
	if _, err := s.Source(t.Context(), index.Content{ID: idOf("never")}, nil, nil); !errors.Is(err, index.ErrUnknownContent) {
		t.Errorf("an unknown source: %v", err)
	}
	c, err := index.CatalogOf(s)
	must(t, err)
	must(t, c.EachDocument(t.Context(), func(d index.Document) error {
		if d.Packed != nil {
			t.Errorf("%s has a source", d.ID)
		}
		return nil
	}))
	if _, err := index.AddBoilerplate(t.Context(), f.Change(), []string{root}, index.BoilerplateOptions{}); err == nil {
		t.Error("it takes boilerplate")
	}
}

func testBoilerplate(t *testing.T, f *fixture) {
	root := folder(t)
	f.write()
	reports, err := index.AddBoilerplate(t.Context(), f.Change(), []string{root}, index.BoilerplateOptions{})
	if err != nil || reports[0].Added != 5 || reports[0].Contents != 4 {
		t.Errorf("added %+v, %v", reports, err)
	}
	s := f.published()
	names := map[string]int{}
	must(t, s.EachBoilerplate(t.Context(), func(b index.Boilerplate) error {
		source, err := b.Source()
		names[string(source)] = len(b.Names)
		return err
	}))
	if s.Contents() != 0 || len(names) != 4 || names[program(1)] != 2 {
		t.Errorf("boilerplate %v, %d contents", names, s.Contents())
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.EachBoilerplate(done, func(index.Boilerplate) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("EachBoilerplate: %v", err)
	}
	n, err := index.RemoveBoilerplate(t.Context(), f.Change(), func(name string) bool { return filepath.Base(name) != "b.go" })
	if lines := Dump(t, f.published()); n != 4 || err != nil || len(lines) != 1 {
		t.Errorf("removed %d, %v, and left %v", n, err, lines)
	}
}
