package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/document"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/command"
)

// checkedTree has files that make documents of every kind.
func checkedTree(t *testing.T) *tree {
	t.Helper()
	tr := newTree(t, map[string]string{"short.go": "package p", "bin.go": "package p\x00", "copy.go": source(1)})
	for seed := range uint64(9) {
		tr.write(string(rune('a'+seed))+"/x.go", source(seed))
	}
	return tr
}

// checkedIndex returns an index of checkedTree, with boilerplate.
func checkedIndex(t *testing.T, s index.Settings) *Index {
	t.Helper()
	tr := checkedTree(t)
	x := createIndex(t, s)
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	given := newTree(t, map[string]string{"given.go": source(77)})
	_, err := x.AddBoilerplate(context.Background(), []string{given.root}, index.BoilerplateOptions{})
	must(t, err)
	return x
}

func checked(t *testing.T, x *Index) index.CheckReport {
	t.Helper()
	r, err := x.Check(context.Background(), index.CheckOptions{})
	must(t, err)
	return r
}

func TestCheck_Counts(t *testing.T) {
	t.Parallel()
	s := index.DefaultSettings()
	for _, s.Store = range []bool{false, true} {
		x := checkedIndex(t, s)
		var seen []string
		got, err := x.Check(context.Background(), index.CheckOptions{Progress: func(what string, done, of int) {
			if done > of {
				t.Errorf("%s: %d of %d", what, done, of)
			}
			if !slices.Contains(seen, what) {
				seen = append(seen, what)
			}
		}})
		must(t, err)
		if got.Segments == 0 || got.Terms < 100 || len(got.Problems) > 0 || got.Bytes == 0 {
			t.Errorf("%+v", got)
		}
		got.Segments, got.Terms, got.Bytes = 0, 0, 0
		want := index.CheckReport{Contents: 9, Occurrences: 10, Skipped: 2, Boilerplate: 1, Lexed: 9, Stored: 1}
		if s.Store {
			want.Stored = 10
		}
		if want.Problems = got.Problems; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, not %+v", got, want)
		}
		same(t, "progress", seen, []string{"segments", "documents", "sources", "fingerprints"})
	}
}

func TestCheck_EmptyIndex(t *testing.T) {
	t.Parallel()
	s := index.DefaultSettings()
	if r := checked(t, createIndex(t, s)); !reflect.DeepEqual(r, index.CheckReport{Problems: []index.Problem{}}) {
		t.Errorf("%+v", r)
	}
}

