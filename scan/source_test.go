package scan

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
)

// A report has the sources of files with findings, as many as were asked for, and all documents of
// the index.
func TestReport_SourceOf(t *testing.T) {
	one, two := routine(1)+routine(2), routine(3)+routine(4)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": "package a\n\n" + one, "b.go": "package a\n\n" + two}})
	tree := write(t, map[string]string{"1.go": "package b\n\n" + one, "2.go": "package b\n\n" + two, "3.go": "package b\n\n" + routine(5)})
	state, err := x.State()
	must(t, err)
	defer state.Close()
	read := func(name string) []byte {
		source, err := os.ReadFile(filepath.Join(tree, name))
		must(t, err)
		return source
	}
	first, second, third := read("1.go"), read("2.go"), read("3.go")
	for sources, want := range map[int][3]bool{0: {}, len(first): {true}, len(first) + len(second) + len(third): {true, true}} {
		r, err := Run(t.Context(), x, Options{Tree: tree, Sources: sources})
		must(t, err)
		if len(r.Findings) != 2 {
			t.Fatalf("%d findings", len(r.Findings))
		}
		for i, source := range [][]byte{first, second, third} {
			_, got, err := r.SourceOf(t.Context(), state, index.BlobID(source))
			if want[i] != bytes.Equal(got, source) || want[i] != (err == nil) || err != nil && !errors.Is(err, errNotKept) {
				t.Errorf("of %d bytes, file %d: %d bytes, %v", sources, i+1, len(got), err)
			}
		}
		for _, f := range r.Findings {
			if c, source, err := r.SourceOf(t.Context(), state, f.Origin.Content); err != nil || c.Language != "Go" || index.BlobID(source) != f.Origin.Content {
				t.Errorf("%+v, %v", c, err)
			}
		}
	}
}

// A repository of this machine is named by its remote, or by its folder, once.
func TestOrigin_PublicSource(t *testing.T) {
	at := func(root, collection, path string) index.Occurrence {
		return index.Occurrence{Root: root, Collection: collection, Path: path}
	}
	published := at("git+file:///srv/repo?history", "repo", "a.c")
	published.Repository = "https://example.com/team/app.git"
	for want, o := range map[string]index.Occurrence{
		"repo":                             at("git+file:///srv/repo?history", "repo", "a.c"),
		"bare":                             at("git+file:///srv/bare.git", "bare", "src/a.c"),
		"work: repo":                       at("git+file:///srv/repo.git?branches", "work", "a.c"),
		"https://example.com/team/app.git": published,
		"code: zlib":                       at("/srv/code", "code", "zlib/a.c"),
		"code":                             at("/srv/code", "code", "a.c"),
	} {
		if got := (Origin{Occurrence: o}).PublicSource(); got != want {
			t.Errorf("%s %s: %q, not %q", o.Root, o.Path, got, want)
		}
	}
}
