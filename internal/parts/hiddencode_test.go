package parts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// hiding are the ways in which code can stand in sources of a language. %s is the code.
type hiding struct {
	language, host, line, block string
	strings                     []string
	lines                       []string // of code; # is a number
}

var cLines = []string{"if (n# > 0) {", "n# = f#(n#, 3);", "}", "return n#;", "while (n# < f#()) {"}

var hidings = []hiding{
	{"Go", "package a\n\nvar a = 1\n", "// ", "/*\n%s*/\n", []string{"var s = `\n%s`\n"}, []string{"if n# > 0 {", "n# := f#(n#, 3)", "}", "return n#", "type t struct { a, b int }"}},
	{"C", "int a = 1;\n", "// ", "/* see below:\n%s */\n", nil, cLines},
	{"C++", "int a = 1;\n", "/// ", "/**\n%s**/\n", []string{"auto s = R\"x(\n%s)x\";\n"}, cLines},
	{"Java", "int a = 1;\n", "// ", "/*\n%s*/\n", []string{"String s = \"\"\"\n%s\"\"\";\n"}, cLines},
	{"JavaScript", "let a = 1;\n", "// ", "/*\n%s*/\n", []string{"let s = `\n%s`;\n"}, cLines},
	{"Rust", "fn a() {}\n", "//! ", "/*\n%s*/\n", []string{"const S: &str = r#\"\n%s\"#;\n"}, cLines},
	{"Python", "a = 1\n", "# ", "", []string{"s = '''\n%s'''\n", "def f():\n  r\"\"\"Does it.\n\n%s  \"\"\"\n"}, []string{"n# = f#(n#, [3])", "print(n#, f#(n#))", "for n# in range(3):", "return n#", "class C#(object):"}},
	{"Ruby", "a = 1\n", "# ", "=begin\n%s=end\n", []string{"s = <<END\n%sEND\n", "a = 2\n__END__\n%s"}, []string{"n# = f#(n#, [3])", "puts(f#(n#))", "if f#(n#)", "end"}},
	{"Perl", "my $a = 1;\n", "# ", "=pod\n\n%s\n=cut\n", []string{"my $s = <<'END';\n%sEND\n", "1;\n__END__\n%s"}, []string{"my $n# = f#(3, $n#);", "if ($n#) {", "}", "print $n#;"}},
	{"Lua", "local a = 1\n", "-- ", "--[[\n%s]]\n", []string{"local s = [[\n%s]]\n"}, []string{"local n# = f#(n#, 3)", "if f#(n#) then", "end", "print(n#, n#)"}},
	{"Haskell", "a = 1\n", "-- ", "{-\n%s-}\n", nil, []string{"f# n# = [n#, (3)]", "g# = f# (n#, 2)", "x# = (f# . g#) [1]"}},
	{"SQL", "SELECT 1;\n", "-- ", "/*\n%s*/\n", nil, []string{"INSERT INTO t# (a, b) VALUES (1, 2);", "SELECT f#(n#) FROM t#;", "UPDATE t# SET (a = 3);"}},
}

// code returns some lines of code, of which the first and the last are surely code.
func (h hiding) code(random *rand.Rand) string {
	var out strings.Builder
	line := func(l string) {
		for strings.Contains(l, "#") {
			l = strings.Replace(l, "#", fmt.Sprint(random.IntN(90)+10), 1)
		}
		out.WriteString(l + "\n")
	}
	for range 4 {
		line(h.lines[1])
	}
	for range random.IntN(12) {
		line(h.lines[random.IntN(len(h.lines))])
	}
	line(h.lines[1])
	return out.String()
}

// all returns the source of every way in which the code can stand in it.
func (h hiding) all(code string) []string {
	all := []string{prefixed(h.line, code), prefixed("  "+h.line+" ", code)}
	if h.block != "" {
		all = append(all, fmt.Sprintf(h.block, code))
	}
	if strings.Contains(h.block, "/*") {
		all = append(all, fmt.Sprintf(h.block, prefixed(" * ", code)))
	}
	for _, s := range h.strings {
		all = append(all, fmt.Sprintf(s, code))
	}
	for i := range all {
		all[i] = h.host + all[i]
		if !strings.Contains(all[i], "__END__") {
			all[i] += h.host
		}
	}
	return all
}

