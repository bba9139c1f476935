package inspect_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newIndex makes an index of collections, each a map from file names to contents.
func newIndex(t *testing.T, collections map[string]map[string]string) *disk.Index {
	t.Helper()
	x, err := disk.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for name, files := range collections {
		_, err := x.Update(t.Context(), index.Source{Root: filetest.Folder(t, files), Collection: name}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

// function is a Go function of some forty tokens, another one for every n.
func function(n int) string {
	return fmt.Sprintf("func f%d(a, b int) (int, error) {\n\tif a > %d {\n\t\treturn b * %d, errors.New(\"%d\")\n\t}\n"+
		"\tfor i := range b {\n\t\ta += i %% %d\n\t}\n\treturn a, nil\n}\n", n, n, n, n, n+1)
}

const prose = "birds of woods and gardens sing in early spring"

func TestIdioms_AreTheMostCommonFingerprints(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		text := "package a\n" + function(40+i)
		for j := range i {
			text += function(j)
		}
		files[fmt.Sprintf("f%d.go", i)] = text
	}
	x := newIndex(t, map[string]map[string]string{"c": files})
	s, err := x.Snapshot()
	must(t, err)
	defer s.Close()
	for r := range analyzer.Representation(analyzer.Representations) {
		var want []inspect.Idiom
		must(t, blevequery.EachTerm(t.Context(), s.Reader(), r.String(), func(term []byte, df int) error {
			want = append(want, inspect.Idiom{Representation: r.String(), Term: string(term), DF: df, Share: float64(df) / float64(s.Contents())})
			return nil
		}))
		slices.SortFunc(want, func(a, b inspect.Idiom) int { return cmp.Or(b.DF-a.DF, cmp.Compare(a.Term, b.Term)) })
		for _, n := range []int{-1, 0, 1, 7, len(want), len(want) + 5} {
			idioms, err := inspect.Idioms(t.Context(), x, r, n)
			must(t, err)
			if len(idioms) != max(0, min(n, len(want))) {
				t.Fatalf("%s: %d of %d idioms", r, len(idioms), n)
			}
			for i, got := range idioms {
				text, err := os.ReadFile(got.File)
				must(t, err)
				lines := strings.Join(strings.Split(string(text), "\n")[got.Line-1:], "\n")
				if got.Sample == "" || !strings.Contains(strings.Join(strings.Fields(lines), " "), got.Sample) {
					t.Errorf("%s: idiom %+v is not where it says", r, got)
				}
				got.Language, got.File, got.Line, got.Sample = "", "", 0, "" // of any content that holds it
				if got != want[i] {
					t.Fatalf("%s: idiom %d of %d is %+v, not %+v", r, i, n, got, want[i])
				}
			}
		}
	}
}

func TestIndex_CountsWhatItHolds(t *testing.T) {
	x := newIndex(t, map[string]map[string]string{
		"one": {"a.go": function(1), "b.go": function(1), "tiny.go": "package tiny\n", "notes.txt": prose},
		"two": {"c.go": function(1) + function(2)},
	})
	s, err := inspect.Index(t.Context(), x)
	must(t, err)
	source := int64(len(function(1)) + len(function(1)+function(2)) + len(prose))
	if s.Documents != 4 || s.Contents != 3 || s.Skipped != 1 || s.Source != source || s.Size <= 0 ||
		s.Collections["one"] != 3 || s.Collections["two"] != 1 || s.Languages["Go"] != 2 || s.Languages["Text"] != 1 {
		t.Errorf("%+v", s)
	}
	for _, r := range s.Representations {
		terms := 0
		for i, class := range r.DF {
			if class.From != 1<<i || class.To != 2<<i-1 {
				t.Errorf("class %d is %+v", i, class)
			}
			terms += class.Terms
		}
		if terms != r.Terms || r.Terms == 0 || r.Fingerprints < r.Terms || r.Density <= 0 || r.Density > 1 || r.PowerLaw <= 1 {
			t.Errorf("%+v", r)
		}
	}
}

func TestIndex_Empty(t *testing.T) {
	s, err := inspect.Index(t.Context(), newIndex(t, nil))
	must(t, err)
	if b, err := json.Marshal(s); err != nil || strings.Contains(string(b), "null") || s.Documents != 0 || s.Representations[0].PowerLaw != 0 {
		t.Errorf("%s, %v", b, err)
	}
}

func TestDocument_MarksTheFingerprintsThatWouldBeIndexed(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(t, err)
	l, _ := lex.Lookup("go")
	source := "// a comment\n" + function(1) + function(2)
	v := inspect.Document(a, "x.go", l, &corpus.Text{UTF8: []byte(source)}, 0, len(source))
	for _, token := range v.Tokens {
		if source[token.Start:token.End] != token.Text || token.Line != 1+strings.Count(source[:token.Start], "\n") {
			t.Errorf("token %+v", token)
		}
	}
	var n analyzer.Analysis
	a.Analyze(l, []byte(source), &n)
	for i, r := range v.Representations {
		var want, got []int
		for _, f := range n.Fingerprints[i] {
			want = append(want, int(f.Token))
		}
		since := 0
		for _, g := range r.Grams {
			if since++; g.Selected {
				since, got = 0, append(got, g.Token)
			}
			if since >= r.W {
				t.Fatalf("%s: a window without a fingerprint at token %d", r.Representation, g.Token)
			}
		}
		if !slices.Equal(want, got) || len(r.Grams) != len(v.Tokens)-r.K+1 || r.Guarantee != r.K+r.W-1 ||
			math.Abs(r.Density-float64(len(got))/float64(len(r.Grams))) > 1e-12 {
			t.Errorf("%s: fingerprints at %v, not %v", r.Representation, got, want)
		}
	}
	empty := inspect.Document(a, "", l, new(corpus.Text), 0, 0)
	if b, err := json.Marshal(empty); err != nil || strings.Contains(string(b), "null") {
		t.Errorf("%s, %v", b, err)
	}
}
