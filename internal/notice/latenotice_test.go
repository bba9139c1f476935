package notice

import (
	"fmt"
	"strings"
	"testing"
)

// A notice behind the head decides at the end of prose and of Perl. Elsewhere it makes unknown what
// it contradicts.
func TestHeads_NoticesBehindTheHead(t *testing.T) {
	code := strings.Repeat("x = y();\n", headSize/8)
	near := strings.Repeat("x = y();\n", headSize/36)
	const tag = "// SPDX-License-Identifier: MIT\n"
	const mit = "// Licensed under the MIT license.\n\n"
	words := strings.Repeat("These words say nothing of it at all.\n", headSize/30)
	for _, c := range []struct {
		name, text string
		prose      bool
		folder     string
		want       string // the licence in the folder; "" if it is unknown
	}{
		{"none", code, false, "MIT", "MIT"},
		{"a notice, nothing in the head", code + "// Distributed under the GNU General Public License, version 3.\n", false, "MIT", ""},
		{"the licence of the folder", code + "/* Licensed under the MIT license. */\n" + code, false, "MIT", "MIT"},
		{"a function under another family", "// Licensed under the Apache License, Version 2.0.\n" + code + "// Taken from syscall/netlink_linux.go by The Go Authors under BSD-style license.\nf();\n", false, "Apache-2.0", ""},
		{"a family", code + "/* Licensed under the BSD license. */\n", false, "BSD-3-Clause", "BSD-3-Clause"},
		{"terms that are not known", code + "/*\n  Copyright (C) 1999 Acme, Inc. All Rights Reserved.\n  Distributed under the Terms of Use in http://acme.example/copyright.html.\n*/\n" + code, false, "AGPL-3.0", ""},
		{"a text in the middle", code + "/*\n" + bsd + "*/\n" + code, false, "MIT", ""},
		{"after a head", mit + code + "/* This function is licensed under the GNU General Public License, version 2. */\n", false, "MIT", ""},
		{"another after a head", mit + code + "/*\n" + bsd + "*/\n", false, "MIT", ""},
		{"after a head that refers to a file", "// See LICENSE for the license.\n\n" + code + "/*\n" + bsd + "*/\n", false, "MIT", ""},
		{"rights reserved after a head", mit + code + "/* Copyright 2020 Acme, all rights reserved. See above. */\n", false, "MIT", "MIT"},
		{"a foreign text after a head", mit + code + "/* Copyright (c) 2015 Acme Corp. All rights reserved.\n * The code below is confidential and proprietary to Acme Corp. Do not redistribute. */\n" + code, false, "MIT", ""},
		{"some uses after a head", mit + code + "/* The tables below are free for non-commercial use only. */\n" + code, false, "MIT", ""},
		{"some users after a head", mit + code + "/*\n * Copyright 1998 J. Smith. Permission to use, copy, modify this function for research and education only is hereby granted.\n */\n" + code, false, "MIT", ""},
		{"a book after a head", mit + code + "/* (C) Copr. 1986-92 Numerical Recipes Software. */\n" + code, false, "MIT", ""},
		{"rights reserved and more after a head", mit + code + "/* Copyright 2020 Acme, all rights reserved. No part of this may be sold without permission. */\n", false, "MIT", ""},
		{"a function that others are not to call", mit + code + "// For internal use only.\nf();\n", false, "MIT", "MIT"},
		{"a label after a head", mit + code + "/*! @license LGPL-3.0 */\n", false, "MIT", ""},
		{"a label of the same licence after a head", mit + code + "/**\n * @license React\n * License: MIT\n */\n", false, "MIT", "MIT"},
		{"a label without a licence after a head", mit + code + "/**\n * @license React\n */\n", false, "MIT", "MIT"},
		{"a banner after a head", mit + code + "/*! foo v1 | GPL-3.0 License */\n", false, "MIT", ""},
		{"another banner after a head", mit + code + "/*! foo (c) Foo, GPLv3 */\n", false, "MIT", ""},
		{"a label of a function", code + "/**\n * Copyright Foo\n * License: LGPL-3.0\n */\n", false, "MIT", ""},
		{"a field of a function", mit + code + "# :copyright: Ann\n# :license: Apache2\n", false, "MIT", ""},
		{"an address after a head", mit + code + "// Copyright (c) 2011 X\n// License: http://www.gnu.org/licenses/gpl-3.0.html\n" + code, false, "MIT", ""},
		{"terms of the GPL", code + "# The code below is under the terms of the GPL, version 2.\n", false, "MIT", ""},
		{"the WTFPL after a head", mit + code + "// lz-string is made available under the terms of the WTFPL.\n", false, "Apache-2.0", ""},
		{"a function under the licence of the head", mit + code + "/* The function is released under the MIT license. */\nf();\n", false, "Apache-2.0", "MIT"},
		{"what only BSD has", "// Licensed under the BSD 3-clause license.\n\n" + code + "/* qsort_r() is only available under BSD so we\n * have to take this state global */\n", false, "MIT", "BSD-3-Clause"},
		{"a style after a head", mit + code + "/* a */.fa-drivers-license:before{}\n", false, "MIT", "MIT"},
		{"a part in the public domain", code + "/* The following is based on MurmurHash3.\n * MurmurHash3 was written by Ann, and is placed\n * in the public domain. */\n" + code, false, "MIT", "MIT"},
		{"a file in the public domain", code + "/* This file is in the public domain. */\n" + code, false, "MIT", ""},
		{"a part in the public domain, and another", code + "/* MurmurHash3 is in the public domain. */\nf();\n/* Distributed under the GNU General Public License, version 3. */\n" + code, false, "MIT", ""},
		{"a part in the public domain with terms", code + "/* MurmurHash3 is in the public domain. The table may not be sold. */\n" + code, false, "MIT", ""},
		{"a part in the public domain from a work under a licence", code + "/* MurmurHash3 is in the public domain, and its tests under the GPL version 2. */\n" + code, false, "MIT", ""},
		{"public domain after a head", mit + code + "/* This code is in the public domain. */\n", false, "MIT", "MIT"},
		{"Perl", code + "\n=head1 LICENSE\n\nThis library is free software; you can redistribute it and/or modify it under the same terms as Perl itself.\n\n=cut\n", false, "MIT", "Artistic-1.0-Perl OR GPL-1.0-or-later"},
		{"a function under the GPL behind an SPDX line", tag + code + "/* This function is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License version 2. */\n" + code, false, "MIT", ""},
		{"a text behind an SPDX line", tag + code + "/*\n" + bsd + "*/\n", false, "Apache-2.0", ""},
		{"the same licence behind an SPDX line", tag + code + "/* Licensed under the MIT license. */\n", false, "Apache-2.0", "MIT"},
		{"one of two behind an SPDX line", "// SPDX-License-Identifier: MIT OR Apache-2.0\n" + code + "/* Licensed under the MIT license. */\n", false, "GPL-2.0-only", "MIT OR Apache-2.0"},
		{"rights reserved behind an SPDX line", tag + code + "/* Copyright 2020 Acme, all rights reserved. See above. */\n", false, "Apache-2.0", "MIT"},
		{"the end of prose behind an SPDX line", tag + words + "\nThe logo is licensed under the GNU General Public License, version 2.\n", true, "MIT", ""},
		{"another licence near an SPDX line", tag + near + "/* This function is subject to the Apache 2.0 License. */\n" + near, false, "Apache-2.0", ""},
		{"a text near an SPDX line", tag + near + "/*\n" + bsd + "*/\n" + near, false, "MIT", ""},
		{"the same licence near an SPDX line", tag + near + "/* Licensed under the MIT license. */\n" + near, false, "Apache-2.0", "MIT"},
		{"words near an SPDX line", tag + near + "/* It checks licences and permissions. */\n" + near, false, "Apache-2.0", "MIT"},
		{"an identifier near an SPDX line", tag + near + "/* MAY_BE_CONFIDENTIAL or so */\n" + near, false, "Apache-2.0", "MIT"},
		{"placed under another near a head", mit + near + "/* placed under BSD by Ann */\n" + near, false, "Apache-2.0", ""},
		{"placed under another behind a head", mit + code + "/* It was placed under BSD by Ann */\n", false, "Apache-2.0", ""},
		{"Perl's terms near an SPDX line", "# SPDX-License-Identifier: MIT\n" + near + "# Same terms as Perl itself.\n", false, "MIT", ""},
		{"Perl's terms", "# This is free under the same terms as Perl itself.\n" + near, false, "MIT", "Artistic-1.0-Perl OR GPL-1.0-or-later"},
		{"Perl's terms in other words", "# You may use it on the same terms as Perl itself.\n" + near, false, "MIT", ""},
		{"code, no comment", code + "print(\"Licensed under the GNU General Public License, version 3.\")\n", false, "MIT", "MIT"},
		{"the end of prose", words + "\n// Copyright (C) 2020 Acme.  Licenced under CC-by-NC 4.0.\n// Acme made it.\n", true, "GPL-2.0-only", "CC-BY-NC-4.0"},
		{"the middle of prose", words + "\nFoo is distributed under the GNU General Public License.\n\n" + words, true, "MIT", "MIT"},
		{"other works at the end of prose", words + "\nThe logo is licensed under the MIT license.\n", true, "GPL-2.0-only", ""},
	} {
		if got := inFolder(c.folder, c.text, c.prose); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
		if inString := func(int) bool { return true }; !c.prose && strings.HasPrefix(c.text, "x") && new(Heads).Own([]byte(c.text), false, false, inString).Stated {
			t.Errorf("%s: a notice in a string counts", c.name)
		}
	}
}

