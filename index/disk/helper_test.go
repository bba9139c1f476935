package disk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// source returns a small Go program that differs for every seed.
func source(seed uint64) string { return filetest.Program(seed) }

// tree is a folder whose files have distinct times, long past, so that an update trusts them.
type tree struct {
	t     *testing.T
	root  string
	clock int64
}

func newTree(t *testing.T, files map[string]string) *tree {
	t.Helper()
	tr := &tree{t: t, root: realTemp(t), clock: 1e9}
	for _, path := range sortedKeys(files) {
		tr.write(path, files[path])
	}
	return tr
}

// realTemp returns a temporary folder. Its path has no links, as in an index.
func realTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return dir
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (tr *tree) path(name string) string { return filepath.Join(tr.root, filepath.FromSlash(name)) }

func (tr *tree) write(name, content string) {
	tr.t.Helper()
	must(tr.t, os.MkdirAll(filepath.Dir(tr.path(name)), 0o755))
	must(tr.t, os.WriteFile(tr.path(name), []byte(content), 0o644))
	tr.touch(name)
}

func (tr *tree) touch(name string) {
	tr.t.Helper()
	tr.clock += 10
	must(tr.t, os.Chtimes(tr.path(name), time.Time{}, time.Unix(tr.clock, 1)))
}

func (tr *tree) remove(name string) {
	tr.t.Helper()
	must(tr.t, os.RemoveAll(tr.path(name)))
}

// rounds returns the number of random trials: n, or short in a short run.
func rounds(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newIndex returns an empty index. Its batches are small, so that a few files take several.
func newIndex(t *testing.T) *Index {
	t.Helper()
	return createIndex(t, index.DefaultSettings())
}

func createIndex(t *testing.T, s index.Settings) *Index {
	t.Helper()
	x, err := Create(filepath.Join(realTemp(t), "index"), s)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	x.limits = limits{bytes: 2000, documents: 6}
	return x
}

func openIndex(t *testing.T, path string) *Index {
	t.Helper()
	x, err := Open(context.Background(), path, index.Options{})
	must(t, err)
	t.Cleanup(func() { x.Close() })
	x.limits = limits{bytes: 2000, documents: 6}
	return x
}

func updated(t *testing.T, x *Index, src index.Source, o index.UpdateOptions) index.Report {
	t.Helper()
	r, err := x.Update(context.Background(), src, o)
	must(t, err)
	return r
}

func snapshot(t *testing.T, x *Index) *Snapshot {
	t.Helper()
	s, err := x.Snapshot()
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// state lists the documents of an index, and checks that every occurrence has its content and every
// content an occurrence.
func state(t *testing.T, x *Index) []string {
	t.Helper()
	lines, orphans := looseState(t, x)
	if len(orphans) > 0 {
		t.Errorf("contents without an occurrence: %v", orphans)
	}
	return lines
}

// looseState is state, but returns the contents without occurrences.
func looseState(t *testing.T, x *Index) (lines, orphans []string) {
	t.Helper()
	lines, orphans, err := contentsOf(x)
	if err != nil {
		t.Error(err)
	}
	return lines, orphans
}

func contentsOf(x *Index) (lines, orphans []string, err error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	var wrong []error
	unseen := map[string]bool{}
	wrong = append(wrong, s.EachContent(func(c index.Content) error {
		if unseen[c.ID] {
			return fmt.Errorf("content %s is there twice", c.ID)
		}
		unseen[c.ID] = true
		lines = append(lines, fmt.Sprintf("content %s %s %d %d %v", c.ID, c.Language, c.Size, c.Tokens, c.Fingerprints))
		return nil
	}))
	if len(unseen) != s.Contents() {
		wrong = append(wrong, fmt.Errorf("Contents() is %d of %d", s.Contents(), len(unseen)))
	}
	ids := maps.Clone(unseen)
	wrong = append(wrong, s.EachOccurrence("", func(o index.Occurrence) error {
		if !ids[o.Content] {
			return fmt.Errorf("%s has no content", o.Path)
		}
		delete(unseen, o.Content)
		lines = append(lines, fmt.Sprintf("at %s %s %q %s", o.Collection, o.Root, o.Path, o.Content))
		return nil
	}), s.EachSkipped(func(o index.Occurrence) error {
		lines = append(lines, fmt.Sprintf("skipped %s %s %q %s", o.Collection, o.Root, o.Path, o.Skipped))
		return nil
	}))
	slices.Sort(lines)
	return lines, sortedKeys(unseen), errors.Join(wrong...)
}

// paths lists the occurrences as "path name", where name is the key of the content in texts.
func paths(t *testing.T, x *Index, texts map[string]string) []string {
	t.Helper()
	names := map[string]string{}
	for name, text := range texts {
		names[index.BlobID([]byte(text))] = name
	}
	s, err := x.Snapshot()
	must(t, err)
	defer s.Close()
	list := []string{}
	must(t, s.EachOccurrence("", func(o index.Occurrence) error {
		list = append(list, o.Path+" "+names[o.Content])
		return nil
	}))
	slices.Sort(list)
	return list
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// terms returns the distinct terms of a text, as pairs of field and term.
func terms(a *analyzer.Analyzer, name, text string) map[[2]string]bool {
	return termsIn(a, detect.Language(name, []byte(text)), text)
}

// termsIn returns the terms of a text in a language.
func termsIn(a *analyzer.Analyzer, l *lex.Language, text string) map[[2]string]bool {
	var n analyzer.Analysis
	a.Analyze(l, []byte(text), &n)
	all := map[[2]string]bool{}
	for r, prints := range n.Fingerprints {
		for _, p := range prints {
			all[[2]string{analyzer.Representation(r).String(), string(winnow.AppendTerm(nil, p.Hash))}] = true
		}
	}
	return all
}

// sameDF checks the df of every term of the texts. held says which texts are in the index.
func sameDF(t *testing.T, x *Index, name string, texts []string, held func(text string) bool) {
	t.Helper()
	want := map[[2]string]int{}
	for _, text := range texts {
		for term := range terms(x.Analyzer(), name, text) {
			want[term] += 0
			if held(text) {
				want[term]++
			}
		}
	}
	areDF(t, x, want)
}

// areDF checks the df of terms.
func areDF(t *testing.T, x *Index, want map[[2]string]int) {
	t.Helper()
	s, err := x.Snapshot()
	must(t, err)
	defer s.Close()
	for term, n := range want {
		df, err := s.DF(term[0], term[1])
		must(t, err)
		if df != n {
			t.Errorf("df of %v is %d, not %d", term, df, n)
			return
		}
	}
}

func generations(t *testing.T, path string) []uint64 {
	t.Helper()
	all, err := newFolder(path).generations()
	must(t, err)
	return all
}

// packed returns a source as an index stores it.
func packed(source string) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll([]byte(source), nil)
}
