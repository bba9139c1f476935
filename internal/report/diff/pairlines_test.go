package diff

import (
	"math/rand/v2"
	"testing"
)

// best tries every choice of links with ascending lines on both sides.
func best(links []link, last pair) int {
	if len(links) == 0 {
		return 0
	}
	without := best(links[1:], last)
	if l := links[0]; l.a > last.a && l.b > last.b {
		return max(without, l.weight+best(links[1:], l.pair))
	}
	return without
}

func TestHeaviest_IsTheBestChoice(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var links []link
		weights := map[pair]int{}
		at := pair{}
		for range r.IntN(14) {
			at = pair{at.a + r.IntN(2), at.b + r.IntN(2)}
			if _, there := weights[at]; !there {
				links = append(links, link{at, 1 + r.IntN(9)})
				weights[at] = links[len(links)-1].weight
			}
		}
		total, last := 0, pair{none, none}
		for _, p := range heaviest(links) {
			if p.a <= last.a || p.b <= last.b {
				t.Fatalf("%v: %v comes after %v", links, p, last)
			}
			total, last = total+weights[p], p
		}
		if want := best(links, pair{none, none}); total != want {
			t.Fatalf("%v: chosen are %d, not %d", links, total, want)
		}
	}
}
