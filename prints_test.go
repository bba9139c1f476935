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

// Fingerprints get the answers that their source gets from an index of hashes only, with and without a key. The
// answers with a key are those without, and another key, or none, is refused.
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
		o := chaffinch.SearchOptions{Top: -1}
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
