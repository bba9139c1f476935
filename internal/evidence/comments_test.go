package evidence_test

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

const remark = "// This progam computes teh running averge of all mesurements\n// and drops evry value that is to far from it.\n"

// A hit by code has the comments of both, which change no score.
func TestSearch_ListsSameComments(t *testing.T) {
	code := asktest.Function(1)
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package p\n\n" + remark + code, "b.go": "package p\n\n" + asktest.Function(2)}})
	ask := func(source string) answer.Hit {
		t.Helper()
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(source)}, chaffinch.SearchOptions{})
		asktest.Must(t, err)
		return a.Hits[0]
	}
	with, without := ask("package q\n\n\n"+remark+code), ask("package q\n\n\n"+code)
	if len(with.SameComments) != 1 || len(without.SameComments) != 0 || with.Score != without.Score {
		t.Fatalf("comments %+v and %+v, scores %g and %g", with.SameComments, without.SameComments, with.Score, without.Score)
	}
	c := with.SameComments[0]
	if c.Words != 19 || c.A.Lines.String() != "4-5" || c.B.Lines.String() != "3-4" || !strings.HasPrefix(c.Text, "This progam computes") {
		t.Errorf("%+v", c)
	}
}

// Only the comments of the lines that are asked for count.
func TestSearch_ComparesCommentsOfLines(t *testing.T) {
	code := asktest.Function(1)
	source := remark + "var a, b, c, d = 1, 2, 3, 4\n\n" + code
	y := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package p\n\n" + remark + code}})
	a, err := y.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(source), Lines: answer.Lines{From: 4, To: strings.Count(source, "\n")}}, chaffinch.SearchOptions{})
	asktest.Must(t, err)
	if len(a.Hits) != 1 || len(a.Hits[0].SameComments) != 0 {
		t.Errorf("%+v", a.Hits)
	}
}

func TestCompare_ListsSameComments(t *testing.T) {
	c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.go", Source: []byte(remark + asktest.Function(1))},
		chaffinch.Document{Name: "b.py", Source: []byte(strings.ReplaceAll(remark, "//", "#") + "x = 1\n")})
	if len(c.Matches) > 0 || len(c.SameComments) != 1 || c.SameComments[0].Words != 19 {
		t.Errorf("%+v", c.SameComments)
	}
}

// A question that is only a comment finds the documents that have it, however it is marked.
func TestSearch_FindsCommentsAlone(t *testing.T) {
	const text = "This progam computes teh running averge of all mesurements and drops evry value that is to far from it"
	const chinese = "这个程序计算所有测量值的移动平均值并且丢弃每一个离它太远的数值然后把结果写进文件"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"a.go": "package p\n\n" + remark + asktest.Function(1), "b.py": asktest.Python + "\n# " + chinese + "\n",
		"c.go": "package p\n\n// This program does something else with values, and writes the result of all measurements to a file.\n" + asktest.Function(2),
		"d.py": "def f(a):\n    \"\"\"Return the number of all grapes that nobody has eaten yet, or zero if all of them were eaten.\"\"\"\n    return a\n",
	}})
	for source, want := range map[string]string{
		remark: "a.go", text: "a.go", "# " + text + "\n": "a.go", "/*\n * " + text + "\n */\n": "a.go", "  " + text[:70] + "\n  " + text[70:]: "a.go",
		"// " + chinese + "\n": "b.py", chinese: "b.py",
		"Return the number of all grapes that nobody has eaten yet, or zero if all of them were eaten.": "d.py",
		"// Nobody has written this comment in any of the programs, which have quite other ones.\n":     "",
	} {
		for _, name := range []string{"", "-", "q.go"} {
			a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{})
			asktest.Must(t, err)
			found := ""
			for _, h := range a.Hits {
				found += h.Occurrences[0].Path
				if h.Score != 0 || h.Kind != "comments" || len(h.SameComments) == 0 || h.SameComments[0].Words < 12 {
					t.Errorf("%q as %q: %+v", source, name, h)
				}
			}
			if found != want {
				t.Errorf("%q as %q is in %q, want %q", source, name, found, want)
			}
		}
	}
}

// A question that finds nothing finds the documents that have its documentation: of code, the
// comments and docstrings; of prose, a paragraph. A short sentence is no evidence.
func TestSearch_FindsDocumentation(t *testing.T) {
	const text = "Return the number of all grapes that nobody has eaten yet, or zero if all of them were eaten.\n" +
		"    The caller must hold the lock of the vineyard, because pickers may come at any time.\n"
	const short = "Return the number of all grapes that nobody has eaten yet."
	const own = "Our guide explains how parcels are sorted by weight and by colour, and who may open them.\n\n"
	code := "def parcels(a, b):\n    \"\"\"" + text + "    \"\"\"\n    return [x.weight * 3 for x in a if x.colour in b]\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"a.py": "class Vine:\n    \"\"\"" + text + "    \"\"\"\n" + asktest.Python, "b.go": "package p\n\n" + asktest.Function(2),
	}})
	for source, name := range map[string]string{code: "q.py", "# " + own + code: "q.py", own + text: "q.txt", "# A guide\n\n" + own + text: "q.md"} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{})
		asktest.Must(t, err)
		if len(a.Hits) != 1 || a.Hits[0].Kind != "comments" || a.Hits[0].SameComments[0].Words < 30 || len(a.Warnings) > 0 {
			t.Errorf("%q: hits %+v, warnings %v", source, a.Hits, a.Warnings)
		}
	}
	for source, name := range map[string]string{strings.Replace(code, text, short, 1): "q.py", own + short: "q.txt"} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(source)}, chaffinch.SearchOptions{})
		asktest.Must(t, err)
		if len(a.Hits) > 0 {
			t.Errorf("%q: hits %+v", source, a.Hits)
		}
	}
}
