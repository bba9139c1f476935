package chaffinch_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/query"
)

// function is a Go function of some forty tokens, another one for every n.
func function(n int) string {
	return fmt.Sprintf("func f%d(a, b int) (int, error) {\n\tif a > %d {\n\t\treturn b * %d, errors.New(\"%d\")\n\t}\n"+
		"\tfor i := range b {\n\t\ta += i %% %d\n\t}\n\treturn a, nil\n}\n", n, n, n, n, n+1)
}

// makeIndex builds an index of collections, each a map from file names to contents.
func makeIndex(t *testing.T, collections map[string]map[string]string) *index.Index {
	t.Helper()
	x, err := index.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	for name, files := range collections {
		update(t, x, name, t.TempDir(), files)
	}
	return x
}

func update(t *testing.T, x *index.Index, collection, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, err := x.Update(t.Context(), index.Source{Root: root, Collection: collection}, index.UpdateOptions{})
	if err != nil {
		t.Fatal(err)
	}
}

func ask(t *testing.T, x *index.Index, r chaffinch.Request) *chaffinch.Answer {
	t.Helper()
	asker, err := chaffinch.New(x)
	if err != nil {
		t.Fatal(err)
	}
	defer asker.Close()
	a, err := asker.Ask(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func paths(a *chaffinch.Answer) []string {
	var all []string
	for _, h := range a.Hits {
		for _, o := range h.Occurrences {
			all = append(all, o.Collection+"/"+o.Path)
		}
	}
	return all
}

func TestADocumentOfTheCollectionIsFoundHoweverManyOthersAreBetter(t *testing.T) {
	others := map[string]string{}
	for i := range 40 {
		others[fmt.Sprintf("o%d.go", i)] = function(7) + function(8) + function(100+i)
	}
	x := makeIndex(t, map[string]map[string]string{
		"others": others,
		"mine":   {"far.go": "package far\n" + function(200) + function(7), "same.go": others["o3.go"]},
	})
	r := chaffinch.Request{Name: "q.go", Source: []byte(function(7) + function(8)), Top: 2, Collection: "mine"}
	if got := paths(ask(t, x, r)); !slices.Equal(got, []string{"mine/same.go", "mine/far.go"}) {
		t.Errorf("found %q", got)
	}
	r.Top = 1
	if got := paths(ask(t, x, r)); !slices.Equal(got, []string{"mine/same.go"}) {
		t.Errorf("the best is %q", got)
	}
	r.Collection = "nobody's"
	if a := ask(t, x, r); len(a.Hits) > 0 || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "no collection nobody's") {
		t.Errorf("in an unknown collection there is %q, warned %q", paths(a), a.Warnings)
	}
}

func TestTheQuestionItselfIsLeftOutAndDoesNotTakeAPlace(t *testing.T) {
	question := function(1) + function(2)
	x := makeIndex(t, map[string]map[string]string{"c": {
		"same.go": question, "copy.go": question, "near.go": function(1) + function(2) + function(3), "far.go": function(2) + function(50) + function(51),
	}})
	r := chaffinch.Request{Name: "q.go", Source: []byte(question), Measure: query.Cosine, ExceptSame: true}
	if got := paths(ask(t, x, r)); !slices.Equal(got, []string{"c/near.go", "c/far.go"}) {
		t.Errorf("all: %q", got)
	}
	r.Top = 1
	if got := paths(ask(t, x, r)); !slices.Equal(got, []string{"c/near.go"}) {
		t.Errorf("the best: %q", got)
	}
	r.ExceptSame, r.Top = false, 1
	if got := paths(ask(t, x, r)); !slices.Equal(got, []string{"c/copy.go", "c/same.go"}) {
		t.Errorf("with itself: %q", got)
	}
}

// Which language a few lines are in cannot always be told. What counts is that they are found.
func TestAQuestionWithoutANameFindsWhereItIsFrom(t *testing.T) {
	python := "def total(values):\n    result = 0\n    for value in values:\n        if value > 3:\n            result += value\n    return result\n"
	x := makeIndex(t, map[string]map[string]string{"c": {"a.py": python + "print(total([1, 2, 3]))\n", "b.go": "package b\n" + function(1)}})
	for file, source := range map[string]string{"c/a.py": python, "c/b.go": function(1)} {
		a := ask(t, x, chaffinch.Request{Name: "-", Source: []byte(source)})
		if len(a.Hits) == 0 || paths(a)[0] != file || a.Hits[0].Score < 0.9 {
			t.Errorf("what is from %s is asked as %s and finds %q", file, a.Question.Language, paths(a))
		}
	}
}

func TestWarningsTellWhatAShortQuestionCannotFind(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"c": {"a.go": "package a\n" + function(1)}})
	for source, want := range map[string]string{
		"":                               "the question has no tokens: it is empty, or all of it is comments",
		"// nothing but\n/* comments */": "the question has no tokens: it is empty, or all of it is comments",
		"a":                              "the question has only 1 token, and a fingerprint needs at least 5: ask with more lines",
		"a b c":                          "the question has only 3 tokens, and a fingerprint needs at least 5: ask with more lines",
		"a b c d e":                      "the question has 5 tokens; copies of fewer than 17 may be missed: ask with more lines",
		function(1):                      "",
	} {
		a := ask(t, x, chaffinch.Request{Name: "q.go", Source: []byte(source)})
		if got := strings.Join(a.Warnings, "; "); got != want {
			t.Errorf("%q is warned of by %q, not %q", source, got, want)
		}
		if a.Hits == nil || a.Warnings == nil {
			t.Errorf("%q gives a null array", source)
		}
	}
}

