package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// licensesOf lists the occurrences with their licences and packages.
func licensesOf(t *testing.T, x *Index) (all []string) {
	t.Helper()
	s := snapshot(t, x)
	defer s.Close()
	must(t, s.EachOccurrence("", func(o index.Occurrence) error {
		if o.Skipped == "" {
			all = append(all, fmt.Sprintf("%s %s %s %v", o.Path, o.License, o.Package, o.LicenseInFile))
		}
		return nil
	}))
	slices.Sort(all)
	return all
}

// If a licence comes, changes or goes, so do those of the files under it, and nothing is analysed
// again. The line of a file with its own licence comes first.
func TestUpdate_Licenses(t *testing.T) {
	tr := newTree(t, map[string]string{
		"a.go": source(1), "own/b.go": "// SPDX-License-Identifier: ISC\n" + source(2), "own/c.go": source(3), "short.go": "package p\n",
	})
	x := newIndex(t)
	r := updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	if r.Contents != 3 {
		t.Fatalf("%+v", r)
	}
	expect := func(what string, read int, want ...string) {
		t.Helper()
		r := updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go"}}, Prune: true})
		if r.Read != read || r.Contents != 0 || r.Unchanged != 3 || r.Added+r.Changed+r.Removed > 0 {
			t.Errorf("%s: %+v", what, r)
		}
		same(t, what, licensesOf(t, x), want)
		if r = updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go"}}}); r.Read > 0 {
			t.Errorf("%s: read again: %+v", what, r)
		}
	}
	expect("none", 0, "a.go   false", "own/b.go ISC  true", "own/c.go   false")
	tr.write("package.json", `{"name":"j","version":"1","license":"MIT"}`)
	expect("came", 3, "a.go MIT pkg:npm/j@1 false", "own/b.go ISC pkg:npm/j@1 true", "own/c.go MIT pkg:npm/j@1 false")
	tr.write("own/package.json", `{"license":"0BSD"}`)
	expect("nearer", 2, "a.go MIT pkg:npm/j@1 false", "own/b.go ISC pkg:npm/j@1 true", "own/c.go 0BSD pkg:npm/j@1 false")
	tr.remove("own/package.json")
	tr.write("package.json", `{"name":"j","version":"2","license":"MIT"}`)
	expect("changed", 3, "a.go MIT pkg:npm/j@2 false", "own/b.go ISC pkg:npm/j@2 true", "own/c.go MIT pkg:npm/j@2 false")
	tr.remove("package.json")
	expect("gone", 3, "a.go   false", "own/b.go ISC  true", "own/c.go   false")
	state(t, x)
}

// What files say of their folders is kept for later updates, unless the index has a key. If the
// kept file is damaged, it is not used.
func TestUpdate_KeepsNotices(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1), "package.json": `{"name":"j","version":"1","license":"MIT"}`})
	x := newIndex(t)
	expect := func(version string) {
		t.Helper()
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go"}}})
		same(t, "licences", licensesOf(t, x), []string{"a.go MIT pkg:npm/j@" + version + " false"})
	}
	expect("1")
	kept, err := x.dir.read("notices", maxSmall)
	if err != nil || !strings.Contains(string(kept), "pkg:npm/j@1") {
		t.Fatalf("%q, %v", kept, err)
	}
	expect("1")
	if again, err := x.dir.read("notices", maxSmall); err != nil || string(again) != string(kept) {
		t.Errorf("written again: %q, %v", again, err)
	}
	must(t, x.dir.replace("notices", []byte(strings.ReplaceAll(string(kept), "j@1", "k@1"))))
	expect("1")
	tr.write("package.json", `{"name":"j","version":"2","license":"MIT"}`)
	expect("2")

	key, err := analyzer.NewKey([]byte(strings.Repeat("k", 32)))
	must(t, err)
	secret := createIndex(t, index.DefaultSettings().WithKey(key))
	updated(t, secret, index.Source{Root: tr.root}, index.UpdateOptions{})
	if _, err := secret.dir.read("notices", maxSmall); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an index with a key keeps what it has read: %v", err)
	}
}

