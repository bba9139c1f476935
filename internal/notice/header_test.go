package notice

import (
	"strings"
	"testing"
)

// gpl is the short notice that the GPL recommends.
const gpl = `This program is free software; you can redistribute it and/or modify
it under the terms of the GNU General Public License as published by
the Free Software Foundation; either version 2 of the License, or
(at your option) any later version.

This program is distributed in the hope that it will be useful,
but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
GNU General Public License for more details.
`

const apache = `Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
`

const mpl = `This Source Code Form is subject to the terms of the Mozilla Public
License, v. 2.0. If a copy of the MPL was not distributed with this
file, You can obtain one at https://mozilla.org/MPL/2.0/.
`

func TestHeads_KnowNotices(t *testing.T) {
	lesser := strings.ReplaceAll(strings.ReplaceAll(gpl, "GNU General", "GNU Lesser General"), "version 2 of", "version 2.1 of")
	lesser = strings.ReplaceAll(lesser, "This program", "This library")
	for _, c := range []struct {
		text, license string
		found         bool
	}{
		{gpl, "GPL-2.0-or-later", true},
		{lesser, "LGPL-2.1-or-later", true},
		{apache, "Apache-2.0", true},
		{mpl, "MPL-2.0", true},
		{gpl + "\nAs a special exception, you may link this unit with others.\n", "", true},
		{gpl + "\n" + mpl, "", true},
		{gpl + "\nAlternatively:\n" + apache, "GPL-2.0-or-later OR Apache-2.0", true},
		{strings.ReplaceAll(gpl, "General Public", "General\nPublic"), "GPL-2.0-or-later", true},
		{"It is not under the GNU General Public License.\n", "", true},
		{"See the Apache License.\n", "", true},
		{"It checks permissions and licenses.\n", "", false},
		{"", "", false},
	} {
		for _, comment := range []string{"", "// ", "# ", " * ", "-- "} {
			text := comment + strings.ReplaceAll(c.text, "\n", "\n"+comment) + "\n\nx = 1\n"
			if own := new(Heads).Own([]byte(text), false, comment == "", nil); own.License != c.license || own.Stated != c.found {
				t.Errorf("%q: %q, %t, not %q, %t", text[:min(len(text), 60)], own.License, own.Stated, c.license, c.found)
			}
			if late := new(Heads).Own([]byte(strings.Repeat("x = 1\n", headSize)+text), false, comment == "", nil); late.License != "" && (late.License != c.license || comment != "") {
				t.Errorf("%q is not in the head", text[:min(len(text), 60)])
			}
			if new(Heads).Own([]byte("x = y\n"+text), false, false, func(int) bool { return true }).Stated {
				t.Errorf("%q in a string counts", text[:min(len(text), 60)])
			}
		}
	}
}

const bsd = `Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice,
   this list of conditions and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice,
   this list of conditions and the following disclaimer in the documentation
   and/or other materials provided with the distribution.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE
LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR
CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF
SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE)
ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE
POSSIBILITY OF SUCH DAMAGE.
`

const fsfap = `Copying and distribution of this file, with or without modification, are
permitted in any medium without royalty provided the copyright notice and
this notice are preserved.  This file is offered as-is, without any warranty.
`

// Texts of licences at the head of a file are recognised in any comment, also if the same Heads has
// met others.
func TestHeads_KnowTexts(t *testing.T) {
	shared := new(Heads)
	for _, c := range []struct {
		text, license string
		found         bool
	}{
		{mit, "MIT", true},
		{isc, "ISC", true},
		{bsd, "BSD-2-Clause", true},
		{fsfap, "FSFAP", true},
		{mit + "\n" + isc, "", true},
		{bsd + "\nAlternatively:\n" + gpl, "BSD-2-Clause OR GPL-2.0-or-later", true},
		{strings.Replace(bsd, "the following conditions are met", "nobody sells it", 1), "", true},
		{"Permission is hereby granted to read this.\n", "", true},
		{"Permission slips, redistribution, and copying.\n", "", false},
	} {
		for _, comment := range []string{"", "// ", "# ", " * ", "-- ", "/* ", "\" "} {
			text := comment + strings.ReplaceAll(c.text, "\n", "\n"+comment)
			if comment == " * " {
				text = "/*\n" + text + "\n */"
			}
			text += "\n\nx = 1\n"
			for range 2 {
				if own := shared.Own([]byte(text), false, comment == "", nil); own.License != c.license || own.Stated != c.found {
					t.Errorf("%q: %q, %t, not %q, %t", text[:min(len(text), 80)], own.License, own.Stated, c.license, c.found)
				}
			}
			if late := shared.Own([]byte(strings.Repeat("x = 1\n", headSize)+text), false, comment == "", nil); late.License != "" && (late.License != c.license || comment != "") {
				t.Errorf("%q is not in the head", text[:min(len(text), 60)])
			}
			if shared.Own([]byte("x = y\n"+text), false, false, func(int) bool { return true }).Stated {
				t.Errorf("%q in a string counts", text[:min(len(text), 60)])
			}
		}
	}
	two := "// " + strings.ReplaceAll(fsfap, "\n", "\n// ") + "\n\n/*\n" + bsd + "*/\n"
	if own := shared.Own([]byte(two), false, false, nil); own.License != "" || !own.Stated {
		t.Errorf("of two comments: %q, %t", own.License, own.Stated)
	}
}

// A head is read in the comments of any language, and in the first cell of a notebook.
func TestHeads_ReadComments(t *testing.T) {
	const words = "Copyright 2020 Acme Corp. All rights reserved.\nReleased under the GNU General Public License version 3.\n"
	lines := func(mark string) string {
		return mark + strings.ReplaceAll(strings.TrimSpace(words), "\n", "\n"+mark) + "\n"
	}
	cell := strings.ReplaceAll(strings.TrimSpace(words), "\n", `\n", "`)
	for _, head := range []string{
		"{-\n" + words + "-}\n", "{-# LANGUAGE X #-}\n{- |\n" + words + "-}\nmodule X where\n", // Haskell, Elm
		"{\n" + words + "}\n", "{$mode x}\n{ " + words + "}\n", "// vim\n\nunit X;\n\n{====\n" + words + "}\n", // Pascal
		"/+\n" + words + "+/\n", "/++\n" + words + "+/\n", "/-\n" + words + "-/\n", "/-!\n" + words + "-/\n", // D, Lean
		"{#\n" + words + "#}\n", "{{!--\n" + words + "--}}\n", "{{! " + words + "}}\n", "{{--\n" + words + "--}}\n", // templates
		"{% comment %}\n" + words + "{% endcomment %}\n", "<%#\n" + words + "%>\n", "@*\n" + words + "*@\n",
		"#[[\n" + words + "]]\n", "#[==[\n" + words + "]==]\n", lines("10 REM "), lines("@ "), lines("/ "), lines("&& "),
		`{"cells": [{"cell_type": "markdown", "source": ["` + cell + `"]}]}`, `{"cells": [{"cell_type": "code", "source": "# ` + strings.ReplaceAll(cell, `", "`, "# ") + `"}]}`,
	} {
		if own := new(Heads).Own([]byte(head+"x = y * 3\n"), false, false, nil); own.License != "GPL-3.0-only" || !own.Stated {
			t.Errorf("%q: %q, %t", head[:min(len(head), 60)], own.License, own.Stated)
		}
	}
	for _, data := range []string{`{"text": "` + cell + `"}`, "{\n\"a\": [\n\"" + words + "\"]}", "[{\"a\": \"" + words + "\"}]"} {
		if own := new(Heads).Own([]byte(data), false, false, nil); own.Stated {
			t.Errorf("%q: %+v", data[:min(len(data), 60)], own.Claim)
		}
	}
}

