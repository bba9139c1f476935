// Package asktest makes small indexes and searches them, for tests of the library and of its
// engines.
package asktest

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

// Must ends the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WriteFile writes a text and makes its folder.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	Must(t, os.WriteFile(path, []byte(text), 0o644))
}

// NewIndex makes an index of the folders, each a collection of its own.
func NewIndex(t testing.TB, s index.Settings, roots ...string) *chaffinch.Index {
	t.Helper()
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), s)
	Must(t, err)
	t.Cleanup(func() { x.Close() })
	for _, root := range roots {
		_, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
		Must(t, err)
	}
	return x
}

// MakeIndex makes an index of collections, each a map from file names to contents.
func MakeIndex(t testing.TB, collections map[string]map[string]string) *chaffinch.Index {
	t.Helper()
	x := NewIndex(t, index.DefaultSettings())
	for name, files := range collections {
		Update(t, x, name, t.TempDir(), files)
	}
	return x
}

// Update writes files, and updates a collection of the index with their folder.
func Update(t testing.TB, x *chaffinch.Index, collection, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		WriteFile(t, filepath.Join(root, name), text)
	}
	_, err := x.Update(t.Context(), index.Source{Root: root, Collection: collection}, index.UpdateOptions{})
	Must(t, err)
}

// Question holds all arguments of Search or Similar.
type Question struct {
	chaffinch.Document
	chaffinch.SearchOptions
	Similar bool
}

// Search is a question for Search.
func Search(source string) Question {
	return Question{Document: chaffinch.Document{Name: "q.go", Source: []byte(source)}}
}

// Similar is a question for Similar.
func Similar(source string) Question {
	q := Search(source)
	q.Similar = true
	return q
}

// ByMeasure searches by the index alone, for all documents.
func ByMeasure(measure, source string) Question {
	q := Search(source)
	q.Measure, q.Top = measure, -1
	return q
}

// Ask searches, and ends the test if that fails.
func Ask(t testing.TB, x *chaffinch.Index, q Question) *answer.Answer {
	t.Helper()
	asked := x.Search
	if q.Similar {
		asked = x.Similar
	}
	a, err := asked(t.Context(), q.Document, q.SearchOptions)
	Must(t, err)
	return a
}

// Paths are the documents of the hits, each with its collection.
func Paths(a *answer.Answer) []string {
	var all []string
	for _, h := range a.Hits {
		for _, o := range h.Occurrences {
			all = append(all, o.Collection+"/"+o.Path)
		}
	}
	return all
}

// Function is a Go function of some forty tokens. Functions of different n differ, and have one
// structure.
func Function(n int) string {
	return fmt.Sprintf("func f%d(a, b int) (int, error) {\n\tif a > %d {\n\t\treturn b * %d, errors.New(\"%d\")\n\t}\n"+
		"\tfor i := range b {\n\t\ta += i %% %d\n\t}\n\treturn a, nil\n}\n", n, n, n, n, n+1)
}

// Prose is a paragraph that nobody ever wrote.
func Prose(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	var b strings.Builder
	for i := range 40 {
		b.WriteString([]string{"ba", "ke", "lo", "mi", "nu", "ra", "se", "ti"}[r.IntN(8)])
		b.WriteString([]string{"bin", "kan", "lom", "min", "nug", "rap", "sed", "tir"}[r.IntN(8)])
		b.WriteString([]string{" ", " ", " ", "\n"}[i%4])
	}
	return strings.TrimSpace(b.String()) + "."
}

// JSONLine returns a document as a line of JSON, without empty values.
func JSONLine(t *testing.T, content, path, repository, license, author, date string) string {
	t.Helper()
	object := map[string]string{"content": content, "path": path, "repository": repository, "license": license, "author": author, "date": date}
	maps.DeleteFunc(object, func(_, value string) bool { return value == "" })
	line, err := json.Marshal(object)
	Must(t, err)
	return string(line) + "\n"
}

// LineIndex returns an index of documents in JSON lines, in a collection "c".
func LineIndex(t *testing.T, lines string) *chaffinch.Index {
	t.Helper()
	dir := t.TempDir()
	WriteFile(t, dir+"/docs.jsonl", lines)
	x, err := chaffinch.Create(dir+"/x", index.DefaultSettings())
	Must(t, err)
	t.Cleanup(func() { x.Close() })
	_, err = x.Update(t.Context(), index.Source{Root: dir + "/docs.jsonl", Collection: "c"}, index.UpdateOptions{})
	Must(t, err)
	return x
}

// Code and Routine call filetest.
var Code, Routine = filetest.Code, filetest.Routine

// CompareTexts compares two documents as a user of the library does.
func CompareTexts(t *testing.T, a, b chaffinch.Document) *answer.Comparison {
	t.Helper()
	c, err := chaffinch.Compare(t.Context(), a, b, chaffinch.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Python is a function of Python.
const Python = "def total(values):\n    result = 0\n    for value in values:\n        if value > 3:\n            result += value\n    return result\n"

// Walk is code in which most names occur once, and nothing else confirms a copy. A name begins with
// _.
const Walk = `func _walk(_tree *_Node, _visit _Visitor) error {
	switch _kind := _tree._state; {
	case _kind == _leaf && !_done[_tree]:
		return _visit._accept(_tree, _first(_kind))
	case _parent == nil:
		go _collect(_tree, _sink...)
	default:
		for _child := range _below {
			if _err := _descend(_child, _visit); _err != nil {
				return _err
			}
		}
	}
	return nil
}
`