// inFolder returns the licence of a file in a folder with a licence of its own.
func inFolder(folder, text string, prose bool) string {
	if own := new(Heads).Own([]byte(text), false, prose, nil); own.Stated {
		return own.In(folder, "LICENSE")
	}
	return folder
}

func TestSearchLate(t *testing.T) {
	for _, s := range lateSigns {
		for before := range lateStride {
			for _, text := range []string{s, strings.ToUpper(s)} {
				content := strings.Repeat("\n", before) + text
				if got := searchLate([]byte(content), 0); len(got) == 0 || got[0].at != before {
					t.Errorf("%q behind %d bytes: %v", text, before, got)
				}
			}
		}
	}
}

// Licences in the content of elements, and in strings with a sheet, are seen, and decide nothing.
func TestOwn_LicenceInContent(t *testing.T) {
	for name, c := range map[string]struct{ content, folder, want string }{
		"an element":         {"<?xml version=\"1.0\"?>\n<font>\n<name id=\"1\">\nThis Font Software is licensed under the SIL Open Font License, Version 1.1.\n</name>\n</font>\n", "MIT", ""},
		"of the folder":      {"<?xml version=\"1.0\"?>\n<font>\n<name id=\"1\">\nThis font is licensed under the MIT License.\n</name>\n</font>\n", "MIT", "MIT"},
		"an element far off": {"<?xml version=\"1.0\"?>\n<font>\n" + strings.Repeat("<glyph/>\n", 1000) + "<name>This Font Software is licensed under the SIL Open Font License, Version 1.1.</name>\n</font>\n", "MIT", ""},
		"a sheet":            {"define(function(){module.exports = \"/*\\n * Copyright \\u00A9 2017 Ann Lee\\n *\\n * Released under the MIT License.\\n */\\n\\n.a {\\n}\\n\";\n});\n", "BSD-3-Clause", ""},
		"other strings":      {"f(\"Released under the MIT License.\");\n", "BSD-3-Clause", "BSD-3-Clause"},
		"zlib far off":       {"/* Licensed under the MIT License. */\n" + strings.Repeat("f();\n", 1000) + "/* This software is provided 'as-is', without any express or implied warranty.\n * Permission is granted to anyone to use this software for any purpose,\n * including commercial applications, and to alter it and redistribute it\n * freely, subject to the following restrictions: */\n", "MIT", ""},
		"a name far off":     {"// Licensed under the Apache License, Version 2.0\n" + strings.Repeat("f();\n", 1000) + "// Copyright Ann Lee, under MIT license\ng();\n", "Apache-2.0", ""},
	} {
		own := new(Heads).Own([]byte(c.content), false, false, nil)
		got := c.folder
		if own.Stated {
			got = own.In(c.folder, "LICENSE")
		}
		if got != c.want {
			t.Errorf("%s: %q, %+v", name, got, own)
		}
	}
}