// A line that begins with # and the word of a directive may be one of a sentence.
func TestHeads_DirectivesAndSentences(t *testing.T) {
	for text, license := range map[string]string{
		"# " + strings.ReplaceAll(strings.ReplaceAll(mit, "\n", "\n# "), "including without", "\n# including without"):               "MIT",
		"# Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted\n": "",
		"#if 1\n# include <a.h>\n# define A 1\n# if defined(B)\n# endif\n#endif\n":                                                   "",
	} {
		if own := new(Heads).Own([]byte(text), false, false, nil); own.License != license {
			t.Errorf("%q: %+v", text, own)
		}
	}
	for line, is := range map[string]bool{"#if not": true, "# if not, see": false, "# if (not": true, "# if not defined(A)": true, "# include <a.h>": true, "# include the": false, "# define A": true,
		"# endif": true, "# else": true, "# else you": false, "# line 12": true, "# import b": true, "# Import": false} {
		if isDirective([]byte(line)) != is {
			t.Errorf("%q is a directive: %t", line, !is)
		}
	}
}

// What a head says in few words is not passed over, and a notice that contradicts an SPDX line
// makes it unknown.
func TestHeads_DoNotAssert(t *testing.T) {
	for _, head := range []string{
		"/* SPDX-License-Identifier: MIT */\n/* Alternatively: SPDX-License-Identifier: GPL-2.0-only */",
		"/* SPDX-License-Identifier: GPL-2.0-or-later\n * This may also be distributed under the terms of the BSD Licence:\n * SPDX-License-Identifier: BSD-2-Clause\n */",
		"/* License: MIT (except for the tables, which are (c) Unicode, Inc.) */",
		"/* SPDX-License-Identifier: Apache-2.0 */\n// Some functions are from FFmpeg and are under the LGPL.",
		"/* SPDX-License-Identifier: Apache-2.0 */\n// Parts of this file come from musl, see MUSL_LICENSE.",
		"<plist><dict>\n<string>Copyright 2019 Acme. All rights reserved. Confidential.</string>\n",
		"/* GPL version 2 only. Subject to the \"Classpath\" exception as provided in the LICENSE file that accompanied this code. */",
		"/* Released under GFDL. */", "/* under the SISSL */", "/* Beerware. */", "/* Shareware. Register for 10 USD. */",
		"/* Non-free */", "/* Not for production use */", "/* You may not use this file. */", "/* As a special exception, you may link this with FooLib. */", "__license__ = __doc__",
		"# SPDX-License-Identifier: MIT\n\n# License: PSF License version 2 (see below)",
		"/*\nSPDX-License-Identifier: EPL-2.0 OR BSD-3-Clause\n*/\n\n/*\nNOTICE of foo on which the code is based:\n" + isc + "\n*/",
		"/* SPDX-License-Identifier: MIT */\n/* This file is licensed under the GNU General Public License version 2. */", "// SPDX-License-Identifier: MIT\n// " + strings.ReplaceAll(gpl, "\n", "\n// "),
		"var most = 1000;\n\n/*\n * The following logic has been extracted from graceful-fs.\n *\n * The ISC License\n *\n * " + strings.ReplaceAll(isc, "\n", "\n * ") + "\n */",
		"/*\n" + mit + "\nThe above does not apply to companies with more than 100 employees.\n*/",
	} {
		if own := new(Heads).Own([]byte(head+"\nx = y * 3\n"), false, false, nil); own.License != "" || !own.Stated {
			t.Errorf("%q: %q, %t", head[:min(len(head), 60)], own.License, own.Stated)
		}
	}
	for head, want := range map[string]string{
		"/* SPDX-License-Identifier: GPL-2.0-or-later WITH Linux-syscall-note */\n/*\n" + gpl + "*/": "GPL-2.0-or-later WITH Linux-syscall-note",
		"/* SPDX-License-Identifier: CC0-1.0 */\n/* This file is in the public domain. */":           "CC0-1.0",
		"__license__ = 'MIT'": "MIT", "/* OSL 3.0 */": "OSL-3.0", "/* Ms-PL */": "MS-PL", "/* BSL 1.1 */": "BUSL-1.1",
	} {
		if own := new(Heads).Own([]byte(head+"\nx = y * 3\n"), false, false, nil); own.License != want {
			t.Errorf("%q: %q, not %q", head[:min(len(head), 60)], own.License, want)
		}
	}
	if n, _ := Read("LICENSE", []byte("SPDX-License-Identifier: MIT\n\nNot for commercial use.\n"), Recognise); n.License != "" || !n.unclear {
		t.Errorf("an SPDX line beside a ban in a licence text: %+v", n)
	}
}

// A file in a language that is not known has comments, and a page has examples.
func TestHeads_UnknownLanguages(t *testing.T) {
	const reserving = "This document is subject to the rights, licenses and restrictions\nof BCP 78. The authors retain all their rights.\n"
	for _, mark := range []string{"-- ", "// ", "; ", "% ", "dnl ", `.\" `, "# "} {
		head := mark + strings.ReplaceAll(strings.TrimSpace(reserving), "\n", "\n"+mark) + "\n\nFoo ::= INTEGER\n"
		if own := new(Heads).Own([]byte(head), false, true, nil); !own.Stated || own.Claim != (Claim{}) {
			t.Errorf("%q: %+v", head, own)
		}
	}
	for _, page := range []string{
		"Add this header to your files:\n\nSPDX-License-Identifier: GPL-3.0-only\n", "cat <<EOF\n/* SPDX-License-Identifier: GPL-3.0-only */\nEOF\n",
		"// Attributes\n\n:gplv2-url: https://www.gnu.org/licenses/gpl-2.0.html\n", "# Rights\n\nThe authors keep the rights to their photos.\n",
	} {
		if own := new(Heads).Own([]byte(page), false, true, nil); own.License+own.Family != "" {
			t.Errorf("%q: %+v", page, own)
		}
	}
	const metadata = "<component>\n<metadata_license>CC0-1.0</metadata_license>\n<project_license>MIT</project_license>\n"
	if own := new(Heads).Own([]byte(metadata), false, false, nil); own.Family != "CC0-1.0" {
		t.Errorf("the licence of metadata: %+v", own)
	}
}

