package evidence

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// Containment and evidence need no weights of documents, so such a question does not read the
// cache, which is large if the index is large.
func TestWeights_NotReadForContainment(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), code(1)+"\n"+code(2))
	x := newIndex(t, root)
	byCosine := Request{Name: "q.go", Text: textOf(code(1)), Measure: query.Cosine}
	ask(t, open(t, x), byCosine) // writes the cache
	for name, r := range map[string]Request{
		"containment": {Name: "q.go", Text: textOf(code(1))},
		"evidence":    {Name: "q.go", Text: textOf(code(1)), Evidence: true, Measures: true},
	} {
		a := open(t, x)
		if hits := ask(t, a, r).Hits; len(hits) != 1 || r.Measures && hits[0].Found.Cosine == 0 {
			t.Errorf("%s: hits %v", name, hits)
		}
		if a.weights != nil {
			t.Errorf("%s: the weights of all documents were read", name)
		}
	}
	a := open(t, x)
	ask(t, a, byCosine)
	if a.weights == nil {
		t.Error("cosine: no weights were read")
	}
}

func open(t *testing.T, x *index.Index) *Asker {
	t.Helper()
	a, err := Open(x)
	must(t, err)
	t.Cleanup(func() { a.Close() })
	return a
}

// Whatever happens to the cached weights or to the index, answers are those of an index without a
// cache.
func TestWeights_NeverUsesStaleCache(t *testing.T) {
	root, other := t.TempDir(), t.TempDir()
	for i := range 5 {
		writeFile(t, filepath.Join(root, fmt.Sprintf("%d.go", i)), code(1)+"\n"+code(10+i))
		writeFile(t, filepath.Join(other, fmt.Sprintf("%d.go", i)), code(1)+"\n"+code(2)+"\n"+code(20+i))
	}
	ctx := context.Background()
	x := newIndex(t)
	path := x.Path()
	cache := filepath.Join(path, "weights")
	check := func(when string) {
		t.Helper()
		s, err := x.Snapshot()
		must(t, err)
		defer s.Close()
		a, err := Open(x)
		must(t, err)
		defer a.Close()
		must(t, a.weigh(ctx))
		got := a.weights
		want, err := query.ComputeWeights(ctx, s.Reader(), fields(), s.Contents())
		must(t, err)
		g, _ := got.MarshalBinary()
		w, _ := want.MarshalBinary()
		if string(g) != string(w) {
			t.Errorf("%s: the weights are others", when)
		}
		kept, err := os.ReadFile(cache)
		if err != nil || string(kept) != string(w) {
			t.Errorf("%s: the cache was not renewed: %v", when, err)
		}
	}
	update := func(root string) {
		t.Helper()
		_, err := x.Update(ctx, index.Source{Root: root}, index.UpdateOptions{})
		must(t, err)
	}
	reopen := func() {
		t.Helper()
		must(t, x.Close())
		var err error
		x, err = index.Open(ctx, path, index.Options{})
		must(t, err)
	}
	defer func() { x.Close() }()

	check("empty")
	update(root)
	check("filled")
	check("from the cache")
	_, err := x.Remove(ctx, func(index.Occurrence) bool { return true })
	must(t, err)
	check("emptied")
	for range 2 { // opened empty again, segments are numbered from 1 as before
		for _, one := range []string{filepath.Join(root, "1.go"), filepath.Join(other, "1.go")} {
			reopen()
			reopen()
			update(one)
			check(one)
			_, err = x.Remove(ctx, func(index.Occurrence) bool { return true })
			must(t, err)
		}
	}
	update(other)
	reopen()
	check("reopened")
	whole, err := os.ReadFile(cache)
	must(t, err)
	for _, damaged := range [][]byte{nil, whole[:len(whole)/2], append([]byte("x"), whole...)} {
		must(t, os.WriteFile(cache, damaged, 0o644))
		check("damaged")
	}
	left, err := filepath.Glob(cache + "-*")
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	must(t, os.Remove(cache))
	must(t, os.MkdirAll(filepath.Join(cache, "in the way"), 0o755))
	a, err := Open(x)
	must(t, err)
	defer a.Close()
	must(t, a.weigh(ctx))
	if left, _ := filepath.Glob(cache + "-*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func newIndex(t testing.TB, roots ...string) *index.Index {
	t.Helper()
	x, err := index.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for _, root := range roots {
		_, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

func ask(t testing.TB, a *Asker, r Request) *Result {
	t.Helper()
	result, err := a.Ask(t.Context(), r)
	must(t, err)
	return result
}

func textOf(source string) *corpus.Text {
	text := corpus.Decode([]byte(source))
	return &text
}

// code returns a Go function, a different one for every n.
func code(n int) string {
	return fmt.Sprintf("func f%d(a, b int) (int, error) {\n\tif a > %d {\n\t\treturn b * %d, errors.New(\"%d\")\n\t}\n"+
		"\tfor i := range b {\n\t\ta += i %% %d\n\t}\n\treturn a, nil\n}\n", n, n, n, n, n+1)
}
