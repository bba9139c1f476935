package sketch

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tokensOf returns a number for every word, in the order in which the words of all texts first occur: hashes that are
// not mixed at all.
func tokensOf(texts ...string) [][]uint64 {
	number := map[string]uint64{}
	all := make([][]uint64, len(texts))
	for i, text := range texts {
		for word := range strings.FieldsSeq(text) {
			if _, ok := number[word]; !ok {
				number[word] = uint64(len(number))
			}
			all[i] = append(all[i], number[word])
		}
	}
	return all
}

// TestRose is the example of Broder's paper.
func TestRose(t *testing.T) {
	texts := tokensOf("a rose is a rose is a rose", "a rose is a flower which is a rose")
	want := map[Option][]float64{OptionA: {0.7, 0.5, 0.3}, OptionB: {0.6, 0.5, 3.0 / 7}} // the paper cuts that: 42.85%
	for o, values := range want {
		for i, value := range values {
			a, b := Shingles(texts[0], i+1, o), Shingles(texts[1], i+1, o)
			for _, e := range []Estimate{
				NewMin(a, 20).Resemblance(NewMin(b, 20)), NewMod(a, 1).Resemblance(NewMod(b, 1)),
			} {
				if math.Abs(e.Value()-value) > 1e-12 || !e.Exact {
					t.Errorf("option %d, w=%d: %+v, want %v exactly", o, i+1, e, value)
				}
			}
		}
	}
	if a, b := len(Shingles(texts[0], 4, OptionA)), len(Shingles(texts[0], 4, OptionB)); a != 5 || b != 3 {
		t.Errorf("the rose has %d labelled shingles of 4 and %d different ones, want 5 and 3", a, b)
	}
}

// named are the shingles written out.
func named(tokens []uint64, w int, o Option) map[string]bool {
	seen, all := map[string]int{}, map[string]bool{}
	for i := 0; i+w <= len(tokens); i++ {
		name := fmt.Sprint(tokens[i : i+w])
		if seen[name]++; o == OptionA {
			name = fmt.Sprint(name, " no ", seen[name])
		}
		all[name] = true
	}
	return all
}

func shared(a, b map[string]bool) int {
	n := 0
	for name := range a {
		if b[name] {
			n++
		}
	}
	return n
}

func randomTokens(r *rand.Rand) []uint64 {
	tokens := make([]uint64, r.IntN(60))
	for i := range tokens {
		tokens[i] = r.Uint64N(3)
	}
	return tokens
}

func TestShinglesAgreeWithTheDefinition(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		x, y, w, o := randomTokens(r), randomTokens(r), 1+r.IntN(6), Option(r.IntN(2))
		a, b := Shingles(x, w, o), Shingles(y, w, o)
		if !slices.IsSorted(a) || len(a) != len(named(x, w, o)) {
			t.Fatalf("seed %d: %d shingles, want %d, rising", seed, len(a), len(named(x, w, o)))
		}
		got, want := NewMod(a, 1).Containment(NewMod(b, 1)), shared(named(x, w, o), named(y, w, o))
		if got.Shared != want || got.Sample != len(a) {
			t.Fatalf("seed %d: containment %+v, want %d shared of %d", seed, got, want, len(a))
		}
	}
}

// TestPartIsContained: a contiguous part of a document is contained in it whole, by both options.
func TestPartIsContained(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		whole, w, o := randomTokens(r), 1+r.IntN(4), Option(r.IntN(2))
		from := r.IntN(len(whole) + 1)
		part := Shingles(whole[from:from+r.IntN(len(whole)-from+1)], w, o)
		e := NewMod(part, 1).Containment(NewMod(Shingles(whole, w, o), 1))
		if e.Shared != len(part) {
			t.Fatalf("seed %d: %+v of %d shingles", seed, e, len(part))
		}
	}
}

func TestNoShingles(t *testing.T) {
	for _, w := range []int{-1, 0, 4, math.MaxInt} {
		if got := Shingles([]uint64{1, 2, 3}, w, OptionA); len(got) != 0 {
			t.Errorf("three tokens have %d shingles of %d", len(got), w)
		}
	}
}
