package chaffinch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// What has the names and literals of another document is more like it than what has others, although the
// same function is all that matches.
func TestPairs_NamesRaiseTheScore(t *testing.T) {
	const same = "func total(basket []item) int {\n\tsum := 0\n\tfor _, each := range basket {\n" +
		"\t\tif each.price > limit {\n\t\t\tsum += each.price * each.number\n\t\t}\n\t}\n\treturn sum\n}\n\n"
	var first, rewritten, other strings.Builder
	for i := range 12 {
		fmt.Fprintf(&first, "var size%d = %d\n", i, 100+i)
		fmt.Fprintf(&rewritten, "func() { size%d <- %d }()\n", i, 100+i)
		fmt.Fprintf(&other, "func() { lane%d <- %d }()\n", i, 200+i)
	}
	r := compared(t, chaffinch.PairsOptions{}, filetest.Folder(t, map[string]string{
		"a.go": "package shop\n\n" + same + first.String(), "b.go": "package shop\n\n" + same + rewritten.String(),
		"c.go": "package shop\n\n" + same + other.String(),
	}))
	of := map[string]chaffinch.Pair{}
	for _, p := range r.Pairs {
		of[p.A.Name+" "+p.B.Name] = p
	}
	with, without := of["a.go b.go"], of["a.go c.go"]
	if with.Material <= without.Material || with.Material > 1 || with.Tokens != without.Tokens {
		t.Errorf("material %g and %g, %d and %d tokens", with.Material, without.Material, with.Tokens, without.Tokens)
	}
	if with.Score < 1.05*without.Score || with.Score > 1 {
		t.Errorf("scores %g and %g", with.Score, without.Score)
	}
}
