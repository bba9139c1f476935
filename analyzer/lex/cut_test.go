package lex_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A ^ in the source is where the cut begins, a $ where its code ends, both left out. Without them
// LexCut refuses.
func TestLexCut_FindsTheCode(t *testing.T) {
	for name, source := range map[string]string{
		"block comment":      "c: and the list isn't empty\n */^ int f(void) { return 1; }\n",
		"comment mark alone": "c: */^ int f(void) { return 1; }\n",
		"nested comment":     "rust: of all of them */^ fn f() { /* here */ g(1) }\n",
		"docstring":          "python: the sum of both\n  \"\"\"^\n  a = b(c)\n  return '''x'''\n",
		"doctest":            "python: >>> a = f(1)\n  >>> b = [a, c]\n  \"\"\"^\n  d = e(c)\n",
		"both docstrings":    "python: the sum of both\n  \"\"\"^\n  a = b(c)\ndef f():\n  $\"\"\"Returns the other sum\n",
		"ends in docstring":  "python: ^def f(a):\n  b = a(1)\ndef g(a):\n  $\"\"\"Returns the sum of all\n  that it was given.\n",
		"template literal":   "javascript: the end of it`^ / a / b;\nlet c = `x` / 2;\n",
		"raw string":         "cpp: some words here)end\"^;\nint a = 1;\n",
		"raw string of Rust": "rust: some words here\"##^;\nlet a = f(1);\n",
		"heredoc":            "shell: usage of this program isn't hard\nEOF^\ncat < a | sort > b\n",
		"comment to =end":    "ruby: =end^\ndef f\n  a.b(1)\nend\n",
		"code":               "c: int f(void) { return 1; /* one */ }\n",
		"code with docs":     "python: def f(a):\n  \"\"\"Returns the sum of all\n  that it was given.\n  \"\"\"\n  return a(1)\n",
		"code in a string":   "python: A = '''\nfor a in b:\n  c = d(a)\n  e = f[a](c)\n'''\nprint(A)\n",
		"docs in a string":   "python: A = '''\ndef f(a):\n  # All.\n  \"\"\"Doc.\"\"\"\n  c = d(a)\n  e = f[a](c)\n'''\nprint(A)\n",
		"code in docs":       "python: def f():\n  r\"\"\"\n  >>> c = d(a)\n  e = f[a](c)\n  \"\"\"\n  print(A)\n",
		"mark in a string":   "go: glob := f(\"**/*.go\")\nreturn g(glob)\n",
		"marks of a comment": "cmake: set(a b c d e f)\nset(g [[h i j\nk l]])\nif(x)\nset(c d)\nendif()\n",
		"short class":        "ruby: class A\n  def b\n    puts \"#@c has #@d rows\"\n    log \"e #@c in #@f\"\n    raise \"g #@c: #@d\" if @d > @f\n  end\nend\n",
		"first string":       "tcl: package require Tk\npackage require http\npackage require json\npackage require sqlite3\n\nbutton .b -text \"Quit\" -command exit\n",
		"quasi-quotes":       "haskell: a b c =\n  let d = length b\n      e f = [i|#{c}: #{f}|] ++ [sql| select d from e where g = #{d} |] ++ [st|#{c}|]\n  in unlines (map e b)\n",
		"prose":              "text: said the end of it */ and went on\n",
	} {
		t.Run(name, func(t *testing.T) {
			language, marked, _ := strings.Cut(source, ": ")
			l, _ := lex.Lookup(language)
			cut := strings.ContainsAny(marked, "^$")
			before, code, _ := strings.Cut(marked, "^")
			if !cut {
				before, code = "", marked
			}
			code, after, _ := strings.Cut(code, "$")
			src := []byte(before + code + after)
			tokens, c, ok := l.LexCut(src, l.Lex(nil, src))
			if ok != cut {
				t.Fatalf("LexCut returns %v, %+v", ok, c)
			}
			if !cut {
				return
			}
			if c.From != len(before) || c.To != len(before+code) || c.Comment != strings.Contains(name, "comment") {
				t.Errorf("%+v of %q", c, src)
			}
			want := l.Lex(nil, append(bytes.Repeat([]byte(" "), len(before)), code...))
			if name == "template literal" { // a division, not a regular expression
				want = l.Lex(nil, append([]byte("1"+strings.Repeat(" ", len(before)-1)), code...))[1:]
			}
			if len(tokens) != len(want) {
				t.Fatalf("%d tokens, not %d", len(tokens), len(want))
			}
			for i := range want {
				if tokens[i] != want[i] {
					t.Errorf("token %d is %+v, not %+v", i, tokens[i], want[i])
				}
			}
		})
	}
}
