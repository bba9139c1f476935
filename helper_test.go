package chaffinch_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// newIndex makes an index of the folders, each a collection of its own.
func newIndex(t testing.TB, s index.Settings, roots ...string) *chaffinch.Index {
	t.Helper()
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), s)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for _, root := range roots {
		_, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

// makeIndex makes an index of collections, each a map from file names to contents.
func makeIndex(t testing.TB, collections map[string]map[string]string) *chaffinch.Index {
	t.Helper()
	x := newIndex(t, index.DefaultSettings())
	for name, files := range collections {
		update(t, x, name, t.TempDir(), files)
	}
	return x
}

func update(t testing.TB, x *chaffinch.Index, collection, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		writeFile(t, filepath.Join(root, name), text)
	}
	_, err := x.Update(t.Context(), index.Source{Root: root, Collection: collection}, index.UpdateOptions{})
	must(t, err)
}

// question is all that Search or Similar is asked.
type question struct {
	chaffinch.Document
	chaffinch.SearchOptions
	similar bool
}

func search(source string) question {
	return question{Document: chaffinch.Document{Name: "q.go", Source: []byte(source)}}
}

func similar(source string) question {
	q := search(source)
	q.similar = true
	return q
}

// byMeasure asks the index alone, for all documents.
func byMeasure(measure, source string) question {
	q := search(source)
	q.Measure, q.Top = measure, -1
	return q
}

func ask(t testing.TB, x *chaffinch.Index, q question) *answer.Answer {
	t.Helper()
	asked := x.Search
	if q.similar {
		asked = x.Similar
	}
	a, err := asked(t.Context(), q.Document, q.SearchOptions)
	must(t, err)
	return a
}

func paths(a *answer.Answer) []string {
	var all []string
	for _, h := range a.Hits {
		for _, o := range h.Occurrences {
			all = append(all, o.Collection+"/"+o.Path)
		}
	}
	return all
}

// function is a Go function of some forty tokens, another one for every n, and all of one structure.
func function(n int) string {
	return fmt.Sprintf("func f%d(a, b int) (int, error) {\n\tif a > %d {\n\t\treturn b * %d, errors.New(\"%d\")\n\t}\n"+
		"\tfor i := range b {\n\t\ta += i %% %d\n\t}\n\treturn a, nil\n}\n", n, n, n, n, n+1)
}

// prose is a paragraph that nobody ever wrote.
func prose(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	var b strings.Builder
	for i := range 40 {
		b.WriteString([]string{"ba", "ke", "lo", "mi", "nu", "ra", "se", "ti"}[r.IntN(8)])
		b.WriteString([]string{"bin", "kan", "lom", "min", "nug", "rap", "sed", "tir"}[r.IntN(8)])
		b.WriteString([]string{" ", " ", " ", "\n"}[i%4])
	}
	return strings.TrimSpace(b.String()) + "."
}

// jsonLine returns a document as a line of JSON, without what is empty.
func jsonLine(t *testing.T, content, path, repository, license, author, date string) string {
	t.Helper()
	object := map[string]string{"content": content, "path": path, "repository": repository, "license": license, "author": author, "date": date}
	maps.DeleteFunc(object, func(_, value string) bool { return value == "" })
	line, err := json.Marshal(object)
	must(t, err)
	return string(line) + "\n"
}

// lineIndex returns an index of documents in JSON lines, in a collection "c".
func lineIndex(t *testing.T, lines string) *chaffinch.Index {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, dir+"/docs.jsonl", lines)
	x, err := chaffinch.Create(dir+"/x", index.DefaultSettings())
	must(t, err)
	t.Cleanup(func() { x.Close() })
	_, err = x.Update(t.Context(), index.Source{Root: dir + "/docs.jsonl", Collection: "c"}, index.UpdateOptions{})
	must(t, err)
	return x
}

var code, routine = filetest.Code, filetest.Routine