func TestExplanationsAddUpAndAreInWords(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("f%d.go", i)] = function(1) + function(i)
	}
	x := makeIndex(t, map[string]map[string]string{"c": files})
	a := ask(t, x, chaffinch.Request{Name: "q.go", Source: []byte(function(1) + function(5)), Explain: true})
	if len(a.Hits) == 0 {
		t.Fatal("nothing found")
	}
	e := a.Hits[0].Explain
	unique, idioms := 0, 0
	for i, f := range e.Fingerprints {
		if f.DF == 1 {
			unique++
		}
		if f.DF >= e.IdiomDF {
			idioms++
		}
		if i > 0 && f.DF < e.Fingerprints[i-1].DF {
			t.Errorf("fingerprint %d is rarer than the one before", i)
		}
	}
	if e.Matched != len(e.Fingerprints) || e.Matched > e.Asked || e.Unique != unique || e.Idioms != idioms || idioms == 0 || unique == 0 {
		t.Errorf("%d unique and %d idioms are explained as %+v", unique, idioms, e)
	}
	for want, e := range map[string]chaffinch.Explanation{
		"0 of 3 fingerprints shared": {Asked: 3},
		"9 of 14 fingerprints shared: 3 stand in no other document; 1 is an idiom (df 4,210); 5 stand in some others": {
			Matched: 9, Asked: 14, Unique: 3, Idioms: 1, IdiomDF: 10, Fingerprints: []chaffinch.Fingerprint{{DF: 1}, {DF: 4210}}},
		"3 of 3 fingerprints shared: 1 stands in no other document; 2 are idioms (df 12 to 20)": {
			Matched: 3, Asked: 3, Unique: 1, Idioms: 2, IdiomDF: 10, Fingerprints: []chaffinch.Fingerprint{{DF: 1}, {DF: 12}, {DF: 20}}},
	} {
		if got := e.String(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestIdiomsAreTheCommonestTermsWithTheirSource(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		text := "package a\n" + function(40+i)
		for j := range i {
			text += function(j)
		}
		files[fmt.Sprintf("f%d.go", i)] = text
	}
	x := makeIndex(t, map[string]map[string]string{"c": files})
	s, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for r := range analyzer.Representation(analyzer.Representations) {
		type counted struct {
			term string
			df   int
		}
		var all []counted
		err := query.EachTerm(t.Context(), s.Reader(), r.String(), func(term []byte, df int) error {
			all = append(all, counted{string(term), df})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(all, func(a, b counted) int { return cmp.Or(b.df-a.df, cmp.Compare(a.term, b.term)) })
		for _, n := range []int{1, 7, len(all), len(all) + 5} {
			idioms, err := inspect.Idioms(t.Context(), x, r, n)
			if err != nil {
				t.Fatal(err)
			}
			if len(idioms) != min(n, len(all)) {
				t.Fatalf("%s: %d of %d idioms", r, len(idioms), n)
			}
			for i, got := range idioms {
				if (counted{got.Term, got.DF}) != all[i] {
					t.Fatalf("%s: idiom %d of %d is %+v, not %+v", r, i, n, got, all[i])
				}
				if !strings.Contains(flat(files[filepath.Base(got.File)]), got.Sample) || got.Sample == "" || got.Line < 1 {
					t.Errorf("%s: idiom %+v is not in its file", r, got)
				}
			}
		}
	}
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestStatsCountWhatIsIndexed(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{
		"one": {"a.go": function(1), "b.go": function(1), "tiny.go": "package tiny\n", "notes.txt": "birds of woods and gardens sing in early spring"},
		"two": {"c.go": function(1) + function(2)},
	})
	s, err := inspect.Index(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	source := len(function(1)) + len(function(1)+function(2)) + len("birds of woods and gardens sing in early spring")
	if s.Documents != 4 || s.Contents != 3 || s.Skipped != 1 || s.Source != int64(source) || s.Size <= 0 ||
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
	names, err := (&chaffinch.Index{Index: x}).Collections(t.Context())
	if err != nil || !slices.Equal(names, []string{"one", "two"}) {
		t.Errorf("collections %q, %v", names, err)
	}
}

func TestStatsOfAnEmptyIndexAreNumbers(t *testing.T) {
	s, err := inspect.Index(t.Context(), makeIndex(t, nil))
	if err != nil || s.Documents != 0 || s.Representations[0].DF == nil || s.Representations[0].PowerLaw != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// The weights of documents are kept in a file. Whatever becomes of the file, the answers are those
// of the state that is asked.
func TestAnswersNeverDependOnTheFileOfWeights(t *testing.T) {
	root := t.TempDir()
	x, err := index.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	weights := filepath.Join(x.Path(), "weights")
	r := chaffinch.Request{Name: "q.go", Source: []byte(function(1) + function(2)), Measure: query.Cosine}
	scores := func() string {
		t.Helper()
		text := ""
		for _, h := range ask(t, x, r).Hits {
			text += fmt.Sprintf("%s %.9f %.9f\n", h.Content, h.Score, h.Resemblance)
		}
		return text
	}
	update(t, x, "c", root, map[string]string{"a.go": function(1), "b.go": function(2) + function(3)})
	first := scores()
	old, err := os.ReadFile(weights)
	if err != nil {
		t.Fatal("the first question keeps no weights: ", err)
	}
	update(t, x, "c", root, map[string]string{"a.go": function(1) + function(4) + function(5), "c.go": function(1)})
	second := scores()
	if first == second {
		t.Fatal("the update changes nothing")
	}
	for name, content := range map[string][]byte{"old": old, "empty": {}, "cut": old[:len(old)/2], "garbage": []byte(strings.Repeat("x", 500))} {
		if err := os.WriteFile(weights, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := scores(); got != second {
			t.Errorf("with %s weights:\n%sand not\n%s", name, got, second)
		}
	}
	if err := os.Remove(weights); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(weights, "in the way"), 0o777); err != nil { // it cannot be written
		t.Fatal(err)
	}
	if got := scores(); got != second {
		t.Errorf("where none can be kept:\n%sand not\n%s", got, second)
	}
	entries, err := filepath.Glob(weights + "-*")
	if err != nil || len(entries) > 0 {
		t.Errorf("temporary files are left: %q, %v", entries, err)
	}
}

func TestAnInterruptedQuestionIsAnError(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"c": {"a.go": function(1)}})
	asker, err := chaffinch.New(x)
	if err != nil {
		t.Fatal(err)
	}
	defer asker.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := asker.Ask(ctx, chaffinch.Request{Name: "q.go", Source: []byte(function(1))}); err == nil {
		t.Errorf("it answers %q", paths(a))
	}
}

func TestInspectionMarksTheFingerprintsThatWouldBeIndexed(t *testing.T) {
	an, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	l, _ := lex.Lookup("go")
	source := "// a comment\n" + function(1) + function(2)
	v := inspect.Document(an, "x.go", l, &corpus.Text{UTF8: []byte(source)})
	for _, token := range v.Tokens {
		if source[token.Start:token.End] != token.Text || token.Line != 1+strings.Count(source[:token.Start], "\n") {
			t.Errorf("token %+v", token)
		}
	}
	var n analyzer.Analysis
	an.Analyze(l, []byte(source), &n)
	for i, r := range v.Representations {
		var want, got []int
		for _, f := range n.Fingerprints[i] {
			want = append(want, int(f.Token))
		}
		for _, g := range r.Grams {
			if g.Selected {
				got = append(got, g.Token)
			}
		}
		if !slices.Equal(want, got) || len(r.Grams) != len(v.Tokens)-r.K+1 || r.Density <= 0 || r.Guarantee != r.K+r.W-1 {
			t.Errorf("%s: fingerprints at %v, not %v", r.Representation, got, want)
		}
	}
	v = inspect.Document(an, "empty.go", l, new(corpus.Text))
	if v.Tokens == nil || v.Representations == nil || v.Representations[0].Grams == nil {
		t.Errorf("arrays of nothing are null: %+v", v)
	}
}
