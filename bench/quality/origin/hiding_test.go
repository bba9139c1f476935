package origin

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The host of a hidden snippet keeps its tokens, and the snippet is in it.
func TestHide_LeavesTheHost(t *testing.T) {
	text := invented(rand.New(rand.NewPCG(7, 7)), ".go", 400)
	s := sampleSnippet(t, "x.go", strings.ReplaceAll(goCode, "`", `"`))
	hosts := []*host{{source: sourceOf("h.go", text, s.lang)}}
	for seed := range uint64(10) {
		for _, l := range []level{commented, quoted} {
			out := hide(l, rand.New(rand.NewPCG(seed, 0)), s, hosts)
			if out == nil {
				t.Fatalf("not hidden: %s", l)
			}
			more := len(s.lang.Lex(nil, out)) - len(hosts[0].tokens)
			if l == commented && more != 0 || l == quoted && more != 4 {
				t.Errorf("%s: %d more tokens", l, more)
			}
		}
	}
}