// outside returns the tokens before those of code inside comments and strings.
func outside(tokens []lex.Token) []lex.Token {
	if i := slices.IndexFunc(tokens, lex.Token.Inside); i >= 0 {
		return tokens[min(1, i):i]
	}
	return tokens
}

// Code in any comment or string is found, with exactly its tokens, and the tokens around it are
// those of the language.
func TestLex_FindsCodeInside(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 1))
	for _, h := range hidings {
		l := format(t, h.language)
		for range 100 {
			code := h.code(random)
			for _, src := range h.all(code) {
				var got Lexed
				Lex(l, []byte(src), Indexed, &got)
				if !slices.Equal(outside(got.Tokens), l.Lex(nil, []byte(src))) {
					t.Fatalf("%s: other tokens outside of\n%s", l, src)
				}
				if !hasPart(got, code) {
					t.Fatalf("%s: the code is not found in\n%s", l, src)
				}
			}
		}
	}
}

// Foreign code in a comment is noted, and has the tokens of another language on demand. Without
// such code, nothing changes.
func TestLexForeign_ReadsOtherLanguages(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 11))
	found, foreign := 0, 0
	for _, host := range hidings {
		l := format(t, host.language)
		for _, h := range hidings {
			code := h.code(random)
			for _, src := range host.all(code)[1:] {
				var plain, shown, other Lexed
				Lex(l, []byte(src), Indexed, &plain)
				Lex(l, []byte(src), Asked, &shown)
				Lex(l, []byte(src), Foreign, &other)
				if !slices.Equal(outside(plain.Tokens), outside(shown.Tokens)) || !slices.Equal(outside(shown.Tokens), outside(other.Tokens)) {
					t.Fatalf("%s: other tokens outside of\n%s", l, src)
				}
				if !shown.Foreign && !slices.Equal(shown.Tokens, other.Tokens) || plain.Foreign || other.Foreign {
					t.Fatalf("%s: foreign is %t, %t and %t in\n%s", l, plain.Foreign, shown.Foreign, other.Foreign, src)
				}
				if shown.Foreign {
					foreign++
					if hasPart(other, code) {
						found++
					}
				}
			}
		}
	}
	if foreign == 0 || found < foreign*9/10 {
		t.Errorf("%d of %d are found", found, foreign)
	}
}

// So is code inside the comments and strings of a block of Markdown or a cell of a notebook, even
// if the block has nothing else.
func TestLex_FindsCodeInsideOfParts(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 3))
	code := hidings[0].code(random)
	for name, src := range map[string]string{
		"comments":    "```" + hidings[0].language + "\n" + prefixed("/// ", code) + "```\n",
		"a string":    "Some words.\n\n```python\nprog = \"\"\"\n" + code + "\"\"\"\n```\n\nMore words.\n",
		"in a list":   "1. Do\n\n   ```" + hidings[0].language + "\n" + prefixed("   /// ", code) + "   ```\n",
		"and a quote": "> ```" + hidings[0].language + "\n" + prefixed("> /// ", code) + "> ```\n",
	} {
		var got Lexed
		if Lex(format(t, "Markdown"), []byte(src), Indexed, &got); !hasPart(got, code) {
			t.Errorf("%s: the code is not found in\n%s", name, src)
		}
	}
	diff := "--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,99 @@\n package a\n" + prefixed("+// ", code) + " var a = 1\n"
	var got Lexed
	if Lex(format(t, "Diff"), []byte(diff), Indexed, &got); !hasPart(got, code) {
		t.Errorf("the code is not found in\n%s", diff)
	}
	diff = "--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,99 @@\n /*\n It's words\n" + prefixed("+", code) + " and more.\n */\n"
	if Lex(format(t, "Diff"), []byte(diff), Asked, &got); !hasPart(got, code) {
		t.Errorf("the code is not found in\n%s", diff)
	}
	cell, err := json.Marshal(prefixed("// ", code))
	if err != nil {
		t.Fatal(err)
	}
	Lex(format(t, "Jupyter Notebook"), fmt.Appendf(nil, `{"cells": [{"cell_type": "code", "source": %s}], "metadata": {"language_info": {"name": "go"}}, "nbformat": 4}`, cell), Indexed, &got)
	if !hasPart(got, code) {
		t.Error("the code is not found in a cell")
	}
}

