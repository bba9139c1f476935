package evidence_test

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// grover is a function whose docstring has an example, after which its few lines of code follow.
const grover = `def ring_step(state, oracle):
    """Applies one step of the Oracle and the Ring, once.

    Parameters
    ==========

    state : Bird
        A flock of birds.
    oracle : OracleRing
        The black box that flips the sign of the desired birds.

    Returns
    =======

    Bird : The birds after the Oracle and the Ring were applied.

    Examples
    ========

    Perform one step of the algorithm to see a change of phase::

        >>> from birds.ring.apply import apply
        >>> from birds.ring.flock import IntFlock
        >>> from birds.ring.step import OracleRing
        >>> from birds.ring.step import all_states
        >>> from birds.ring.step import ring_step
        >>> number = 2
        >>> states = all_states(number)
        >>> f = lambda birds: birds == IntFlock(2)
        >>> v = OracleRing(number, f)
        >>> apply(ring_step(states, v))
        |2>

    """
    ring = WRing(oracle.birds)
    return ring*oracle*state


def apply_ring(oracle, birds, steps=None):
    """Applies the algorithm of the ring.

    Parameters
    ==========

    oracle : callable
        The unknown function that returns true when applied to the
        desired birds and false otherwise.

    Returns
    =======

    state : Expr
        The state after all steps were iterated.

    """
    if birds <= 0:
        raise FlockError("no birds")
    if steps is None:
        steps = floor(sqrt(birds)*(pi/4))
    wing = IntFlock(birds - steps)
    for step in range(steps):
        wing = apply(ring_step(wing, oracle))
    return wing
`

// Some lines of a docstring look like any language. They are read as the name says, and without one
// as the document that has them.
func TestSearch_ReadsCutDocstrings(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": grover}})
	lines := strings.SplitAfter(grover, "\n")
	for name, to := range map[string]int{"g.py": 52, "-": 56} {
		for from := 2; from < 16; from++ {
			q := asktest.Search(strings.Join(lines[from:to], ""))
			q.Name = name
			a := asktest.Ask(t, x, q)
			if a.Question.Language != "Python" || len(a.Hits) != 1 {
				t.Errorf("%s from line %d: read as %s: %q, %d hits", name, from+1, a.Question.Language, a.Warnings, len(a.Hits))
			}
		}
	}
}

// Licences occur everywhere: code after the rest of one is asked for, without a name too.
func TestSearch_ReadsCodeAfterALicence(t *testing.T) {
	licence := "/*\n * Copyright (c) 2009 Ann Owl\n * All rights reserved.\n *\n" + ` * Redistribution and use in source and binary forms, with or without
 * modification, are permitted provided that the following conditions are met:
 *
 *   * Redistributions of source code must retain the above copyright notice,
 *     this list of conditions and the following disclaimer.
 *   * Neither the name of the owl nor the names of its owlets may be used
 *     to endorse or promote products derived from this software without
 *     specific prior written permission.
 *
 * THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
 * AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
 * IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
 * ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE
 * LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR
 * CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF
 * SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
 * INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY.
 */
`
	code := "\n#include <stdio.h>\n#include \"owl.h\"\n\nstatic int owl_size(struct owl *o)\n{\n"
	for i := range 10 {
		code += fmt.Sprintf("\tif (o->wing[%d] > OWL_MIN)\n\t\treturn owl_fold(o, %d);\n", i, 7*i)
	}
	code += "\treturn 0;\n}\n"
	copying := strings.NewReplacer("/*\n", "", " * ", "", " */\n", "", " *\n", "\n").Replace(licence)
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"COPYING": copying, "owl.c": licence + code}})
	lines := strings.SplitAfter(licence, "\n")
	for _, from := range []int{1, 4, 8, 12, 15} {
		q := asktest.Search(strings.Join(lines[from:], "") + code)
		q.Name = "-"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) == 0 || asktest.Paths(a)[0] != "c/owl.c" || a.Hits[0].Coverage < 1 || !slices.ContainsFunc(warning.Texts(a.Warnings), func(w string) bool {
			return strings.Contains(w, "seems to begin inside a comment")
		}) {
			t.Errorf("from line %d: read as %s, found %q: %q", from+1, a.Question.Language, asktest.Paths(a), a.Warnings)
		}
		q = asktest.Search(strings.Join(lines[from:], ""))
		q.Name = "-"
		if a := asktest.Ask(t, x, q); a.Question.Language != "Text" || len(a.Hits) != 1 || asktest.Paths(a)[0] != "c/COPYING" {
			t.Errorf("the licence from line %d: read as %s, found %q", from+1, a.Question.Language, asktest.Paths(a))
		}
	}
}

