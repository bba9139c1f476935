package scan

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A macro for nothing between the tokens of a copy hides it from no command.
func TestMacrosForNothing_HideNoCopy(t *testing.T) {
	plain := strings.ReplaceAll(routine(1), "func ", "int ")
	after := strings.NewReplacer("(", "( Z ", ")", " Z ) ", ";", "; Y(a, (b)) ", "+", "+ Z ", "==", "== Z ", "[", "[ Z ").Replace(plain)
	hidden := "#define Z\n#define Y(x, y)\n" + after
	x := makeIndex(t, map[string]map[string]string{"up": {"a.c": plain}})

	a, err := x.Search(t.Context(), chaffinch.Document{Name: "b.c", Source: []byte(hidden)}, chaffinch.SearchOptions{MinScore: chaffinch.DefaultMinScore("", false)})
	must(t, err)
	if len(a.Hits) != 1 || a.Hits[0].Kind != "verbatim" {
		t.Errorf("search finds %+v", a.Hits)
	}
	tree := write(t, map[string]string{"a.c": plain, "b.c": hidden})
	r := run(t, x, Options{Tree: tree})
	if len(r.Findings) != 2 {
		t.Errorf("scan finds %q", summaries(r))
	}
	allPairs, err := chaffinch.Pairs(t.Context(), []string{tree}, pairs.Options{})
	must(t, err)
	if len(allPairs.Pairs) != 1 || allPairs.Pairs[0].Score < 0.9 {
		t.Errorf("pairs are %+v", allPairs.Pairs)
	}
}