// suse begins the spec files of openSUSE.
const suse = "# All modifications and additions to the file contributed by third parties\n# remain the property of their copyright owners, unless otherwise agreed\n" +
	"# upon. The license for this file, and modifications and additions to the\n# file, is the same license as for the pristine package itself (unless the\n" +
	"# license for the pristine package is not an Open Source License, in which\n# case the license is the MIT License). An \"Open Source License\" is a\n# license that conforms to the Open Source Definition.\n"

// Licences of portions, of examples, of what a bundle contains, and in data are not those of the
// file; a JSON object says its own.
func TestHeads_PortionsExamplesAndData(t *testing.T) {
	code := strings.Repeat("x = y * 3\n", mostLate+1)
	for _, c := range []struct{ prose, text, want string }{
		{"", "# obj-c boilerplate from appnope, used under BSD 2-clause\nx = 1\n", "?"},
		{"", "# Code from appnope, licensed under the MIT License.\n", "?"},
		{"", "# This file may be used under the MIT License.\n", "MIT"},
		{"", "\"\"\"Readers\n\nParts of this code are derived from:\n\n> https://example.org/streams.py\n> > MIT License https://example.org/blob/LICENSE\n> > Copyright 2018 Ann\n\"\"\"\n", "?"},
		{"", "\"\"\"\nThe Deleter and runfile methods are copied from\nSpyder and carry their own license agreement.\n\nSpyder License Agreement (MIT License)\n---\n\n" + mit + "\"\"\"\n", "?"},
		{"", "\"\"\"\n    getargspec excerpted from:\n\n    sphinx.util.inspect\n\n    :license: BSD, see LICENSE for details.\n\"\"\"\n", "?"},
		{"", "# Hashes of certificates. Most\n# of these are from Box 0.1\n# (http://example.org/), which has this copyright\n# notice:\n#\n# Copyright (c) 2010 Ann\n#\n# " + strings.ReplaceAll(mit, "\n", "\n# ") + "\n", "?"},
		{"", "/*\nBased on foo.c, which carries the following license:\n\n" + mit + "*/\n", "?"},
		{"", "/*\nThis file has functions from foo, which has this license:\n\n" + mit + "*/\n", "?"},
		{"", "/*\nDerived from foo, whose license is as follows:\n\n" + mit + "*/\n", "?"},
		{"", "/*\nThis library has the following license:\n\n" + mit + "*/\n", "MIT"},
		{"", "/*\nUses foo as follows: foo, foo.\n\n" + mit + "*/\n", "MIT"},
		{"", code + "/*\n  MIT License http://www.opensource.org/licenses/mit-license.php\n  Author Ann\n*/\n", "~MIT"},
		{"", code + "__END__\n\n=head1 LICENSE\n\nReleased under the MIT License.\n\n=cut\n", "MIT"},
		{"", "{\"$schema\": \"x\", \"$comment\": \"Distributed under MIT License, Copyright (c) Acme.\"}\n", "MIT"},
		{"", "{\"a\": {\"license\": \"ISC\"},\n \"description\": \"Extracted from foo. Distributed under the GNU General Public License version 3.\"}\n", "GPL-3.0-only"},
		{"", "{\"license\": {\"name\": \"MIT\"}, \"a\": 1}\n", "MIT"},
		{"", "{\"license\": \"Acme\"}\n", "?"},
		{"", "{\"a\": {\"license\": \"ISC\"}, \"description\": \"It checks licences\"}\n", ""},
		{"p", "Configuring\n===========\n\n.. code-block:: ini\n\n    [metadata]\n    license = BSD-3-Clause\n    License: MIT\n\nMore.\n", ""},
		{"p", "# Configuring\n\nWrite it:\n\n```\nSPDX-License-Identifier: MIT\nReleased under the MIT License.\n```\n", ""},
		{"p", "# Configuring\n\n    license = MIT\n", ""},
		{"p", "Name: foo\nLicense: Acme\n\n%files\n%doc LICENSE README\n", "?"},
		{"p", "Name: foo\nLicense: MIT\n\n%files\n%doc LICENSE\n", "MIT"},
		{"p", suse + "\nName: foo\nLicense: SUSE-Proprietary\n", "?"},
		{"p", suse + "\nName: foo\nLicense: ISC\n", "ISC"},
		{"p", strings.Repeat("A line of the description of the tool.\n", 40) + "\nAll rights reserved. Confidential. Do not distribute.\n", "?"},
		{"p", strings.Repeat("A line of the description of the tool.\n", 40) + "\nThis library is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License version 3.\n", "GPL-3.0-only"},
		{"p", "usr/share/doc LICENSE\ndoc LICENSE\n", ""},
		{"", "/* Copyright 2014 Ann\n * http://www.mozilla.org/MPL/ */\n", "?"},
		{"", "/* Copyright 2014 Ann\n * https://www.mozilla.org/en-US/MPL/2.0/ */\n", "?"},
		{"", "/* Copyright 2014 Ann\n * https://www.eclipse.org/legal/epl-2.0/ */\n", "?"},
		{"", "/* Copyright 2014 Ann\n * http://scripts.sil.org/OFL */\n", "?"},
		{"", "/* Copyright 2014 Ann\n * http://www.unicode.org/copyright.html */\n", "?"},
		{"", "/* Copyright 2014 Ann\n * https://mariadb.com/bsl11/ */\n", "?"},
		{"", "/* See https://www.mozilla.org/docs and https://example.org/copyrights */\n", ""},
		{"", "/*! foo 1.0 | BSD */\n", "~BSD"},
		{"", "/*! foo 1.0 | MIT | example.org */\n", "MIT"},
		{"", "/* foo 2.6 (Custom Build) | MIT & BSD\n * Build: http://example.org/\n */\n", "?"},
		{"", "// This is distributed under MIT/X11 terms.\nint x;\n", "MIT"},
		{"", "// Es ist nicht zur Distribution mit anderen\nint x;\n", ""},
		{"p", strings.Repeat("-- of the module\n", 70) + "DESCRIPTION \"Copyright (C) The Society (2006).\n  This version of this MIB module is part of RFC 1; see\n  the RFC itself for full legal notices.\"\n", "?"},
		{"", "<svg>\n<metadata>\n<cc:license\n  rdf:resource=\"http://creativecommons.org/licenses/by-nc/4.0/\" />\n</metadata>\n", "?"},
		{"", "<svg>\n<metadata>\n<dc:rights><cc:Agent><dc:title>Ann, all rights reserved</dc:title></cc:Agent></dc:rights>\n</metadata>\n", "?"},
		{"p", "# License\n\n```\n" + mit + "```\n", "MIT"},
		{"", "\"\"\"How to write setup.cfg.\n\nIt has lines.\n\nExample::\n\n    name = foo\n    License: BSD-3-Clause\n\"\"\"\n", ""},
		{"", "\"\"\"Sorts tables of any size.\n\nLicense\n-------\n\n::\n\n    " + strings.ReplaceAll(isc, "\n", "\n    ") + "\n\"\"\"\n", "ISC"},
	} {
		own := new(Heads).Own([]byte(c.text), false, c.prose != "", nil)
		got := own.License
		switch {
		case own.Family != "":
			got = "~" + own.Family
		case own.Stated && got == "":
			got = "?"
		}
		if got != c.want || own.File != "" {
			t.Errorf("%q: %q, not %q", c.text[max(0, len(c.text)-200):], got, c.want)
		}
	}
}

