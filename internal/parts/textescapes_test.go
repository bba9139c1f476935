package parts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Java with any of its characters as escapes has the tokens of the plain source, in the places of
// the escapes.
func TestLex_DecodesEscapesAnywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 8))
	code := "n = f(n, 3);\nif (n > 0) { g[n] = 4; }\nreturn h(n, 'x');\nn = f(n, 3);\n"
	plain := "class A {\n  // é\n  int f(String s) { return s.length() + \"a b\".size(); }\n  /*\n" + code + "*/\n String p = \"\"\"\n" + code + "\"\"\";\n}\n"
	for _, language := range []string{"Java", "Groovy", "Markdown"} {
		for _, share := range []float64{.02, .3, 1} {
			src := plain
			open, end := "", ""
			if language == "Markdown" {
				open, end = "# A\n\n```java\n", "```\n"
			}
			var out strings.Builder
			var from, to []uint32 // by offset in plain, that in the source
			out.WriteString(open)
			at := func() uint32 { return uint32(out.Len()) }
			for i := range len(open) {
				from, to = append(from, uint32(i)), append(to, uint32(i+1))
			}
			for _, r := range src {
				begin := at()
				if random.Float64() < share && (r != '\n' || open == "") { // of Markdown, lines are read first
					fmt.Fprintf(&out, `\%s%04x`, strings.Repeat("u", 1+random.IntN(2)), r)
				} else {
					out.WriteRune(r)
				}
				for range len(string(r)) {
					from, to = append(from, begin), append(to, at())
				}
			}
			var want, got Lexed
			Lex(format(t, language), []byte(open+src+end), Indexed, &want)
			Lex(format(t, language), []byte(out.String()+end), Indexed, &got)
			if len(want.Tokens) != len(got.Tokens) {
				t.Fatalf("%s: %d tokens, not %d, in\n%s", language, len(got.Tokens), len(want.Tokens), out.String())
			}
			for i, w := range want.Tokens {
				g := got.Tokens[i]
				if w.Kind != g.Kind || w.Hash != g.Hash || w.End > w.Start && (g.Start != from[w.Start] || g.End != to[w.End-1]) {
					t.Fatalf("%s: token %d is %v, not %v, in\n%s", language, i, g, w, out.String())
				}
			}
			checkReadOnce(t, got.Tokens)
		}
	}
}

// Nothing else of a source is an escape.
func TestLex_LeavesOtherBackslashes(t *testing.T) {
	for _, src := range []string{`s = "C:\\users";`, `s = "\\u0041";`, `s = "\ud800";`, `s = "\u00"; // \u`, `/* \udddd\u0041 */ a = 1;`} {
		var got Lexed
		l := format(t, "Java")
		Lex(l, []byte(src), Indexed, &got)
		if want := l.Lex(nil, []byte(src)); !slices.Equal(got.Tokens, want) && !strings.Contains(src, `\u0041 */`) {
			t.Errorf("%q: %v", src, got.Tokens)
		}
	}
}
