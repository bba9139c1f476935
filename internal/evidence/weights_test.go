package evidence

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// Containment and evidence need no weights of documents, so such a question does not read the
// cache, which is large if the index is large.
func TestWeights_NotReadForContainment(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), code(1)+"\n"+code(2))
	x := newIndex(t, root)
	byCosine := Request{Name: "q.go", Text: textOf(code(1)), ByIndex: query.Cosine}
	ask(t, open(t, x), byCosine) // writes the cache
	for name, r := range map[string]Request{
		"containment": {Name: "q.go", Text: textOf(code(1))},
		"evidence":    {Name: "q.go", Text: textOf(code(1)), Evidence: true, Options: answer.Options{Measures: true}},
	} {
		a := open(t, x)
		if hits := ask(t, a, r).Hits; len(hits) != 1 || r.Measures && hits[0].Cosine == 0 {
			t.Errorf("%s: hits %v", name, hits)
		}
		if weighed(a) {
			t.Errorf("%s: the weights of all documents were read", name)
		}
	}
	a := open(t, x)
	ask(t, a, byCosine)
	if !weighed(a) {
		t.Error("cosine: no weights were read")
	}
}

func open(t *testing.T, x *disk.Index) *Asker {
	t.Helper()
	s, err := x.State()
	must(t, err)
	a := New(s, x.Analyzer())
	t.Cleanup(func() { a.Close() })
	return a
}

// weighed reports whether the weights of all documents are in memory.
func weighed(a *Asker) bool { return a.state.(weigher).Weighed(false) }

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

func newIndex(t testing.TB, roots ...string) *disk.Index {
	t.Helper()
	x, err := disk.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for _, root := range roots {
		_, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

func ask(t testing.TB, a *Asker, r Request) *answer.Answer {
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
