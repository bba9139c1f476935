package disk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

func added(t *testing.T, x *Index, o index.BoilerplateOptions, roots ...string) []index.BoilerplateReport {
	t.Helper()
	reports, err := x.AddBoilerplate(context.Background(), roots, o)
	must(t, err)
	return reports
}

// boilerplateOf lists the boilerplate as "names: language", with names relative to the root. It
// checks each source.
func boilerplateOf(t *testing.T, x *Index, root string) []string {
	t.Helper()
	s, err := x.Snapshot()
	must(t, err)
	defer s.Close()
	list := []string{}
	must(t, s.EachBoilerplate(func(b index.Boilerplate) error {
		var names []string
		for _, name := range b.Names {
			rel, err := filepath.Rel(root, name)
			must(t, err)
			names = append(names, rel)
		}
		source, err := b.Source()
		must(t, err)
		l, _ := lex.Lookup(b.Language)
		if index.BlobID(source) != b.ID || int64(len(source)) != b.Size || len(l.Lex(nil, source)) != b.Tokens {
			t.Errorf("%s: %+v of %d bytes", names, b, len(source))
		}
		list = append(list, fmt.Sprintf("%s: %s", strings.Join(names, " "), b.Language))
		return nil
	}))
	slices.Sort(list)
	return list
}

func wantReport(t *testing.T, got index.BoilerplateReport, want index.BoilerplateReport) {
	t.Helper()
	got.Root = ""
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("reports %+v, not %+v", got, want)
	}
}

func TestBoilerplate_OutlivesItsFiles(t *testing.T) {
	tr := newTree(t, map[string]string{"given.go": source(1), "sub/licence.txt": "permission is granted to everybody who reads all of this", "tiny.go": "package p", "empty.go": ""})
	x := newIndex(t)
	wantReport(t, added(t, x, index.BoilerplateOptions{}, tr.root)[0],
		index.BoilerplateReport{Added: 2, Contents: 2, Skipped: map[document.Reason]int{"too-short": 1, "empty": 1}})
	tr.remove("given.go")
	tr.remove("sub")
	path := x.Path()
	must(t, x.Close())
	x = openIndex(t, path)
	same(t, "boilerplate", boilerplateOf(t, x, tr.root), []string{"given.go: Go", "sub/licence.txt: Text"})
}

func TestBoilerplate_IsKeptOnce(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(1), "c.go": source(2)})
	x := newIndex(t)
	wantReport(t, added(t, x, index.BoilerplateOptions{}, tr.root)[0], index.BoilerplateReport{Added: 3, Contents: 2, Skipped: map[document.Reason]int{}})
	wantReport(t, added(t, x, index.BoilerplateOptions{}, tr.root)[0], index.BoilerplateReport{Unchanged: 3, Skipped: map[document.Reason]int{}})
	same(t, "twice", boilerplateOf(t, x, tr.root), []string{"a.go b.go: Go", "c.go: Go"})

	tr.write("a.go", source(3))
	tr.write("c.go", source(1))
	reports := added(t, x, index.BoilerplateOptions{}, tr.path("a.go"), tr.path("c.go"))
	wantReport(t, reports[0], index.BoilerplateReport{Changed: 1, Contents: 1, Skipped: map[document.Reason]int{}})
	wantReport(t, reports[1], index.BoilerplateReport{Changed: 1, Skipped: map[document.Reason]int{}})
	same(t, "changed", boilerplateOf(t, x, tr.root), []string{"a.go: Go", "b.go c.go: Go"})

	n, err := x.RemoveBoilerplate(context.Background(), func(name string) bool { return filepath.Base(name) == "b.go" })
	if n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	same(t, "without b", boilerplateOf(t, x, tr.root), []string{"a.go: Go", "c.go: Go"})
	n, err = x.RemoveBoilerplate(context.Background(), func(string) bool { return true })
	if n != 2 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	same(t, "none", boilerplateOf(t, x, tr.root), []string{})
}