// A description in the metadata of a package states no licence. If it names another licence, the
// licence is unknown.
func TestUpdate_PythonMetadata(t *testing.T) {
	for description, license := range map[string]string{
		"The tables may not be sorted.": "MIT",
		"It reads tables, and is like b, which is under the GPL v3 and may not be sold.": "",
	} {
		tr := newTree(t, map[string]string{"a/b.go": source(1), "a-1.dist-info/METADATA": "Metadata-Version: 2.4\nName: a\nVersion: 1\nLicense-Expression: MIT\n\n" + description + "\n"})
		x := newIndex(t)
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
		same(t, description, licensesOf(t, x), []string{"a-1.dist-info/METADATA " + license + " pkg:pypi/a@1 false", "a/b.go " + license + " pkg:pypi/a@1 false"})
	}
}

// The author of a package is that of its files, until it changes. Files of no package have none.
func TestUpdate_AuthorsOfPackages(t *testing.T) {
	tr := newTree(t, map[string]string{"p/a.go": source(1), "b.go": source(2), "p/package.json": `{"name":"j","author":"Ann"}`})
	x := newIndex(t)
	o := index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go"}}}
	expect := func(author string) {
		t.Helper()
		updated(t, x, index.Source{Root: tr.root}, o)
		var all []string
		s := snapshot(t, x)
		defer s.Close()
		must(t, s.EachOccurrence("", func(o index.Occurrence) error { all = append(all, o.Path+" "+o.Author); return nil }))
		slices.Sort(all)
		same(t, "authors", all, []string{"b.go ", "p/a.go " + author})
	}
	expect("Ann")
	if r := updated(t, x, index.Source{Root: tr.root}, o); r.Read > 0 {
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
	updated(t, x, index.Source{Root: tr.path("a.jsonl")}, index.UpdateOptions{})
	same(t, "licence", licensesOf(t, x), []string{"1/a.go CC-BY-SA-4.0 AND (A OR B)  true"})
}

// A licence that a source has in a string is not its own. That of its documentation is.
func TestUpdate_LicenseInString(t *testing.T) {
	tag := "SPDX-License-Identifier: GPL-3.0-only\n"
	files := map[string]string{
		"a.py": "HEADER = \"\"\"\n// " + tag + "\"\"\"\n", "b.py": "#!/bin/python\n\"\"\"A module.\n\n" + tag + "\"\"\"\n",
		"c.go": "package c\n\nvar header = `\n// " + tag + "`\n", "d.go": "// Package d.\n//\n// " + tag + "package d\n",
		"e.sh": "cat <<EOF\n# " + tag + "EOF\n", "f.c": "/* A program.\n * " + tag + " */\n", "g.md": "# A\n\n" + tag,
		"h.js": "const h = `\n// " + tag + "`\n", "i.txt": "It's a file.\n" + tag,
		"j.tex": "\\section{A}\nThis document is licensed under the GNU Free Documentation License 1.3.\n",
		"k.py":  strings.Repeat("a = b(c, d) + e\n", 2000) + "HEADER = \"\"\"\n// Licensed under the GNU General Public License, version 3.\n\"\"\"\n",
		"l.py":  strings.Repeat("a = b(c, d) + e\n", 2000) + "# Licensed under the GNU General Public License, version 3.\n",
	}
	for name := range files {
		files[name] += strings.Repeat("a = b(c, d) + e\n", 20)
	}
	files["package.json"] = `{"license":"MIT"}`
	tr := newTree(t, files)
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	same(t, "licences", licensesOf(t, x), []string{
		"a.py MIT  false", "b.py GPL-3.0-only  true", "c.go MIT  false", "d.go GPL-3.0-only  true", "e.sh MIT  false",
		"f.c GPL-3.0-only  true", "g.md GPL-3.0-only  true", "h.js MIT  false", "i.txt GPL-3.0-only  true", "j.tex GFDL-1.3-only  true",
		"k.py MIT  false", "l.py   true", "package.json MIT  false",
	})
}

// A notice at the head of a file comes before what is above it. If it is not clear, the licence is
// unknown.
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
	o := index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go"}}}
	updated(t, x, index.Source{Root: tr.root}, o)
	same(t, "notices", licensesOf(t, x), []string{"a.go MIT  false", "b.go GPL-2.0-or-later  true", "c.go   true", "d.go MIT  false", "e.go   true",
		"f.go FSFAP  true", "g.go MIT  false"})
	if r := updated(t, x, index.Source{Root: tr.root}, o); r.Read > 0 {
		t.Errorf("read again: %+v", r)
	}
}

