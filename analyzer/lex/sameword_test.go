package lex

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Two words are the same if and only if their hashes are equal, unless a collision was made on
// purpose.
func TestSameWord_AgreesWithLexer(t *testing.T) {
	letters := []rune("aAbBzéÉßẞſσςΣǅǆǄжЖ'’\u00ad\u200d0\u0301漢ー")
	r := rand.New(rand.NewPCG(1, 1))
	word := func() (text []byte, hash uint64, ok bool) {
		for range 1 + r.IntN(3) {
			text = append(text, string(letters[r.IntN(len(letters))])...)
		}
		tokens := Prose.Lex(nil, text)
		if len(tokens) != 1 {
			return nil, 0, false
		}
		return text[tokens[0].Start:tokens[0].End], tokens[0].Hash, true
	}
	same, different := 0, 0
	for range 200_000 {
		a, hashA, okA := word()
		b, hashB, okB := word()
		if !okA || !okB || string(a) == string(b) {
			continue
		}
		if hashA == hashB {
			same++
		} else {
			different++
		}
		if SameWord(a, b) != (hashA == hashB) || SameWord(a, b) != SameWord(b, a) {
			t.Fatalf("%q and %q: %v, with the hashes %x and %x", a, b, SameWord(a, b), hashA, hashB)
		}
	}
	if same < 500 || different < 50_000 {
		t.Errorf("%d pairs are the same and %d are not: this tests little", same, different)
	}
}

// The words of each pair have the same hash, and nothing else in common. XXH64 takes eight bytes at
// a time by steps that can be undone, so the second half of a word can be computed for any first
// half and any hash; one in seven million is of letters and digits only.
func TestSameWord_CollidingHashes(t *testing.T) {
	for _, pair := range [][2]string{
		{"uquugbmlderlydku", "kglfjgudz31ej12a"}, {"unwfiaykjdlbcxnv", "oyyyokdvi5fhzq27"},
		{"ryckvarqfxjngvgk", "hrmrrbwh4vf6synw"}, {"usmyoeonismjlcvf", "tmjvybixlwoj0atl"},
	} {
		a, b := []byte(pair[0]), []byte(pair[1])
		if x, y := Prose.Lex(nil, a), Prose.Lex(nil, b); len(x) != 1 || len(y) != 1 || x[0].Hash != y[0].Hash {
			t.Fatalf("%v have different hashes: this tests nothing", pair)
		}
		if SameWord(a, b) {
			t.Errorf("%v are the same word", pair)
		}
	}
}

// A word that is compared takes as long as it is long: if it took its square, this would take
// minutes.
func TestSameWord_LinearTime(t *testing.T) {
	middle := strings.Repeat("x", 4<<20)
	if !SameWord([]byte("A"+middle+"B"), []byte("a"+middle+"b")) {
		t.Error("they differ")
	}
}