// inBrackets are the strings whose marks the author chooses or that are brackets, and the forms
// that are left out.
var inBrackets = []hiding{
	{"Ruby", "a = 1\n", "", "", []string{"s = %%q{\n%s}\n", "s = %%Q(%s)\n", "s = %%[\n%s]\n", "s = %%q!\n%s!\n", "f(%%q<%s>, 1)\n"}, []string{"n# = f#(n#, [3])", "puts(f#(n#))", "if f#(n#) == [n#]", "end"}},
	{"Perl", "my $a = 1;\n", "", "", []string{"my $s = q{\n%s};\n", "eval qq(%s);\n", "eval qq {%s};\n", "my $s = q~\n%s~;\n", "my $s = qx[%s];\n", "push @a, <<X, q'%s';\nX\n"}, []string{"my $n# = f#(3, $n#);", "$n# = f#($n#) if ($n#);", "print $n#{a}, f#(3);"}},
	{"OCaml", "let a = 1\n", "", "", []string{"let s = {|\n%s|}\n", "let s = {x|%s|x}\n", "let s = {sql_1|%s|sql_1}\n"}, []string{"let n# = (f# n# [3]) in", "let f# = fun n# -> [n#; 3] in", "(f# n#);"}},
	{"Groovy", "def a = 1\n", "", "", []string{"def s = $/\n%s/$\n", "run($/%s/$, 1)\n"}, cLines},
	{"D", "int a = 1;\n", "", "", []string{"auto s = q\"(\n%s)\";\n", "auto s = q\"EOS\n%sEOS\";\n", "auto s = `%s`;\n", "auto s = r\"\n%s\";\n"}, cLines},
	{"Elixir", "a = 1\n", "", "", []string{"s = ~S\"\"\"\n%s\"\"\"\n", "s = ~s(%s)\n", "s = ~S|\n%s|\n"}, []string{"n# = f#(n#, [3])", "n# = f#(n#) ++ [3]", "n# = [n#, {3, n#}]"}},
	{"Haskell", "a = 1\n", "", "", []string{"s = [r|\n%s|]\n"}, []string{"f# n# = [n#, (3)]", "g# = f# (n#, 2)", "x# = (f# . g#) [1]"}},
	{"Lua", "local a = 1\n", "", "", []string{"local s = [==[\n%s]==]\n", "f([[%s]], 1)\n"}, []string{"local n# = f#(n#, 3)", "if f#(n#) then", "end", "print(n#, n#)"}},
	{"Clojure", "(def a 1)\n", "", "", []string{"#_(do\n%s)\n", "#_ [\n%s]\n"}, []string{"(def n# (f# n# [3]))", "(f# n# {:a 3})", "(when (f# n#) [n#])"}},
	{"Scheme", "(define a 1)\n", "", "", []string{"#;(begin\n%s)\n"}, []string{"(define n# (f# n# '(3)))", "(f# n# (list 3))", "(if (f# n#) (g# n#))"}},
}

// Code in them is found, with its tokens in a row.
func TestLex_FindsCodeInBrackets(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 9))
	for _, h := range inBrackets {
		l := format(t, h.language)
		for range 50 {
			code := h.code(random)
			for _, form := range h.strings {
				src := h.host + fmt.Sprintf(form, code) + h.host
				var got Lexed
				Lex(l, []byte(src), Indexed, &got)
				if !slices.Equal(outside(got.Tokens), l.Lex(nil, []byte(src))) {
					t.Fatalf("%s: other tokens outside of\n%s", l, src)
				}
				want := code
				if form[0] == '#' { // a form that is left out
					want = fmt.Sprintf(form[2:], code)
				}
				if !hasPart(got, want) {
					t.Fatalf("%s: the code is not found in\n%s", l, src)
				}
				checkReadOnce(t, got.Tokens)
			}
		}
	}
}

