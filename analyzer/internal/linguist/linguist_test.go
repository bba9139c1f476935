package linguist

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	enry "github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
)

func TestTables_AnswerAsGoEnry(t *testing.T) {
	for name := range data.LanguagesByFilename {
		for _, name := range []string{name, name + "x", strings.ToUpper(name)} {
			if got, want := ByFilename(name), enry.GetLanguagesByFilename(name, nil, nil); !slices.Equal(got, want) {
				t.Errorf("ByFilename(%q) = %q, want %q", name, got, want)
			}
		}
	}
	for extension := range data.LanguagesByExtension {
		for _, name := range []string{extension, "a" + extension, "a.b" + strings.ToUpper(extension), "a" + extension + "~", extension + ".c"} {
			if got, want := ByExtension(name), enry.GetLanguagesByExtension(name, nil, nil); !slices.Equal(got, want) {
				t.Errorf("ByExtension(%q) = %q, want %q", name, got, want)
			}
		}
	}
	for alias := range data.LanguageByAliasMap {
		for _, alias := range []string{alias, strings.ToUpper(alias), strings.ReplaceAll(alias, "_", " "), alias + ", too", alias + "?"} {
			got, ok := ByAlias(alias)
			if want, known := enry.GetLanguageByAlias(alias); ok != known || ok && got != want {
				t.Errorf("ByAlias(%q) = %q, %v, want %q, %v", alias, got, ok, want, known)
			}
		}
	}
	for language, all := range data.ExtensionsByLanguage {
		if len(all) > 0 && Extension(language) != all[0] {
			t.Errorf("Extension(%s) = %q, want %q", language, Extension(language), all[0])
		}
		if got, want := IsProgramming(language), enry.GetLanguageType(language) == enry.Programming; got != want {
			t.Errorf("IsProgramming(%s) = %v", language, got)
		}
	}
}

func TestTables_UnknownKeys(t *testing.T) {
	for _, key := range []string{"", "\t", "\n", "zzzz", "\xff", "."} {
		if ByFilename(key) != nil || ByExtension(key) != nil || Extension(key) != "" || ByRules("x"+key, nil) != nil {
			t.Errorf("something is known of %q", key)
		}
		if got, ok := ByAlias(key); ok {
			t.Errorf("ByAlias(%q) = %q", key, got)
		}
	}
}

// TestRules_AnswerAsGoEnry asks the rules of every extension about the fixtures of every language.
func TestRules_AnswerAsGoEnry(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks go-enry about many files")
	}
	fixtures, err := filepath.Glob("../../lex/testdata/lang/*.src")
	if err != nil || len(fixtures) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	contents := [][]byte{nil}
	for _, f := range fixtures {
		content, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, content[:min(len(content), 2000)])
	}
	for _, extension := range slices.Sorted(maps.Keys(data.ContentHeuristics)) {
		for _, content := range contents {
			name := "x" + extension
			named := ByRules(name, content)
			for _, wanted := range [][]string{named, {"C"}, {"Perl"}} {
				is := func(names []string) bool { return slices.Equal(names, wanted) }
				if got := ByRulesIf(name, content, is); (got != nil) != (wanted != nil && is(named)) {
					t.Errorf("ByRulesIf(%s, %.40q, %q) = %q", name, content, wanted, got)
				}
			}
			if want := enry.GetLanguagesByContent(name, content, nil); !slices.Equal(named, want) && !isLoose(want) {
				t.Errorf("ByRules(%s, %.40q) = %q, want %q", name, content, named, want)
			}
		}
	}
}

// TestCondition_Literals compares conditions, which look for literals first, with their
// expressions.
func TestCondition_Literals(t *testing.T) {
	known := 0
	for line := range strings.Lines(rules) {
		for _, field := range strings.Split(strings.TrimSuffix(line, "\n"), "\t")[2:] {
			if literalsOf(field[1:]) != nil {
				known++
			}
		}
	}
	if known < 100 {
		t.Errorf("literals of %d expressions are known", known)
	}
	for expression, texts := range map[string][]string{
		`(?i:mock|class)`:       {"MOC\u212A", "claſſ", "Mock", "CLASS", "mo ck", ""},
		`(?m)^\s*(use |\bmod)`:  {"  use x", "a\nmod", "used", "MOD"},
		`x|yy`:                  {"x", "yy", "y"},
		`(?i)(db|dw)?\s+,`:      {"DB ,", " ,", ","},
		`(ab|cd)+[^e]{2,}(fgh)`: {"abcdxxfgh", "abxxfg", "cdxxFGH"},
	} {
		c := newRule("", []string{"+" + expression}).conditions[0]
		for _, text := range texts {
			if got, want := c.matches([]byte(text), lowerASCII([]byte(text))), c.expression().MatchString(text); got != want {
				t.Errorf("%s with %q: %v, want %v; literals %q", expression, text, got, want, c.literals)
			}
		}
	}
}

var marks = []string{
	"", "#!", "#!\n", "#! /bin/sh\n", "#!/usr/bin/env", "#!/usr/bin/env python3.11 -u", "#!/usr/bin/env -S -i A=b perl -w\n",
	"#!/usr/bin/env -i", "#!/usr/bin/env A=", "#!/usr/bin/env A= =B C=D ruby", "#!/bin/sh\n# x\nexec tclsh \"$0\" \"$@\"\n",
	"#!/bin/sh\n\n\n\n\nexec tclsh \"$0\" \"$@\"\n", "#!/usr/bin/python2.7\n", "#!/usr/bin/osascript -l JavaScript", "#!osascript",
	"#!/usr/local/bin/node --x\r\n", "-*- C -*-", "/* -*- mode: c++; tab-width: 8 -*- */\nint x;", "-*-c-*- -*- perl -*-", "-*- -*-", "-*-",
	"# -*- Mode:Python -*-\n# -*- ruby -*-\n", "// vim: set ft=go:\n", "# vim: ft=ruby syntax=perl\n", "# vim:ft=ruby:syntax=ruby\n",
	"# vi: se filetype=awk :", "x ex: FT=lua", "vim600: syntax=c", " vim<7: syntax=c", "vi700: ft=c", "# vim: ts=8\n",
	"# -*- nosuch -*-\n# vim: ft=c\n", "vim:\n set ft=c", strings.Repeat("x\n", 12) + "# vim: ft=c\n",
	"# vim: ft=c\n" + strings.Repeat("x\n", 12), strings.Repeat("x\n", 6) + "# vim: ft=c\n" + strings.Repeat("x\n", 6),
}

func TestMarks_AnswerAsGoEnry(t *testing.T) {
	for _, text := range marks {
		checkMarks(t, []byte(text))
	}
}

func FuzzMarks(f *testing.F) {
	for _, text := range marks {
		f.Add([]byte(text))
	}
	f.Fuzz(checkMarks)
}

func checkMarks(t *testing.T, content []byte) {
	if got, want := ByShebang(content), enry.GetLanguagesByShebang("", content, nil); !slices.Equal(got, want) {
		t.Errorf("ByShebang(%q) = %q, want %q", content, got, want)
	}
	var got []string
	if language, ok := ByModeline(content); ok {
		got = []string{language}
	}
	if want := enry.GetLanguagesByModeline("", content, nil); !slices.Equal(got, want) {
		t.Errorf("ByModeline(%q) = %q, want %q", content, got, want)
	}
}
