package textlines

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestCounter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := make([]byte, random.IntN(60))
		for i := range text {
			text[i] = "a\n"[random.IntN(2)]
		}
		c := Of(text)
		for range 20 {
			at := random.IntN(len(text) + 1)
			if got, want := c.At(at), 1+bytes.Count(text[:at], []byte("\n")); got != want {
				t.Fatalf("offset %d of %q is in line %d, not %d", at, text, got, want)
			}
		}
	}
}