// A version of the GPL without the word only may be the least one, as the manifest says.
func TestClaim_BareVersion(t *testing.T) {
	for head, want := range map[string]string{
		"// Dual licenced under the MIT license or GPLv3.\n":      "MIT OR GPL-3.0-or-later",
		"// Licensed under the MIT license or GPL-3.0-only.\n":    "MIT OR GPL-3.0-only",
		"// Dual licenced under the MIT license or GPLv3 only.\n": "MIT OR GPL-3.0-only",
	} {
		own := new(Heads).Own([]byte(head), false, false, nil)
		if got := own.In("MIT OR GPL-3.0-or-later", "package.json"); got != want {
			t.Errorf("%q: %q", head, got)
		}
		if got := own.In("Apache-2.0", "package.json"); got != "MIT OR GPL-3.0-only" {
			t.Errorf("%q without a manifest: %q", head, got)
		}
	}
}

// More late notices than are read make a file unknown, and so does a head that says more than that
// the notice is at the end.
func TestOwn_MoreThanIsRead(t *testing.T) {
	late := strings.Repeat("int f(void) { return 1; }\n", headSize/20)
	head := "/* Licensed under the MIT License. */\n" + late
	const notice = "/* Licensed under the MIT License. */\nint g;\n"
	end := "\n/*\n" + Text("BSD-3-Clause") + "\n*/\n"
	pointing := " The original copyright notice is retained at the end of this file. */\n" + late + end
	for _, c := range []struct{ name, content, want string }{
		{"as many as are read", head + strings.Repeat(notice, mostLateSigns), "MIT"},
		{"one more", head + strings.Repeat(notice, mostLateSigns+1), ""},
		{"the last one is another", head + strings.Repeat(notice, mostLateSigns) + "/* Licensed under the ISC License. */\n", ""},
		{"the end decides", "/* Zork sorts." + pointing, "BSD-3-Clause"},
		{"the head has another", "/* Licensed under the AGPL-3.0-only license." + pointing, ""},
		{"the head forbids", "/* All rights reserved. Not for redistribution." + pointing, ""},
	} {
		if o := new(Heads).Own([]byte(c.content), false, false, nil); !o.Stated || o.License != c.want {
			t.Errorf("%s: %q, stated %v, want %q", c.name, o.License, o.Stated, c.want)
		}
	}
}

