package parts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// A file with code before a closing mark is whole, wherever the mark is: the mark hides no code.
// One that begins inside a comment or docstring is cut at the ^; its examples are code in a string.
func TestLexFile_LeavesOutNoCode(t *testing.T) {
	code := strings.Repeat("f(a).b = c[d];\n", 20)
	examples := strings.Repeat("x = f(a).b + c[d]\n", 12)
	words := strings.Repeat("A = 'one' 'two' 'three' 'four'\n", 40)
	for _, test := range []struct{ name, language, source string }{
		{"line comment", "c", code + strings.ReplaceAll(words, "'", "\"") + "// end */\n" + code},
		{"continued line comment", "c", code + strings.ReplaceAll(words, "'", "\"") + "// end \\\n*/\n" + code},
		{"line comment of the last line", "go", code + strings.Repeat("a := b\n", 300) + "// end */\nvar last int\n"},
		{"few tokens after the mark", "go", code + strings.Repeat("a := b\n", 300) + "*/\nvar last int\n"},
		{"doctest in a docstring", "python", "'''Doc.\n>>> f(a)\n'''\n" + code + words + "\"\"\"The end.\"\"\"\n" + code},
		{"raw string", "go", code + strings.Repeat("a := b\n", 300) + "return `\n*/\n`\n// `\n" + code},
		{"other docstring", "python", code + words + words + "'''\n\"\"\"\n'''\n# '''\n" + code},
		{"regular expression", "javascript", code + strings.Repeat("a = b\n", 300) + "let z = /[a]*/\n" + code},
		{"values of CMake", "cmake", strings.Repeat("set(A B C \"${D}\" E F)\n", 20)},
		{"cut in a comment", "c", strings.Repeat("said of the end that isn't\n", 20) + "*/^\n" + code},
		{"cut in a comment of PowerShell", "powershell", strings.Repeat("said of the end that is\n", 20) + "#>^\n" + code},
		{"cut in a comment of Ruby", "ruby", strings.Repeat("said of the end that is\n", 20) + "=end^\n" + code},
		{"cut in a docstring", "python", strings.Repeat("said of the end\n", 20) + ">>> f(a)\n1\n\"\"\"^\n" + code},
		{"examples in a docstring", "python", strings.Repeat("said of the end of it\n", 30) + examples + strings.Repeat("said of the end of it\n", 30) + "\"\"\"^\n" + code},
		{"an example before the words", "python", examples + strings.Repeat("said of the end of it\n", 60) + "\"\"\"\n" + code},
	} {
		before, after, cut := strings.Cut(test.source, "^")
		l, _ := lex.Lookup(test.language)
		src := []byte(before + after)
		var lexed parts.Lexed
		c, ok := parts.LexFile(l, src, &lexed)
		if ok != cut || cut && c.From != len(before) {
			t.Errorf("%s: %v, %+v, the code begins at %d", test.name, ok, c, len(before))
		}
		if at := strings.Index(before, examples); ok && at >= 0 {
			if !slices.ContainsFunc(lexed.Tokens, func(t lex.Token) bool { return int(t.Start) == at && t.Kind != lex.Border }) {
				t.Errorf("%s: the examples are not read", test.name)
			}
		}
	}
}
