package evidence_test

import (
	"fmt"
	"testing"

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
		for i := range 4 {
			text += asktest.Routine(100*(project+1) + i)
		}
		for n := range forks {
			files[fmt.Sprintf("%c%d/%c.go", 'a'+project, n, 'a'+n)] = text + fmt.Sprintf("\nvar fork%d%d = %d\n", project, n, n*n)
		}
	}
	for n := range 60 {
		files[fmt.Sprintf("other/%d.go", n)] = asktest.Routine(1000 + n)
	}
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