// names are those under which the same content may be asked for.
var names = strings.Fields("q q.txt q.log q.rst q.md q.html q.ipynb q.json q.diff q.tex q.js q.py q.c q.java q.go q.yml Makefile q.eml")

// A name never hides what is found without one, whatever it suggests.
func TestSearch_FindsUnderAnyName(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": grover, "owl.c": owlC, "owl.java": owlJava}})
	for _, file := range []string{grover, owlC, owlJava} {
		lines := strings.SplitAfter(file, "\n")
		for from := range len(lines) / 2 {
			q := asktest.Search(strings.Join(lines[from:len(lines)-2], ""))
			q.Name = "-"
			want := asktest.Ask(t, x, q)
			if len(want.Hits) == 0 {
				t.Errorf("nothing found from line %d", from+1)
				continue
			}
			for _, q.Name = range names {
				a := asktest.Ask(t, x, q)
				if len(a.Hits) == 0 || asktest.Paths(a)[0] != asktest.Paths(want)[0] || a.Hits[0].Score < want.Hits[0].Score/2 {
					t.Errorf("%s from line %d of %s: %+v", q.Name, from+1, asktest.Paths(want)[0], a.Hits)
				}
			}
		}
	}
}

// Colours of a terminal hide nothing under any name, nor without one. Escapes that are content, as
// in a script that paints, stay content.
func TestSearch_FindsBelowColours(t *testing.T) {
	script := "paint() {\n"
	for i := range 60 {
		script += fmt.Sprintf("  printf '%%s\\n' '\x1b[3%dmowl\x1b[0m' \"$wood_%d\"\n", i, i*i)
	}
	script += "}\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": grover, "owl.c": owlC, "owl.java": owlJava, "owl.sh": script}})
	words := regexp.MustCompile(`\w+|[^\w\s]+`)
	for path, file := range map[string]string{"ring.py": grover, "owl.c": owlC, "owl.java": owlJava, "owl.sh": script} {
		q, under := asktest.Search(words.ReplaceAllString(file, "\x1b[38;5;28;01m$0\x1b[39;00m")), append(names, "-")
		if path == "owl.sh" {
			q, under = asktest.Search(file), []string{"q.sh", "-"}
		}
		for _, q.Name = range under {
			a := asktest.Ask(t, x, q)
			if len(a.Hits) == 0 || asktest.Paths(a)[0] != "c/"+path || a.Hits[0].Score < .8 {
				t.Errorf("%s as %s, read as %s: %+v", path, q.Name, a.Question.Language, a.Hits)
			}
		}
	}
}

// Nor does a question without a name find less than one whose name says nothing. A short block has
// all its k-grams as fingerprints, of which documents have few.
func TestSearch_FindsShortBlocksWithoutAName(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": grover, "owl.c": owlC, "owl.java": owlJava}})
	block := strings.SplitAfter(owlC, "\n")[16:23]
	forms := map[string]func(i int, line string) string{
		"numbers":  func(i int, line string) string { return fmt.Sprintf("%d: %s", i+140, line) },
		"quotes":   func(_ int, line string) string { return "> > " + line },
		"plus":     func(_ int, line string) string { return "+" + line },
		"found by": func(i int, line string) string { return fmt.Sprintf("owl.c:%d:%s", i+140, line) },
	}
	check := func(form, source string) {
		t.Helper()
		q := asktest.Search(source)
		q.Name = "-"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) == 0 || a.Hits[0].Kind != "verbatim" || a.Hits[0].Coverage < .9 {
			t.Errorf("%s: %+v", form, a.Hits)
		}
	}
	for form, put := range forms {
		var b strings.Builder
		for i, line := range block {
			b.WriteString(put(i, line))
		}
		check(form, b.String())
	}
	check("page", "<html><body>\n<p>See this:</p>\n<pre>"+html.EscapeString(strings.Join(block, ""))+"</pre>\n</body></html>\n")
}

