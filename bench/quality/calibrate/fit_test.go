package calibrate

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// drawn returns scores that are copies as likely as m says.
func drawn(m align.Certainty, n int) (all []observed.Score) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		s := observed.Score{Use: observed.Pairs, Score: 0.01 + 0.98*r.Float64(), Tokens: 20 + r.IntN(3000)}
		s.Copy = r.Float64() < m.Probability(s.Score, s.Tokens)
		all = append(all, s)
	}
	return all
}

func TestFit_RecoversWhatScoresWereDrawnFrom(t *testing.T) {
	want := align.Certainty{-1, 2, 0.5, 0.25}
	sets := map[string][]observed.Score{"drawn": drawn(want, 40000), "aside": drawn(align.Certainty{3, 0, 0, 0}, 1000)}
	got := fit(sets, "aside")
	for i := range want {
		if math.Abs(got[i]-want[i]) > 0.1 {
			t.Errorf("coefficients %v, not %v", got, want)
			break
		}
	}
	if e := errorOf(binsOf(by(got), sets["drawn"])); e > 0.01 {
		t.Errorf("the error is %g where the scores follow the formula", e)
	}
	if e := errorOf(binsOf(by(got), sets["aside"])); e < 0.1 {
		t.Errorf("the error is %g where they do not", e)
	}
}

func TestSolve_SolvesEquations(t *testing.T) {
	a := [4][4]float64{{4, 1, 0, 1}, {1, 5, 2, 0}, {0, 2, 6, 1}, {1, 0, 1, 3}}
	x := [4]float64{1, -2, 3, -4}
	var b [4]float64
	for i := range a {
		for j := range a {
			b[i] += a[i][j] * x[j]
		}
	}
	for i, got := range solve(a, b) {
		if math.Abs(got-x[i]) > 1e-12 {
			t.Errorf("x[%d] is %g, not %g", i, got, x[i])
		}
	}
}

func TestRun_PrintsBothTables(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores.tsv")
	all := drawn(align.Certainty{-1, 2, 0.5, 0.25}, 4000)
	for i := range all {
		all[i].Set = []string{"one", "two"}[i%2]
		if all[i].Sure = 0.25; all[i].Copy {
			all[i].Sure = 0.75
		}
	}
	if err := observed.WriteFile(name, all); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Run(t.Context(), []string{name}, &out, nil); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"pairs: {", "\none ", "\ntwo ", "as shown", "0.75 1.00 ("} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, &out)
		}
	}
	if Run(t.Context(), nil, &out, nil) == nil {
		t.Error("no error without files")
	}
}