// Marks that are not seen, before the first comment or a line of it, hide nothing.
func TestHeads_InvisibleBeginnings(t *testing.T) {
	for _, hidden := range []string{"\ufeff", "\u200b", "\ufeff\u2060"} {
		for _, head := range []string{
			"// Released under the ISC License.\nint x;\n", "# Released under the ISC License.\nx = 1\n", "-- Released under the ISC License.\nx = 1\n",
			"<# Released under the ISC License. #>\n$x = 1\n", "<!-- Released under the ISC License. -->\n<p>x</p>\n", "{\"license\": \"ISC\", \"a\": 1}\n",
			"// SPDX-License-Identifier: ISC\nint x;\n", "\n" + hidden + "// Released under the ISC License.\nint x;\n",
		} {
			own := new(Heads).Own([]byte(hidden+head), false, false, func(at int) bool { return at < len(hidden) })
			if own.License != "ISC" {
				t.Errorf("%q: %+v", hidden+head, own)
			}
		}
	}
}

// A head that refers to a file, and has other terms, is under both.
func TestHeads_ReferenceAndTerms(t *testing.T) {
	const refers = "// This file is part of Foo.\n// It is subject to the license terms in the LICENSE file found in the top-level directory\n// of this distribution.\n\n"
	const terms = "/*\nCopyright (c) 2011 The University of X\n\nPermission is hereby granted, without written agreement, to use, copy,\nmodify, and distribute this code, provided that the author is acknowledged in any publication that reports research using this code.\n*/\n"
	for _, c := range []struct{ text, folder, want string }{
		{refers + "/*\n" + mit + "*/\n", "MIT", "MIT"},
		{refers + "/*\n" + mit + "*/\n", "GPL-3.0-only", ""},
		{refers + terms, "MIT", ""},
		{refers, "MIT", "MIT"},
		{refers + "// SPDX-License-Identifier: MIT\n", "GPL-3.0-only", ""},
		{"// SPDX-License-Identifier: MIT\n" + refers, "GPL-3.0-only", ""},
		{refers + "// SPDX-License-Identifier: MIT\n", "MIT", "MIT"},
		{"// SPDX-License-Identifier: MIT -- except fn, which is GPL-2.0\n", "MIT", ""},
		{"// SPDX-License-Identifier:\n", "MIT", ""},
		{"/*\nAdaptation of itoa implementation by Ann: https://example.org/itoa\n\n" + mit + "*/\n", "GPL-3.0-only", ""},
		{"//  Part of the file is an extract from foo.h.\n//  Below is the original copyright.\n//\n/*\n" + mit + "*/\n", "GPL-3.0-only", ""},
		{"/* Permission granted under MIT to Acme employees */\n", "GPL-3.0-only", ""},
		{"/* License MIT. Not for use by the CIA. */\n", "GPL-3.0-only", ""},
		{"/* MIT License + Anti-996 */\n", "GPL-3.0-only", ""},
		{"/* You may use this file only on Acme hardware. */\n", "MIT", ""},
		{"/* No AI training permitted on this file. */\n", "MIT", ""},
		{"/* Copyright 2021 Acme. Unlicensed. */\n", "MIT", ""},
		{"/* Not for use in nuclear facilities or by the military. */\n", "MIT", ""},
		{"/* by J. Doe, CC BY-NC 4.0 */\n", "MIT", ""},
		{"/* proprietary */\n", "MIT", ""},
		{"/* Zork Proprietary */\n", "MIT", ""},
		{"/* Closed source. */\n", "MIT", ""},
		{"/* This is not open source. */\n", "MIT", ""},
		{"/* A parser for a proprietary format of images. */\n", "MIT", "MIT"},
		{"/* Licen\u00adsed un\u00adder the GPL ver\u00adsion 3. */\n", "MIT", "GPL-3.0-only"},
		{"/* \u0421\u043enfidential */\n", "MIT", ""},
		{"/* \u0421\u043bово */\n", "MIT", "MIT"},
		{"// SPDX-License-Identifier: MIT\n// See LICENSE for details.\n", "GPL-3.0-only", "MIT"},
		{"// Licensed under the MIT License. See LICENSE in the project root.\n", "GPL-3.0-only", "MIT"},
	} {
		if got := inFolder(c.folder, c.text+"int x;\n", false); got != c.want {
			t.Errorf("%q in a folder of %s: %q, not %q", c.text, c.folder, got, c.want)
		}
	}
}

// A head that restricts what others may do, and names no licence, is unknown. Words about how to
// call a function are none.
func TestHeads_Restrictions(t *testing.T) {
	for lines, stated := range map[string]bool{restrictions: true, interfaces: false} {
		for line := range strings.Lines(lines) {
			for _, before := range []string{"", "Copyright (c) 2020 Acme. "} {
				head := "/*\n * " + before + line + " */\nint f(void);\n"
				if own := new(Heads).Own([]byte(head), false, false, nil); own.Stated != stated || own.License != "" || own.Family != "" {
					t.Errorf("%q: %+v", head, own)
				}
			}
		}
	}
	for _, head := range []string{
		"// @license Apache-2.0 for tests; production needs a subscription.\n", "// Code under the MIT License. The tables below may not be passed on.\n",
		"// SPDX-License-Identifier: MIT\n// Not for production use without a key from Acme.\n", "// SPDX-License-Identifier: MIT\n// The tables below are of Acme and must stay inside the company.\n",
		"/* Parts taken from foo:\n   SPDX-License-Identifier: MIT */\n",
	} {
		if own := new(Heads).Own([]byte(head), false, false, nil); own.License != "" || !own.Stated {
			t.Errorf("%q: %+v", head, own)
		}
	}
}