// owlC and owlJava begin with long comments.
const (
	owlC = `/*
 * The owl turns its head while it waits, so that
 * nobody can come near it from behind. A head that is
 * turned too far is turned back at once (see owl_back).
 * for each owl of the wood; do not call it twice.
 *
 * owl:  the one that waits
 * left: how far it may turn to the left, in degrees
 */
int owl_turn(struct owl *owl, int left)
{
	int seen = 0;

	while (owl->awake && seen < OWL_ENOUGH) {
		owl->head -= left / 4;
		if (owl->head < -OWL_FAR) {
			owl_back(owl, OWL_FAR);
			continue;
		}
		seen += owl_look(owl, owl->head, OWL_NEAR | OWL_QUIET);
	}
	return seen > 0 ? seen : -ENOENT;
}
`
	owlJava = `/**
 * Counts the mice that an owl has caught in a night, and those
 * that got away. The night ends when the first bird sings,
 * which may be long before the sun comes up.
 *
 * <pre>
 *   Night night = wood.night(3);
 *   int caught = night.caught(owl);
 * </pre>
 *
 * @param owl the owl that hunts
 */
public int caught(Owl owl, List<Mouse> mice) {
    int caught = 0;
    for (Mouse mouse : mice) {
        if (mouse.isAsleep() || !owl.sees(mouse.place(), this.moon)) {
            continue;
        }
        Place next = mouse.runsTo(owl.place().plus(caught, 2));
        if (next == null || owl.reaches(next, MAX_REACH)) {
            caught++;
            owl.eat(mouse);
        }
    }
    return Math.max(caught, owl.hunger());
}
`
)

// A block without a label is read as it would be alone, also beside others.
func TestSearch_ReadsBlocksAsAlone(t *testing.T) {
	files := map[string]string{"ring.py": grover, "owl.c": owlC, "owl.java": owlJava, "nest.py": nest}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	fence := func(code string) string { return "You can do it so:\n\n```\n" + code + "```\n\n" }
	pre := func(code string) string {
		return "<p>You can do it so:</p>\n<pre>" + html.EscapeString(code) + "</pre>\n"
	}
	forms := map[string]func(string) string{
		"block": fence, "pre": pre,
		"blocks": func(code string) string { return fence(code) + fence(owlC) },
		"labels": func(code string) string { return fence(owlC) + strings.Replace(fence(code), "```", "```ipython3", 1) },
		"pres":   func(code string) string { return pre(owlC) + pre(code) },
	}
	for path, file := range files {
		lines := strings.SplitAfter(file, "\n")
		for from := 2; from < len(lines)/2; from++ { // examples in the docstring of a block are not read
			code := strings.Join(lines[from:len(lines)-2], "")
			q := asktest.Search(code)
			q.Name = "-"
			want := hitOf(asktest.Ask(t, x, q), "c/"+path)
			if want == nil {
				t.Errorf("nothing found from line %d of %s", from+1, path)
				continue
			}
			for form, put := range forms {
				q := asktest.Search(put(code))
				q.Name = "-"
				a := asktest.Ask(t, x, q)
				if got := hitOf(a, "c/"+path); got == nil || matched(got) < matched(want)*9/10 {
					t.Errorf("%s from line %d of %s: %+v, not %+v: %+v", form, from+1, path, got, want, a.Question.Parts)
				}
			}
		}
	}
}

// nest ends in a docstring. What looks like code in the docstrings is in no language.
const nest = `class _NestStrategy(_Strategy):
    """Provide twigs for a :class:` + "`.Nest`" + `.

    Compared to :class:` + "`.Heap`" + `, this strategy does not set the
    twig/leaf to empty/none; the usual default :class:` + "`.Pile`" + ` will
    take effect (see :ref:` + "`nest_build`" + `, and ` + "``build()``" + `).

    .. note::

       When it is "built", one finds :attr:` + "`.Nest.twigs`" + ` (not *leaves*);
       the :meth:` + "`.Nest.close`" + ` is called for each of them.

    """

    __slots__ = ()

    @util.deprecated("2.1", "The nest strategy is deprecated.")
    def __init__(self, parent, key):
        super().__init__(parent, key)
        self.columns = self.parent_property.twigs
        self.key = key

    def setup_nest(self, attribute, path, loader, **kw):
        for column in self.columns:
            if attribute.only(column) and not path.twisted:
                attribute.append(column, loader.key)
        return _register(self, useobject=True, **kw)


class _LeafStrategy(_NestStrategy):
    """Provide leaves for a :class:` + "`.Nest`" + `.

    When a :paramref:` + "`.Nest.leaves`" + ` is given (or a "leaf"), one calls
    ` + "``build(leaves=3)``" + `; the :class:` + "`.Pile`" + ` may be used
    (see :ref:` + "`leaf_build`" + `).
    """
`

// hitOf returns the hit with an occurrence at the path, or nil.
func hitOf(a *answer.Answer, path string) *answer.Hit {
	for i, h := range a.Hits {
		for _, o := range h.Occurrences {
			if o.Collection+"/"+o.Path == path {
				return &a.Hits[i]
			}
		}
	}
	return nil
}

// matched is the number of tokens in matches.
func matched(h *answer.Hit) (n int) {
	for _, m := range h.Matches {
		n += m.Tokens
	}
	return n
}

