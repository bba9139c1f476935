package parts

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
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

// Code in any comment or string is found, with exactly its tokens, and the tokens around it are those
// of the language.
func TestLex_FindsCodeInside(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 1))
	for _, h := range hidings {
		l := format(t, h.language)
		for range 100 {
			code := h.code(random)
			for _, src := range h.all(code) {
				var got Lexed
				Lex(l, []byte(src), &got)
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
			for _, s := range forms {
				src := "s = " + s + ";\n"
				if c.language == "PHP" {
					src = "<?php $" + src
				}
				var got Lexed
				Lex(format(t, c.language), []byte(src), &got)
				if !hasPart(got, code) {
					t.Fatalf("%s: the code is not found in\n%s", c.language, src)
				}
				checkReadOnce(t, got.Tokens)
			}
		}
	}
}

// A program in a string of several lines is read by them, even if it has escaped line breaks itself.
func TestLex_ReadsStringsOnce(t *testing.T) {
	code := "for n in range(3):\n" + strings.Repeat("    print(n, f(n), end=\"\\\\n\")\n", 5) + "f(n, [3])\n"
	var got Lexed
	Lex(format(t, "Python"), []byte("p = '''\n"+code+"'''\nexec(p)\n"), &got)
	if !hasPart(got, code) {
		t.Error("not found")
	}
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

// So is code in a list of strings, with a line in each.
func TestLex_FindsCodeInLists(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 5))
	for _, c := range []struct{ language, list string }{
		{"Python", "lines = [\n%s\n]\nx = 1\n"}, {"C", "const char *lines[] = {\n%s\n};\nint x;\n"},
		{"Java", "write(a,\n%s, b);\nint x;\n"}, {"JavaScript", "let lines = [\n%s,\n].join()\n"},
	} {
		h := hidings[slices.IndexFunc(hidings, func(h hiding) bool { return h.language == c.language })]
		for range 50 {
			code := h.code(random) + strings.Repeat(strings.ReplaceAll(h.lines[3], "#", "9")+"\n", 12) + h.code(random)
			for _, end := range []string{"", `\n`} {
				items := strings.Split(strings.TrimSuffix(code, "\n"), "\n")
				for i, line := range items {
					items[i] = `"` + strings.ReplaceAll(line, `"`, `\"`) + end + `"`
				}
				src := fmt.Sprintf(c.list, strings.Join(items, ",\n  "))
				var got Lexed
				Lex(format(t, c.language), []byte(src), &got)
				if !hasPart(got, code) {
					t.Fatalf("%s: the code is not found in\n%s", c.language, src)
				}
			}
		}
	}
}

// Lists of names, paths and options are not code, nor are strings of several lines without code.
func TestLex_LeavesLists(t *testing.T) {
	for _, item := range []string{`"dir/file_1.c"`, `"two words"`, `"--option=[a|b]"`, `"a=7; path=/foo"`, `"(a) %s\n"`, `f"{x for x in f(y)}"`, `"a.b(c)", 1`} {
		src := "x = [\n  " + strings.Repeat(item+",\n  ", 30) + "]\n"
		for _, language := range []string{"Python", "JavaScript", "Go"} {
			var got Lexed
			Lex(format(t, language), []byte(src), &got)
			if slices.ContainsFunc(got.Tokens, lex.Token.Inside) {
				t.Errorf("%s: code in a list of %s", language, item)
			}
		}
	}
}

// Comments in code that is commented out by lines end where they end.
func TestLex_FindsCommentsInCommentedCode(t *testing.T) {
	code := "int sum = 0;  /* the sum */\n/*\n * Of all values,\n * so far.\n */\nfor (i = 0; i < n; i++) {\n  sum += f(i);  /* of all */\n}\nreturn g(sum); /* so far */\n"
	for _, language := range []string{"C", "Go", "Java"} {
		var got Lexed
		Lex(format(t, language), []byte("x = 1;\n"+prefixed("// ", code)+"y = 2;\n"), &got)
		if !hasPart(got, code) {
			t.Errorf("%s: not found", language)
		}
	}
}

// Code behind a mark in each line of a comment or string, in a box or with line numbers is found, too.
func TestLex_FindsFramedCode(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 4))
	framed := func(f func(n int, line string) string, code string) string {
		var out strings.Builder
		for i, line := range strings.Split(strings.TrimSuffix(code, "\n"), "\n") {
			out.WriteString(f(98+i, line) + "\n")
		}
		return out.String()
	}
	for _, h := range hidings {
		for name, frame := range map[string]func(int, string) string{
			"quoted":         func(_ int, line string) string { return "> " + line },
			"numbered":       func(n int, line string) string { return fmt.Sprintf("%3d: %s", n, line) },
			"in a column":    func(n int, line string) string { return fmt.Sprintf("%3d | %s", n, line) },
			"boxed":          func(_ int, line string) string { return fmt.Sprintf("| %-40s |", line) },
			"boxed in stars": func(_ int, line string) string { return fmt.Sprintf("  %-40s *", line) },
		} {
			code := h.code(random)
			for _, src := range h.all(framed(frame, code)) {
				var got Lexed
				Lex(format(t, h.language), []byte(src), &got)
				if !hasPart(got, code) {
					t.Fatalf("%s: the code that is %s is not found in\n%s", h.language, name, src)
				}
			}
		}
	}
}

// What stands around less than four lines, or at the start of other lines, is code.
func TestLex_KeepsMarksOfCode(t *testing.T) {
	for _, code := range []string{
		"x = f(a,\n> b, c);\n> d(e[1], f[2]);\nx = g(3);\n> h(4);\nx = f(a, b);\n",
		"x = [\n  10, 20,\n  11, 21,\n  12, 22,\n  13, 23,\n];\ny = f(x, [1, 2, 3]);\n",
		"x = A |\n  f(B) |\n  f(C) |\n  f(D) |\n  f(E);\ny = f(x, 3);\n",
	} {
		var got Lexed
		Lex(format(t, "C"), []byte("int a;\n/*\n"+code+"*/\nint b;\n"), &got)
		if !hasPart(got, code) {
			t.Errorf("not found: %s", code)
		}
	}
}

// Prose in comments and strings is not code, nor are a few lines, and lists of who has the copyright.
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
				Lex(format(t, h.language), []byte(src), &got)
				for i, token := range got.Tokens {
					if token.Inside() {
						t.Fatalf("%s: code at %q in\n%s", h.language, src[token.Start:got.Tokens[min(i+30, len(got.Tokens)-1)].End], src)
					}
				}
			}
		}
	}
}

// Whatever the source, the tokens outside are those of the language, and those of a part inside are in
// order and lie in one comment or string.
func FuzzLexInside(f *testing.F) {
	random := rand.New(rand.NewPCG(17, 3))
	languages := lex.Languages()
	for _, h := range hidings {
		for _, src := range h.all(h.code(random)) {
			f.Add(uint8(slices.Index(languages, format(f, h.language))), []byte(src))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, src []byte) {
		l := languages[int(which)%len(languages)]
		var got Lexed
		Lex(l, src, &got)
		plain := l.Lex(nil, src)
		if !slices.Equal(outside(got.Tokens), plain) {
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