// What restricts a file without a licence also makes it unknown beside one: below, above, behind a
// blank line or in the next comment. Descriptions do not.
func TestHeads_RestrictionsBesideALicense(t *testing.T) {
	for _, stated := range []string{"SPDX-License-Identifier: MIT", "License: MIT", "@license MIT", "MIT License", "Licensed under the MIT License."} {
		for lines, want := range map[string]string{restrictions + denials: "", descriptions: "MIT"} {
			for line := range strings.Lines(lines) {
				line = strings.TrimSuffix(line, "\n")
				text := "/*\n * " + strings.ReplaceAll(strings.TrimSpace(mit), "\n", "\n * ")
				for _, head := range []string{
					text + "\n *\n * " + line + "\n */\n", "/* " + line + " */\n" + text + "\n */\n",
					"/* " + stated + "\n * " + line + "\n */\n", "/*\n * " + stated + "\n *\n * " + line + "\n */\n", "# " + stated + "\n# ----\n# " + line + "\n",
					"/* " + stated + " */\n/* " + line + " */\n", "// " + stated + "\n\n// " + line + "\n", "/* " + line + "\n *\n * " + stated + "\n */\n",
				} {
					if own := new(Heads).Own([]byte(head+"int f(void);\n"), false, false, nil); own.License != want || !own.Stated {
						t.Errorf("%q: %+v, want %q", head, own, want)
					}
				}
			}
		}
	}
}

// The messages that a file translates say nothing of its licence.
func TestHeads_Messages(t *testing.T) {
	messages := "msgid \"You have no permission to copy the program.\"\nmsgstr \"x\"\n"
	for head, stated := range map[string]bool{"# Translated by Ann Lee.\n": false, "# Proprietary. Do not copy.\n": true} {
		if own := new(Heads).Own([]byte(head+messages), false, true, nil); own.Stated != stated || own.License != "" {
			t.Errorf("%q: %+v", head, own)
		}
	}
}

const denials = `Proprietary. Do not copy.
Proprietary. All rights reserved. Do not copy.
Acme proprietary.
Do not copy.
Do not redistribute.
Confidential.
Use is restricted to members.
Any distribution outside of Acme is restricted to its partners.
`

const descriptions = `foo.c - the frobnicator driver
Copyright (c) 2020 Acme Research. All rights reserved.
Trademarks are the property of their respective owners.
This module draws the break of a show.
Datasheets are available from the vendor under NDA.
Based on bar.c, which drew curves.
`

const restrictions = `For internal use only.
This file requires a valid Foo subscription.
A valid subscription is required to use this file.
Part of Foo Pro. Requires an Enterprise subscription.
Only customers with a support contract may use this file.
Available to paying customers only.
Commercial licence required.
INTERNAL USE ONLY
Not for resale.
이 코드는 상업적 용도로 사용할 수 없습니다.
Bu dosya izinsiz kullanılamaz. Tüm hakları saklıdır.
جميع الحقوق محفوظة. يمنع النسخ بدون إذن.
For terms of use, see http://acme.example/terms_of_use.html
See the Terms of Use: https://acme.example/legal.
For conditions of use see https://acme.example/legal.
Use of this file is subject to the terms at https://acme.example/terms
Property of Acme Corp. Keep inside the company.
Evaluation copy.
May only be used together with Acme chips.
For use with Acme devices only.
This may not be sold.
Covered by the NDA between Acme and Foo.
Free for students and hobbyists. Everyone else: contact sales@acme.example.
If you want to use this, ask me first.
This source is provided for evaluation during the trial period only.
You may look at this code, but taking any of it into another product is not OK.
Subject to the agreement you signed.
Asset Store EULA applies.
Copyright Acme. Not for redistribution.
Terms: https://acme.example/terms
The authors retain all their rights.
This document is subject to BCP 78 and the Legal Provisions of the Trust.
Avada, a theme of ThemeForest.
Bought at CodeCanyon.
Icon by Acme, attribution required.
Contains proprietary algorithms of Acme.
For Acme employees only.
SECRET//NOFORN
TLP:AMBER
May be used by customers of Acme.
Only for paying customers.
Decompiled with JD-GUI.
Nur für nichtkommerzielle Nutzung.
Nutzung nur für nicht-kommerzielle Zwecke gestattet.
Nicht für kommerzielle Zwecke.
VERTRAULICH
Nur für internen Gebrauch.
Confidentiel. Ne pas diffuser.
Ce logiciel est régi par la licence CeCILL soumise au droit français.
Riservato.
Uso interno.
`

const interfaces = `Handles a channel. A valid subscription id is required.
Requires a subscription to the topic.
This header is for internal use only, include foo.h instead.
This function may only be used with a lock.
A property of the tree.
Evaluates a copy of the tree.
For internal use, do not depend on this.
`

// A head may point to the end of its file. The last comment there states the licence.
func TestHeads_PointersToTheEnd(t *testing.T) {
	comment := func(text string) string { return "\n/*\n * " + strings.ReplaceAll(text, "\n", "\n * ") + "\n */\n" }
	for _, pointer := range []string{"See the copyright notice at the end of this file.", "foo.c\nSee License at the end of the file", "See Copyright Notice at the\nend of this file"} {
		for _, code := range []string{"int f(void);\n", strings.Repeat("int f(void);\n", headSize)} {
			for end, want := range map[string]string{gpl: "GPL-2.0-or-later", mit: "MIT", "The end.": ""} {
				own := new(Heads).Own([]byte(comment(pointer)+code+comment(end)), false, false, nil)
				if own.License != want || own.File != "" || !own.Stated {
					t.Errorf("%q: %+v, not %q", pointer, own, want)
				}
			}
		}
	}
}

func TestOfKernelModule(t *testing.T) {
	for line, want := range map[string]string{`MODULE_LICENSE("GPL v2");`: "GPL", `MODULE_LICENSE("Dual BSD/GPL");`: "BSD OR GPL", `MODULE_LICENSE("Proprietary");`: ""} {
		if c, denies, ok := OfKernelModule([]byte("int x;\n" + line + "\n")); c.Family != want || denies != (want == "") || !ok {
			t.Errorf("%s: %+v", line, c)
		}
	}
	if c, _, _ := OfKernelModule([]byte("int x;\nMODULE_LICENSE(\"GPL and additional rights\");\n")); c.Family != "GPL" {
		t.Errorf("additional rights: %+v", c)
	}
	if _, _, ok := OfKernelModule([]byte("int x;\n")); ok {
		t.Error("a module is no module")
	}
}

// Sentences without a sign, before or after a text that is known, may make it another text.
func TestHeads_ReadWholeTexts(t *testing.T) {
	const darwin = "Software written by Ann and others.\n\nThis software is not subject to any export provision of the United States\nDepartment of Commerce, and may be exported to any country or planet.\n\n"
	for id, before := range map[string]string{"BSD-2-Clause-Darwin": darwin, "BSD-2-Clause": ""} {
		text := Text(id)
		if text = text[strings.Index(text, "Redistribution and use"):]; before == "" {
			before = "A parser of trees.\n\nIt has two functions.\n\n"
		}
		head := "/*\n * Copyright (c) Ann Lee 1986.\n * " + strings.ReplaceAll(before+text, "\n", "\n * ") + "\n */\nint f(void);\n"
		if got := new(Heads).Own([]byte(head), false, false, nil).License; got != id {
			t.Errorf("%s is %q:\n%s", id, got, head)
		}
	}
	for head, want := range map[string]string{
		"# SPDX-License-Identifier: MIT\n# SPDX-License-Identifier: ISC\n":               "MIT AND ISC",
		"# SPDX-License-Identifier: MIT\n#\n# *or*\n#\n# SPDX-License-Identifier: ISC\n": "",
	} {
		if got, _ := InHead([]byte(head), nil); got != want {
			t.Errorf("%q is %q, not %q", head, got, want)
		}
	}
}

