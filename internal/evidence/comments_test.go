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
