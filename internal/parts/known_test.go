package parts

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A source whose number of tokens is known is lexed as any other, whether it has code inside
// comments or not. Without any, nothing is looked for.
func TestLexKnown_IsLex(t *testing.T) {
	names, err := filepath.Glob("../../analyzer/lex/testdata/lang/*")
	if err != nil || len(names) < 50 {
		t.Fatal(names, err)
	}
	disabled := "// int sum(int *v, int n) {\n//   int s = 0;\n//   for (int i = 0; i < n; i++) { s += v[i]; }\n//   return s;\n// }\n"
	texts := map[string][]byte{
		"dropped.c":  []byte("#define Z\nint x Z = 1 +\n#pragma once\n2 Z;\n"),
		"both.c":     []byte("#define Z\nint x Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z Z = 1;\n" + disabled + "int y Z;\n"),
		"several.js": []byte(disabled + "var x = 1;\n" + disabled + "var y = 2;\n// " + strings.Repeat("This is only prose. ", 9) + "\nvar z = 3;\n"),
		"a.c":        []byte("/*\n * int sum(int *v, int n) {\n *   int s = 0;\n *   for (int i = 0; i < n; i++) { s += v[i]; }\n *   return s;\n * }\n */\nint x = 1;\n"),
	}
	for _, name := range names {
		if texts[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	plain, inside := 0, 0
	for name, text := range texts {
		l := detect.File(name, text)
		var want, got Lexed
		Lex(l, text, Indexed, &want)
		n := 0
		for _, token := range want.Tokens {
			if token.Kind != lex.Border {
				n++
			}
		}
		LexKnown(l, text, n, &got)
		if !reflect.DeepEqual(got.Tokens, want.Tokens) || !reflect.DeepEqual(got.Texts, want.Texts) {
			t.Errorf("%s: %d tokens, not %d", name, len(got.Tokens), len(want.Tokens))
		}
		if l.Parted() {
			continue
		}
		if n == len(want.Tokens) {
			plain++
		} else {
			inside++
		}
	}
	if plain == 0 || inside == 0 {
		t.Errorf("%d sources with code inside, %d without", inside, plain)
	}
}
