package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// licensesOf lists the occurrences with their licences and packages.
func licensesOf(t *testing.T, x *Index) (all []string) {
	t.Helper()
	s := snapshot(t, x)
	defer s.Close()
	must(t, s.EachOccurrence("", func(o Occurrence) error {
		if o.Skipped == "" {
			all = append(all, fmt.Sprintf("%s %s %s %v", o.Path, o.License, o.Package, o.LicenseInFile))
		}
		return nil
	}))
	slices.Sort(all)
	return all
}

// If a licence comes, changes or goes, so do those of the files under it, and nothing is analysed again. The
// line of a file with its own licence comes first.
func TestUpdate_Licenses(t *testing.T) {
	tr := newTree(t, map[string]string{
		"a.go": source(1), "own/b.go": "// SPDX-License-Identifier: ISC\n" + source(2), "own/c.go": source(3), "short.go": "package p\n",
	})
	x := newIndex(t)
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if r.Contents != 3 {
		t.Fatalf("%+v", r)
	}
	expect := func(what string, read int, want ...string) {
		t.Helper()
		r := updated(t, x, Source{Root: tr.root}, UpdateOptions{Corpus: corpus.Options{Include: []string{"*.go"}}, Prune: true})
		if r.Read != read || r.Contents != 0 || r.Unchanged != 3 || r.Added+r.Changed+r.Removed > 0 {
			t.Errorf("%s: %+v", what, r)
		}
		same(t, what, licensesOf(t, x), want)
		if r = updated(t, x, Source{Root: tr.root}, UpdateOptions{Corpus: corpus.Options{Include: []string{"*.go"}}}); r.Read > 0 {
			t.Errorf("%s: read again: %+v", what, r)
		}
	}
	expect("none", 0, "a.go   false", "own/b.go ISC  true", "own/c.go   false")
	tr.write("package.json", `{"name":"j","version":"1","license":"MIT"}`)
	expect("came", 3, "a.go MIT pkg:npm/j@1 false", "own/b.go ISC pkg:npm/j@1 true", "own/c.go MIT pkg:npm/j@1 false")
	tr.write("own/package.json", `{"license":"0BSD"}`)
	expect("nearer", 1, "a.go MIT pkg:npm/j@1 false", "own/b.go ISC pkg:npm/j@1 true", "own/c.go 0BSD pkg:npm/j@1 false")
	tr.remove("own/package.json")
	tr.write("package.json", `{"name":"j","version":"2","license":"MIT"}`)
	expect("changed", 3, "a.go MIT pkg:npm/j@2 false", "own/b.go ISC pkg:npm/j@2 true", "own/c.go MIT pkg:npm/j@2 false")
	tr.remove("package.json")
	expect("gone", 3, "a.go   false", "own/b.go ISC  true", "own/c.go   false")
	state(t, x)
}

// The author of a package is that of its files, until it changes. Files of no package have none.
func TestUpdate_AuthorsOfPackages(t *testing.T) {
	tr := newTree(t, map[string]string{"p/a.go": source(1), "b.go": source(2), "p/package.json": `{"name":"j","author":"Ann"}`})
	x := newIndex(t)
	o := UpdateOptions{Corpus: corpus.Options{Include: []string{"*.go"}}}
	expect := func(author string) {
		t.Helper()
		updated(t, x, Source{Root: tr.root}, o)
		var all []string
		s := snapshot(t, x)
		defer s.Close()
		must(t, s.EachOccurrence("", func(o Occurrence) error { all = append(all, o.Path+" "+o.Author); return nil }))
		slices.Sort(all)
		same(t, "authors", all, []string{"b.go ", "p/a.go " + author})
	}
	expect("Ann")
	if r := updated(t, x, Source{Root: tr.root}, o); r.Read > 0 {
		t.Errorf("read again: %+v", r)
	}
	tr.write("p/package.json", `{"name":"j","author":"Bob"}`)
	expect("Bob")
	tr.write("p/package.json", `{"name":"j"}`)
	expect("")
}

