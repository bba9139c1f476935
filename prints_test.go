package chaffinch_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
)

// Fingerprints get the answers that their source gets from an index of hashes only, with and
// without a key. The answers with a key are those without, and another key, or none, is refused.
func TestPrints_AnswersAsTheSource(t *testing.T) {
	folder := t.TempDir()
	var sources []string
	for i := range 12 {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n", i)
		for j := range 3 * (i + 1) {
			fmt.Fprintf(&b, "func f%d(a int) int {\n\tif a > %d {\n\t\treturn g%d(a, %d) + h[a]\n\t}\n\treturn a*%d - b%d\n}\n", j*j%17, j, i*j%5, i, j%4, (i+j)%7)
		}
		sources = append(sources, b.String())
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.go", i)), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one, err := analyzer.NewKey(bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	two, err := analyzer.NewKey(bytes.Repeat([]byte{2}, 32))
	if err != nil {
		t.Fatal(err)
	}
	plain := index.DefaultSettings()
	plain.HashOnly = true
	scores := map[*analyzer.Key][]map[string]float64{}
	for _, key := range []*analyzer.Key{nil, one} {
		x, err := chaffinch.Create(filepath.Join(t.TempDir(), "i"), plain.WithKey(key))
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		if _, err := x.Update(t.Context(), index.Source{Root: folder}, index.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
		o := chaffinch.SearchOptions{Top: -1, CountImports: true} // fingerprints do not tell import lines
		for _, source := range append(sources, sources[3][100:300]) {
			d := chaffinch.Document{Name: "q.go", Source: []byte(source), Language: "Go"}
			want, err := x.Search(t.Context(), d, o)
			if err != nil {
				t.Fatal(err)
			}
			p := printsOf(t, x.Analyzer(), d)
			got, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Prints: p}, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(want.Hits) == 0 || !reflect.DeepEqual(got.Hits, want.Hits) {
				t.Errorf("%d hits for fingerprints, %d for their source, or others:\n%+v\n%+v", len(got.Hits), len(want.Hits), got.Hits, want.Hits)
			}
			all := map[string]float64{}
			for _, h := range got.Hits {
				all[h.Occurrences[0].Path] = h.Score
			}
			scores[key] = append(scores[key], all)
			wrong := two
			if key == nil {
				wrong = one
			}
			for _, k := range []*analyzer.Key{wrong, two, nil} {
				if k == key {
					continue
				}
				p := printsOf(t, x.Analyzer().WithKey(k), d)
				if _, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Prints: p}, o); !errors.Is(err, chaffinch.ErrKey) {
					t.Fatalf("fingerprints of a wrong key: %v", err)
				}
			}
		}
	}
	if !reflect.DeepEqual(scores[nil], scores[one]) {
		t.Errorf("with a key: %v, without: %v", scores[one], scores[nil])
	}
}

func printsOf(t *testing.T, a *analyzer.Analyzer, d chaffinch.Document) *chaffinch.Prints {
	t.Helper()
	p, err := chaffinch.NewPrints(a, d)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := chaffinch.WritePrints(&b, a, []*chaffinch.Prints{p}); err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 1, b.Len() / 2, b.Len() - 1} {
		if _, err := chaffinch.ReadPrints(bytes.NewReader(b.Bytes()[:cut])); !errors.Is(err, chaffinch.ErrDamagedPrints) {
			t.Fatalf("a file cut at %d: %v", cut, err)
		}
	}
	all, err := chaffinch.ReadPrints(&b)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0]
}

// Code in comments and strings, and in Markdown, is in fingerprints as it is in an index: the file
// that has it finds the document with the plain code, and the other way round.
func TestPrints_HaveCodeInCommentsAndStrings(t *testing.T) {
	var code strings.Builder
	for i := range 14 {
		fmt.Fprintf(&code, "def step%d(rows, limit):\n    for row in rows[%d:]:\n        if row.width > limit + %d:\n            yield row.name, limit * %d\n\n", i, i%5, 3*i%7, i)
	}
	plain := code.String()
	inside := map[string]string{
		"string.go":  "package p\n\nimport \"fmt\"\n\nconst program = `\n" + plain + "`\n\nfunc main() { fmt.Println(program) }\n",
		"comment.js": "/*\n" + plain + "*/\nfunction main() { return 1 }\n",
		"text.md":    "# Title\n\nSome words about it.\n\n```python\n" + plain + "```\n",
	}
	for name, source := range inside {
		t.Run(name, func(t *testing.T) {
			for _, sides := range [][2][2]string{{{name, source}, {"plain.py", plain}}, {{"plain.py", plain}, {name, source}}} {
				document, question := sides[0], sides[1]
				folder := t.TempDir()
				if err := os.WriteFile(filepath.Join(folder, document[0]), []byte(document[1]), 0o600); err != nil {
					t.Fatal(err)
				}
				s := index.DefaultSettings()
				s.HashOnly = true
				x, err := chaffinch.Create(filepath.Join(t.TempDir(), "i"), s)
				if err != nil {
					t.Fatal(err)
				}
				defer x.Close()
				if _, err := x.Update(t.Context(), index.Source{Root: folder}, index.UpdateOptions{}); err != nil {
					t.Fatal(err)
				}
				d := chaffinch.Document{Name: question[0], Source: []byte(question[1]), File: question[0]}
				want, err := x.Search(t.Context(), d, chaffinch.SearchOptions{CountImports: true})
				if err != nil {
					t.Fatal(err)
				}
				got, err := x.Search(t.Context(), chaffinch.Document{Name: d.Name, Prints: printsOf(t, x.Analyzer(), d)}, chaffinch.SearchOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Hits) != 1 || got.Hits[0].Score < .5 || !reflect.DeepEqual(got.Hits, want.Hits) {
					t.Errorf("%s asked for %s: fingerprints find %+v, the source %+v", question[0], document[0], got.Hits, want.Hits)
				}
			}
		})
	}
}