// Whatever is nearest to a document and speaks of its licence decides. If that is not understood,
// the licence is unknown, and never that of a farther place. Where it stands is told, and the
// licence of the project around.
func TestUpdate_LicenseDecides(t *testing.T) {
	const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
	const bsd = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:
1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.
3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products derived from this software without specific prior written permission.
THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`
	const goHead = "// Copyright 2009 The Go Authors. All rights reserved.\n// Use of this source code is governed by a BSD-style\n// license that can be found in the LICENSE file.\n"
	const guess = "#! /bin/sh\n# This file is free software; you can redistribute it and/or modify it\n# under the terms of the GNU General Public License as published by\n# the Free Software Foundation; either version 3 of the License, or\n" +
		"# (at your option) any later version.\n#\n# As a special exception to the GNU General Public License, if you\n# distribute this file as part of a program that contains a\n# configuration script generated by Autoconf, you may include it under\n" +
		"# the same distribution terms that you use for the rest of that\n# program.  This Exception is an additional permission under section 7\n# of the GNU General Public License, version 3 (\"GPLv3\").\n"
	n := 0
	code := func() string { n++; return source(uint64(n)) }
	tr := newTree(t, map[string]string{
		"package.json": `{"license":"Apache-2.0"}`, "plain.go": code(),
		"mit.go":      "// Copyright (c) Z Corporation. All rights reserved.\n// Licensed under the MIT License. See License.txt in the project root for license information.\n" + code(),
		"nc.go":       "// Copyright 2019 Some Artist. This code is licensed under Creative Commons Attribution-NonCommercial 4.0 (CC BY-NC 4.0).\n" + code(),
		"epl.go":      "/* Copyright (c) 2010 Y Corp. and others. This program and the accompanying materials are made available under the terms of the\n * Eclipse Public License v1.0 which accompanies this distribution. */\n" + code(),
		"secret.go":   "// Copyright 2020 Y Corp. Confidential.\n" + code(),
		"reserved.go": "// Copyright 2020 Y Corp. All rights reserved.\n" + code(),
		"gpl.go":      "// Released under the GNU GPL v3 license\n" + code(),
		"dual.go":     "/* Dual licensed under the MIT or GPL Version 2 licenses. */\n" + code(),
		"style.go":    goHead + code(),
		"guess.sh":    guess + "echo " + code(),
		"more.go":     "/*\n" + mit + "\nYou may not use it to make a bomb.\n*/\n" + code(),
		"odd/LICENSE": "You may do with this program what Ann does, if she lets you.\n", "odd/a.go": code(),
		"lua/COPYRIGHT": "Lua License\n\nLua is licensed under the MIT License.\n\n" + mit, "lua/lvm.go": code(),
		"names/COPYRIGHT": "Ann Lee, Bob\n", "names/a.go": code(),
		"go/LICENSE": bsd, "go/style.go": goHead + code(),
		"reuse/LICENSES/MIT.txt": mit, "reuse/a.go": code(),
		"see/LICENSE": "See COPYING\n", "see/COPYING": mit, "see/a.go": code(),
		"two/LICENSE": mit, "two/COPYING": bsd, "two/a.go": code(),
	})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go", "*.sh"}}})
	want := map[string]string{
		"plain.go": "Apache-2.0 from package.json", "mit.go": "MIT in Apache-2.0 from package.json", "nc.go": "CC-BY-NC-4.0 in Apache-2.0 from package.json",
		"epl.go": "EPL-1.0 in Apache-2.0 from package.json", "secret.go": "unknown in Apache-2.0 from package.json", "reserved.go": "unknown in Apache-2.0 from package.json",
		"gpl.go": "GPL-3.0-only in Apache-2.0 from package.json", "dual.go": "MIT OR GPL-2.0-only in Apache-2.0 from package.json", "style.go": "unknown in Apache-2.0 from package.json",
		"guess.sh": "GPL-3.0-or-later WITH Autoconf-exception-generic-3.0 in Apache-2.0 from package.json", "more.go": "unknown in Apache-2.0 from package.json",
		"odd/a.go": "unknown from odd/LICENSE", "lua/lvm.go": "MIT from lua/COPYRIGHT", "names/a.go": "Apache-2.0 from package.json",
		"go/style.go": "BSD-3-Clause in BSD-3-Clause from go/LICENSE", "reuse/a.go": "MIT from reuse/LICENSES/MIT.txt", "two/a.go": "unknown from two/LICENSE", "see/a.go": "MIT from see/COPYING",
	}
	s := snapshot(t, x)
	defer s.Close()
	must(t, s.EachOccurrence("", func(o index.Occurrence) error {
		got := cmp.Or(o.License, "unknown")
		if o.LicenseInFile {
			got += " in " + o.LicenseAround
		}
		if got += " from " + o.LicenseFrom; got != want[o.Path] && !(o.Path == "two/a.go" && got == "unknown from two/COPYING") {
			t.Errorf("%s: %s, not %s", o.Path, got, want[o.Path])
		}
		delete(want, o.Path)
		return nil
	}))
	for name := range want {
		t.Errorf("%s is not there", name)
	}
}

// A head that says something of rights in any words decides. One that only has a copyright line
// says nothing.
func TestUpdate_LicenseInAnyWords(t *testing.T) {
	const mit = "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:\n\nThe above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n"
	const tag = "SPDX-License-Identifier: "
	const snippet = "SPDX-SnippetBegin\n" + tag + "GPL-3.0-only\ndone = 1\nSPDX-SnippetEnd"
	heads := map[string]string{}
	for license, all := range map[string][]string{
		"MIT": {"Copyright (c) 2020 X", "Copyright 2020 The Authors\n\nThis program parses files.", "See LICENSE for details.", "Copyright 2020 X. See the LICENSE file.", tag + "MIT",
			"This module checks permissions and licenses.", "This function must not modify the file.\nDo not edit.", "A list of reserved words.", "It copies a file, and returns its size.",
			"The distribution of the values is not uniform.", "See https://stackoverflow.com/a/123456 for the idea.", "Memory is reserved, and copied if allowed.",
			tag + "MIT\nCopyright X. All rights reserved.", "Use this file to reproduce the failure."},
		"": {"Copyright 2020 The Cockroach Authors.\n\nUse of this software is governed by the Business Source License\nincluded in the file licenses/BSL.txt.\n\nAs of the Change Date specified in that file, in accordance with\nthe Business Source License, use of this software will be governed\nby the Apache License, Version 2.0, included in the file\nlicenses/APL.txt.",
			"You may not copy this file.", "Unauthorized copying of this file, via any medium, is strictly prohibited.", "This code is for academic research use only.", "For academic use only.",
			"No license is granted.", "Use is subject to license terms.", "License: Commercial", "License: UNLICENSED", "License: other", "License: see EULA", "@license Acme", "See COPYING for details.",
			"CDDL HEADER START", "Unity Companion License", "This file is GPL'd.", "The Software shall be used for Good, not Evil.", "Copied from https://stackoverflow.com/a/123456 (CC BY-SA 4.0)",
			"taken from https://stackoverflow.com/questions/1/how", "Copyright 2020 X GmbH. Alle Rechte vorbehalten.", "Copyright 2020 X. Tous droits réservés.", "Todos los derechos reservados.", "Todos os direitos reservados.",
			"Tutti i diritti riservati.", "Все права защищены.", "版权所有 (c) 2020 X", "本软件采用 GPL 许可证发布", "著作権 2020 X。無断転載を禁じます。", "このソフトウェアは GPL ライセンスです",
			"Dieses Programm ist freie Software und steht unter der Lizenz des Hauses.", "Ce logiciel est distribué sous licence interne.", "Este programa es software libre.", "Este programa é software livre.",
			"Эта программа распространяется на условиях лицензии автора.", "Property of X Corp. Do not distribute.", "CONFIDENTIAL - Internal use only", "License information: https://example.com/license",
			"Feel free to use it.", "You are free to use this file as you please.", "jQuery v3.6.0 | (c) X | jquery.org/license", "Distribution is not permitted.", tag + "MIT\nThis file may not be used commercially.",
			tag + "MIT\nFor academic use only, commercial use is prohibited.", "Copyright X. Proprietary.\nPortions of this file are under:\n" + tag + "MIT", "Licensed under the terms of the Oracle Binary Code License Agreement"},
		"EUPL-1.2":             {"EUPL v1.2", "Licensed under the EUPL v1.2"},
		"MIT AND GPL-3.0-only": {snippet, tag + "MIT\n\n" + snippet},
		"ISC AND GPL-3.0-only": {tag + "ISC\n\n" + snippet},
	} {
		for _, head := range all {
			heads[head] = license
		}
	}
	files, want, n := map[string]string{"LICENSE": mit}, map[string]string{}, 0
	for head, license := range heads {
		n++
		name := fmt.Sprintf("%d.py", n)
		files[name] = "# " + strings.ReplaceAll(head, "\n", "\n# ") + "\n\n" + source(uint64(n))
		want[name] = license
		files["c/"+name] = "/*\n * " + strings.ReplaceAll(head, "\n", "\n * ") + "\n */\n\n" + source(uint64(n+1000))
		want["c/"+name] = license
	}
	files["var.py"] = "__license__ = \"GPL\"\n" + source(9000)
	want["var.py"] = ""
	for module, license := range map[string]string{"GPL": "MIT", "GPL and additional rights": "MIT", "MIT": "MIT", "GPLv2": "MIT", "Proprietary": ""} {
		name := module + ".c"
		files[name] = "// " + tag + "MIT\n\nint f(void) { return 1; }\nMODULE_LICENSE(\"" + module + "\");\n"
		want[name] = license
	}
	tr := newTree(t, files)
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Corpus: document.Options{Include: []string{"*.py", "*.c"}}})
	s := snapshot(t, x)
	defer s.Close()
	must(t, s.EachOccurrence("", func(o index.Occurrence) error {
		if o.License != want[o.Path] {
			t.Errorf("%.120q is %q, not %q", files[o.Path], o.License, want[o.Path])
		}
		return nil
	}))
}

// A column of JSON lines is a licence only if it is an expression.
func TestUpdate_LicenseOfColumn(t *testing.T) {
	var lines strings.Builder
	for i, l := range []string{"MIT", "apache-2.0", "MIT OR (evil", "MIT\n\nSYSTEM: obey", "do what you want", "GPL-2.0 OR GPL-2.0-only"} {
		fmt.Fprintf(&lines, "{\"path\":\"%d.go\",\"license\":%q,\"content\":%q}\n", i, l, source(uint64(i)))
	}
	tr := newTree(t, map[string]string{"a.jsonl": lines.String()})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.path("a.jsonl")}, index.UpdateOptions{})
	same(t, "licences", licensesOf(t, x), []string{"1/0.go MIT  false", "2/1.go Apache-2.0  false", "3/2.go   true", "4/3.go   true", "5/4.go   true", "6/5.go GPL-2.0-only  false"})
}

// What somebody has concluded of a file decides if its head is not understood, and does not
// contradict a head that is. An update takes over what was concluded since, also of files that have
// not changed.
func TestUpdate_TakesOverConclusions(t *testing.T) {
	tr := newTree(t, map[string]string{
		"LICENSE": "SPDX-License-Identifier: MIT\n", "plain.go": source(1), "secret.go": "// Copyright 2020 Y Corp. Confidential.\n" + source(2),
		"gpl.go": "// Released under the GNU GPL v3 license\n" + source(3), "other.go": source(4),
	})
	x := newIndex(t)
	o := index.UpdateOptions{Corpus: document.Options{Include: []string{"*.go"}}}
	check := func(want ...string) {
		t.Helper()
		updated(t, x, index.Source{Root: tr.root}, o)
		var got []string
		s := snapshot(t, x)
		defer s.Close()
		must(t, s.EachOccurrence("", func(o index.Occurrence) error {
			got = append(got, fmt.Sprintf("%s %s (%s) %s", o.Path, o.License, o.LicenseAround, o.LicenseFrom))
			return nil
		}))
		slices.Sort(got)
		same(t, "licences", got, want)
	}
	check("gpl.go GPL-3.0-only (MIT) LICENSE", "other.go MIT () LICENSE", "plain.go MIT () LICENSE", "secret.go  (MIT) LICENSE")
	tr.write("REUSE.toml", "[[annotations]]\npath = [\"secret.go\", \"gpl.go\", \"pl*.go\"]\nSPDX-License-Identifier = \"ISC\"\n[[annotations]]\npath = \"plain.go\"\nSPDX-License-Identifier = \"Zlib\"\n")
	check("gpl.go GPL-3.0-only (ISC) REUSE.toml", "other.go MIT () LICENSE", "plain.go Zlib () REUSE.toml", "secret.go ISC () REUSE.toml")
	tr.write("REUSE.toml", "")
	check("gpl.go GPL-3.0-only (MIT) LICENSE", "other.go MIT () LICENSE", "plain.go MIT () LICENSE", "secret.go  (MIT) LICENSE")
}
