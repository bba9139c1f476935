package evidence_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// How common the material of the best hit is does not depend on how many hits an answer lists. Here
// three projects with several forks each have parts of a question.
func TestSearch_OriginsOfMoreHitsAreTheSame(t *testing.T) {
	files := map[string]string{}
	for project, forks := range []int{8, 3, 9} {
		text := ""
		for part := project; part < 3; part++ {
			text += asktest.Routine(1 + part)
		}
		addForks(files, project, forks, text)
	}
	addOthers(files, "")
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	want := ""
	for _, top := range []int{10, 1, 2, 5, 25, 60} {
		q := asktest.Search(asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3))
		q.Top = top
		a := asktest.Ask(t, x, q)
		if len(a.Hits) == 0 {
			t.Fatalf("of %d hits: nothing", top)
		}
		got := fmt.Sprintf("%.9g %.9g", a.Hits[0].Score, a.Hits[0].Probability)
		for _, m := range a.Hits[0].Matches {
			got += fmt.Sprint(" ", m.DF)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("with %d hits the first has %s, with 10 %s", top, got, want)
		}
	}
}

// The best documents are asked for their origins in their order, so none is left out between
// others. Here the forks of one project take the first places, and the forks of another all that
// follow.
func TestSearch_AsksForOriginsInOrder(t *testing.T) {
	files := map[string]string{}
	for project, forks := range []int{11, 9} {
		text := asktest.Routine(1) + asktest.Routine(2)
		if project == 0 {
			text += asktest.Routine(3)
		}
		addForks(files, project, forks, text)
	}
	addOthers(files, "")
	a := asktest.Ask(t, asktest.MakeIndex(t, map[string]map[string]string{"c": files}), asktest.Search(asktest.Routine(1)+asktest.Routine(2)+asktest.Routine(3)))
	if len(a.Hits) == 0 || slices.ContainsFunc(a.Hits[0].Matches, func(m answer.Match) bool { return m.DF > 4 }) {
		t.Errorf("%+v", a.Hits)
	}
}

// An answer of fewer hits is the beginning of an answer of ten: as many documents are judged.
func TestSearch_FewHitsAreTheFirstOfMore(t *testing.T) {
	files := map[string]string{"whole.go": asktest.Routine(1) + asktest.Routine(2)}
	for n := range 40 {
		files[fmt.Sprintf("%d.go", n)] = asktest.Routine(1) + asktest.Routine(1000+n)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	q := asktest.Search(asktest.Routine(1) + asktest.Routine(2))
	q.Top = 10
	want := asktest.Ask(t, x, q)
	for q.Top = 1; q.Top < 10; q.Top += 3 {
		got := asktest.Ask(t, x, q)
		if got.Stats.Aligned != want.Stats.Aligned || len(got.Hits) != q.Top || got.More+q.Top != want.More+10 {
			t.Errorf("of %d hits: %d aligned, %d and %d more hits; of ten %d, %d and %d",
				q.Top, got.Stats.Aligned, len(got.Hits), got.More, want.Stats.Aligned, len(want.Hits), want.More)
		}
	}
}

// A source and its bundles are one origin, so they do not make renamed code common. Programs that
// have the same code beside other code of their own do.
func TestSearch_BundlesAreOfTheOriginOfTheirSources(t *testing.T) {
	named := func(prefix string) string { return strings.ReplaceAll(asktest.Walk, "_", prefix) }
	several := func(from, to int) (text string) {
		for n := from; n < to; n++ {
			text += asktest.Routine(n)
		}
		return text
	}
	source := "package p\n\n" + named("of") + several(100, 103)
	renames := strings.NewReplacer("oftree", "my1", "ofkind", "my2")
	lines := strings.SplitAfter(renames.Replace(named("of")), "\n")
	question := strings.Join(slices.Insert(lines, 10, "\tfmt.Println(6, \"here\")\n"), "")
	for _, test := range []struct {
		bundles []string
		helpers string // that a compiler writes into each file
		evident bool   // all of the match
	}{
		{[]string{source + several(200, 240), source + several(200, 238) + "var format = 1\n"}, "", true},
		{slices.Repeat([]string{source + several(200, 240)}, 9), "", true},
		{[]string{named("of") + several(300, 340), named("of") + several(400, 440)}, "", false},
		{[]string{named("of") + several(300, 303), named("of") + several(400, 403)}, several(500, 530), false},
	} {
		files := map[string]string{"src/visit.go": source + test.helpers}
		for n, bundle := range test.bundles {
			files[fmt.Sprintf("build/%d.go", n)] = fmt.Sprintf("%svar build = %d\n%s", bundle, n, test.helpers)
		}
		addOthers(files, test.helpers)
		a := asktest.Ask(t, asktest.MakeIndex(t, map[string]map[string]string{"c": files}), asktest.Search(question))
		if len(a.Hits) == 0 || len(a.Hits[0].Matches) != 1 || (a.Hits[0].Matches[0].Evident == a.Hits[0].Matches[0].Weight) != test.evident {
			t.Errorf("evident %t: %+v", test.evident, a.Hits)
		}
	}
}

// addForks adds the forks of a project: a text, code of its own, and a line of each fork.
func addForks(files map[string]string, project, forks int, text string) {
	for i := range 4 {
		text += asktest.Routine(100*(project+1) + i)
	}
	for n := range forks {
		files[fmt.Sprintf("%c%d/%c.go", 'a'+project, n, 'a'+n)] = text + fmt.Sprintf("\nvar fork%d%d = %d\n", project, n, n*n)
	}
}

// addOthers adds documents that share at most the helpers.
func addOthers(files map[string]string, helpers string) {
	for n := range 60 {
		files[fmt.Sprintf("other/%d.go", n)] = asktest.Routine(1000+n) + helpers
	}
}
