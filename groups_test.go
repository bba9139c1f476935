package chaffinch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// Of each group the best document is listed, with the number of the others. As many groups are
// found as were asked for, however many documents one of them has.
func TestSearch_Groups(t *testing.T) {
	lines := ""
	for i := range 60 { // nearer to the question than all others
		lines += asktest.JSONLine(t, asktest.Code(1)+fmt.Sprintf("\nvar x%d = %d\n", i, i), "a.go", "many", "MIT", "", "")
	}
	for i := range 5 {
		lines += asktest.JSONLine(t, half(asktest.Code(1), i)+asktest.Code(50+i), "b.go", fmt.Sprint("one", i), "MIT", "", "")
	}
	x := asktest.LineIndex(t, lines)
	for _, measure := range []string{"", "containment"} {
		ask := func(by string) (groups []string, others int) {
			a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(1))},
				chaffinch.SearchOptions{Top: 6, GroupBy: by, Measure: measure, MinScore: 0.01})
			asktest.Must(t, err)
			for _, h := range a.Hits {
				groups = append(groups, h.Group)
				others += h.Others
			}
			slices.Sort(groups)
			return groups, others
		}
		if got, others := ask("repository"); !slices.Equal(got, []string{"many", "one0", "one1", "one2", "one3", "one4"}) || others < 10 || others > 19 {
			t.Errorf("%s: %q, %d others", measure, got, others)
		}
		if got, _ := ask("collection"); !slices.Equal(got, []string{"c"}) {
			t.Errorf("%s: %q", measure, got)
		}
		if got, _ := ask("package"); len(got) != 1 || !strings.HasSuffix(got[0], "docs.jsonl") {
			t.Errorf("%s: without packages: %q", measure, got)
		}
		if got, others := ask(""); len(got) != 6 || strings.Join(got, "") != "" || others > 0 {
			t.Errorf("%s: without groups: %q, %d", measure, got, others)
		}
	}
	if err := (chaffinch.SearchOptions{GroupBy: "author"}).Check(); err == nil {
		t.Error("a wrong group is no error")
	}
}

// half returns the first half of the lines of a text, and some more.
func half(text string, more int) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:len(lines)/2+more], "")
}

// A part of a long question is found in documents that a filter selects, though others have more of
// the part, and though many that it selects have more of the question.
func TestSearch_FiltersParts(t *testing.T) {
	part, rest, lines := "", "", ""
	for i := range 8 {
		part += asktest.Code(i) + "\n"
	}
	for i := range 60 {
		rest += asktest.Code(300+i) + "\n"
	}
	for i := range 40 {
		lines += asktest.JSONLine(t, part+fmt.Sprintf("\nvar x%d = %d\n", i, i), "a.go", "many", "MIT", "", "")
	}
	for i := range 60 {
		lines += asktest.JSONLine(t, rest+fmt.Sprintf("\nvar x%d = %d\n", i, i), "c.go", "rest", "ISC", "", "")
		lines += asktest.JSONLine(t, asktest.Code(500+i), "d.go", "other", "MIT", "", "")
	}
	lines += asktest.JSONLine(t, asktest.Code(200)+"\n"+asktest.Code(201)+"\n"+strings.ReplaceAll(part, "return a", "return (b)"), "b.go", "one", "ISC", "", "")
	x := asktest.LineIndex(t, lines)
	a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(rest + part)},
		chaffinch.SearchOptions{Filter: chaffinch.Filter{License: "ISC"}, Cover: true, Top: 2})
	asktest.Must(t, err)
	var got []string
	for _, h := range a.Hits {
		got = append(got, h.Occurrences[0].Repository)
	}
	if !slices.Equal(got, []string{"rest", "one"}) {
		t.Errorf("%q, %d aligned", got, a.Stats.Aligned)
	}
}
