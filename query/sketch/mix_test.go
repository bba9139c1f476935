package sketch

import (
	"math"
	"math/bits"
	"testing"
)

// TestMixSpreadsEveryBit: one bit of the hash, or of the seed, changes half of the bits of what is made of it.
func TestMixSpreadsEveryBit(t *testing.T) {
	const n = 1000
	for bit := range 64 {
		var byHash, bySeed int
		for i := range uint64(n) {
			byHash += bits.OnesCount64(Mix(i, 1) ^ Mix(i^1<<bit, 1))
			bySeed += bits.OnesCount64(Mix(i, 1) ^ Mix(i, 1^1<<bit))
		}
		// The constant that a seed makes is one draw of 64 bits, whatever the hash: its standard deviation is 4.
		if h, s := float64(byHash)/n, float64(bySeed)/n; math.Abs(h-32) > 2 || math.Abs(s-32) > 20 {
			t.Errorf("bit %d: %v bits change with the hash, %v with the seed", bit, h, s)
		}
	}
}

func TestMixKeepsHashesApart(t *testing.T) {
	for seed := range uint64(10) {
		seen := map[uint64]bool{}
		for i := range uint64(5000) {
			seen[Mix(i, seed)], seen[Mix(i<<51|1<<50, seed)] = true, true
		}
		if len(seen) != 10_000 {
			t.Errorf("seed %d: 10000 hashes became %d", seed, len(seen))
		}
	}
}