// A list of files such as SOURCES.txt states no licence.
// What a paragraph behind a notice adds to it counts, and the documentation of a package does not.
func TestHeads_ParagraphsBehindNotices(t *testing.T) {
	for said, unclear := range map[string]bool{
		"You may not use it in a product.": true, "It may not be copied.": true, "Copies may not be sold.": true, "It must not be copied.": true, "It shall not be reproduced.": true,
		"No part of this file is for sale.": true, "An exception to the GPL holds.": true, "Additional terms hold.": true,
		"It is under different terms for members.": true, "Copying without the author's consent ends it.": true, "Not without permission.": true,
		"Use without the express consent of Acme ends it.": true, "Redistribution is permitted provided that Acme is named.": true, "It may be freely copied.": true, "It has patent claims.": true,
		"With the exception of tables.": true,
		"Package a reads tables. You may call it often, and must close it. Software that calls it shall wait.": false,
		"Package a tells companies apart. Employees are rows.":                                                 false,
	} {
		for _, notice := range []string{"Licensed under the Apache License, Version 2.0.", "This file is in the public domain.", "Use of this source code is governed by a BSD-style\nlicense that can be found in the LICENSE file."} {
			for _, between := range []string{"\n//\n", "\n\n", "\n//\n// Package a\n//\n", "\n\n// Package a\n//\n// It has rows.\n//\n"} {
				text := "// " + strings.ReplaceAll(notice, "\n", "\n// ") + between + "// " + said + "\npackage a\n"
				own := new(Heads).Own([]byte(text), false, false, nil)
				if got := own.License == "" && own.Family == ""; got != unclear || !own.Stated {
					t.Errorf("%q: %+v", text, own)
				}
			}
		}
	}
}

// The file debian/copyright lists the licences of others.
func TestHeads_DebianCopyright(t *testing.T) {
	const list = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2001 Ann\nLicense: MIT\n\nFiles: a\nCopyright: 2001 Bob\nLicense: ISC\n"
	for _, prose := range []bool{false, true} {
		if own := new(Heads).Own([]byte(list), false, prose, nil); own.License != "" || !own.Stated {
			t.Errorf("%+v", own)
		}
	}
}

func TestHeads_FileLists(t *testing.T) {
	const list = "CHANGELOG.rst\nLICENSE\nMANIFEST.in\ndocs/add_custom_css.py\ndocs/advanced.rst\nLICENSES/DOC\nsrc/license/mit.py\nsrc/x.py\nDOC\nLICENSE\nMIT\n"
	if own := new(Heads).Own([]byte(list), false, true, nil); own.Stated {
		t.Errorf("%q of %q", own.License, own.File)
	}
	if own := new(Heads).Own([]byte("License: MIT\n"+list), false, true, nil); !own.Stated {
		t.Error("a licence above a list is none")
	}
}

// The text at the head of a source has its names and years, and nothing but the text.
func TestHeadText(t *testing.T) {
	const line = "Copyright 2001 A. Nother"
	comment := func(text string) string {
		return "/*\n * pile.c: a pile\n *\n * " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n * ") + "\n */\nint x;\n"
	}
	if got, is := HeadText([]byte(comment(line+"\n\n"+isc+"\nThe table has three rows.\n\nMay a row be empty? No.")), false); !strings.HasPrefix(got, line+"\n\n") || Recognise([]byte(got)) != "ISC" || is != "ISC" {
		t.Errorf("it is %s, %q", is, got)
	}
	university := line + "\n\nCopyright (c) 1993\n\tThe Regents of the University.  All rights reserved."
	authors := line + "\n\nAuthors: Ann Lee <ann@example.org>\n         Bob Roe <bob@example.org>"
	for _, before := range []string{university, authors} {
		if got, is := HeadText([]byte(strings.TrimSuffix(comment(before+"\n\n"+isc), "int x;\n")+"\n/*\n * The pile makes an abstraction, which uses macros for the use of\n * different calling conventions.\n */\n"), false); !strings.HasPrefix(got, line) || !strings.Contains(got, "Permission to use") || is != "ISC" {
			t.Errorf("behind %q it is %s, %q", before, got, is)
		}
	}
	if got, is := HeadText([]byte(comment(line+"\n\n"+bsd+"\nAlternatively:\n"+gpl)), false); !strings.HasPrefix(got, line+"\n\nRedist") || is != "BSD-2-Clause OR GPL-2.0-or-later" {
		t.Errorf("of two licences it is %s, %q", is, got)
	}
	for _, none := range []string{comment(line), comment(line + "\n\nReleased under the MIT License."), comment(line + "\n\n" + isc + "\n\nYou must send a postcard."), "int x;\n"} {
		if got, _ := HeadText([]byte(none), false); got != "" {
			t.Errorf("%q has %q", none, got)
		}
	}
	if got, is := HeadText([]byte(comment(line+"\n\n"+isc+"\n\nYou must send a postcard.")), true); !strings.HasPrefix(got, line) || !strings.HasSuffix(got, "a postcard.") || is != "" {
		t.Errorf("an unclear head is %s, %q", got, is)
	}
}

// A head that names several licences without all versions has those of its folder, if they are the
// same ones.
func TestClaim_InFolderOfSeveral(t *testing.T) {
	c := Claim{Family: "Apache-2.0 OR BSD"}
	for folder, want := range map[string]string{
		"Apache-2.0 OR BSD-3-Clause": "Apache-2.0 OR BSD-3-Clause", "BSD-2-Clause OR Apache-2.0": "BSD-2-Clause OR Apache-2.0",
		"Apache-2.0": "", "Apache-2.0 AND BSD-3-Clause": "", "Apache-2.0 OR BSD-3-Clause OR MIT": "", "BSD-3-Clause OR BSD-2-Clause": "", "": "",
	} {
		if got := c.In(folder, "LICENSE"); got != want {
			t.Errorf("in %q: %q", folder, got)
		}
	}
}

// A head that refers to a file of code has the licence of the text in the folder called as it.
func TestClaim_ReferringToCode(t *testing.T) {
	for from, want := range map[string]string{"deps/lua/COPYRIGHT": "MIT", "lua-5.1.5/COPYRIGHT": "MIT", "liblua/LICENSE": "MIT", "lua5.4/LICENSE": "MIT", "deps/lua/package.json": "", "deps/zlib/LICENSE": "", "LICENSE": "", "": ""} {
		own := new(Heads).Own([]byte("/* See Copyright Notice in lua.h */\nint x;\n"), false, false, nil)
		if got := own.In("MIT", from); !own.Stated || got != want {
			t.Errorf("%s: %q, not %q", from, got, want)
		}
	}
}

