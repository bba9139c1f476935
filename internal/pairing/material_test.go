package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// What has the names and literals of another document is more like it than what has others,
// although the same function is all that matches.
func TestPairs_NamesRaiseTheScore(t *testing.T) {
	const same = "func total(basket []item) int {\n\tsum := 0\n\tfor _, each := range basket {\n" +
		"\t\tif each.price > limit {\n\t\t\tsum += each.price * each.number\n\t\t}\n\t}\n\treturn sum\n}\n\n"
	var first, rewritten, other strings.Builder
	for i := range 12 {
		fmt.Fprintf(&first, "var size%d = %d\n", i, 100+i)
		fmt.Fprintf(&rewritten, "func() { size%d <- %d }()\n", i, 100+i)
		fmt.Fprintf(&other, "func() { lane%d <- %d }()\n", i, 200+i)
	}
	r := compared(t, pairs.Options{}, filetest.Folder(t, map[string]string{
		"a.go": "package shop\n\n" + same + first.String(), "b.go": "package shop\n\n" + same + rewritten.String(),
		"c.go": "package shop\n\n" + same + other.String(),
	}))
	of := map[string]pairs.Pair{}
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

// In a class of one task, what the handout gives to all raises no score: two that share only that
// are as in a small set of which nobody else has it.
func TestPairs_NamesOfTheTaskRaiseNothing(t *testing.T) {
	const same = "func total(basket []item) int {\n\tsum := 0\n\tfor _, each := range basket {\n" +
		"\t\tif each.price > limit {\n\t\t\tsum += each.price * each.number\n\t\t}\n\t}\n\treturn sum\n}\n\n"
	words := strings.Fields("total basket item sum each price limit number shop stock order client street city phone mail")
	scoreOf := func(n int) (score, material float64) {
		files := map[string]string{}
		r := rand.New(rand.NewPCG(3, 3))
		for i := range n {
			var b strings.Builder
			b.WriteString("package shop\n\n")
			if i < 2 {
				b.WriteString(same)
			}
			for range 14 { // names of the task, used in another way by each
				fmt.Fprintf(&b, "func() { %s %c= %s%s }()\n", words[r.IntN(len(words))], "+-*/%&|^"[r.IntN(8)],
					strings.Repeat("^", r.IntN(3)), words[r.IntN(len(words))])
			}
			files[fmt.Sprintf("f%02d.go", i)] = b.String()
		}
		all := compared(t, pairs.Options{MinScore: .01}, filetest.Folder(t, files))
		for _, p := range all.Pairs {
			if p.A.Name == "f00.go" && p.B.Name == "f01.go" {
				score, material = p.Score, p.Material
			}
		}
		return score, material
	}
	few, _ := scoreOf(49)
	many, material := scoreOf(50)
	if material < .3 || many >= few || many == 0 {
		t.Errorf("material %g: score %g among 50, %g among 49", material, many, few)
	}
}