// The block of an answer may begin inside a docstring, as may the lines of a diff.
func TestSearch_ReadsBlocksThatBeginInsideStrings(t *testing.T) {
	file := grover + "\n\ndef wait(ring):\n    \"\"\"Wait until the ring is quiet,\n    or nobody is left in it.\n    \"\"\"\n    return ring.wait()\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": file}})
	lines := strings.SplitAfter(file, "\n")
	block := "You can do it so:\n\n```python\n" + strings.Join(lines[46:], "") + "```\n"
	hunk := fmt.Sprintf("--- a/g.py\n+++ b/g.py\n@@ -9,0 +10,%d @@\n", len(lines)-47) +
		strings.ReplaceAll("\n"+strings.TrimSuffix(strings.Join(lines[46:], ""), "\n"), "\n", "\n+")[1:] + "\n"
	for name, text := range map[string]string{"q.md": block, "q.diff": hunk} {
		q := asktest.Search(text)
		q.Name = name
		a := asktest.Ask(t, x, q)
		want := "the part that begins in line 4 seems to begin inside a string, which ends in line 12 and is ignored"
		if len(a.Hits) != 1 || a.Hits[0].Coverage < 0.9 || len(a.Warnings) != 1 || a.Warnings[0].Text != want {
			t.Errorf("%s: %q, %+v", name, a.Warnings, a.Hits)
		}
	}
}

// A file that a diff adds whole is read as it would be alone, whatever its name says.
func TestSearch_ReadsNewFilesOfADiffAsAlone(t *testing.T) {
	code := grover[strings.Index(grover, "    if birds <= 0"):]
	markdown := "# Notes\n\nCall it from a script as follows.\n\n```\n" + code + "```\n\nThat is all there is to say.\n"
	cell := `"` + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(code, "\n"), `"`, `\"`), "\n", "\\n\",\n\"") + `"`
	notebook := "{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, \"outputs\": [],\n\"source\": [\n" + cell +
		"\n]}],\n\"metadata\": {\"language_info\": {\"name\": \"python\"}}, \"nbformat\": 4}\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": grover}})
	for name, text := range map[string]string{"cli.txt": code, "cli": code, "notes.md": markdown, "notes.txt": markdown, "n.ipynb": notebook} {
		n := strings.Count(text, "\n")
		diff := fmt.Sprintf("diff --git a/app/%[1]s b/app/%[1]s\nnew file mode 100644\n--- /dev/null\n+++ b/app/%[1]s\n@@ -0,0 +1,%[2]d @@\n+", name, n) +
			strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n"
		q := asktest.Search(diff)
		q.Name = "-"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) != 1 || len(a.Hits[0].Matches) != 1 {
			t.Errorf("%s: %+v: %q", name, a.Question, a.Warnings)
			continue
		}
		first := strings.Count(text[:strings.Index(text, "birds <= 0")], "\n") + 1
		m := a.Hits[0].Matches[0]
		if m.Kind != "verbatim" || m.New == nil || m.New.Lines.From != first || m.New.Path != "app/"+name {
			t.Errorf("%s: %+v, %+v", name, m, m.New)
		}
	}
}

// The code that a diff adds to a patch in the tree is read as the code that the patch adds.
func TestSearch_ReadsWhatADiffAddsToAPatch(t *testing.T) {
	code := grover[strings.Index(grover, "    if birds <= 0"):]
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"ring.py": grover}})
	added := func(text string) string {
		return "+" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n"
	}
	lines := strings.Count(code, "\n")
	for name, grown := range map[string]string{
		"a hunk that is longer": fmt.Sprintf("@@ -5,2 +5,%d @@\n  def ring(birds):\n +    log(birds)\n", 2+lines) + added(added(code)),
		"another hunk":          fmt.Sprintf("@@ -5,2 +5,%d @@\n  def ring(birds):\n +    log(birds)\n", 3+lines) + added(fmt.Sprintf("@@ -9,0 +9,%d @@\n", lines)+added(code)),
		"another file":          fmt.Sprintf("@@ -5,1 +5,%d @@\n +    log(birds)\n", 4+lines) + added(fmt.Sprintf("--- a/b.py\n+++ b/b.py\n@@ -9,0 +9,%d @@\n", lines)+added(code)),
	} {
		q := asktest.Search("diff --git a/fix.patch b/fix.patch\n--- a/fix.patch\n+++ b/fix.patch\n" + grown)
		q.Name = "-"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) != 1 || len(a.Hits[0].Matches) != 1 || a.Hits[0].Matches[0].Kind != "verbatim" || a.Hits[0].Coverage < 0.9 {
			t.Errorf("%s: %+v, %+v: %q", name, a.Question, a.Hits, a.Warnings)
		}
	}
}

