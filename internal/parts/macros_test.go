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
			Lex(l, []byte(head+hidden), Indexed, &got)
			Lex(l, []byte(plain), Indexed, &want)
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
			Lex(l, []byte(plain), Indexed, &want)
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
			Lex(l, []byte(hidden.String()), Indexed, &got)
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
		"#define M", "define", "# define M", "M; M();\n#define M\n", "#define M\n#undef M\nM;\n", "#define M()\nM;\n",
		"#define M /*\n*/ 5\nM;\n", "#define M \\\n5\nM;\n", "#define M()\nM(;\n",
		"#define N f\n#define M N\nM;\n",
		"#define M\n#ifdef M\n#endif\n#ifndef M\n#endif\n#if defined(M) || defined M\n#endif\n#undef M\n",
	} {
		l := format(t, "C")
		var got Lexed
		Lex(l, []byte(src), Indexed, &got)
		if !slices.Equal(got.Tokens, l.Lex(nil, []byte(src))) {
			t.Errorf("a macro is expanded in %q", src)
		}
	}
	var got Lexed
	src := "#define M {\nM;\n"
	Lex(format(t, "Java"), []byte(src), Indexed, &got)
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
			Lex(l, []byte(src+"int M x M ;\n"), Indexed, &got)
			if n := len(l.Lex(nil, []byte(src))) + 3; len(got.Tokens) != n {
				t.Errorf("%q: %d tokens, not %d", src, len(got.Tokens), n)
			}
		}
		src := fmt.Sprintf(dead, "#define M") + "int M x;\n"
		var got Lexed
		if Lex(l, []byte(src), Indexed, &got); !slices.Equal(got.Tokens, l.Lex(nil, []byte(src))) {
			t.Errorf("%q: a macro is expanded", src)
		}
	}
}

// However a macro comes to nothing, a program with it after some tokens has the tokens of the plain
// one.
func TestLex_RemovesMacrosThatComeToNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 13))
	l := format(t, "C")
	for head, use := range map[string]string{
		"#define Z Y\n#define Y\n":                           "Z",
		"#define E()\n#define Z E()\n":                       "Z",
		"#define E(x)\n#define Z E(1)\n":                     "Z",
		"#define E(x)\n#define Z E\n":                        "Z(1)",
		"#define Z(a) _Pragma(#a)\n":                         "Z(x)",
		"#define Z _Pragma\n":                                "Z(\"x\")",
		"#define Z(a, b) _Pragma(#a) _Pragma(\"x\" \"y\")\n": "Z(x, y)",
		"#if (0)\n#define Z 1\n#elif 0L || !0x0 && 1 != 2\n#define Z\n#else\n#define Z 2\n#endif\n": "Z",
		"#define AB\n#define CAT(a, b) a##b\n#define Z CAT(A, B)\n":                                 "Z",
		"#define AB\n#define CAT(a, b) a##b\n":                                                      "CAT(A,B)",
		"#define Z(a, ...) __VA_ARGS__\n":                                                           "Z(1)",
		"#define Z 1\n#undef Z\n#define Z\n":                                                        "Z",
		"#define Z\n#ifdef NEVER\n#undef Z\n#endif\n":                                               "Z",
		"#define Z\n#ifdef NEVER\n#define Z foo\n#endif\n":                                          "Z",
		"#ifdef DEBUG\n#define Z fprintf(stderr, \"x\");\n#else\n#define Z\n#endif\n":               "Z",
		"#ifndef Q\n#define Z\n#else\n#define Z 1\n#endif\n":                                        "Z",
		"#define Z\n#pragma push_macro(\"Z\")\n#undef Z\n#pragma pop_macro(\"Z\")\n":                "Z",
		"#ifndef H\n#define H\n#ifdef A\n#define Z 1\n#undef Z\n#endif\n#define Z\n#endif\n":        "Z",
	} {
		for range 30 {
			plain := hidings[1].code(random)
			var got, want, start Lexed
			Lex(l, []byte(plain), Indexed, &want)
			Lex(l, []byte(head), Indexed, &start)
			hidden, end := head, uint32(0)
			for _, token := range want.Tokens {
				hidden += plain[end:token.End] + " " + use + " "
				end = token.End
			}
			Lex(l, []byte(hidden+plain[end:]), Indexed, &got)
			if n := len(start.Tokens); len(got.Tokens) < n || !slices.EqualFunc(got.Tokens[n:], want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash && a.Kind == b.Kind }) {
				t.Fatalf("%q has not the tokens of %q", hidden, plain)
			}
		}
	}
}

// A name in a macro for its argument is the name. Other arguments are none.
func TestLex_ReadsMacrosForAnArgument(t *testing.T) {
	l := format(t, "C")
	for src, want := range map[string]string{
		"#define I(x) x\nI(a) = I(f)(I(b), I(I(c) + 1));\n":       "a = f(b, c + 1);",
		"#define I(x) (x)\nI(a) = I;\n":                           "a = I;",
		"#define I(...) __VA_ARGS__\nI(f(a, b);) g(I(c), d);\n":   "f(a, b); g(c, d);",
		"#define I(a, b) b\nint I(x, y) = I(f(1, 2), g(3, 4));\n": "int y = g(3, 4);",
		"#define I(x) x\nI(a\n#if A\n) b;\n#else\n) c;\n#endif\n": "a\n#if A\n) b;\n#else\n) c;\n#endif\n",
	} {
		var got, plain Lexed
		Lex(l, []byte(src), Indexed, &got)
		Lex(l, []byte(want), Indexed, &plain)
		n := len(got.Tokens) - len(plain.Tokens)
		if n < 0 || !slices.EqualFunc(got.Tokens[n:], plain.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash }) {
			t.Errorf("%q has not the tokens of %q", src, want)
		}
	}
}

