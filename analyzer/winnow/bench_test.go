package winnow

import (
	"math/rand/v2"
	"testing"
)

// benchmarkSelections are the selections at the default windows, and at a larger one.
var benchmarkSelections = []struct {
	name string
	s    selection
}{
	{"winnowing/w=8", winnowing{8}},
	{"winnowing/w=100", winnowing{100}},
	{"robust/w=4", robustWinnowing{4}},
	{"robust/w=8", robustWinnowing{8}},
	{"robust/w=100", robustWinnowing{100}},
}

// BenchmarkSelect selects among random hashes, and among rising ones, in which the minimum leaves
// the window at every step.
func BenchmarkSelect(b *testing.B) {
	rising := make([]uint64, 1<<18)
	for i := range rising {
		rising[i] = uint64(i)
	}
	random := mixedHashes(rand.New(rand.NewPCG(8, 8)), len(rising))
	for _, c := range benchmarkSelections {
		b.Run("random/"+c.name, func(b *testing.B) { benchmarkSelect(b, c.s, random) })
		b.Run("rising/"+c.name, func(b *testing.B) { benchmarkSelect(b, c.s, rising) })
	}
}

func benchmarkSelect(b *testing.B, s selection, hashes []uint64) {
	selected := make([]int, 0, len(hashes))
	b.SetBytes(int64(len(hashes)) * 8)
	b.ReportAllocs()
	for b.Loop() {
		selected = s.choose(selected[:0], hashes)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(hashes)), "ns/hash")
	b.ReportMetric(float64(len(selected))/float64(len(hashes)), "density")
}