// The language depends on the names, not on their order. A given language comes first.
func TestBoilerplate_Language(t *testing.T) {
	tr := newTree(t, map[string]string{"a.txt": source(1), "b.go": source(1)})
	python, _ := lex.Lookup("Python")
	for _, order := range [][]string{{"a.txt", "b.go"}, {"b.go", "a.txt"}} {
		x := newIndex(t)
		for _, name := range order {
			added(t, x, index.BoilerplateOptions{}, tr.path(name))
		}
		same(t, "guessed", boilerplateOf(t, x, tr.root), []string{"a.txt b.go: Go"})
		wantReport(t, added(t, x, index.BoilerplateOptions{Language: python}, tr.path("a.txt"))[0], index.BoilerplateReport{Changed: 1, Skipped: map[document.Reason]int{}})
		same(t, "asked for", boilerplateOf(t, x, tr.root), []string{"a.txt b.go: Python"})
	}
}

// Names are paths, which may contain any bytes.
func TestBoilerplate_NamesAreBytes(t *testing.T) {
	for _, name := range []string{"/r/plain.go", "/r/line\nbreak.go", "/r/\xff\xfe.go", "/r/ü\u202e.go"} {
		b := index.Boilerplate{ID: index.BlobID([]byte(source(1))), Names: []string{name}, Packed: packed(source(1))}
		x := newIndex(t)
		doc, err := boilerplateDocument(&b)
		must(t, err)
		batch := bindex.NewBatch()
		batch.Update(doc)
		must(t, x.bleve.Batch(batch))
		must(t, snapshot(t, x).EachBoilerplate(func(got index.Boilerplate) error {
			if got.Names[0] != name {
				t.Errorf("%q comes back as %+v", name, got)
			}
			return nil
		}))
		n, err := x.RemoveBoilerplate(context.Background(), func(has string) bool { return has == name })
		if n != 1 || err != nil {
			t.Errorf("%q: removed %d, %v", name, n, err)
		}
	}
}

// Boilerplate changes no content, occurrence, document frequency or update.
func TestBoilerplate_IsNoContent(t *testing.T) {
	x := newIndex(t)
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2), "c.go": "package p"})
	given := newTree(t, map[string]string{"a.go": source(1), "g.go": source(3)})
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	before := state(t, x)
	added(t, x, index.BoilerplateOptions{}, given.root, tr.root)
	check := func(when string, held ...uint64) {
		t.Helper()
		var texts []string
		for seed := range uint64(5) {
			texts = append(texts, source(seed))
		}
		sameDF(t, x, "a.go", texts, func(text string) bool {
			return slices.ContainsFunc(held, func(seed uint64) bool { return text == source(seed) })
		})
		if n := snapshot(t, x).Contents(); n != len(held) {
			t.Errorf("%s: %d contents, not %d", when, n, len(held))
		}
	}
	same(t, "state", state(t, x), before)
	check("added", 1, 2)
	if r := updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true}); r.Unchanged != 2 || r.Read != 0 {
		t.Errorf("an update does something: %+v", r)
	}
	tr.write("b.go", source(4))
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
	check("updated", 1, 4)
	n, err := x.Remove(context.Background(), func(index.Occurrence) bool { return true })
	if lines := state(t, x); n != 2 || err != nil || len(lines) != 0 {
		t.Errorf("removed %d, %v, left %v", n, err, lines)
	}
	check("removed")
	if got := boilerplateOf(t, x, given.root); len(got) != 3 {
		t.Errorf("boilerplate goes with the contents: %v", got)
	}
}

func TestAddBoilerplate_FailureAddsNothing(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1)})
	x := newIndex(t)
	if _, err := x.AddBoilerplate(context.Background(), []string{tr.root, tr.path("missing")}, index.BoilerplateOptions{}); err == nil {
		t.Error("a missing root is taken")
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.AddBoilerplate(done, []string{tr.root}, index.BoilerplateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	skipped := []string{}
	added(t, x, index.BoilerplateOptions{
		Corpus:  document.Options{Exclude: []string{"*.go"}},
		Skipped: func(path string, reason document.Reason, _ error) { skipped = append(skipped, path+" "+string(reason)) },
	}, tr.root)
	same(t, "skipped", skipped, []string{"a.go excluded"})
	same(t, "boilerplate", boilerplateOf(t, x, tr.root), []string{})
}