// Words and patterns in such marks are no code. Nor are strings that only begin like them.
func TestLex_LeavesOtherBrackets(t *testing.T) {
	list, pattern := strings.Repeat("lib/a_b.rb lib/c[1].rb\n", 9), strings.Repeat("(a_[b-c]+|$d) # = e;\n", 9)
	for _, c := range []struct{ language, src string }{
		{"Ruby", "s = %w(\n" + list + ")\n"}, {"Ruby", "s = %r{\n" + pattern + "}x\n"}, {"Perl", "my @s = qw{\n" + list + "};\n"},
		{"Perl", "f(qr{\n" + pattern + "}x);\n"}, {"Perl", "m{\n" + pattern + "}x;\n"}, {"Elixir", "s = ~w(\n" + list + ")\n"},
		{"Ruby", "s = <<X\nq{" + strings.Repeat("\nand so on", 9) + "\nX\n"}, {"Perl", "my $s = q" + strings.Repeat(" ", 80) + "\n"},
	} {
		var got Lexed
		Lex(format(t, c.language), []byte(c.src), Indexed, &got)
		if slices.ContainsFunc(got.Tokens, lex.Token.Inside) {
			t.Errorf("%s: code in\n%s", c.language, c.src)
		}
	}
}

// REM opens a comment, in any case.
func TestLex_FindsCodeAfterREM(t *testing.T) {
	code := strings.Repeat("total = size(names(3), 7)\nprint(total = 9)\n", 4)
	for _, mark := range []string{"REM ", "rem ", "  Rem\t"} {
		var got Lexed
		Lex(format(t, "VB"), []byte("a = 1\n"+prefixed(mark, code)+"a = 1\n"), Indexed, &got)
		if !hasPart(got, code) {
			t.Errorf("the code after %q is not found", mark)
		}
	}
}

