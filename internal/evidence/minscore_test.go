package evidence_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A minimum score leaves out the pairs below it, and hardly any other: those are found by what they
// share before they are compared.
func TestPairs_MinScoreLosesFew(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	pool := make([][]string, 100) // functions
	for i := range pool {
		pool[i] = program(r, 1)
	}
	files := map[string]string{}
	for i := range ringtest.Of(36, 56) {
		var lines []string
		for range 6 + r.IntN(10) {
			lines = append(lines, pool[r.IntN(len(pool))]...)
		}
		files[fmt.Sprintf("f%02d.c", i)] = edited(r, lines)
		if i%4 == 0 {
			files[fmt.Sprintf("f%02d-copy.c", i)] = edited(r, strings.Split(edited(r, lines), "\n"))
		}
	}
	root := filetest.Folder(t, files)
	list := func(score float64) []pairs.Pair {
		p, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{MinScore: score})
		asktest.Must(t, err)
		return p.Pairs
	}
	all := list(0)
	for _, score := range []float64{0.1, 0.25, 0.5, 0.8} {
		want := slices.DeleteFunc(slices.Clone(all), func(p pairs.Pair) bool {
			return p.Score < score && (score > threshold.ListedPair || p.Probability < threshold.SurePart)
		})
		got := map[string]float64{}
		for _, p := range list(score) {
			got[p.A.Name+" "+p.B.Name] = p.Score
		}
		lost := 0
		for _, p := range want {
			switch s, ok := got[p.A.Name+" "+p.B.Name]; {
			case !ok:
				lost++
			case s != p.Score:
				t.Errorf("%s, %s: %g, and %g from %g", p.A.Name, p.B.Name, p.Score, s, score)
			}
		}
		if len(want) < ringtest.Of(7, 10) || len(got) != len(want)-lost || lost*100 > len(want) {
			t.Errorf("from %g: %d of %d pairs, %d lost", score, len(got), len(want), lost)
		}
	}
}

// A minimum score of 0 lists weak hits, but a question is read as without it: a weak hit does not
// speak for a language.
func TestSearch_MinScoreDoesNotChooseTheLanguage(t *testing.T) {
	x := newIndexOf(t, filetest.Folder(t, map[string]string{
		"w.go": "package w\n\nvar w = `a`\n\nconst (\n\ta b\n\tc d\n\te f\n\tg h\n\ti j\n\tk l\n\tm n\n\to p\n\tq r\n)\n",
	}), nil)
	const text = "The quick brown fox jumps over the lazy dog and runs to the hills where the sheep graze in peace for ever.\n"
	for _, score := range []float64{0, chaffinch.DefaultMinScore("", false)} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: "README.md", Source: []byte(text)}, chaffinch.SearchOptions{Top: 10, MinScore: score})
		asktest.Must(t, err)
		if a.Question.Language != "Markdown" || len(a.Hits) > 0 || len(a.Warnings) > 0 {
			t.Errorf("minimum score %g: read as %s, %d hits, %q", score, a.Question.Language, len(a.Hits), a.Warnings)
		}
	}
}
