package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The runs are what one gets by taking the heaviest part of the question, then that of what is left
// of it on both sides, and so on: the definition of maximal scoring subsequences.
func TestRuns_AreMaximal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		prints := make([]printed, r.IntN(40))
		matched := make([]bool, 10)
		for i := range matched {
			matched[i] = r.IntN(3) > 0
		}
		for i := range prints {
			prints[i] = printed{term: r.IntN(len(matched)+1) - 1, token: 3 * i, weight: r.ExpFloat64()}
		}
		got, want := runs(prints, matched), heaviest(prints, matched)
		if len(got) != len(want) {
			t.Fatalf("%d runs, not %d: %v, %v", len(got), len(want), got, want)
		}
		for i := range got {
			if got[i].A != want[i].A || math.Abs(got[i].Weight-want[i].Weight) > 1e-9 {
				t.Fatalf("run %d is %v, not %v", i, got[i], want[i])
			}
		}
	}
}

// heaviest returns the runs by their definition.
func heaviest(prints []printed, matched []bool) []align.Part {
	best, from, to := 0.0, 0, 0
	for i := range prints {
		sum := 0.0
		for j := i; j < len(prints); j++ {
			if p := prints[j]; p.term >= 0 && matched[p.term] {
				sum += p.weight
			} else {
				sum -= lacking * p.weight
			}
			if sum > best {
				best, from, to = sum, i, j+1
			}
		}
	}
	if best == 0 {
		return nil
	}
	run := align.Part{A: analyzer.Span{From: prints[from].token, To: prints[to-1].token + 1}, Weight: best}
	return append(append(heaviest(prints[:from], matched), run), heaviest(prints[to:], matched)...)
}

// A copy of a part of a question promises its weight, and the same number of fingerprints from all
// over it promise less.
func TestRuns_ExplainWhatIsTogether(t *testing.T) {
	const n = 400
	all := runsOf{{tokens: 5 * n}}
	for i := range n {
		all[0].all = append(all[0].all, printed{term: i, token: 5 * i, weight: 5})
	}
	var together, apart query.Hit
	for i := range n / 10 {
		together.Matched = append(together.Matched, n/2+i)
		apart.Matched = append(apart.Matched, 10*i)
	}
	whole := align.Explained([]align.Part{{Weight: 5 * n / 10}}, 5*n)
	if got := all.explained(together, n); math.Abs(got-whole) > 1e-9 {
		t.Errorf("a part that was copied promises %v, not %v", got, whole)
	}
	if got := all.explained(apart, n); got > whole/10 {
		t.Errorf("what is apart promises %v of %v", got, whole)
	}
}
