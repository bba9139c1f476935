package chaffinch_test

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
)

// Asked with 64 of its fingerprints, a question has a containment that is off by .06 at most where
// all are alike; here, where rarer ones weigh more, .1 on the average is the bound.
func TestSearch_MaxTermsEstimatesContainment(t *testing.T) {
	const most, bound = 64, 0.1
	root := t.TempDir()
	var source strings.Builder
	for i := range 40 {
		source.WriteString(asktest.Code(i) + "\n")
	}
	for d := range 20 { // document d holds d/20 of the question
		var text strings.Builder
		for i := range 40 {
			seed := i
			if i%20 >= d {
				seed = 1000 + 40*d + i
			}
			text.WriteString(asktest.Code(seed) + "\n")
		}
		asktest.WriteFile(t, filepath.Join(root, fmt.Sprintf("%02d.go", d)), text.String())
	}
	x := asktest.NewIndex(t, index.DefaultSettings(), root)
	exact := map[string]float64{}
	q := asktest.ByMeasure("containment", source.String())
	whole := asktest.Ask(t, x, q)
	for _, h := range whole.Hits {
		exact[h.Content] = h.Containment
	}
	q.MaxTerms = most
	part := asktest.Ask(t, x, q)
	if part.Stats.Terms != most || whole.Stats.Terms < 8*most || len(part.Hits) < 19 {
		t.Fatalf("%+v, %+v, %d hits", part.Stats, whole.Stats, len(part.Hits))
	}
	off := 0.0
	for _, h := range part.Hits {
		off += math.Abs(h.Containment - exact[h.Content])
	}
	if off /= float64(len(part.Hits)); off > bound {
		t.Errorf("off by %.3f on the average", off)
	}
}

// A document of the collection is found, however many others are better.
func TestSearch_KeepsToTheCollection(t *testing.T) {
	others := map[string]string{}
	for i := range 40 {
		others[fmt.Sprintf("o%d.go", i)] = asktest.Function(7) + asktest.Function(8) + asktest.Function(100+i)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{
		"others": others,
		"mine":   {"far.go": "package far\n" + asktest.Function(200) + asktest.Function(7), "same.go": others["o3.go"]},
	})
	for _, measure := range []string{"containment", "cosine", "resemblance"} {
		q := asktest.ByMeasure(measure, asktest.Function(7)+asktest.Function(8))
		q.Collection, q.Top = "mine", 2
		if got := asktest.Paths(asktest.Ask(t, x, q)); !slices.Equal(got, []string{"mine/same.go", "mine/far.go"}) {
			t.Errorf("by %s: %q", measure, got)
		}
		q.Top = 1
		if got := asktest.Paths(asktest.Ask(t, x, q)); !slices.Equal(got, []string{"mine/same.go"}) {
			t.Errorf("the best by %s is %q", measure, got)
		}
	}
	q := asktest.Search(asktest.Function(7))
	q.Collection = "nobody's"
	if a := asktest.Ask(t, x, q); len(a.Hits) > 0 || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0].Text, "no collection nobody's") {
		t.Errorf("in an unknown collection there is %q, warned %q", asktest.Paths(a), a.Warnings)
	}
	names, err := x.Collections(t.Context())
	if err != nil || !slices.Equal(names, []string{"mine", "others"}) {
		t.Errorf("collections %q, %v", names, err)
	}
}

func TestSimilar_LeavesOutTheQuestionItself(t *testing.T) {
	source := asktest.Function(1) + asktest.Function(2)
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"same.go": source, "copy.go": source, "near.go": asktest.Function(1) + asktest.Function(2) + asktest.Function(3), "far.go": asktest.Function(2) + asktest.Function(50) + asktest.Function(51),
	}})
	q := asktest.ByMeasure("cosine", source)
	q.Similar = true
	if got := asktest.Paths(asktest.Ask(t, x, q)); !slices.Equal(got, []string{"c/near.go", "c/far.go"}) {
		t.Errorf("all: %q", got)
	}
	q.Top = 1
	if got := asktest.Paths(asktest.Ask(t, x, q)); !slices.Equal(got, []string{"c/near.go"}) {
		t.Errorf("the best: %q", got)
	}
	q.Similar = false
	if got := asktest.Paths(asktest.Ask(t, x, q)); !slices.Equal(got, []string{"c/copy.go", "c/same.go"}) {
		t.Errorf("with itself: %q", got)
	}
}

// Which language a few lines are in cannot always be told. What counts is that they are found.
func TestSearch_QuestionWithoutAName(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.py": asktest.Python + "print(total([1, 2, 3]))\n", "b.go": "package b\n" + asktest.Function(1)}})
	for file, source := range map[string]string{"c/a.py": asktest.Python, "c/b.go": asktest.Function(1)} {
		q := asktest.ByMeasure("containment", source)
		q.Name = "-"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) == 0 || asktest.Paths(a)[0] != file || a.Hits[0].Score < 0.9 {
			t.Errorf("what is from %s is asked as %s and finds %q", file, a.Question.Language, asktest.Paths(a))
		}
	}
}

