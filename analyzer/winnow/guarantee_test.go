package winnow

import (
	"math/rand/v2"
	"testing"
)

// The guarantee: any run of t = w+k-1 symbols that two sequences share is found, whatever is around
// it. Here it is held against random sequences with random shared runs of exactly t symbols.
// Package analyzer does the same with sources.

// hashesInside returns the hashes of the fingerprints whose k-gram lies in tokens from..to-1.
func hashesInside(prints []Fingerprint, from, to, k int) map[uint64]bool {
	inside := map[uint64]bool{}
	for _, f := range prints {
		if int(f.Token) >= from && int(f.Token)+k <= to {
			inside[f.Hash] = true
		}
	}
	return inside
}

func shareOne(a, b map[uint64]bool) bool {
	for h := range a {
		if b[h] {
			return true
		}
	}
	return false
}

// guaranteeing returns a random scheme of each selection.
func guaranteeing(random *rand.Rand) []Scheme {
	k, w := 1+random.IntN(10), 1+random.IntN(12)
	if random.IntN(20) == 0 {
		w = 60 + random.IntN(20)
	}
	return schemes(k, w)
}

// TestGuarantee_SharedRun draws symbols evenly, or as the representation Structure does, where many
// tokens share one of four symbols.
func TestGuarantee_SharedRun(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 11))
	for range 2500 {
		alphabet := []int{1, 2, 3, 10, 1 << 20}[random.IntN(5)]
		draw := []func(*rand.Rand, int, int) []uint64{randomSymbols, randomClasses}[random.IntN(2)]
		for _, scheme := range guaranteeing(random) {
			if !runIsFound(random, scheme, draw, scheme.Guarantee(), alphabet) {
				t.Fatalf("%+v, alphabet of %d: a shared run of %d symbols is missed", scheme, alphabet, scheme.Guarantee())
			}
		}
	}
}

// randomClasses is randomSymbols in which four of seven letters map to one of four symbols.
func randomClasses(random *rand.Rand, n, alphabet int) []uint64 {
	symbols := make([]uint64, n)
	for i := range symbols {
		letter := random.IntN(alphabet)
		if kind := letter % 7; kind >= 2 && kind <= 5 {
			letter = kind
		}
		symbols[i] = mix(uint64(letter) + 1)
	}
	return symbols
}

// runIsFound reports whether two random documents that share a run have a fingerprint of it in
// common.
func runIsFound(random *rand.Rand, scheme Scheme, draw func(*rand.Rand, int, int) []uint64, length, alphabet int) bool {
	s, err := scheme.selection()
	if err != nil {
		return false
	}
	run := draw(random, length, alphabet)
	var found [2]map[uint64]bool
	for i := range found {
		from := random.IntN(60)
		symbols := append(draw(random, from, alphabet), run...)
		symbols = append(symbols, draw(random, random.IntN(60), alphabet)...)
		found[i] = hashesInside(fingerprints(symbols, scheme.K, s), from, from+length, scheme.K)
	}
	return shareOne(found[0], found[1])
}

func fingerprints(symbols []uint64, k int, s selection) []Fingerprint {
	w := newWinnower(k, s)
	return w.AppendFingerprints(nil, appendSums(nil, symbols), &Memory{})
}

// TestGuarantee_IsTight: some shorter runs are missed. Otherwise TestGuarantee_SharedRun would show
// nothing.
func TestGuarantee_IsTight(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 11))
	for _, scheme := range []Scheme{
		{K: 5, W: 4, Selection: "winnowing"},
		{K: 5, W: 4, Selection: SelectRobust},
		{K: 5, W: 8, Selection: SelectOpenClosed},
		{K: 9, W: 4, Selection: SelectOpenClosed},
	} {
		missed := 0
		for range 300 {
			if !runIsFound(random, scheme, randomSymbols, scheme.Guarantee()-1, 1<<20) {
				missed++
			}
		}
		if missed == 0 {
			t.Errorf("%+v: every run of %d symbols is found", scheme, scheme.Guarantee()-1)
		}
	}
}