// Branches that are never compiled may define all names of a program as nothing, or as a mark: they
// are names nevertheless.
func TestLex_LeavesNamesThatAProgramNeeds(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 14))
	l := format(t, "C")
	for _, branch := range []string{"#ifdef NEVER\n%s#endif\n", "#if 1-1\n%s#endif\n", "#if (0)\n%s#endif\n", "#if 1\n#elif 1\n%s#endif\n"} {
		for _, value := range []string{"", " ;"} {
			for range 30 {
				plain := hidings[1].code(random)
				var want, got Lexed
				Lex(l, []byte(plain), Indexed, &want)
				defined, seen := "", map[string]bool{}
				for _, token := range want.Tokens {
					if name := plain[token.Start:token.End]; token.Kind == lex.Identifier && !seen[name] {
						seen[name] = true
						defined += "#define " + name + value + "\n"
					}
				}
				Lex(l, []byte(fmt.Sprintf(branch, defined)+plain), Indexed, &got)
				if n := len(got.Tokens) - len(want.Tokens); !slices.EqualFunc(got.Tokens[n:], want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash }) {
					t.Fatalf("%q has not the tokens of the program", fmt.Sprintf(branch, defined)+plain)
				}
			}
		}
	}
}

// A name that an open branch defines may follow others that have been left out of the same
// directive.
func TestLex_ReadsBranchesAfterTokensAreLeftOut(t *testing.T) {
	l := format(t, "C")
	const head = "#define ID(s) s\n#if A\n#define NONE(s)\n#endif\n#define ALL "
	var got, want Lexed
	Lex(l, []byte(head+"ID (f (0)) NONE (f (1))\nint i;\n"), Indexed, &got)
	Lex(l, []byte(head+"f (0)\nint i;\n"), Indexed, &want)
	if !slices.EqualFunc(got.Tokens, want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash }) {
		t.Errorf("%d tokens, not %d", len(got.Tokens), len(want.Tokens))
	}
}

// Directives within statements, and those that say nothing, are no tokens. Others are.
func TestLex_LeavesOutDirectivesWithinStatements(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 15))
	within := []string{"#pragma x y(1)", "#line 7", "# warning \"x\"", "#undef Q", "#define A7 \\\n x", "#if 1\n#endif", "#7 \"f.c\" 2", "#warning x", "#", "#if !1 || (0 && 1)\n f(\n#elif 0 == 0x0\n#else\n a b\n#endif", "#if 1\n#else\n a\n#elif 1\n b c\n#endif", "#if 0\n f(#)\n#ifdef X\n a\n#else\n#endif b\n#else\n#endif"}
	for _, language := range []string{"C", "C++", "Objective-C", "Cuda", "C#"} {
		l, marks := format(t, language), []string{"#", "%:", "??="}
		if language == "C#" {
			marks = marks[:1]
		}
		for range 100 {
			plain := "int first;\n" + hidings[1].code(random)
			var got, want Lexed
			Lex(l, []byte(plain), Indexed, &want)
			var hidden strings.Builder
			end := uint32(0)
			ends := true // a statement, before the token
			for _, token := range want.Tokens {
				hidden.WriteString(plain[end:token.End])
				end = token.End
				begins, mark := ends, marks[random.IntN(len(marks))]
				ends = strings.Contains(statementEnds, plain[token.Start:token.End])
				switch {
				case random.IntN(3) > 0:
				case random.IntN(3) == 0:
					hidden.WriteString(" _Pragma(\"x\") ")
				case begins || ends: // a name that begins one may be a macro
					hidden.WriteString("\n" + mark + within[[]int{0, 1, 2, 8}[random.IntN(4)]][1:] + "\n")
				default:
					hidden.WriteString("\n" + mark + within[random.IntN(len(within))][1:] + "\n")
				}
			}
			hidden.WriteString(plain[end:])
			Lex(l, []byte(hidden.String()), Indexed, &got)
			if !slices.EqualFunc(got.Tokens, want.Tokens, func(a, b lex.Token) bool { return a.Hash == b.Hash && a.Kind == b.Kind }) {
				t.Fatalf("%s: %q has not the tokens of %q", language, hidden.String(), plain)
			}
		}
		for _, src := range []string{
			"#define A 1\n#define B 2\n", "BEGIN_DECLS\n#define A 1\n", "int a[] = {\n#include \"a.h\"\n};\n", "f(a);\n#if B\ng(b)\n#endif\n",
			"if (a)\n#ifdef B\nb();\n#else\nc();\n#endif\n", "a = b # pragma c\n", "if (a)\n#if B == 0 || 0 < 1\nb();\n#elif defined(C)\nc();\n#endif\n", "enum { A,\n#define A 1\nB };\n", "_Pragma(x); _Pragma",
		} {
			var got Lexed
			if Lex(l, []byte(src), Indexed, &got); !slices.Equal(got.Tokens, l.Lex(nil, []byte(src))) {
				t.Errorf("%s: tokens of %q are left out", language, src)
			}
		}
	}
	l := format(t, "C#")
	var got Lexed
	src := "a\n  ??= b;\n" // no trigraph
	if Lex(l, []byte(src), Indexed, &got); !slices.Equal(got.Tokens, l.Lex(nil, []byte(src))) {
		t.Errorf("tokens of %q are left out", src)
	}
}
