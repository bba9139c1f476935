package align

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every pass over a long document is parted by questions whether to stop, and what it finds does not depend on them.
func TestPassesOverLongDocumentsAskWhetherToStop(t *testing.T) {
	const parts = 3
	r := rand.New(rand.NewPCG(1, 2))
	symbols := make([]uint64, parts*part+codeSeed-1)
	for i := range symbols {
		symbols[i] = leastSymbol + r.Uint64N(2000)
	}
	asked, last := 0, 0 // the last one is answered with yes
	stopped := func() bool { asked++; return last > 0 && asked >= last }
	hashes := seedHashes(symbols, codeSeed, stopped)
	whole := newTable(hashes, stopped)
	for name, c := range map[string]struct {
		least int
		do    func() bool // whether it came to an end
	}{
		"seedHashes": {parts, func() bool { return seedHashes(symbols, codeSeed, stopped) != nil }},
		// Its buckets are four times as many as hashes, at most.
		"newTable": {2*parts + len(whole.starts)/part, func() bool { return newTable(hashes, stopped) != nil }},
		"lookUp": {parts, func() bool {
			hits := whole.lookUp(nil, symbols, codeSeed, stopped)
			return len(hits) == len(hashes) // all have places
		}},
		"only": {len(whole.starts) / part, func() bool {
			return slices.Equal(whole.only(func(int32) bool { return true }, stopped).places, whole.places)
		}},
		"copied": {parts, func() bool { return slices.Equal(copied(nil, symbols, stopped), symbols) }},
	} {
		asked, last = 0, 0
		if ended := c.do(); !ended || asked < c.least {
			t.Errorf("%s asks %d times, not %d; it came to its end: %v", name, asked, c.least, ended)
		}
		all := asked
		for last = 1; last < all; last++ {
			if asked = 0; c.do() && last < c.least {
				t.Errorf("%s: stopped at question %d of %d, it goes on", name, last, all)
			}
			if asked > last+2 {
				t.Errorf("%s asks %d times more once it was stopped", name, asked-last)
			}
		}
	}
}

// The parts in which hashes are computed make no difference, nor do those in which buckets are filled.
func TestSeedsAreTheSameInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	never := func() bool { return false }
	for _, n := range []int{0, 1, codeSeed - 1, codeSeed, part, part + codeSeed - 1, part + codeSeed, 2*part + 100} {
		symbols := make([]uint64, n)
		for i := range symbols {
			symbols[i] = r.Uint64N(100)
		}
		hashes := seedHashes(symbols, codeSeed, never)
		for i, got := range hashes {
			want := uint64(0)
			for _, s := range symbols[i : i+codeSeed] {
				want = want*seedBase + s
			}
			if got != want {
				t.Fatalf("%d symbols: the hash at %d is %x, not %x", n, i, got, want)
			}
		}
		table := newTable(hashes, never)
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
