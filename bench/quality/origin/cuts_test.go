package origin

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A cut anywhere has the tokens of its file, and begins inside if that is asked for.
func TestCutAnywhere_BeginsInside(t *testing.T) {
	const code = "\tlist = append(list, fold(list, \"it\", 12)...)\n"
	content := []byte("package a\n\nfunc f(list []int) {\n" + strings.Repeat(code, 10) +
		"/*\nwords isn't code\nwords\n*/\n" + strings.Repeat(code, 10) + "\ts := `words\nwords\nwords`\n" +
		strings.Repeat(code, 30) + "}\n")
	l, _ := lex.Lookup("go")
	src := &source{listed: listed{name: "a.go"}, content: content, lang: l, tokens: l.Lex(nil, content)}
	firsts := map[int]bool{}
	for i := range 100 {
		for _, inside := range []bool{true, false} {
			s := cutAnywhere(randomFor(uint64(i), "cut"), src, usual, inside)
			if s == nil {
				t.Fatal("nothing is cut")
			}
			if inside {
				firsts[s.first] = true
			}
			if want := s.first >= 15 && s.first <= 17 || s.first == 29 || s.first == 30; s.inside != want || inside && !want {
				t.Errorf("line %d: inside %v, want %v", s.first, s.inside, want)
			}
			if k := s.tokens[0]; s.source[k.Start] == 'w' || string(s.source[k.Start:k.End]) == "`" {
				t.Errorf("line %d begins with the token %q", s.first, s.source[k.Start:k.End])
			}
		}
	}
	if len(firsts) != 5 {
		t.Errorf("cuts begin in the lines %v, not in all five inside", firsts)
	}
}
