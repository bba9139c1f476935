package calibrate

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
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
	if e := calibrationError(by(got), sets["drawn"]); e > 0.01 {
		t.Errorf("the error is %g where the scores follow the formula", e)
	}
	if e := calibrationError(by(got), sets["aside"]); e < 0.1 {
		t.Errorf("the error is %g where they do not", e)
	}
}

func TestRun_PrintsBothTables(t *testing.T) {
	name := filepath.Join(t.TempDir(), "scores")
	all := drawn(align.Certainty{-1, 2, 0.5, 0.25}, 4000)
	for i := range all {
		all[i].Set = []string{"one", "two"}[i%2]
		if all[i].Sure = 0.25; all[i].Copy {
			all[i].Sure = 0.75
		}
	}
	if err := observed.Write(name, all); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := cli.Call(t.Context(), Run, []string{name}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"pairs: {", "\none ", "\ntwo ", "as shown", "0.75 1.00 ("} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in\n%s", part, &out)
		}
	}
}
