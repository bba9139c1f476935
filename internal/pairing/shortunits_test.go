package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Two short units that share a run of k tokens are candidates of each other, whichever of their
// k-grams are fingerprints. The files of a pair have such a run in common: all names in it are
// renamed, and it is at a random place.
func TestPairs_ShortUnitsThatShareARun(t *testing.T) {
	const count = 150
	k := analyzer.DefaultSettings().Structure.K
	rng := rand.New(rand.NewPCG(17, 1))
	files := map[string]string{}
	for i := range count {
		run := operators(rng, k)
		for _, side := range []string{"a", "b"} {
			before, after := operators(rng, rng.IntN(60)), operators(rng, rng.IntN(60))
			files[fmt.Sprintf("%03d%s.js", i, side)] = named(rng, before+run+after)
		}
	}
	r := compared(t, pairs.Options{}, filetest.Folder(t, files))
	if len(r.Units) != 2*count {
		t.Fatalf("%d units", len(r.Units))
	}
	found := map[int]bool{}
	for _, p := range r.Pairs {
		if p.A.Unit/2 == p.B.Unit/2 {
			found[p.A.Unit/2] = true
		}
	}
	for i := range count {
		if !found[i] {
			t.Errorf("%03d: not found", i)
		}
	}
}

// operators returns n random tokens of JavaScript: operators, and x for a name.
func operators(rng *rand.Rand, n int) string {
	all := strings.Fields("x x x x + - * % ( ) [ ] { } ; , . < > = ! ? : ~ ^ & | if for in of new let do while")
	var b strings.Builder
	for range n {
		b.WriteString(all[rng.IntN(len(all))] + " ")
	}
	return b.String()
}

// named gives each name x a random name.
func named(rng *rand.Rand, source string) string {
	words := strings.Fields(source)
	for i, w := range words {
		if w == "x" {
			words[i] = fmt.Sprintf("v%d", rng.IntN(1e9))
		}
	}
	return strings.Join(words, " ")
}
