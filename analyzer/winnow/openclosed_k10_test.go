package winnow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestModLeap_EqualsModSlide takes tables, in which equal k-grams stand for each other, and mixed
// keys.
func TestModLeap_EqualsModSlide(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	stoodFor := 0
	for range 4000 {
		keys := randomTable(random, 2*stride+random.IntN(200))
		if random.IntN(4) == 0 {
			keys = mixedHashes(random, len(keys))
		}
		start := []int{rightmostMinimum(keys[:2*stride]) % stride}
		want := modSlide(slices.Clone(start), keys, stride, stride, start[0])
		leapt, at := modLeap(slices.Clone(start), keys)
		if at != leapt[len(leapt)-1] {
			stoodFor++
		}
		if got := modSlide(leapt, keys, stride, stride, at); !slices.Equal(got, want) {
			t.Fatalf("%v: selected %v, want %v", keys, got, want)
		}
	}
	if stoodFor < 10 {
		t.Errorf("in %d tables only the last k-gram called for is not the last selected", stoodFor)
	}
}

// TestOpenClosedKeys_FastPathsEqualGeneral: the loops for d=1 and d=4 give the keys of the general
// one.
func TestOpenClosedKeys_FastPathsEqualGeneral(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	for _, d := range []int{1, 4} {
		for n := range 80 {
			for _, letters := range []uint64{1, 2, 5, 1 << 40} {
				hashes := make([]uint64, n)
				for i := range hashes {
					hashes[i] = random.Uint64N(letters) - letters/2
				}
				got, want := openClosedKeys(slices.Clone(hashes), d), slices.Clone(hashes)
				if n <= d {
					want = nil
				} else {
					openClosedKeysOf(want, d)
					want = want[:n-d]
				}
				if !slices.Equal(got, want) {
					t.Fatalf("d=%d: keys of %v are %v, want %v", d, hashes, got, want)
				}
			}
		}
	}
}