func TestCheck_Cancelled(t *testing.T) {
	t.Parallel()
	x := checkedIndex(t, index.DefaultSettings())
	for _, at := range []string{"segments", "documents", "sources", "fingerprints"} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := x.Check(ctx, index.CheckOptions{Progress: func(what string, _, _ int) {
			if what == at {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %s: %v", at, err)
		}
	}
}

// Missing sources are not a problem of the index.
func TestCheck_SourcesGone(t *testing.T) {
	t.Parallel()
	tr := checkedTree(t)
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	tr.remove("c/x.go")
	tr.write("d/x.go", source(100))
	if r := checked(t, x); len(r.Problems) > 0 || r.Lexed != 7 {
		t.Errorf("%+v", r)
	}
}

// A check finds documents that a program with a bug could write. The segments are valid.
func TestCheck_FindsInconsistencies(t *testing.T) {
	t.Parallel()
	text := source(1)
	id := index.BlobID([]byte(text))
	other := index.Occurrence{Collection: "c", Root: "/r", Path: "p.go", Content: strings.Repeat("ab", 20)}
	for name, change := range map[string]struct {
		kind, what string
		write      func(t *testing.T, x *Index)
	}{
		"an occurrence without its content": {index.ProblemOccurrence, "does not hold its content abab", func(t *testing.T, x *Index) {
			b := bindex.NewBatch()
			must(t, addOccurrence(b, other))
			must(t, x.bleve.Batch(b))
		}},
		"a content without an occurrence": {index.ProblemContent, "no occurrence names it", func(t *testing.T, x *Index) {
			_, doc := lexedDocument(t, x, source(50), source(50))
			b := bindex.NewBatch()
			b.Update(doc)
			must(t, x.bleve.Batch(b))
		}},
		"fingerprints of another source": {index.ProblemTerms, "fingerprints", func(t *testing.T, x *Index) {
			_, doc := lexedDocument(t, x, text, source(50))
			b := bindex.NewBatch()
			b.Update(doc)
			must(t, x.bleve.Batch(b))
		}},
		"a record that cannot be read": {index.ProblemDocument, "its record is damaged", func(t *testing.T, x *Index) {
			doc := document.NewDocument(contentPrefix + id)
			doc.AddField(termField(fieldKind, kindContent))
			doc.AddField(storedField(fieldRecord, []byte{200}))
			b := bindex.NewBatch()
			b.Update(doc)
			must(t, x.bleve.Batch(b))
		}},
		"a document of another kind": {index.ProblemDocument, "invalid document id", func(t *testing.T, x *Index) {
			doc := document.NewDocument("what")
			doc.AddField(termField(fieldKind, kindContent))
			b := bindex.NewBatch()
			b.Update(doc)
			must(t, x.bleve.Batch(b))
		}},
		"a stored source of another id": {index.ProblemDocument, "has another id", func(t *testing.T, x *Index) {
			_, doc := lexedDocument(t, x, text, text)
			doc.AddField(storedField(fieldSource, packed(source(3))))
			b := bindex.NewBatch()
			b.Update(doc)
			must(t, x.bleve.Batch(b))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := index.DefaultSettings()
			x := checkedIndex(t, s)
			change.write(t, x)
			r := checked(t, x)
			for _, p := range r.Problems {
				if p.Do.Kind == "" || p.Name == "" {
					t.Errorf("%+v", p)
				}
			}
			if !slices.ContainsFunc(r.Problems, func(p index.Problem) bool {
				return p.Kind == change.kind && strings.Contains(p.What, change.what)
			}) {
				t.Errorf("%+v", r.Problems)
			}
		})
	}
}

// lexedDocument returns the document of a text that has the fingerprints of another one.
func lexedDocument(t *testing.T, x *Index, text, printed string) (id string, doc *document.Document) {
	t.Helper()
	id = index.BlobID([]byte(text))
	doc, err := contentDocument(analyzed(x, id, len(text), printed), 0)
	must(t, err)
	return id, doc
}

// analyzed returns the document of a content with the fingerprints of a text.
func analyzed(x *Index, id string, size int, text string) *index.Document {
	var n analyzer.Analysis
	x.analyzer.Analyze(detect.Language("a.go", []byte(text)), []byte(text), &n)
	d := &index.Document{Content: index.Content{ID: id, Language: n.Language.Name, Size: int64(size), Tokens: n.Len()}}
	for r, prints := range n.Fingerprints {
		d.Fingerprints[r] = len(prints)
		for _, p := range prints {
			d.Hashes[r] = append(d.Hashes[r], p.Hash)
		}
	}
	return d
}

// While a review is due, a content without an occurrence is no damage: the next update removes it.
func TestCheck_ReviewDue(t *testing.T) {
	t.Parallel()
	x := checkedIndex(t, index.DefaultSettings())
	_, doc := lexedDocument(t, x, source(50), source(50))
	b := bindex.NewBatch()
	b.Update(doc)
	b.SetInternal(reviewMark, []byte{1})
	must(t, x.bleve.Batch(b))
	if r := checked(t, x); len(r.Problems) > 0 || r.Orphans != 1 {
		t.Errorf("%+v", r)
	}
}

// If a segment does not open, the index can be neither read nor written. The error names the
// segment, and a check the command that repairs the index.
func TestCheck_BrokenSegment(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(file string) error{
		"missing": os.Remove,
		"empty":   func(file string) error { return os.Truncate(file, 0) },
		"cut":     func(file string) error { return os.Truncate(file, 1000) },
	} {
		t.Run(name, func(t *testing.T) {
			tr := checkedTree(t)
			x := newIndex(t)
			updated(t, x, index.Source{Root: tr.root, Collection: "my class"}, index.UpdateOptions{})
			must(t, x.Close())
			file := segmentFiles(t, x.Path())[0]
			must(t, damage(file))
			x = openIndex(t, x.Path())
			r := checked(t, x)
			if len(r.Problems) != 1 || r.Problems[0].Name != filepath.Base(file) || r.Problems[0].Kind != index.ProblemSegment ||
				command.Remedy(r.Problems[0].Do) != "repair it: chaffinch check --repair --index "+x.Path() {
				t.Errorf("%+v", r.Problems)
			}
			if _, err := x.Snapshot(); err == nil || !strings.Contains(err.Error(), "Index.Check says what to do") {
				t.Errorf("a snapshot: %v", err)
			}
			if _, err := x.Update(context.Background(), index.Source{Root: tr.root}, index.UpdateOptions{}); err == nil {
				t.Error("updated")
			}
			if _, err := x.Remove(context.Background(), func(index.Occurrence) bool { return true }); err == nil {
				t.Error("removed")
			}
			must(t, x.Close())
		})
	}
}

func segmentFiles(t *testing.T, path string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(path, "store", "*.zap"))
	must(t, err)
	if len(files) == 0 {
		t.Fatal("no segments")
	}
	return files
}

// If nothing is published, the check names the command that completes the first update. A new index
// without one is not damaged.
func TestCheck_NothingPublished(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	if r := checked(t, x); len(r.Problems) > 0 {
		t.Errorf("%+v", r)
	}
	root := newTree(t, map[string]string{"a.go": source(1)}).root
	updated(t, x, index.Source{Root: root}, index.UpdateOptions{})
	must(t, os.RemoveAll(filepath.Join(x.Path(), publishedDir)))
	r := checked(t, x)
	if len(r.Problems) != 1 || !strings.HasSuffix(command.Remedy(r.Problems[0].Do), ": chaffinch index --index "+x.Path()+" "+root) {
		t.Errorf("%+v", r)
	}
}

// If only the published state is damaged, a repair or an update without changes publishes it again.
// The error advises the repair.
func TestUpdate_RepairsThePublishedState(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": source(1)})
	x := newIndex(t)
	for _, damage := range []func(dir string) error{
		func(dir string) error { return os.Remove(filepath.Join(dir, sumsFile)) },
		func(dir string) error { return os.WriteFile(filepath.Join(dir, metaFile), nil, 0o600) },
		func(dir string) error {
			meta, err := os.ReadFile(filepath.Join(dir, metaFile))
			if err != nil {
				return err
			}
			list := make([]byte, 1<<15)
			return errors.Join(os.WriteFile(filepath.Join(dir, storeList), list, 0o600),
				os.WriteFile(filepath.Join(dir, sumsFile), sumsOf(meta, list, nil), 0o600))
		},
	} {
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
		must(t, damage(x.dir.at(generationName(generations(t, x.Path())[0]))))
		_, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
		is := new(DamageError)
		if !errors.As(err, &is) || !reflect.DeepEqual(is.Do, x.dir.repair()) || !errors.Is(err, ErrDamaged) {
			t.Errorf("error %v", err)
		}
		if r := checked(t, x); len(r.Problems) != 1 || !reflect.DeepEqual(r.Problems[0].Do, x.dir.repair()) ||
			strings.Contains(r.Problems[0].What, x.dir.repair().String()) {
			t.Errorf("%+v", r)
		}
		want := state(t, x)
		must(t, x.Close())
		if r := repaired(t, x.Path()); !r.Published || changed(r) || len(r.Problems) != 1 {
			t.Errorf("%+v", r)
		}
		same(t, "published", published(t, x.Path()), want)
		x = openIndex(t, x.Path())
		must(t, damage(x.dir.at(generationName(generations(t, x.Path())[0]))))
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
		same(t, "published", published(t, x.Path()), state(t, x))
	}
}