// TestClaim_AddressesOfOthers takes the address of a licence as a file of the work that it names.
func TestClaim_AddressesOfOthers(t *testing.T) {
	for head, want := range map[string][2]string{ // in node_modules/select2, and elsewhere
		"Select2 4.0.13 | https://github.com/select2/select2/blob/master/LICENSE.md":                                                                    {"MIT", ""},
		"It is based on TypeScript's handling. The TypeScript license can be found here: https://github.com/microsoft/TypeScript/blob/main/LICENSE.txt": {"", ""},
		"See https://github.com/foo/foo/blob/master/LICENSE for the licence":                                                                            {"", ""},
		"Foo, from https://github.com/foo/foo (see LICENSE there)":                                                                                      {"", ""},
		"Foo, raw.githubusercontent.com/foo/foo/master/LICENSE.txt":                                                                                     {"", ""},
		"Use of this code is governed by a license that can be found in the LICENSE file at https://foo.example/license":                                {"MIT", "MIT"},
		"Copies files to scp://host/path. See the license.":                                                                                             {"", ""},
		"Select2 | https://github.com/select2/select2/blob/master/LICENSE.md | see README":                                                              {"MIT", ""},
		"See LICENSE for the license. See https://github.com/foo/foo for more.":                                                                         {"MIT", "MIT"},
	} {
		own := new(Heads).Own([]byte("/*! "+head+" */\nf();\n"), false, false, nil)
		got := [2]string{"MIT", "MIT"}
		if own.Stated {
			got = [2]string{own.In("MIT", "node_modules/select2/LICENSE"), own.In("MIT", "app/LICENSE")}
		}
		if got != want {
			t.Errorf("%s: %q, not %q (%+v)", head, got, want, own)
		}
	}
}

// TestHeads_TagsBeside says that what stands behind or beside a tag of SPDX may make it unknown.
func TestHeads_TagsBeside(t *testing.T) {
	for head, want := range map[string]string{
		"// SPDX-License-Identifier: MIT <AGPL-3.0-only>\n":                                                            "",
		"// SPDX-License-Identifier: MIT, see contract\n":                                                              "",
		"// SPDX-License-Identifier: MIT # Acme\n":                                                                     "",
		"// SPDX-License-Identifier: MIT. Not AGPL. Ha: AGPL\n":                                                        "",
		"// SPDX-License-Identifier : AGPL-3.0-only\n// SPDX-License-Identifier: MIT\n":                                "",
		"// SPDX-Licence-Identifier: AGPL-3.0-only\n// SPDX-License-Identifier: MIT\n":                                 "",
		"// SPDX-License-Expression: AGPL-3.0-only\n// SPDX-License-Identifier: MIT\n":                                 "",
		"// REUSE-IgnoreStart\n// SPDX-License-Identifier: MIT\n// REUSE-IgnoreEnd\n":                                  "",
		"// REUSE-IgnoreStart\n// SPDX-License-Identifier: MIT\n// REUSE-IgnoreEnd\n// SPDX-License-Identifier: ISC\n": "ISC",
		"// SPDX-License-Identifier: MIT?\n":                                                                           "", "// SPDX-License-Identifier: MIT*\n": "", "// SPDX-License-Identifier: MIT!\n": "", "// SPDX-License-Identifier: MIT--\n": "",
		"// SPDX-License-Identifier: (MIT\n": "", "// SPDX-License-Identifier: ~~MIT~~\n": "", "// SPDX-License-Identifier: (MIT)\n": "MIT",
		"// SPDX-License-Identifier: MIT\n//\n// The line above is wrong.\n": "", "// SPDX-License-Identifier: MIT\n//\n// This file is property of Acme.\n": "",
		"// SPDX-License-Identifier: MIT\n//\n// Commercial users pay 5 EUR.\n": "", "// SPDX-License-Identifier: MIT\n//\n// It is not covered by the identifier above.\n": "",
		"// SPDX-License-Identifier: MIT\n//\n// It reads the line above.\n":         "MIT",
		"// SPDX-License-Identifier: MIT, see LICENSE\n":                             "MIT",
		"// SPDX-License-Identifier: MIT https://opensource.org/license/mit\n":       "MIT",
		"/* SPDX-License-Identifier: MIT */\n":                                       "MIT",
		"<!-- SPDX-License-Identifier: MIT -->\n":                                    "MIT",
		"// SPDX-FileCopyrightText: 2020 Ann Lee\n// SPDX-License-Identifier: MIT\n": "MIT",
	} {
		if got := new(Heads).Own([]byte(head+"\nint x;\n"), false, false, nil).License; got != want {
			t.Errorf("%q is %q, want %q", head, got, want)
		}
	}
}

// Words before the first words of a text, in its sentence, may limit it.
func TestHeads_WordsInTheSentenceOfAText(t *testing.T) {
	for _, before := range []string{
		"For members of Acme only, p", "Until 31 December 2024, p", "Subject to payment, p", "If you pay, p", "For members of Acme only,\n * p",
		"Copyright (c) 2020 Foo. If you pay, p", "Copyright (c) 2020 Foo, until 2024, p", "Copyright (c) 2020 Foo. All rights reserved. In the EU p", "Copyright (c) 2020 Foo\n * On Tuesdays p",
	} {
		text := "/*\n * " + strings.ReplaceAll(strings.Replace(strings.TrimSpace(mit), "Permission is", before+"ermission is", 1), "\n", "\n * ")
		if own := new(Heads).Own([]byte(text+"\n */\nint f(void);\n"), false, false, nil); own.License != "" || !own.Stated {
			t.Errorf("%q: %+v", before, own)
		}
	}
}

// Words behind another tag of SPDX are read as words without it.
func TestHeads_WordsBehindATag(t *testing.T) {
	for words, want := range map[string]string{
		"SPDX-FileComment: Proprietary. Do not copy.": "", "SPDX-LicenseComments: This file is for internal use only.": "", "SPDX-FileNotice: It may not be resold.": "",
		"SPDX-LicenseComments: Not for firms.": "", "SPDX-FileNotice: Firms pay.": "", "SPDX-LicenseComment: Half of it.": "",
		"SPDX-LicenseConcluded: GPL-3.0-only": "", "SPDX-LicenseInfoInFile: GPL-3.0-only": "", "SPDX-Comment: half": "",
		"SPDX-FileComment: It parses dates.": "MIT", "SPDX-FileContributor: Ann Lee": "MIT", "SPDX-FileCopyrightText: 2020 Ann Lee": "MIT",
	} {
		head := "/* SPDX-License-Identifier: MIT\n * " + words + "\n */\nint f(void);\n"
		if own := new(Heads).Own([]byte(head), false, false, nil); own.License != want || !own.Stated {
			t.Errorf("%q: %+v, want %q", head, own, want)
		}
	}
}

