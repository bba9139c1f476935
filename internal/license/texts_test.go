package license

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTexts_AreFoundAsByContains(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	has := 0
	for range 2000 {
		var text []byte
		for range rng.IntN(4) { // pieces of texts, some of them whole
			s := restricted()[rng.IntN(len(restricted()))]
			from := rng.IntN(3)
			text = append(text, s[from:len(s)-rng.IntN(3)]...)
		}
		want := slices.ContainsFunc(restricted(), func(s string) bool { return bytes.Contains(text, []byte(s)) })
		if got := allRestricted().In(text); got != want {
			t.Fatalf("%q: %v", text, got)
		}
		if want {
			has++
		}
	}
	if has < 200 || has > 1800 {
		t.Errorf("%d of 2000 have a text", has)
	}
}