func TestSearch_WarnsOfShortQuestions(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package a\n" + asktest.Function(1)}})
	for source, want := range map[string]string{
		"":                               "the question has no tokens: it is empty, or consists of comments, and only code in comments is indexed",
		"// nothing but\n/* comments */": "the question has no tokens: it is empty, or consists of comments, and only code in comments is indexed",
		"a":                              "the question has only 1 token, and a fingerprint needs at least 5: use more lines",
		"a b c":                          "the question has only 3 tokens, and a fingerprint needs at least 5: use more lines",
		"a b c d e":                      "the question has 5 tokens; copies of fewer than 17 may be missed: use more lines",
		asktest.Function(1):              "",
	} {
		if got := strings.Join(warning.Texts(asktest.Ask(t, x, asktest.ByMeasure("containment", source)).Warnings), "; "); got != want {
			t.Errorf("%q is warned of by %q, not %q", source, got, want)
		}
	}
}

// That a form of diff is not read is said if nothing is found for it, and not otherwise.
func TestSearch_WarnsOfFormsThatAreNotRead(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package a\n" + asktest.Function(1)}})
	const head = "diff --cc a.go\n--- a/a.go\n+++ b/a.go\n@@@ -1,1 -1,1 +1,9 @@@\n"
	for source, want := range map[string]bool{head + "++" + asktest.Python: true, head + asktest.Function(1): false, asktest.Python: false} {
		q := asktest.Search(source)
		for _, q.Name = range []string{"-", "q.diff", "q.txt"} {
			a := asktest.Ask(t, x, q)
			got := slices.Contains(warning.Texts(a.Warnings), "the question looks like a combined diff: only unified and normal diffs are read as diffs")
			if got != want {
				t.Errorf("%s: %q is warned of by %q", q.Name, source, a.Warnings)
			}
		}
	}
}

// Comments are not indexed. That is said if nothing is found for them, and not otherwise.
func TestSearch_WarnsOfComments(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package a\n" + asktest.Function(1)}})
	const words = " Returns the sum of all values that it was given, or an error.\n"
	for source, want := range map[string]bool{
		"#" + words + "#" + words:                                            true,
		"//" + words + "//" + words:                                          true,
		" *" + words + " *" + words:                                          true,
		";;" + words + ";;" + words:                                          true,
		"%%" + words + "%%" + words:                                          true,
		"<!--" + words + words + " -->\n":                                    true,
		"/**" + words + words + words + "*/\nint sum(int *values, int n);\n": true,
		words + words:                                                        false,
		"*" + words + "*" + words:                                            false, // a list
		"# Sums\n\n" + words + words:                                         false,
		"#define SUM 1\n#define ALL 2\n#define MOST 3\n":                     false,
		strings.Repeat("//"+words, 20) + asktest.Function(1):                 false, // it is found
		"int sum(int *values, int n) { return n < 1 ? 0 : 1; }":              false,
	} {
		q := asktest.Search(source)
		q.Name = "-"
		warnings := strings.Join(warning.Texts(asktest.Ask(t, x, q).Warnings), "; ")
		if got := strings.Contains(warnings, "only code in comments is indexed"); got != want {
			t.Errorf("%q is warned of by %q", source, warnings)
		}
	}
	// What was cut from inside a comment is read as any language.
	const inside = "    Returns the sum of all values (that it was given), or an error.\n    The error says which value it was: the first.\n"
	for _, name := range []string{"-", "q.py", "q.go", "q.txt"} {
		q := asktest.Search(inside + inside)
		q.Name = name
		if warnings := strings.Join(warning.Texts(asktest.Ask(t, x, q).Warnings), "; "); !strings.Contains(warnings, "comments and documentation in programs are not indexed") {
			t.Errorf("%s is warned of by %q", name, warnings)
		}
	}
}

func TestSearch_EmptyAnswerHasListsInJSON(t *testing.T) {
	x := asktest.MakeIndex(t, nil)
	b, err := json.Marshal(asktest.Ask(t, x, asktest.Search(asktest.Code(1))))
	asktest.Must(t, err)
	for _, part := range []string{`"warnings":[]`, `"hits":[]`} {
		if !strings.Contains(string(b), part) {
			t.Errorf("%s is not in %s", part, b)
		}
	}
	for _, source := range []string{"", "/* open", "\xff\xfe"} {
		for _, name := range []string{"q.go", "-", ""} {
			q := asktest.Search(source)
			q.Name = name
			if a := asktest.Ask(t, x, q); len(a.Hits) != 0 || a.Hits == nil || a.Warnings == nil {
				t.Errorf("%q: %+v", source, a)
			}
		}
	}
}

