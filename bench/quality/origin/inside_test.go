package origin

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

// The host of a hidden snippet keeps its tokens, and the snippet is in it.
func TestHide_LeavesTheHost(t *testing.T) {
	text := invented(rand.New(rand.NewPCG(7, 7)), ".go", 400)
	s := sampleSnippet(t, "x.go", strings.ReplaceAll(goCode, "`", `"`))
	hosts := []*host{{source: sourceOf("h.go", text, s.lang)}}
	for seed := range uint64(10) {
		for _, l := range []level{commented, quoted} {
			m, why := hide(l, rand.New(rand.NewPCG(seed, 0)), s, hosts)
			if why != used {
				t.Fatalf("%s: %s", l, why)
			}
			more := len(s.lang.Lex(nil, m.source)) - len(hosts[0].tokens)
			if l == commented && more != 0 || l == quoted && more != 4 {
				t.Errorf("%s: %d more tokens", l, more)
			}
			if m.own != nil {
				t.Errorf("%s has a place", l)
			}
		}
	}
}

func TestHidden_Forms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name, source string
		level        level
		want         string // a form; empty if there is none
	}{
		{"a.go", "x()\ny()\n", quoted, "var s = `x()\ny()\n`\n"},
		{"a.go", "x(`a`)\n", quoted, ""},
		{"a.c", "x();\n", quoted, ""},
		{"a.rb", "x()\ny()", commented, "# x()\n# y()\n"},
		{"a.c", "x(); /* no */\n", commented, "// x(); /* no */\n"},
		{"a.rb", "x\n", quoted, "cat <<'END'\nx\nEND\n"},
	} {
		got := string(hidden(c.level, random, &snippet{source: []byte(c.source), lang: detect.Language(c.name, nil)}))
		if got != c.want {
			t.Errorf("%s %s: %q is %q, want %q", c.name, c.level, c.source, got, c.want)
		}
	}
	block := false
	for range 20 {
		block = block || strings.HasPrefix(string(hidden(commented, random, &snippet{source: []byte("x();\n"), lang: detect.Language("a.c", nil)})), "/*\nx();\n*/\n")
	}
	if !block {
		t.Error("C has no block comment")
	}
}
