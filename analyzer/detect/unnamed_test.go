package detect

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A program is told whatever its name is, if that says nothing.
func TestFile_FindsProgramsUnderAnyName(t *testing.T) {
	for _, name := range []string{"C", "Go", "Java", "JavaScript", "PHP", "Python", "Ruby", "Rust"} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []string{"prog", "a/prog.txt", "b/prog.handed-in", "PROG.TXT"} {
			if got := File(as, content); got != l {
				t.Errorf("%s as %s is read as %s", name, as, got)
			}
			if got := Language(as, content); got != lex.Prose && strings.HasSuffix(as, "txt") {
				t.Errorf("a question in %s named %s is read as %s", name, as, got)
			}
		}
		if got := File("prog.md", content); got == l {
			t.Errorf("%s in Markdown is read as %s", name, got)
		}
	}
}

// What is written plainly in one language is not read in that of a wrong name.
func TestLanguage_IsNotThatOfAWrongName(t *testing.T) {
	for _, name := range []string{"C", "Go", "Java", "Python", "Ruby", "Rust"} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range strings.Fields(".tex .el .ini .cfg .css .bib .lisp .clj .scm .graphql .svg .ejs .astro .hbs .jsp .cshtml .erl .toml .yaml .sty .vue") {
			if got := Language("a/b"+wrong, content); got != l {
				t.Errorf("%s as %s is read as %s", name, wrong, got)
			}
		}
	}
}

// A right name is not overruled, whatever a content has in common with other languages.
func TestLanguage_BelievesRightNames(t *testing.T) {
	for _, l := range codeLanguages() {
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		if got := overruled(l, content); got != l {
			t.Errorf("%s is read as %s", l, got)
		}
		if got := contradicted(l, content, untrustedLines); got != l && slices.Contains(ofPrograms, l.Name) {
			t.Errorf("%s is read as %s if names may deceive", l, got)
		}
	}
	for name, want := range map[string][2]string{
		"a.css":  {"CSS", strings.Repeat(".note { color: #333; margin: 0 auto; }\n@media print { a:hover { display: none; } }\n", 20)},
		"a.yaml": {"YAML", strings.Repeat("if: true\nreturn:\n  - class: import\n    for: [a, b]\n", 20)},
		"a.sh":   {"Shell", strings.Repeat("for f in *.c; do\n  if [ -f \"$f\" ]; then return 1; fi\ndone\n", 20)},
		"a.html": {"HTML", "<script>\n" + strings.Repeat("function f(a) { return a + 1; }\n", 40) + "</script>\n"},
		"a.svg":  {"XML", "<svg><script>\n" + strings.Repeat("function f(a) { return a + 1; }\n", 40) + "</script></svg>\n"},
		"b.svg":  {"PHP", "<?php\n" + strings.Repeat("function f($a) { foreach ($a as $b) { echo $b->c; } return $a; }\n", 20)},
		"a.lisp": {"Common Lisp", strings.Repeat("(defun f (a b) ; for\n  (let ((c (+ a 1))) (if (> c b) (return c) (f c b))))\n", 20)},
		"a.tex":  {"TeX", strings.Repeat("\\begin{lstlisting}\nint f(int a) { return a; }\n\\end{lstlisting}\nSome \\emph{words} follow, as in \\cite{a}.\n", 20)},
		"a.l":    {"Common Lisp", strings.Repeat("(defun f (a b)\n  (let ((c (+ a 1))) (if (> c b) c (f c b))))\n", 20)},
		"b.l":    {"Lex", "%{\n#include <a.h>\n%}\n%%\n[a-z]+  { return 1; }\n%%\nint f(int a) { return a; }\n"},
		"c.lex":  {"Lex", "%option noyywrap\n%%\n[a-z]+  { return 1; }\n%%\nint f(int a) { return a; }\n"},
	} {
		if got := Language(name, []byte(want[1])).Name; got != want[0] {
			t.Errorf("%s is read as %s", name, got)
		}
	}
}

// Prose, lists and tables stay text.
func TestFile_LeavesText(t *testing.T) {
	for name, content := range map[string]string{
		"letter.txt": strings.Repeat("If the file is not there, then return it (for a while) to the class; if not, import another.\n", 20),
		"table.txt":  strings.Repeat("alpha 12 0x1f 7.25 beta\ngamma 13 0x2f 8.25 delta\n", 30),
		"list":       strings.Repeat("src/main/file_one.c\nsrc/main/file_two.c: for\n", 30),
		"log.out":    strings.Repeat("2026-01-02 10:11:12 INFO  [main] return code 0 (if any), class loaded\n", 30),
		"short.txt":  "return f(x)\n",
	} {
		if got := File(name, []byte(content)); got != lex.Prose {
			t.Errorf("%s is read as %s", name, got)
		}
	}
}

// So it is behind a comment of any length.
func TestFile_FindsProgramsBehindALicence(t *testing.T) {
	licence := strings.Repeat("Permission is granted to anybody who gets a copy of this work, if the notice is kept.\n", 50)
	lines := func(mark string, n int) string {
		return strings.Repeat(mark+strings.ReplaceAll(strings.TrimSpace(licence), "\n", "\n"+mark)+"\n", n)
	}
	for name, heads := range map[string][]string{
		"C": {"/*\n" + licence + "*/\n", "/*\n" + strings.Repeat(licence, 10) + "*/\n", lines("// ", 1), lines("// ", 5),
			"/* a */\n/*\n" + licence + "*/ /* b\n" + licence + "*/\n"},
		"Python": {"\"\"\"\n" + licence + "\"\"\"\n", lines("# ", 1), lines("# ", 5)},
		"Java":   {"/*\n" + licence + " */\n", lines(" * ", 0) + "/**\n" + lines(" * ", 4) + " */\n"},
	} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		if name == "Python" { // its fixture ends inside a string
			content = []byte("import os\n\ndef sizes(paths):\n    \"\"\"Sizes by path.\"\"\"\n    found = {}\n    for path in paths:\n" +
				"        if not os.path.exists(path):\n            continue\n        found[path] = os.stat(path).st_size\n    return found\n")
		}
		for i, head := range heads {
			if got := File("impl", append([]byte(head), content...)); got != l {
				t.Errorf("%s behind comment %d is read as %s", name, i, got)
			}
		}
	}
}

// A script whose name and shebang agree is in their language, whatever it writes to other files.
func TestLanguage_BelievesNameAndShebang(t *testing.T) {
	overruled := 0
	for name, script := range map[string][2]string{
		"gen.sh":  {"#!/bin/sh\n", "cat > out <<'END'\n%END\n"},
		"gen.zsh": {"#!/usr/bin/env zsh\n", "cat > out <<'END'\n%END\n"},
		"gen.lua": {"#!/usr/bin/lua\n", "print [==[\n%]==]\n"},
	} {
		want := Language(name, nil)
		for _, inner := range []string{"C", "Go", "Java", "Python", "Ruby", "Rust"} {
			l, _ := lex.Lookup(inner)
			content, err := os.ReadFile(fixturePath(l))
			if err != nil {
				t.Fatal(err)
			}
			body := strings.Replace(script[1], "%", string(content), 1)
			for _, of := range []func(string, []byte) *lex.Language{Language, File, Untrusted} {
				if got := of(name, []byte(script[0]+body)); got != want {
					t.Errorf("%s that writes %s is read as %s", name, inner, got)
				}
			}
			if Language(name, []byte(body)) != want {
				overruled++
			}
		}
	}
	if overruled == 0 {
		t.Error("no heredoc looks like its language without the shebang")
	}
}
