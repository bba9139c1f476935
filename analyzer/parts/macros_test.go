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

// Other macros, and names where none is defined, are names.
func TestLex_LeavesOtherMacros(t *testing.T) {
	for _, src := range []string{
		"M; #define M {\n", "#define M {}\nM;\n", "#define M() {\nM();\n", "#define M(\nM;\n", "#define M\n{ M; }\n", "#define M 1\nM;\n",
		"#define M {\n#undef M\nM;\n", "#define M {\n#define M x\nM;\n", "define M {\nM;\n", "#define M { x\nM;\n", "#define M {", "#define",
		"#define M", "define", "# define M",
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
