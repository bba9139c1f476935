package winnow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLeap_EqualsSlide takes small alphabets, in which many hashes are equal, and the least and
// greatest values.
func TestLeap_EqualsSlide(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for n := range 80 {
		for _, letters := range []uint64{1, 2, 5, 1 << 40} {
			hashes := make([]uint64, n+1)
			for i := range hashes {
				hashes[i] = random.Uint64N(letters) - letters/2
			}
			start := rightmostMinimum(hashes[:min(stride, len(hashes))])
			want := slide([]int{start}, hashes, stride, false)
			if got := slide(leap([]int{start}, hashes), hashes, stride, false); !slices.Equal(got, want) {
				t.Fatalf("%v: selected %v, want %v", hashes, got, want)
			}
		}
	}
}
