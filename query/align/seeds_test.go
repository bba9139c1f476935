package align

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The hash of every seed depends on its symbols only, and the seed is in the bucket of that hash.
func TestSeedTable_HoldsEverySeed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, codeSeed - 1, codeSeed, codeSeed + 1, 5_000} {
		symbols := make([]uint64, n)
		for i := range symbols {
			symbols[i] = r.Uint64N(100)
		}
		hashes := seedHashes(symbols, codeSeed)
		for i, got := range hashes {
			want := uint64(0)
			for _, s := range symbols[i : i+codeSeed] {
				want = want*seedBase + s
			}
			if got != want {
				t.Fatalf("%d symbols: the hash at %d is %x, not %x", n, i, got, want)
			}
		}
		table := newSeedTable(hashes)
		found := 0
		for bucket := range len(table.starts) - 1 {
			places := table.in(int32(bucket))
			found += len(places)
			for _, p := range places {
				if table.bucket(hashes[p]) != int32(bucket) || !slices.IsSorted(places) {
					t.Fatalf("%d symbols: bucket %d has %v", n, bucket, places)
				}
			}
		}
		if found != max(0, n-codeSeed+1) || found != len(hashes) {
			t.Errorf("%d symbols: %d seeds and %d hashes", n, found, len(hashes))
		}
	}
}