// Prose of which nothing is found is text, or what its name says, and a note says why. A few words
// of it are in some document of each language.
func TestSearch_SaysThatProseIsProse(t *testing.T) {
	files := map[string]string{"a.c": asktest.Routine(1)}
	for name, comment := range map[string]string{"x.tcl": "#", "Makefile": "#", "x.yaml": "#", "x.sh": "#"} {
		files[name] = comment + " of a release\nthe release of the new version was delayed by:\n\ta week because of a problem\nwe have found the cause: on the server\n"
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	const text = "Summary: the release of the new version was delayed by a month\nfor want of a nail: the tests failed on one of the machines.\n" +
		"We have found the cause: a full disk on the server in the cellar.\n"
	for name, want := range map[string]string{"-": "Text", "": "Text", "a.txt": "Text", "notes.md": "Markdown", "a.c": "C", "a.py": "Python"} {
		q := asktest.Search(text)
		q.Name = name
		q.MinScore = chaffinch.DefaultMinScore("", false)
		a := asktest.Ask(t, x, q)
		if a.Question.Language != want || len(a.Hits) != 0 || len(a.Warnings) != 1 || !strings.HasPrefix(a.Warnings[0].Text, "the question looks like prose: ") {
			t.Errorf("%q is %s: %q, %d hits", name, a.Question.Language, a.Warnings, len(a.Hits))
		}
	}
}

// A quoted block of a mail is read in the language of its document, also if nearly all of it is
// found in another one.
func TestSearch_ReadsBlocksInTheLanguageOfTheirDocument(t *testing.T) {
	code := "function pay(address, amount) {\n  require(amount > 0);\n  emit(Transfer, address, amount);\n  return amount;\n}\n\n"
	for i, name := range []string{"total", "least", "share", "delay", "count", "merge", "parse", "write"} {
		code += fmt.Sprintf("function %[1]s(values, %[1]sOf) {\n  var sum = %[2]d;\n  for (var i = 0; i < values.length; i++) {\n"+
			"    sum += values[i].weight * %[1]sOf %[3]s %[4]d;\n    note(sum, values[i]);\n  }\n  return %[5]s;\n}\n\n",
			name, 7*i, string("+-/%*&|^"[i]), 31*i, []string{"sum", "sum / 2", "[sum]", "!sum", "sum < 9", "-sum", "sum << 2", "note(sum)"}[i])
	}
	mail := "From: bob@b.example\nTo: eve@d.example\nSubject: code\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\nBob wrote:\n> " +
		strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n> ") + "\n\nbye\n"
	for name, language := range map[string]string{"a.js": "JavaScript", "a.ts": "TypeScript", "a.sol": "Solidity", "a.dart": "Dart", "a.c": "C"} {
		q := asktest.Search(mail)
		q.Name = "-"
		a := asktest.Ask(t, asktest.MakeIndex(t, map[string]map[string]string{"c": {name: code, "b.go": asktest.Routine(1)}}), q)
		if len(a.Hits) != 1 || a.Hits[0].Score < 0.7 || len(a.Hits[0].Matches) != 1 || a.Hits[0].Matches[0].Kind != "verbatim" {
			t.Errorf("%s: %+v", name, a.Hits)
		}
		if !slices.ContainsFunc(a.Question.Parts, func(p answer.Part) bool { return p.Lines.From == 7 && p.Language == language }) {
			t.Errorf("%s: the parts are %+v", name, a.Question.Parts)
		}
	}
}

// A script that writes a program is read as that, and the warning names the script's own language.
func TestSearch_SaysWhatAScriptsNameSuggests(t *testing.T) {
	program := asktest.Function(1) + asktest.Code(3) + asktest.Code(4)
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package a\n" + program}})
	for _, shebang := range []string{"#!/bin/sh\n", ""} {
		q := asktest.Search(shebang + "set -e\ncat > a.go <<'EOF'\n" + program + "EOF\n")
		q.Name = "gen.sh"
		a := asktest.Ask(t, x, q)
		if len(a.Hits) == 0 || a.Hits[0].Coverage < 0.9 {
			t.Errorf("%q: read as %s, found %q", shebang, a.Question.Language, asktest.Paths(a))
		}
		for _, w := range warning.Texts(a.Warnings) {
			if strings.Contains(w, "its name suggests") && !strings.Contains(w, "not as Shell") {
				t.Errorf("%q: %s", shebang, w)
			}
		}
	}
}