// Strings that speak of their file, and data behind the code, may state another licence.
func TestHeads_StringsAndData(t *testing.T) {
	const head, gpl = "// Licensed under the MIT License.\n", "This code is licensed under the GNU General Public License version 3."
	for code, want := range map[string]string{
		"x = \"\"\"Words.\n\nThis program is licensed under the GNU General Public License version 3.\n\"\"\"\n": "", "x = \"\"\"Words.\n\nIt reads the GNU General Public License version 3.\n\"\"\"\n": "MIT",
		"const a = `" + gpl + "`;\n": "", "f(\"" + gpl + "\")\n": "", strings.Repeat("f();\n", headSize) + "f('" + gpl + "');\n": "", "\"This program is licensed under the MIT License.\"\n": "MIT",
		"f(\"Licensed under the GNU General Public License version 3.\")\n": "MIT", "x = 1\n\n__END__\n" + gpl + "\n": "", "x = 1\n\n__END__\nwords\n": "MIT",
		"@moduledoc \"\"\"\n" + gpl + "\n\"\"\"\n": "", "__status__ = \"Proprietary\"\n": "", "__copyright__ = \"Copyright 2020 Ann. All rights reserved.\"\n": "MIT",
		"class A:\n    u\"\"\"Words.\n\n    Note: " + strings.Replace(gpl, "This", "this", 1) + "\n    \"\"\"\n": "", "cat <<EOF\nWords.\n" + gpl + "\nEOF\n": "", "X = <<~EOS;\n  " + gpl + "\n  EOS\n": "",
		"var x = `Words.\n" + gpl + "\n`\n": "", "x := R\"(Words.\n" + gpl + "\n)\";\n": "", "local x = [[Words.\n" + gpl + "\n]]\n": "", "f(\"Words.\\n\"\n  \"This code is licensed under the \"\n  \"GNU General Public License version 3.\\n\");\n": "",
		"x = `\nThis file is licensed under the MIT License.\n`\n": "MIT",
	} {
		if own := new(Heads).Own([]byte(head+"\n"+code), false, false, nil); own.License != want || !own.Stated {
			t.Errorf("%.200q: %+v, not %q", code, own, want)
		}
	}
	if own := new(Heads).Own([]byte("import a\n\nX = \"\"\"Words.\n"+gpl+"]\n\"\"\"\n"), false, false, nil); own.In("MIT", "LICENSE") != "" {
		t.Errorf("a string without a head: %+v", own)
	}
	const looksLike = head + "\nx = f(y, \"\"\"\n# Words.\n# " + gpl + "\n\"\"\")\n"
	if own := new(Heads).Own([]byte(looksLike), false, false, func(at int) bool { return at > 40 }); own.License != "" {
		t.Errorf("what looks like a comment in a string: %+v", own)
	}
}