// Short sentences beside a tag may be about its truth, its scope, or who may have the file.
func TestHeads_SentencesBesideATag(t *testing.T) {
	const tag = "SPDX-License-Identifier: MIT"
	try := func(sentence, want string) {
		t.Helper()
		for _, head := range []string{"/*\n * " + tag + "\n * " + sentence + "\n */\n", "/*\n * " + sentence + "\n *\n * " + tag + "\n */\n",
			"/* Copyright (c) 2020 Ann Lee\n *\n * " + tag + "\n *\n * " + sentence + "\n */\n", "// " + tag + "\n\n// " + sentence + "\npackage a\n"} {
			if own := new(Heads).Own([]byte(head+"int f(void);\n"), false, false, nil); own.License != want || !own.Stated {
				t.Errorf("%q: %+v, want %q", head, own, want)
			}
		}
	}
	for _, sentence := range []string{"The above is wrong.", "This is not true.", "Ignore the above.", "Applies only to lines 3-10.", "Applies to the header only.", "Except for foo().",
		"Acme only.", "Owned by Acme.", "Do not share.", "Secret.", "Patented.", "Pay 5 EUR.", "Pro version", "(if paid)", "(lines 1-20)", "Nur intern.", "社内限定", "Streng geheim!",
		"Checks required.", "Copies need a license.", "Defines a trade secret.", "Shares nothing.", "Friends first.", "Hands off.", "Berlin only.", "Linux developers only.", "Not this file.", "Lists members only.",
		"Requires attribution.", "Belongs to Acme.", "Commercial License v1.0 (see docs/terms.txt)", "Enterprise Edition v1.2 (src/a.c)"} {
		try(sentence, "")
	}
	for _, sentence := range []string{"Package a parses dates.", "Code generated by foo. DO NOT EDIT.", "Helper functions.", "SHA1 utils", "Tests for the parser", "Author: Ann Lee", "Written by Ann Lee <ann@example.com>",
		"RFC3501 IMAPv4 protocol", "This file has the rules for the tables that the parser reads, and no others are used", "eslint-disable no-undef", "ValueBitMap.",
		"Acme Contracts v4.4.1 (utils/Context.sol)", "Manageable devices (clause 45)", "Linux only.", "Counts birds.", "Draws a tree.", "Not thread safe.", "64-bit only.", "Requires C11.", "Experimental.", "Copies memory.", "Checks permissions of a file.", "Fills the last page.",
		"Only compiled on ARM.", "Never returns.", "For tests only.", "Beware of overflow.", "Work in progress.", "Keep sorted.", "Only inference is supported.", "Automatically @generated by scripts/vm.py. Do not modify manually."} {
		try(sentence, "MIT")
	}
	const far = "\n *\n * It has the tables of dates.\n *\n * Only leap years count.\n */\n"
	if own := new(Heads).Own([]byte("/*\n * "+tag+far), false, false, nil); own.License != "MIT" {
		t.Errorf("a sentence in a later paragraph: %+v", own)
	}
}

// The banner of the functions that TypeScript's compiler adds is not about the file.
func TestHeads_BannerOfHelpers(t *testing.T) {
	const stars = "***************************"
	isc := "/*! " + stars + "\nCopyright (c) Microsoft Corporation.\n\nPermission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH\nREGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY\nAND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,\nINDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM\nLOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR\nOTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR\nPERFORMANCE OF THIS SOFTWARE.\n" + stars + " */\n"
	apache := "/*! " + stars + "\nCopyright (c) Microsoft Corporation. All rights reserved.\nLicensed under the Apache License, Version 2.0.\n" + stars + " */\n"
	for head, want := range map[string][2]string{ // in a folder under MIT, and under its licence
		isc + "var a = 1;\n": {"", "0BSD"}, "import {a} from './a';\n\n" + isc + "function __rest(s, e) {}\n": {"", "0BSD"},
		apache + "var __extends = f();\n": {"", "Apache-2.0"}, apache + "interface Array {}\n": {"Apache-2.0", "Apache-2.0"},
	} {
		own := new(Heads).Own([]byte(head), false, false, nil)
		if got := [2]string{own.In("MIT", "LICENSE"), own.In(want[1], "LICENSE")}; !own.Stated || got != want {
			t.Errorf("%q: %q, not %q (%+v)", head, got, want, own)
		}
	}
}

// A banner in a function is about the function.
func TestHeads_BannerInAFunction(t *testing.T) {
	const banner = "/*! runtime -- Copyright (c) 2014 Ann Lee -- license (MIT): https://example.com/LICENSE */"
	for _, begin := range []string{"function _run() { \"use strict\"; ", "function a() { return 1; }\nasync function run(x) {\n  ",
		"const q = () => { ", "let a = 1;\nvar o = { q(a) { ", "class Q {\n  "} {
		own := new(Heads).Own([]byte(begin+banner+" return 1; }\nvar a = 1;\n"), false, false, nil)
		if got := own.In("GPL-3.0-only", "LICENSE"); !own.Stated || got == "MIT" || got == "GPL-3.0-only" {
			t.Errorf("%q: %q (%+v)", begin, got, own)
		}
	}
}

// An example in a comment ends with the comment, also for the text of later docstrings.
func TestHeads_ExamplesEndWithTheirComment(t *testing.T) {
	for _, example := range []string{"Use it::\n\n    f(1)\n", ".. code:: python\n\n    f(1)\n", "```\nf(1)\n"} {
		source := "\"\"\"Foo.\n\nWords.\n\nMore.\n\n" + example + "\"\"\"\n\nclass A:\n    \"\"\"Bar.\n\n    Licensed under the GNU General Public License version 3.\n    \"\"\"\n"
		if own := new(Heads).Own([]byte(source), false, false, nil); !own.Stated {
			t.Errorf("%q: nothing is stated", source)
		}
	}
}

// A condition in the sentence of a notice makes it unknown.
func TestHeads_WordsInTheSentenceOfANotice(t *testing.T) {
	const apache = "icensed under the Apache License, Version 2.0 (the \"License\");\nyou may not use this file except in compliance with the License.\nYou may obtain a copy of the License at\n\n    http://www.apache.org/licenses/LICENSE-2.0\n\nUnless required by applicable law or agreed to in writing, software\ndistributed under the License is distributed on an \"AS IS\" BASIS,\nWITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.\nSee the License for the specific language governing permissions and\nlimitations under the License.\n"
	for before, want := range map[string]string{
		"L": "Apache-2.0", "Foo is l": "Apache-2.0", "Foo. L": "Apache-2.0", "If you pay, l": "", "On Tuesdays l": "", "Within the EU, l": "",
	} {
		head := "/*\nCopyright (c) 2020 Foo\n\n" + before + apache + "*/\nint f(void);\n"
		if own := new(Heads).Own([]byte(head), false, false, nil); own.License != want || !own.Stated {
			t.Errorf("%q: %+v", before, own)
		}
	}
}
