package remote

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/query"
)

// Whatever terms of a content are looked up, the bound of its score is not below the score. So the
// best are never left out, and most others are, when the terms of all are known.
func TestMeasuring_LeavesOutNoneOfTheBest(t *testing.T) {
	const contents, vocabulary, wanted = 40, 400, 5
	random := rand.New(rand.NewPCG(5, 5))
	leftOut := 0
	for range 50 {
		full := map[key]int{}
		var words []query.Term
		for i := range vocabulary {
			words = append(words, query.Term{Hash: uint64(i+1) << 40})
			full[keyOf(words[i])] = 1 + random.IntN(1+random.IntN(contents))
		}
		some := func(n int) (terms []query.Term) {
			for _, i := range random.Perm(vocabulary)[:n] {
				terms = append(terms, words[i])
			}
			return terms
		}
		s := &state{n: contents, df: full}
		q := &question{state: s, vector: query.NewVector(some(80)), options: query.Options{Measure: query.Cosine}}
		if err := q.weigh(t.Context()); err != nil {
			t.Fatal(err)
		}
		m := &measuring{question: q, all: make([]scored, contents)}
		var indexes []int
		for i := range contents {
			m.own, indexes = append(m.own, some(1+random.IntN(vocabulary/2))), append(indexes, i)
			m.all[i].ID = string(rune('a' + i))
		}
		m.findShared()
		if err := m.score(t.Context(), indexes); err != nil {
			t.Fatal(err)
		}
		want := slices.SortedFunc(slices.Values(m.all), compareScored)[:wanted]
		m.order(indexes)
		for _, share := range []float64{0, .1, .5, 1} {
			s.df = map[key]int{}
			for k, df := range full {
				if random.Float64() < share {
					s.df[k] = df
				}
			}
			for _, x := range q.terms { // they are looked up first
				s.df[keyOf(x.Term)] = full[keyOf(x.Term)]
			}
			possible := m.possible(indexes, wanted)
			for i := range m.all {
				if !slices.Contains(possible, i) && slices.ContainsFunc(want, func(w scored) bool { return w.ID == m.all[i].ID }) {
					t.Errorf("%s is left out with %.0f%% of the terms known", m.all[i].ID, 100*share)
				}
			}
			if share == 1 {
				leftOut += contents - len(possible)
			}
		}
	}
	if leftOut < 50*(contents-2*wanted) {
		t.Errorf("only %d of %d are left out", leftOut, 50*contents)
	}
}
