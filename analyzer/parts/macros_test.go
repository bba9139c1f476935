package parts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A program of C whose punctuation is hidden behind macros has the tokens of the plain one.
func TestLex_ExpandsMarks(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 11))
	for _, language := range []string{"C", "C++", "Objective-C", "Cuda"} {
		l := format(t, language)
		for range 100 {
			plain := hidings[1].code(random)
			head, hidden := "int first;\n", plain
			for i, mark := range macroMarks {
				if random.IntN(3) > 0 {
					name := fmt.Sprintf("M%d", i)
					head += fmt.Sprintf([]string{"#define %s %c\n", "# define\t%s  %c  // it\n", "#define %s \\\n%c /* it\nis */\r\n"}[random.IntN(3)], name, mark)
					hidden = strings.ReplaceAll(hidden, string(mark), " "+name+" ")
				}
			}
			var got, want Lexed
			Lex(l, []byte(head+hidden), &got)
			Lex(l, []byte(plain), &want)
			n := len(got.Tokens) - len(want.Tokens)
			if !slices.EqualFunc(got.Tokens[n:], want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash && a.Kind == b.Kind }) {
				t.Fatalf("%s: %q has not the tokens of %q", language, head+hidden, plain)
			}
			for _, token := range got.Tokens[n:] {
				if text, is := got.Texts[token.Start]; is && (token.Kind != lex.Operator || !strings.Contains(macroMarks, string(text))) {
					t.Fatalf("%s is %q", token.Kind, text)
				}
			}
		}
	}
}

// A program of C with macros for nothing after some or all tokens has the tokens of the plain one.
func TestLex_RemovesMacrosForNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 12))
	for _, language := range []string{"C", "C++", "Objective-C", "Cuda"} {
		l := format(t, language)
		for range 100 {
			plain := hidings[1].code(random)
			var got, want Lexed
			Lex(l, []byte(plain), &want)
			head := "int first;\n#define EMPTY\n%:define Z1\n# define Z2 /* it is\n nothing */\r\n#define Z3(x)\n#define Z4(x, ...) \\\n\n" +
				"#define Z5 EMPTY Z1 // and no more\n#define Z6() Z2\n??=define register\n"
			calls := []string{" EMPTY ", " Z1\n", " Z2 ", " Z3(a, f((1), \")\")) ", " Z4 (Z3(x) ;) ", " Z5 ", " Z6() ", " register "}
			var hidden strings.Builder
			hidden.WriteString(head)
			end, every := uint32(0), 1+random.IntN(4)
			for i, token := range want.Tokens {
				hidden.WriteString(plain[end:token.End])
				if end = token.End; i%every == 0 {
					hidden.WriteString(calls[random.IntN(len(calls))])
				}
			}
			hidden.WriteString(plain[end:])
			Lex(l, []byte(hidden.String()), &got)
			rest := got.Tokens[max(0, len(got.Tokens)-len(want.Tokens)):]
			if !slices.EqualFunc(rest, want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash && a.Kind == b.Kind }) {
				t.Fatalf("%s: %q has not the tokens of %q", language, hidden.String(), plain)
			}
			for i, token := range rest {
				if got, want := hidden.String()[token.Start:token.End], plain[want.Tokens[i].Start:want.Tokens[i].End]; got != want {
					t.Fatalf("%s: token %d is %q, not %q", language, i, got, want)
				}
			}
		}
	}
}

// Other macros, and names where none is defined, are names.
func TestLex_LeavesOtherMacros(t *testing.T) {
	for _, src := range []string{
		"M; #define M {\n", "#define M {}\nM;\n", "#define M() {\nM();\n", "#define M(\nM;\n", "#define M 1\nM;\n",
		"#define M {\n#undef M\nM;\n", "#define M {\n#define M x\nM;\n", "define M {\nM;\n", "#define M { x\nM;\n", "#define M {", "#define",
		"#define M", "define", "# define M", "M; M();\n#define M\n", "#define M\n#undef M\nM;\n", "#define M()\nM;\n", "#define M()\nM();\n#define M() f()\n",
		"#define M /*\n*/ 5\nM;\n", "#define M \\\n5\nM;\n", "#if A\n#define M f\n#else\n#define M\n#endif\nM;\n", "#define M()\nM(;\n",
		"#define M()\nM(\n#if A\n)\n#else\n)\n#endif\n", "#define N f\n#define M N\nM;\n",
		"#define M\n#ifdef M\n#endif\n#ifndef M\n#endif\n#if defined(M) || defined M\n#endif\n#undef M\n",
	} {
		l := format(t, "C")
		var got Lexed
		Lex(l, []byte(src), &got)
		if !slices.Equal(got.Tokens, l.Lex(nil, []byte(src))) {
			t.Errorf("a macro is expanded in %q", src)
		}
	}
	var got Lexed
	src := "#define M {\nM;\n"
	Lex(format(t, "Java"), []byte(src), &got)
	if !slices.Equal(got.Tokens, format(t, "Java").Lex(nil, []byte(src))) {
		t.Error("a macro is expanded in Java")
	}
}

// Definitions that are never compiled bring no name back, and make none a macro.
func TestLex_IgnoresDefinitionsInDeadBranches(t *testing.T) {
	l := format(t, "C")
	for _, dead := range []string{
		"#if 0\n%s\n#endif\n", "#if 1\n#else\n%s\n#endif\n", "#if 0\n#if A\n#endif\n%s\n#endif\n", "#ifdef A\n#if 0\n%s\n#endif\n#endif\n",
	} {
		for _, order := range []string{"#define M\n" + dead, dead + "#define M\n"} {
			src := fmt.Sprintf(order, "#define M f(5)")
			var got Lexed
			Lex(l, []byte(src+"int M x M ;\n"), &got)
			if n := len(l.Lex(nil, []byte(src))) + 3; len(got.Tokens) != n {
				t.Errorf("%q: %d tokens, not %d", src, len(got.Tokens), n)
			}
		}
		src := fmt.Sprintf(dead, "#define M") + "int M x;\n"
		var got Lexed
		if Lex(l, []byte(src), &got); !slices.Equal(got.Tokens, l.Lex(nil, []byte(src))) {
			t.Errorf("%q: a macro is expanded", src)
		}
	}
}
