package winnow

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The values in this file were computed by another program, from the definitions in the comments of
// gram.go. Where a test of them fails, indexes that were written before are useless:
// raise analyzer.Version.

func TestMixLevel_KnownAnswers(t *testing.T) {
	for _, c := range []struct{ in, mixed, levelled uint64 }{
		{0, 0, 0xe220a8397b1dcdaf},
		{1, 0x5692161d100b05e5, 0x910a2dec89025cc1},
		{0xffffffffffffffff, 0xb4d055fcf2cbbd7b, 0xe4d971771b652c20},
		{0x0123456789abcdef, 0xb2c058e4ebb5112c, 0x157a3807a48faa9d},
	} {
		if got := mix(c.in); got != c.mixed {
			t.Errorf("mix(%#x) = %#x, want %#x", c.in, got, c.mixed)
		}
		if got := level(c.in); got != c.levelled {
			t.Errorf("level(%#x) = %#x, want %#x", c.in, got, c.levelled)
		}
	}
}

// unmix undoes mix: each of its three steps can be undone, so mix is a bijection.
func unmix(h uint64) uint64 {
	h = (h ^ h>>31 ^ h>>62) * inverse(0x94D049BB133111EB)
	h = (h ^ h>>27 ^ h>>54) * inverse(0xBF58476D1CE4E5B9)
	return h ^ h>>30 ^ h>>60
}

// inverse returns the inverse of an odd number modulo 2^64, by Newton's iteration.
func inverse(n uint64) uint64 {
	x := n
	for range 5 {
		x *= 2 - n*x
	}
	return x
}

func TestMixLevel_AreBijections(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		h := random.Uint64() >> random.IntN(64)
		if got := unmix(mix(h)); got != h {
			t.Fatalf("mix(%#x) comes from %#x", h, got)
		}
		if got := unmix(level(h)) - Base; got != h {
			t.Fatalf("level(%#x) comes from %#x", h, got)
		}
	}
}

// randomSymbols returns n symbols, of at most so many different ones.
func randomSymbols(random *rand.Rand, n, alphabet int) []uint64 {
	symbols := make([]uint64, n)
	for i := range symbols {
		symbols[i] = mix(uint64(random.IntN(alphabet)) + 1)
	}
	return symbols
}

func TestGrams_EqualDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		k := 1 + random.IntN(40)
		symbols := randomSymbols(random, random.IntN(100), 1+random.IntN(20))
		before := []uint64{7}
		got := Grams(before, symbols, k)
		want := []uint64{7}
		for i := 0; i+k <= len(symbols); i++ {
			var sum uint64
			for _, symbol := range symbols[i : i+k] {
				sum = sum*Base + symbol
			}
			want = append(want, mix(sum))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("k=%d, %d symbols: got %x, want %x", k, len(symbols), got, want)
		}
	}
}

// TestGrams_LongestK takes the largest k there may be, at the lengths around it.
func TestGrams_LongestK(t *testing.T) {
	symbols := randomSymbols(rand.New(rand.NewPCG(3, 3)), MaxK+1, 50)
	for n, want := range map[int]int{0: 0, 1: 0, MaxK - 1: 0, MaxK: 1, MaxK + 1: 2} {
		if got := len(Grams(nil, symbols[:n], MaxK)); got != want {
			t.Errorf("%d symbols have %d k-grams, want %d", n, got, want)
		}
	}
}