// A string that says that its file is not free denies a notice, and a line of SPDX.
func TestHeads_DeniedInStrings(t *testing.T) {
	forms := []string{"const char *x = \"%s\";\n", "#define NOTICE \"%s\"\n", "x = '%s'\n", "f('%s');\nx = y;\n", "const x = `%s`;\n", "x := R\"(%s)\";\n", "cat <<EOF\n%s\nEOF\n", "x = \"\"\"%s\n\"\"\"\n", "f(\"%s\\n\"\n  \"More.\");\n"}
	for _, head := range []string{"// SPDX-License-Identifier: MIT\n", "// Licensed under the MIT License.\n"} {
		for _, form := range forms {
			for said, want := range map[string]string{
				"This file is proprietary": "", "This program is proprietary and confidential.": "", "This code may not be used without permission.": "", "This software may not be redistributed.": "",
				"This software is for internal use only.": "", "This program is licensed under the GPL.": "",
				"This program is licensed under the MIT License.": "MIT", "This file may not be used as input.": "MIT", "This module is for internal use only.": "MIT", "This file is locked by another program.": "MIT",
				"This file is read only.": "MIT", "The program is proprietary.": "MIT", "This program must be run as root.": "MIT", "This file is missing.": "MIT",
			} {
				source := head + "\n" + fmt.Sprintf(form, said) + "f();\n"
				if own := new(Heads).Own([]byte(source), false, false, nil); own.License != want || !own.Stated {
					t.Errorf("%q: %+v, want %q", source, own, want)
				}
			}
		}
	}
	const data = "{\"a\": 1, \"text\": \"This software is proprietary.\"}\n"
	if own := new(Heads).Own([]byte(data), false, false, nil); own.Stated {
		t.Errorf("data: %+v", own)
	}
}