// So is code in strings with escaped line breaks, on one line or in pieces.
func TestLex_FindsCodeInPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 2))
	for _, c := range []struct{ language, join string }{
		{"Python", " "}, {"C", "\n"}, {"Java", "\n\t+ "}, {"JavaScript", " +\n"}, {"PHP", ".\n"},
	} {
		i := slices.IndexFunc(hidings, func(h hiding) bool { return h.language == c.language || c.language == "PHP" })
		for range 50 {
			code := hidings[i].code(random)
			whole := `"` + strings.ReplaceAll(code, "\n", `\n`) + `"`
			pieces := strings.ReplaceAll(whole[:len(whole)-3], `\n`, `\n"`+c.join+`"`) + `\n"`
			forms := []string{whole, pieces}
			switch c.language {
			case "Python":
				lines := strings.SplitAfter(strings.TrimSuffix(code, "\n"), "\n")
				var threes string
				for n := range slices.Chunk(lines, 3) {
					threes += `"""` + strings.Join(n, "") + `""" `
				}
				forms = append(forms, "("+threes+")")
				fallthrough
			case "C", "JavaScript":
				forms = append(forms, strings.ReplaceAll(whole, `\n`, `\n\`+"\n"))
			}
			if c.language != "Java" { // which has no such escapes
				forms = append(forms, strings.ReplaceAll(whole, `\n`, `\012`), fmt.Sprintf(`"%s"`, escapedBytes(code)))
			}
			for _, s := range forms {
				src := "s = " + s + ";\n"
				if c.language == "PHP" {
					src = "<?php $" + src
				}
				var got Lexed
				Lex(format(t, c.language), []byte(src), Indexed, &got)
				if !hasPart(got, code) {
					t.Fatalf("%s: the code is not found in\n%s", c.language, src)
				}
				checkReadOnce(t, got.Tokens)
			}
		}
	}
}

// escapedBytes returns the code with each byte as \x0a.
func escapedBytes(code string) string {
	var out strings.Builder
	for _, b := range []byte(code) {
		fmt.Fprintf(&out, `\x%02x`, b)
	}
	return out.String()
}

// A program in a string of several lines is read by them, even if it has escaped line breaks
// itself.
func TestLex_ReadsStringsOnce(t *testing.T) {
	code := "for n in range(3):\n" + strings.Repeat("    print(n, f(n), end=\"\\\\n\")\n", 5) + "f(n, [3])\n"
	var got Lexed
	Lex(format(t, "Python"), []byte("p = '''\n"+code+"'''\nexec(p)\n"), Indexed, &got)
	if !hasPart(got, code) {
		t.Error("not found")
	}
	checkReadOnce(t, got.Tokens)
	// A series of strings may lie inside one that is not yet read.
	Lex(format(t, "Python"), []byte("p = \"a;\""+strings.Repeat(" \"b = f(a, 1);\" +", 9)+" \"c\" \"d\"\n"), Indexed, &got)
	checkReadOnce(t, got.Tokens)
}

// checkReadOnce checks that no two tokens inside of a comment or string overlap.
func checkReadOnce(t *testing.T, tokens []lex.Token) {
	t.Helper()
	var inside []lex.Token
	is := false
	for _, token := range tokens {
		switch {
		case token.Kind == lex.Border:
			is = token.Inside()
		case is:
			inside = append(inside, token)
		}
	}
	slices.SortFunc(inside, func(x, y lex.Token) int { return cmp.Compare(x.Start, y.Start) })
	for i := range inside {
		if i > 0 && inside[i].Start < inside[i-1].End {
			t.Fatalf("two tokens hold offset %d", inside[i].Start)
		}
	}
}

// So is code of which a line of words follows every three, without the words, if it has keywords.
func TestLex_FindsCodeBetweenWords(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 6))
	words := "and then we have to do the next thing of all that there is to be done here before we can go on\n"
	for _, h := range hidings {
		if !slices.Contains(strings.Fields("Go C Java JavaScript Python Lua"), h.language) {
			continue // in SQL the words are keywords, and the lines of others have few
		}
		var code, mixed string
		for i := range 24 {
			line := h.lines[i%len(h.lines)]
			if kindOf([]byte(line)) != codeLine {
				line = h.lines[0]
			}
			code += strings.ReplaceAll(line, "#", fmt.Sprint(random.IntN(90)+10)) + "\n"
		}
		for lines := range slices.Chunk(strings.SplitAfter(code, "\n")[:24], 3) {
			mixed += strings.Join(lines, "") + words
		}
		var got Lexed
		Lex(format(t, h.language), []byte(h.host+prefixed(h.line, mixed)+h.host), Indexed, &got)
		if !hasPart(got, code) {
			t.Errorf("%s: the code is not found in\n%s", h.language, prefixed(h.line, mixed))
		}
	}
}

// So is code in data and in text: a block scalar of YAML, and between the tags of HTML.
func TestLex_FindsCodeInData(t *testing.T) {
	code := "def size_of(path):\n    total = 0\n    for name in os.listdir(path):\n        if not name.startswith('.'):\n" +
		"            total += os.path.getsize(os.path.join(path, name))\n    return total\n\n\nif __name__ == '__main__':\n    print(size_of('.'))\n"
	for _, c := range []struct{ language, src string }{
		{"YAML", "jobs:\n  a:\n    run: |\n" + prefixed("      ", code) + "    other: x\n"},
		{"YAML", "- |\n" + prefixed("  ", code)},
		{"HTML", "<html><p>This is it:</p>\n<pre>" + code + "</pre>\n<p>Call it.</p></html>\n"},
		{"XML", "<a>\n<b>\n" + code + "</b>\n</a>\n"},
	} {
		var got Lexed
		Lex(format(t, c.language), []byte(c.src), Indexed, &got)
		if !hasPart(got, code) {
			t.Errorf("%s: the code is not found in\n%s", c.language, c.src)
		}
		checkReadOnce(t, got.Tokens)
	}
	guide, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"YAML", "HTML"} {
		var got Lexed
		Lex(format(t, language), []byte("a: |\n"+prefixed("  ", string(guide[:bytes.Index(guide, []byte("\n```"))]))), Indexed, &got)
		if slices.ContainsFunc(got.Tokens, lex.Token.Inside) {
			t.Errorf("%s: prose is read as code", language)
		}
	}
}

// Blocks of code of a page are found whatever colours them, with exactly their tokens; so are their
// places.
func TestLex_FindsBlocksOfPages(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 4))
	word := regexp.MustCompile(`[A-Za-z]+|[0-9]+`)
	for _, h := range hidings {
		for range 20 {
			code := h.code(random)
			coloured := word.ReplaceAllStringFunc(code, func(w string) string {
				return []string{w, `<span class="kw">` + w + "</span>", "<b>" + w + "</b>"}[random.IntN(3)]
			})
			coloured = strings.NewReplacer(" < ", " &lt; ", " > ", " &gt; ", `"`, "&quot;", "&", "&amp;").Replace(coloured)
			if strings.Contains(code, `"`) || strings.Contains(code, "&") {
				coloured = html.EscapeString(code)
			}
			class := "language-" + h.language
			for _, form := range []string{
				`<pre class="%s">%s</pre>`, `<PRE><code class="%s">%s</code></PRE>`,
				"<div class=\"%s\">\n<div class=\"highlight\"><pre><span></span>%s</pre></div>\n</div>",
			} {
				form = fmt.Sprintf(form, class, coloured)
				src := "<!DOCTYPE html>\n<html><p>This is &lt;it&gt;:</p>\n" + form + "\n<!-- " + form + " -->\n<script>let a = '<pre>'</script><p>Call it.</p>\n"
				var got Lexed
				Lex(format(t, "HTML"), []byte(src), Indexed, &got)
				if !hasPart(got, code) {
					t.Fatalf("%s: the code is not found in\n%s", h.language, src)
				}
				checkReadOnce(t, got.Tokens)
			}
		}
	}
	for _, src := range []string{strings.Repeat("<pre>", 1<<18), strings.Repeat("<pre", 1<<18), strings.Repeat("<div>", 1<<18) + "<pre>x</pre>",
		strings.Repeat("<div ><pre>\n"+strings.Repeat("f(1, x);\n", 10)+"</pre>", 1<<10)} {
		var got Lexed
		Lex(format(t, "HTML"), []byte(src), Indexed, &got)
	}
}

// Lists of names, paths and options are not code, nor are strings of several lines without code,
// nor what a program prints.
func TestLex_LeavesLists(t *testing.T) {
	for _, item := range []string{`"dir/file_1.c"`, `"two words"`, `"--option=[a|b]"`, `"a=7; path=/foo"`, `"(a) %s\n"`, `f"{x for x in f(y)}"`, `"a.b(c)", 1`,
		`"usage: cp [-a] [-b|-c] [file] (see cp(1)) for more"`} {
		for _, form := range []struct{ line, all string }{{"  %s,", "x = [\n%s]\n"}, {"print(%s)", "%s"}, {"x += %s", "%s"}, {"  (1, %s),", "x = [\n%s]\n"}} {
			src := fmt.Sprintf(form.all, strings.Repeat(fmt.Sprintf(form.line, item)+"\n", 30))
			for _, language := range []string{"Python", "JavaScript", "Go"} {
				var got Lexed
				Lex(format(t, language), []byte(src), Indexed, &got)
				if slices.ContainsFunc(got.Tokens, lex.Token.Inside) {
					t.Errorf("%s: code in\n%s", language, src)
				}
			}
		}
	}
}

// Comments in code that is commented out by lines end where they end.
func TestLex_FindsCommentsInCommentedCode(t *testing.T) {
	code := "int sum = 0;  /* the sum */\n/*\n * Of all values,\n * so far.\n */\nfor (i = 0; i < n; i++) {\n  sum += f(i);  /* of all */\n}\nreturn g(sum); /* so far */\n"
	for _, language := range []string{"C", "Go", "Java"} {
		var got Lexed
		Lex(format(t, language), []byte("x = 1;\n"+prefixed("// ", code)+"y = 2;\n"), Indexed, &got)
		if !hasPart(got, code) {
			t.Errorf("%s: not found", language)
		}
	}
}

// Prose in comments and strings is not code, nor are a few lines, and lists of who has the
// copyright.
func TestLex_LeavesProse(t *testing.T) {
	licence, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	few := "n = f(n, 3);\nn = f(n, 3);\nn = f(n, 3);\n"
	owners := strings.Repeat("Copyright (c) 1999, 2001-2004 Ann Bee (Ceedee, Inc.)\n(C) Copyright 2006-2008, Dee; Eff & Co. [all rights]\n"+
		"© 2010, 2011 Gee <gee@h.org>; Ell <ell@m.org>\n", 3)
	authors := strings.Repeat("Ann Bee (ann_bee@h.org),\nDee, Eff & Co. <d.e@g-h.org>;\n", 4)
	logo := strings.Repeat("  (_(  )_)  ==[_]==  /|_|_|\\ ;\n __||_||__ {_}=={_} (_)|_|_(_)\n |_[]_[]_| = = = = = |__||__|;\n", 3) +
		"+------+     +-----+\n| bird | --> | egg |\n+------+     +-----+\n"
	for _, text := range []string{string(licence), string(guide[:bytes.Index(guide, []byte("\n```"))]), few, owners, authors, logo} {
		for _, h := range hidings {
			for _, src := range h.all(text) {
				var got Lexed
				Lex(format(t, h.language), []byte(src), Indexed, &got)
				for i, token := range got.Tokens {
					if token.Inside() {
						t.Fatalf("%s: code at %q in\n%s", h.language, src[token.Start:got.Tokens[min(i+30, len(got.Tokens)-1)].End], src)
					}
				}
			}
		}
	}
}

// Whatever the source, the tokens outside are those of the language, and those of a part inside are
// in order and lie in one comment or string.
func FuzzLexInside(f *testing.F) {
	random := rand.New(rand.NewPCG(17, 3))
	languages := lex.Languages()
	for _, h := range hidings {
		for _, src := range h.all(h.code(random)) {
			f.Add(uint8(slices.Index(languages, format(f, h.language))), []byte(src))
		}
	}
	for _, h := range inBrackets {
		for _, s := range h.strings {
			f.Add(uint8(slices.Index(languages, format(f, h.language))), fmt.Appendf(nil, h.host+s, h.code(random)))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, src []byte) {
		l := languages[int(which)%len(languages)]
		var got Lexed
		Lex(l, src, Indexed, &got)
		plain := l.Lex(nil, src)
		if !(l.TextEscapes() && bytes.Contains(src, []byte(`\u`)) || hasDirectives(l) && bytes.ContainsAny(src, "#?%_")) && !slices.Equal(outside(got.Tokens), plain) {
			t.Fatalf("%s: other tokens outside", l)
		}
		checkReadOnce(t, got.Tokens)
		end, inside := uint32(0), false
		for i, token := range got.Tokens {
			if token.Kind == lex.Border {
				end, inside = token.Start, token.Inside()
				if i+1 == len(got.Tokens) {
					t.Fatal("a border that begins nothing")
				}
				continue
			}
			if inside && (token.Start < end || token.End <= token.Start || int(token.End) > len(src)) {
				t.Fatalf("%s: token %d is at %d-%d, after one that ends at %d", l, i, token.Start, token.End, end)
			}
			end = token.End
		}
	})
}

// Queries in SQL are found in the comments and strings of programs in all languages. Capitals of
// licences, and sentences with such words, are no queries.
func TestLex_FindsQueries(t *testing.T) {
	query := "SELECT c.name, sum(o.amount) AS total\nFROM customers c\nLEFT JOIN orders o ON o.customer = c.id\nWHERE c.active AND c.city = 'Bern'\n" +
		"GROUP BY c.name\nORDER BY total DESC, c.name\n"
	for _, h := range hidings {
		if h.language == "SQL" {
			continue
		}
		var got Lexed
		Lex(format(t, h.language), []byte(h.host+prefixed(h.line, query)+h.host), Indexed, &got)
		if !hasPart(got, query) {
			t.Errorf("%s: the query is not found in\n%s", h.language, prefixed(h.line, query))
		}
	}
	for _, prose := range []string{
		"SELECT the files that you want to have,\nFROM the list on the left side of the page.\nThen press the button below it, and\nwait until the page says that all is done.\n",
		"IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES\nOR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, ARISING\nFROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE\nOR THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n",
	} {
		var got Lexed
		Lex(format(t, "C"), []byte("int f;\n/*\n"+prose+"*/\nint g;\n"), Indexed, &got)
		if slices.ContainsFunc(got.Tokens, func(t lex.Token) bool { return t.Kind == lex.Border }) {
			t.Errorf("%q is taken for code", prose)
		}
	}
}
