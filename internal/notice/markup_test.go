package notice

import (
	"strings"
	"testing"
)

// What states a licence in another form than a comment decides, or makes the licence unknown.
func TestHeads_OtherForms(t *testing.T) {
	functions := strings.Repeat("def f(a):\n    return a\n", 30)
	doc := "/**\n * Adds.\n */\nexport declare function a(x: number): number;\n\n/**\n * Converts.\n *\n * @license MIT https://mit-license.org\n */\n"
	page := "<!DOCTYPE html>\n<html><body>\n" + strings.Repeat("<p>Words of the page.</p>\n", 300)
	notebook := func(kind, source string) string {
		return `{"cells": [{"cell_type": "markdown", "source": ["# Title"]}, {"cell_type": "` + kind + `", "source": ["` + source + `"]}], "nbformat": 4}` + "\n"
	}
	words := strings.Repeat("It zips files, and more.\n", 9)
	for _, c := range []struct {
		name, text string
		prose      bool
		folder     string
		want       string // the licence in the folder; "" if it is unknown
	}{
		{"a banner with a bar", "/*! modernizr 3.11.0 (Custom Build) | MIT *\n * https://modernizr.com/download/?-x !*/\nf();\n", false, "ISC", "MIT"},
		{"another banner", "/*! foo 3.11.0 | Apache-2.0 *\n*/\nf();\n", false, "ISC", "Apache-2.0"},
		{"a function's licence", doc + "export declare function b(x: number): number;\n", false, "ISC", ""},
		{"a class's licence", doc + "export declare class B {}\n", false, "ISC", "MIT"},
		{"a key of Python", "import os\n__licence__ = \"GPLv3\"\n", false, "MIT", "GPL-3.0-only"},
		{"a constant of Python", "import os\nLICENSE = \"GPL-3.0-or-later\"\n", false, "MIT", "GPL-3.0-or-later"},
		{"a key after functions", functions + "__license__ = \"Proprietary\"\n", false, "MIT", ""},
		{"a key after many functions", strings.Repeat(functions, 7) + "__license__ = \"GPLv3\"\n", false, "MIT", ""},
		{"the same key", strings.Repeat(functions, 7) + "__license__ = \"MIT\"\n", false, "MIT", "MIT"},
		{"a computed key", functions + "__license__ = about[\"license\"]\n", false, "MIT", "MIT"},
		{"YAML", "license: cc-by-nc-4.0\nname: x\n", false, "MIT", "CC-BY-NC-4.0"},
		{"TOML", "license=\"AGPL-3.0-only\"\nname=\"x\"\n", false, "MIT", "AGPL-3.0-only"},
		{"an inner key", "x:\n  license: GPL-3.0-only\n", false, "MIT", ""},
		{"an inner key of the same licence", "x:\n  license: MIT\n", false, "MIT", "MIT"},
		{"OpenAPI", "openapi: 3.0.0\ninfo:\n  license:\n    name: GPL-3.0-only\n", false, "MIT", ""},
		{"an inner key without a licence", "x:\n  license: string\n", false, "MIT", "MIT"},
		{"a key of an object", "'use strict';\nconst meta = { license: 'GPL-3.0', name: 'x' };\n", false, "MIT", ""},
		{"a key of the same licence", "'use strict';\nconst meta = { license: 'MIT', name: 'x' };\n", false, "MIT", "MIT"},
		{"a key with a family", "const meta = { license: 'BSD', name: 'x' };\n", false, "BSD-3-Clause", "BSD-3-Clause"},
		{"a key without a licence", "const names = { license: 'Lizenz', name: 'x' };\n", false, "MIT", "MIT"},
		{"a proprietary key", "const meta = { license: 'Proprietary' };\n", false, "MIT", ""},
		{"an attribute", "<?xml version=\"1.0\"?>\n<resources license=\"GPL-3.0\">\n</resources>\n", false, "MIT", ""},
		{"an element", "<Project>\n<PropertyGroup>\n<PackageLicenseExpression>GPL-3.0-only</PackageLicenseExpression>\n", false, "MIT", ""},
		{"an assembly", "using System;\nusing A;\nusing B;\nusing C;\n[assembly: AssemblyTitle(\"x\")]\n[assembly: AssemblyCopyright(\"Copyright Acme 2020. All rights reserved.\")]\n", false, "MIT", ""},
		{"an assembly's author", "using System;\n[assembly: AssemblyCopyright(\"Copyright Acme 2020\")]\n", false, "MIT", "MIT"},
		{"Shift-JIS", "# \x92\x98\x8d\xec\x8c\xa0 Acme\x81BGPL \x83o\x81[\x83W\x83\x87\x83\x933 \x82\xc9\x8a\xee\x82\xc3\x82\xad\nf()\n", false, "MIT", ""},
		{"Latin-1", "# J\xf6rg made it. Licensed under the MIT License.\nf()\n", false, "MIT", "MIT"},
		{"an address over a function near a head", "/* Copyright (c) 2020 Acme\n * Licensed under the MIT License. */\n" + functions + "/* Was released under the following CC attribution license:\n *    http://creativecommons.org/licenses/by/3.0/deed.en_US.\n */\nint f();\n", false, "MIT", ""},
		{"code of Linux", "// Copied from Linux kernel's lib/sort.c\nf();\n", false, "MIT", ""},
		{"code of GNU", "// Ported from GNU coreutils sort.c\nf();\n", false, "MIT", ""},
		{"a book's code", functions + "/* (C) Copr. 1986-92 Numerical Recipes Software #.3. */\n", false, "MIT", ""},
		{"a book's code, far below", strings.Repeat(functions, 7) + "/* (C) Copr. 1986-92 Numerical Recipes Software #.3. */\n", false, "MIT", ""},
		{"words about Linux", "// Works with a Linux kernel from 4.1 on.\nf();\n", false, "MIT", "MIT"},
		{"an object in JSON", `{"info": {"license": "CC-BY-NC-4.0"}, "x": 1}`, false, "MIT", "CC-BY-NC-4.0"},
		{"addresses in JSON", `{"licenses": [{"name": "A", "url": "http://creativecommons.org/licenses/by-nc/2.0/"}], "x": 1}`, false, "MIT", "CC-BY-NC-2.0"},
		{"a package in JSON", `{"packages": {"a": {"license": "ISC"}}, "x": 1}`, false, "MIT", "MIT"},
		{"rights in SVG", "<svg>\n<metadata>\nBy A\nCopyright A 2016. All rights reserved.\n</metadata>\n", false, "MIT", ""},
		{"rights in a line of SVG", "<svg><metadata>Copyright A 2016. All rights reserved.</metadata><path/></svg>\n", false, "MIT", ""},
		{"rights in a paragraph of SVG", "<svg>\n<metadata>By A\nCopyright A 2016. All rights reserved.\n</metadata>\n", false, "MIT", ""},
		{"metadata of NuGet", "<package>\n<metadata>\n<license type=\"expression\">MIT</license>\nAll rights reserved.\n</metadata>\n", false, "MIT", "MIT"},
		{"Inkscape", "<svg>\n<metadata>\n<rdf:RDF><cc:Work><cc:license rdf:resource=\"http://creativecommons.org/licenses/by-nc-sa/4.0/\" /></cc:Work></rdf:RDF>\n</metadata>\n", false, "MIT", "CC-BY-NC-SA-4.0"},
		{"a description of SVG", "<svg><desc>Licensed under CC BY-NC 4.0</desc></svg>\n", false, "MIT", "CC-BY-NC-4.0"},
		{"a legal notice of DocBook", "<?xml version=\"1.0\"?>\n<book>\n<bookinfo>\n<legalnotice>\n<para>Permission is granted to copy, distribute and/or modify this document under the terms of the GNU Free Documentation License, Version 1.1.</para>\n</legalnotice>\n</bookinfo>\n", false, "MIT", "GFDL-1.1-only"},
		{"a legal notice in a line", "<article>\n<info><legalnotice><para>This work is licensed under the Creative Commons Attribution-NonCommercial 4.0 license.</para></legalnotice></info>\n", false, "MIT", "CC-BY-NC-4.0"},
		{"a legal notice behind many authors", "<book>\n<bookinfo>\n" + strings.Repeat("<author><firstname>Jane</firstname></author>\n", 200) + "<legalnotice>\n<para>Permission is granted to copy, distribute and/or modify this document under the terms of the GNU General Public License, Version 2 or any later version published by the Free Software Foundation.</para>\n</legalnotice>\n</bookinfo>\n", false, "MIT", "GPL-2.0-or-later"},
		{"rights behind many authors", "<book>\n<bookinfo>\n" + strings.Repeat("<author><firstname>Jane</firstname></author>\n", 200) + "<legalnotice>\n<para>All rights reserved. You may not copy this.</para>\n</legalnotice>\n</bookinfo>\n", false, "MIT", ""},
		{"rights in DocBook", "<article>\n<info><legalnotice>\n<para>All rights reserved. You may not copy this.</para>\n</legalnotice></info>\n", false, "MIT", ""},
		{"a link of HTML", `<html><head><link rel="license" href="https://creativecommons.org/licenses/by-nc/4.0/"></head></html>`, false, "MIT", "CC-BY-NC-4.0"},
		{"a comment in a line of SVG", `<svg viewBox="0 0 1 1"><!-- Icon. Licensed under the GPL v3. --><path d="M1"/></svg>`, false, "MIT", "GPL-3.0-only"},
		{"an SPDX line in a line of HTML", "<html lang=\"en\"> <!-- SPDX-License-Identifier: GPL-3.0-only -->\n<body>\n", false, "MIT", "GPL-3.0-only"},
		{"an SPDX line in a line of XML", "<?xml version=\"1.0\"?><!-- SPDX-License-Identifier: GPL-3.0-only --><a/>\n", false, "MIT", "GPL-3.0-only"},
		{"a comment behind XML", "<?xml version=\"1.0\"?><!-- Licensed under the GPL version 3. -->\n<a/>\n", false, "MIT", "GPL-3.0-only"},
		{"a comment behind a directive", "\"use strict\"; /*! foo | GPL-3.0 License */ f();\n", false, "MIT", "GPL-3.0-only"},
		{"a comment behind a charset", "@charset \"utf-8\";/*! Licensed under the GPL version 3. */a{}\n", false, "MIT", "GPL-3.0-only"},
		{"a comment behind another", "/* foo */ /* Licensed under the GPL version 3. */ f();\n", false, "MIT", "GPL-3.0-only"},
		{"a comment at the end of a line", "import os  # Licensed under the GPL, version 3\nf()\n", false, "MIT", "GPL-3.0-only"},
		{"a label at the end of a line", "import os  # of the license file\nf()\n", false, "MIT", "MIT"},
		{"a pattern in a string", "f(\"src/*.js\"); f(\"GPL version 3 */\");\n", false, "MIT", "MIT"},
		{"a file of code", "/* See copyright notice in foo.h */\nint x;\n", false, "MIT", ""},
		{"a file of code with a licence", "// see LICENSE in core.h for terms\nint x;\n", false, "MIT", ""},
		{"the end of a file of code", "/* Please see the end of foo.h for license information */\nint x;\n", false, "MIT", ""},
		{"details in a file of code", "/* See foo.h for license details. */\nint x;\n", false, "MIT", ""},
		{"an SPDX line that restricts", "/* SPDX-License-Identifier: PolyForm-Noncommercial-1.0.0 */\nint x;\n", false, "MIT", "PolyForm-Noncommercial-1.0.0"},
		{"a key of INI", "[x]\nlicense=GPL-3.0\nname=foo\n", false, "MIT", ""},
		{"a key of a desktop file", "[Desktop Entry]\nName=x\nX-KDE-PluginInfo-License=GPL\nExec=foo\n", false, "MIT", ""},
		{"rights in a meta element", `<html><head><meta name="copyright" content="Acme, all rights reserved"></head></html>`, false, "MIT", ""},
		{"a copyright in a meta element", `<html><head><meta name="copyright" content="2020 Acme"></head></html>`, false, "MIT", "MIT"},
		{"a link to GNU", `<html><head><link rel="license" href="https://www.gnu.org/licenses/gpl-3.0.html"></head></html>`, false, "MIT", "GPL-3.0-only"},
		{"a link to a page", `<html><head><link rel="license" href="https://acme.example/terms"></head></html>`, false, "MIT", ""},
		{"a link to a file", `<html><head><link rel="license" href="LICENSE.html"></head></html>`, false, "MIT", "MIT"},
		{"a meta element", `<html><head><meta name="license" content="CC-BY-NC-4.0"></head></html>`, false, "MIT", "CC-BY-NC-4.0"},
		{"a string of a program", "f(\n`\n<a rel=\"license\" href=\"https://creativecommons.org/licenses/by-nc/4.0/\">\n`)\n", false, "MIT", "MIT"},
		{"a footer", "<html>" + strings.Repeat("<p>Words.</p>\n", 30) + `<footer>It is under a <a rel="license" href="http://creativecommons.org/licenses/by-nc/4.0/">license</a>.</footer>`, false, "MIT", ""},
		{"a footer in words", page + "<p>This page is licensed under the GNU Free Documentation License.</p>\n</body></html>\n", false, "MIT", ""},
		{"a footer with a link", page + `<footer>Text: <a class="x" href="https://creativecommons.org/licenses/by-nc/4.0/">this</a></footer>` + "\n", false, "MIT", ""},
		{"a footer that reserves rights", page + "<footer>&copy; 2020 Acme. All rights reserved.</footer>\n</body></html>\n", false, "MIT", ""},
		{"a footer of the same licence", page + "<footer>Released under the MIT License.</footer>\n</body></html>\n", false, "MIT", "MIT"},
		{"words at the end of a page", page + "<p>It takes this hint as permission to substitute a value.</p>\n</body></html>\n", false, "MIT", "MIT"},
		{"a footer without a licence", page + "<footer><a href=\"license.html\">License</a> | Contact</footer>\n</body></html>\n", false, "MIT", "MIT"},
		{"a cell of a notebook", notebook("markdown", "## License\\n\", \"This notebook is licensed under CC BY-NC 4.0.\\n"), false, "MIT", "CC-BY-NC-4.0"},
		{"a later cell of a notebook", notebook("code", strings.Repeat("f()\\n", mostLate+1)+"\"]}, {\"cell_type\": \"markdown\", \"source\": [\"Released under the GPL version 3.\\n"), false, "MIT", ""},
		{"cells of the same licence", notebook("markdown", "Released under the MIT License.\\n"), false, "MIT", "MIT"},
		{"an output of a notebook", strings.Replace(notebook("code", "f()"), `}]`, `, "outputs": ["Released under the GPL version 3."]}]`, 1), false, "MIT", "MIT"},
		{"an address over a function", functions + "# See http://creativecommons.org/licenses/by-nc/3.0/\n" + functions, false, "MIT", ""},
		{"an address behind a head", "# Licensed under the MIT License.\n" + strings.Repeat(functions, 7) + "# See http://creativecommons.org/licenses/by-nc/3.0/\n" + functions, false, "MIT", ""},
		{"a map of one source", `{"version":3,"sources":["a.js"],"sourcesContent":["/* Licensed under the GPL version 3. */\nf();"],"mappings":""}`, false, "MIT", "GPL-3.0-only"},
		{"a map of several", `{"version":3,"sources":["a.js","b.js"],"sourcesContent":["/* Licensed under the GPL version 3. */\nf();","f();"],"mappings":""}`, false, "MIT", ""},
		{"a map of the folder's licence", `{"version":3,"sources":["a.js","b.js"],"sourcesContent":["/* Licensed under the MIT License. */\nf();","f();"],"mappings":""}`, false, "MIT", "MIT"},
		{"a map with a package", `{"version":3,"sources":["../node_modules/a/a.js"],"sourcesContent":["f();"],"mappings":""}`, false, "MIT", ""},
		{"users", words + "- [Urho3D](https://u.example): a free game engine implemented in C++ and released under the MIT license.\n", true, "ISC", "ISC"},
		{"users without links", words + "## Who uses it?\n\n- Urho3D, a game engine released under the MIT license.\n", true, "ISC", "ISC"},
		{"a section after them", words + "## Users\n\n- Urho3D\n\n## License\n\nReleased under the MIT license.\n", true, "ISC", "MIT"},
		{"a link to the licence", words + "- [License](LICENSE): it is released under the MIT license.\n", true, "ISC", "MIT"},
		{"a ban", "// You cannot host, display, distribute or share this Work in any form.\nf();\n", false, "MIT", ""},
		{"another ban", "// Not to be used outside Acme.\nf();\n", false, "MIT", ""},
		{"a choice", "// Licensed under MIT for open source projects; buy a licence at acme.example otherwise.\nf();\n", false, "MIT", ""},
	} {
		if got := inFolder(c.folder, c.text, c.prose); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}