func TestSearch_ExplanationAddsUp(t *testing.T) {
	root := t.TempDir()
	for i := range 15 {
		asktest.WriteFile(t, filepath.Join(root, fmt.Sprintf("%02d.go", i)), asktest.Code(1)+"\n"+asktest.Code(100+i))
	}
	asktest.WriteFile(t, filepath.Join(root, "origin.go"), asktest.Code(1)+"\n"+asktest.Code(7))
	q := asktest.ByMeasure("containment", asktest.Code(1)+"\n"+asktest.Code(7))
	q.Explain = true
	hits := asktest.Ask(t, asktest.NewIndex(t, index.DefaultSettings(), root), q).Hits
	if len(hits) != 16 || hits[0].Occurrences[0].Path != "origin.go" {
		t.Fatalf("%d hits, %+v", len(hits), hits[0])
	}
	for _, h := range hits {
		e := h.Explain
		unique, idioms := 0, 0
		for i, f := range e.Fingerprints {
			if f.DF == 1 {
				unique++
			}
			if f.DF >= e.IdiomDF {
				idioms++
			}
			if f.IDF != query.IDF(16, f.DF) || i > 0 && f.IDF > e.Fingerprints[i-1].IDF {
				t.Errorf("%+v", f)
			}
		}
		if e.Matched != len(e.Fingerprints) || e.Unique != unique || e.Idioms != idioms || e.Matched > e.Asked || e.Idioms == 0 {
			t.Errorf("%s: %+v", h.Occurrences[0].Path, e)
		}
	}
	if hits[0].Explain.Unique == 0 {
		t.Errorf("%+v", hits[0].Explain)
	}
}

// No number of documents to list is too large.
func TestSearch_TopOfAnySize(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": asktest.Function(1), "b.go": asktest.Function(1) + asktest.Function(2)}})
	for _, measure := range []string{"", "containment", "cosine"} {
		for _, top := range []int{math.MaxInt, math.MaxInt - 1, 1 << 62, -1} {
			o := chaffinch.SearchOptions{Measure: measure, Top: top}
			d := chaffinch.Document{Name: "q.go", Source: []byte(asktest.Function(1))}
			found, err := x.Search(t.Context(), d, o)
			if err != nil || len(found.Hits) != 2 {
				t.Fatalf("%s, %d: %v, %v", measure, top, found, err)
			}
			if found, err = x.Similar(t.Context(), d, o); err != nil || len(found.Hits) != 1 {
				t.Fatalf("similar by %s, %d: %v, %v", measure, top, found, err)
			}
		}
	}
}

// Prose whose marks look like those of a language is found without a name, and its code is not
// taken for prose.
func TestSearch_ReadsProseWithoutAName(t *testing.T) {
	manual := strings.Join([]string{
		".. function:: nest(kind, *, eggs=4)",
		"",
		"   Return the nest of a bird of that *kind*; see :func:`fledge`. Finches",
		"   build theirs in hedges, and line it with ``hair``.",
		"",
		"   .. versionchanged:: 3.2",
		"      The argument *eggs* may be 0 (owls lay none in some years).",
		"",
		".. function:: fledge(nest, /)",
		"",
		"   Empty the *nest*. If ``nest.eggs > 0``, raise :exc:`BroodError`,",
		"   because nobody leaves before the last one hatched.",
		"",
		"   >>> fledge(nest(\"owl\", eggs=0))",
		"   []",
	}, "\n")
	code := "func hatch(eggs []egg) (out []bird) {\n\tfor _, e := range eggs {\n\t\tout = append(out, e.open())\n\t}\n\treturn out\n}\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"birds.rst": manual, "hatch.go": code}})
	lines := strings.SplitAfter(manual, "\n")
	for text, want := range map[string]string{
		manual:                        "c/birds.rst",
		strings.Join(lines[2:12], ""): "c/birds.rst",
		strings.Join(lines[:5], ""):   "c/birds.rst",
		code:                          "c/hatch.go",
	} {
		q := asktest.Search(text)
		q.Name = "-"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) != 1 || asktest.Paths(a)[0] != want || a.Hits[0].Coverage != 1 || len(a.Warnings) > 0 {
			t.Errorf("%q: read as %s, found %q: %q", text, a.Question.Language, asktest.Paths(a), a.Warnings)
		}
	}
}

// A question that was skipped itself is told so if nothing is found.
func TestSearch_SaysThatTheQuestionWasSkipped(t *testing.T) {
	dir := t.TempDir()
	asktest.WriteFile(t, filepath.Join(dir, "a.go"), asktest.Code(1))
	asktest.WriteFile(t, filepath.Join(dir, "short.go"), "package a\n")
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "x"), index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir}, index.UpdateOptions{})
	asktest.Must(t, err)
	real, err := filepath.EvalSymlinks(dir)
	asktest.Must(t, err)
	for name, want := range map[string]bool{"short.go": true, "a.go": false, "none.go": false} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte("package a\n"), File: filepath.Join(real, name)}, chaffinch.SearchOptions{})
		asktest.Must(t, err)
		if got := slices.Contains(warning.Texts(a.Warnings), name+" itself is not in the index: index skips it (too-short)"); got != want {
			t.Errorf("%s: %q", name, a.Warnings)
		}
	}
}
