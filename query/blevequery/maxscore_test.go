package blevequery

import (
	"fmt"
	"github.com/chaffinch-search/chaffinch/query"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKthLargest_EqualsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fill := map[string]func(i, n int) float64{
		"random":   func(int, int) float64 { return r.Float64() },
		"few":      func(int, int) float64 { return float64(r.IntN(3)) },
		"equal":    func(int, int) float64 { return 1 },
		"rising":   func(i, _ int) float64 { return float64(i) },
		"falling":  func(i, _ int) float64 { return -float64(i) },
		"organ":    func(i, n int) float64 { return float64(min(i, n-i)) },
		"sawtooth": func(i, _ int) float64 { return float64(i % 17) },
	}
	for name, f := range fill {
		for _, n := range []int{1, 2, 15, 16, 17, 18, 33, 100, 1000} {
			v := make([]float64, n)
			for i := range v {
				v[i] = f(i, n)
			}
			sorted := slices.Sorted(slices.Values(v))
			for _, k := range []int{1, 2, n / 2, n - 1, n} {
				if k < 1 || k > n {
					continue
				}
				left := slices.Clone(v)
				if got := kthLargest(left, k); got != sorted[n-k] {
					t.Errorf("%s: number %d of %d is %v, not %v", name, k, n, got, sorted[n-k])
				}
				if slices.Sort(left); !slices.Equal(left, sorted) {
					t.Errorf("%s: number %d of %d: values were lost", name, k, n)
				}
			}
		}
	}
}

// The rare terms of a question open the documents; common ones are only probed. Otherwise the bound
// has no effect.
func TestAccumulator_CommonTermsOpenNoDocuments(t *testing.T) {
	onBoth(t, testCommonTermsOpenNoDocuments)
}

func testCommonTermsOpenNoDocuments(t *testing.T, config segments) {
	x := newIndexAt(t, "", config)
	docs := map[string]document{}
	for i := range 2000 {
		docs[fmt.Sprintf("d%04d", i)] = document{"exact": {word(0), word(1), word(100 + i)}}
	}
	docs["origin"] = document{"exact": {word(0), word(1), word(2), word(3), word(4)}}
	write(t, x, docs)
	terms := asQuestion(docs["origin"])
	result := searched(t, readerOf(t, x), terms, query.Options{Top: 1})
	if len(result.Hits) != 1 || result.Hits[0].ID != "origin" || result.Hits[0].Score != 1 {
		t.Fatalf("%+v", result.Hits)
	}
	if s := result.Stats; s.Candidates != 1 || s.Postings > 10 || s.Found != 5 || s.Terms != 5 {
		t.Errorf("%+v", s)
	}
}