// The licence of a post and that of its text both hold.
func TestUpdate_LicenseOfPostAndText(t *testing.T) {
	tr := newTree(t, map[string]string{"a.jsonl": fmt.Sprintf("{\"path\":\"a.go\",\"license\":\"CC-BY-SA-4.0\",\"content\":%q}\n", "// SPDX-License-Identifier: A OR B\n"+source(1))})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.path("a.jsonl")}, UpdateOptions{})
	same(t, "licence", licensesOf(t, x), []string{"1/a.go CC-BY-SA-4.0 AND (A OR B)  true"})
}

// A text that the index has as that of a licence need not be recognised again.
func TestLicenses_AreRemembered(t *testing.T) {
	var l licenses
	text := []byte("no licence that anybody knows\n")
	l.remember(Occurrence{Path: "LICENSE", Content: BlobID(text), Origin: corpus.Origin{License: "X", LicenseInFile: true}})
	if got := l.of(text); got != "X" {
		t.Errorf("%q", got)
	}
	l = licenses{}
	l.remember(Occurrence{Path: "LICENSE", Content: BlobID(text), Origin: corpus.Origin{License: "of the folder above"}})
	if got := l.of(text); got != "" {
		t.Errorf("%q", got)
	}
}

// A licence that a source has in a string is not its own. That of its documentation is.
func TestUpdate_LicenseInString(t *testing.T) {
	tag := "SPDX-License-Identifier: GPL-3.0-only\n"
	files := map[string]string{
		"a.py": "HEADER = \"\"\"\n// " + tag + "\"\"\"\n", "b.py": "#!/bin/python\n\"\"\"A module.\n\n" + tag + "\"\"\"\n",
		"c.go": "package c\n\nvar header = `\n// " + tag + "`\n", "d.go": "// Package d.\n//\n// " + tag + "package d\n",
		"e.sh": "cat <<EOF\n# " + tag + "EOF\n", "f.c": "/* A program.\n * " + tag + " */\n", "g.md": "# A\n\n" + tag,
		"h.js": "const h = `\n// " + tag + "`\n", "i.txt": "It's a file.\n" + tag,
	}
	for name := range files {
		files[name] += strings.Repeat("a = b(c, d) + e\n", 20)
	}
	files["package.json"] = `{"license":"MIT"}`
	tr := newTree(t, files)
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	same(t, "licences", licensesOf(t, x), []string{
		"a.py MIT  false", "b.py GPL-3.0-only  true", "c.go MIT  false", "d.go GPL-3.0-only  true", "e.sh MIT  false",
		"f.c GPL-3.0-only  true", "g.md GPL-3.0-only  true", "h.js MIT  false", "i.txt GPL-3.0-only  true", "package.json MIT  false",
	})
}

// A notice at the head of a file comes before what is above it. If it is not clear, the licence is unknown.
func TestUpdate_LicenseInNotice(t *testing.T) {
	notice := "// This program is free software; you can redistribute it and/or modify\n// it under the terms of the GNU General Public License as published by\n" +
		"// the Free Software Foundation; either version 2 of the License, or\n// (at your option) any later version.\n"
	whole := "// Copying and distribution of this file, with or without modification, are\n// permitted in any medium without royalty provided " +
		"the copyright notice and\n// this notice are preserved. This file is offered as-is, without any warranty.\n"
	tr := newTree(t, map[string]string{
		"package.json": `{"license":"MIT"}`, "a.go": source(1), "b.go": notice + source(2),
		"c.go": notice + "// As a special exception, anyone may link it with others.\n" + source(3),
		"d.go": "package p\n\nconst text = `\n" + notice + "`\n" + source(4), "e.go": "// SPDX-License-Identifier: BSD-3-Clause, ISC\n" + source(5),
		"f.go": whole + source(6), "g.go": "package p\n\nconst text = `\n" + whole + "`\n" + source(7),
	})
	x := newIndex(t)
	o := UpdateOptions{Corpus: corpus.Options{Include: []string{"*.go"}}}
	updated(t, x, Source{Root: tr.root}, o)
	same(t, "notices", licensesOf(t, x), []string{"a.go MIT  false", "b.go GPL-2.0-or-later  true", "c.go   true", "d.go MIT  false", "e.go   true",
		"f.go FSFAP  true", "g.go MIT  false"})
	if r := updated(t, x, Source{Root: tr.root}, o); r.Read > 0 {
		t.Errorf("read again: %+v", r)
	}
}
