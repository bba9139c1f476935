package notice

import (
	"strings"
	"testing"
)

// A list of third parties takes what it names out of the licence of the folder.
func TestIsChunk(t *testing.T) {
	const imports, exports, plain = `import{a as b}from"./x.js";var c=1;`, "function e(e){return e+1}export{e as t};", "import { a } from './x.js'\n"
	for _, c := range []struct {
		file, script string
		want         bool
	}{
		{"_arrayReduce.CiwPAjrV.js", imports, true}, {"chunk-2Q5K7J3B.DqI_2Zpl.js", imports, true}, {"index.3f9ab2c1.mjs", imports, true}, {"array.BifhSqXX.js", exports, true},
		{"main.js", `import"./array.BifhSqXX.js";f()`, true}, {"main.js", "import(`./array.BifhSqXX.js`)", true}, {"style.3f9ab2c1.css", ".a{b:c}" + strings.Repeat(".b{c:d}", 20), true},
		{"data-processing.js", imports, false}, {"jquery.datatables.js", imports, false}, {"main.js", imports, false}, {"tree-20200101.js", imports, false},
		{"main.js", `import{a}from"../array.BifhSqXX.js";`, true}, {"main.js", `import { a } from "/assets/array.BifhSqXX.js";` + "\n", true}, {"main.js", `const d=["assets/array.BifhSqXX.js"]`, true},
		{"f-BifhSqXX.js", "export const e=e=>typeof e==`object`;", true}, {"main.3f9ab2c1.chunk.js", "(()=>{window.e=e})();", true}, {"x-QWERTYUI.js", "export default e;", true}, {"x.3f9ab2c1.min.js", "f()", true},
		{"main.js", "\"use strict\";\nconst x = require(\"./array.BifhSqXX.js\");\n", true}, {"main.js", "const x = import (\"./array.BifhSqXX.js\");\n\nx();\n", true},
		{"main.js", "import { a } from \"./a-XMLHttpRequest.js\";\n\na();\n", false}, {"main.js", "const a = require(\"./nav-NavigationBar.js\");\n\na();\na(1);\n", false}, {"main.js", "const a = require(\"./is-IPv6Address.js\");\n\na();\na(1);\n", false},
		{"_baseIndexOf.js", "export default e;", false}, {"main.js", "import e from './_baseIndexOf.js'", false}, {"react-NavigationBar.js", "module.exports=require(\"./lib/NavigationBar.js\")", false},
		{"index.3f9ab2c1.js", "var a = 1\n", false}, {"index.3f9ab2c1.js", plain, false}, {"main.js", "var f = g;\n\nf( \"./array.BifhSqXX.js\" );\n", false}, {"style.3f9ab2c1.css", ".a {\n  b: c\n}\n", false},
	} {
		if got := IsChunk("static/"+c.file, []byte(c.script)); got != c.want {
			t.Errorf("%s with %q: %t", c.file, c.script, got)
		}
	}
}

// A minified file is what its source is: a bundle with the notices of others inside.
func TestSet_MinifiedBundles(t *testing.T) {
	const runtime = "require=(function(){})()({1:[function(require,module,exports){\n"
	for source, want := range map[string]string{
		runtime + "f();\n": "", runtime + "/*! @license MIT */\nf();\n": "", "/*! Licensed under the MIT License. */\n" + runtime + "/*! @license ISC */\nf();\n": "MIT",
		"/*! @license ISC */\nf();\n": "ISC", "f();\n": "MIT",
	} {
		s := NewSet(Recognise)
		s.Add("package.json", []byte(`{"name":"foo","version":"1.0.0","license":"MIT"}`))
		s.AddSource("foo.js", []byte(source))
		if said := s.Find("foo.min.js"); said.License != want {
			t.Errorf("%q: %+v", source, said)
		}
	}
}

func TestSet_ListsOfThirdParties(t *testing.T) {
	for name, c := range map[string]struct {
		list, content string
		unknown       []string
		known         []string
	}{
		"items":        {"THIRDPARTYLICENSES.md", "# Third Party Licenses of Top\n\n  * [Foo](http://foo.example): GPL\n  * Flot Dashes Plugin: Unlicense\n", []string{"lib/foo.js", "static/js/jquery.flot.dashes.js", "lib/foo/a.c", "lib/Foo-1.2.py"}, []string{"top/a.js", "src/food.js", "licenses/a.js", "third/party.js"}},
		"headings":     {"third-party-notices.txt", "jsmn v1.1\n---------\n\nMIT\n\n## cJSON - MIT\n", []string{"src/jsmn.h", "cJSON.c"}, []string{"src/json.c"}},
		"generated":    {"ThirdPartyNotices.txt", "1. acme/left-pad version 1.0 (https://a.example)\n\nThe following software may be included in this product: right-pad. A copy\n", []string{"left-pad.js", "a/right_pad.ts"}, []string{"pad.js"}},
		"paths":        {"ThirdPartyNotices.txt", "The file src/util/md5.c is under the RSA license.\n", []string{"src/util/md5.c", "top-1.0/src/util/md5.c"}, []string{"src/md5.c"}},
		"a COPYING":    {"COPYING.3rdparty", "src/quick4.c: Copyright (C) 2001 Foo. GNU GPL v2.\n", []string{"src/quick4.c"}, []string{"src/a.c"}},
		"credits":      {"CREDITS.md", "| bar | BSD | src/b.py |\n| baz | LGPL-2.1 | src/sub/ |\n", []string{"src/b.py", "src/sub/c.py", "src/sub/deep/c.py"}, []string{"src/a.py", "src/subs/a.py"}},
		"our own":      {"THIRD-PARTY.md", "# Code from other projects\n\n## left-pad 1.0\n\n- src/p\\_l.js from node\\_modules/left-pad/index.js, swh:1:cnt:0\n- top.js from left-pad/a.js\n", []string{"src/p_l.js", "top.js", "left-pad/a.js"}, []string{"src/a.js"}},
		"open source":  {"OPEN_SOURCE_NOTICES.txt", "src/sub/\n    baz\n", []string{"src/sub/c.py"}, []string{"src/a.py"}},
		"a name":       {"3rdparty.txt", "- foo: GPL\n", []string{"src/foo.c"}, []string{"src/a.c"}},
		"of Rollup":    {"licenses.md", "Name: left-pad\nVersion: 1.0.0\nLicense: ISC\nPrivate: false\nLicense Text:\n===\n\nCopyright Jane\n", []string{"parser.js", "src/a.js"}, nil},
		"of a project": {"licenses.md", "# Licenses\n\n- left-pad: ISC\n", []string{"left-pad.js"}, []string{"parser.js"}},
		"too many":     {"ThirdPartyNotices.txt", strings.Repeat("- bar: MIT\n", mostNames) + "- foo: GPL\n", []string{"lib/foo.js", "src/a.c"}, nil},
		"too long":     {"THIRD-PARTY-NOTICES.txt", strings.Repeat("Words. ", MostSize/7+1), []string{"src/a.c"}, nil},
		"many paths":   {"ThirdPartyNotices.txt", strings.Repeat("src/b.c\n", mostPaths), []string{"src/a.c"}, nil},
		"long JSON":    {"third_party_licenses.json", "[" + strings.Repeat("{}, ", MostSize/4) + "{}]", []string{"src/a.c"}, nil},
		"a NOTICE":     {"NOTICE", "Top\nCopyright 2020 Ann\n\nThis product bundles a copy of zbase32, which is under the BSD license, and has lib/b64.c of Bob.\n", []string{"src/zbase32.go", "lib/b64.c"}, []string{"src/base32.go", "src/top.c"}},
		"a project's":  {"NOTICE", "Top\nCopyright 2020 Ann\n\nThis product includes software developed at Acme (https://acme.example/).\n", nil, []string{"src/acme.go", "src/a.go"}},
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		s.Add(c.list, []byte(c.content))
		for _, file := range c.unknown {
			if said := s.Find(file); said.License != "" || said.From != c.list {
				t.Errorf("%s: %s: %q by %s", name, file, said.License, said.From)
			}
		}
		for _, file := range c.known {
			if said := s.Find(file); said.License != "MIT" {
				t.Errorf("%s: %s: %q by %s", name, file, said.License, said.From)
			}
		}
	}
}

// The head of a source speaks for the minified file beside it.
func TestSet_MinifiedFilesBesideTheirSources(t *testing.T) {
	s := NewSet(Recognise)
	s.Add("LICENSE", []byte(mit))
	gpl := []byte("/* Foo. Licensed under the GNU General Public License, version 3. */\nf();\n")
	for file, head := range map[string][]byte{
		"lib/foo.js": gpl, "lib/bar_src.css": gpl, "lib/own.js": []byte("f();\n"), "lib/mit.js": []byte("// Licensed under the MIT license.\nf();\n"), "lib/any.js": []byte("// Acme, all rights reserved.\nf();\n"),
		"lib/see.js": []byte("// See LICENSE for the license.\nf();\n"), "lib/dist.js": []byte("// Licensed under the GPL.\nf();\n"),
		"lib/big.js": nil, "lib/roll.js": []byte("f();\n//#region node_modules/x/x.js\ng();\n"), "lib/browser.js": []byte("f({1:[function(require,module,exports){\n}]});\n"), "lib/cjs.js": []byte("f();\nfunction getDefaultExportFromCjs(x) {}\n"),
	} {
		s.AddSource(file, head)
	}
	for file, want := range map[string][2]string{
		"lib/foo.min.js": {"GPL-3.0-only", "lib/foo.js"}, "lib/foo.min.js.map": {"GPL-3.0-only", "lib/foo.js"}, "lib/foo.js.map": {"GPL-3.0-only", "lib/foo.js"},
		"lib/bar.css": {"GPL-3.0-only", "lib/bar_src.css"}, "lib/any.min.js": {"", "lib/any.js"}, "lib/dist-min.js": {"", "lib/dist.js"},
		"lib/big.min.js": {"", "lib/big.js"}, "lib/roll.min.js": {"", "lib/roll.js"}, "lib/browser.min.js": {"", "lib/browser.js"}, "lib/cjs.min.js": {"", "lib/cjs.js"},
		"lib/own.min.js": {"MIT", "LICENSE"}, "lib/mit.min.js": {"MIT", "LICENSE"}, "lib/see.min.js": {"MIT", "LICENSE"}, "foo.min.js": {"MIT", "LICENSE"}, "lib/foo.min.css": {"MIT", "LICENSE"},
	} {
		if said := s.Find(file); said.License != want[0] || said.From != want[1] {
			t.Errorf("%s: %q by %s, not %q", file, said.License, said.From, want)
		}
	}
	if got := Sources([]string{"a.js", "a.min.js", "a.min.js.map", "b.min.js", "c.js", "c_src.js"}); len(got) != 3 {
		t.Errorf("sources: %q", got)
	}
}

// A list beside a bundle has only some of its modules, and a bundle whose list is missing has any.
func TestSet_BundlesWithListsOfLicenses(t *testing.T) {
	s := NewSet(Recognise)
	s.Add("LICENSE", []byte(mit))
	for _, name := range []string{"d/mit.js.LICENSE.txt", "d/es.js.LEGAL.txt", "d/two.css.LICENSE"} {
		if !Is(name) {
			t.Errorf("%s is no notice", name)
		}
		s.Add(name, []byte("/*! Licensed under the MIT license. */\n"))
	}
	for file, want := range map[string]string{"d/mit.js": "", "d/es.js": "", "d/two.css": "", "d/none.js": "", "d/other.js": "MIT"} {
		said := s.Find(file)
		content := "f();\n"
		if file == "d/none.js" {
			content = "/*! For license information please see none.js.LICENSE.txt */\nf();\n"
		}
		got := said.License
		if own := new(Heads).Own([]byte(content), false, false, nil); own.Stated {
			got = own.In(said.License, said.From)
		}
		if got != want {
			t.Errorf("%s: %q by %s, not %q", file, got, said.From, want)
		}
	}
}

func TestIsBundle(t *testing.T) {
	minified := strings.Repeat("function f(){return 1}", fewFunctions)
	for _, c := range []struct {
		script, minified string
		bundle           bool
	}{
		{minified, minified, true},
		{minified, "", false},
		{minified + "\nvar a = 1;\n", minified, true},
		{"f('" + strings.Repeat(".a{b:c}", fewFunctions+1) + "')\n", strings.Repeat(".a{b:c}", fewFunctions+1), false},
		{strings.Repeat(".a{b:c}", fewFunctions+1), strings.Repeat(".a{b:c}", fewFunctions+1), true},
		{"module.exports=function(){return/x/}", "module.exports=function(){return/x/}", false},
		{strings.Repeat("f();\n", bundleHead) + "/*! Bundled license information:\n\nfoo/a.js: */", "", true},
	} {
		if got := IsBundle([]byte(c.script), []byte(c.minified)); got != c.bundle {
			t.Errorf("%.60q: %t", c.script, got)
		}
	}
}

// ListsOthers tells names by their beginnings first. The expression matches no others.
func TestListsOthers_MissesNoName(t *testing.T) {
	for _, base := range strings.Fields("THIRD-PARTY-NOTICES.txt 3rdpartylicenses.txt CREDITS Credits.md Acknowledgements acknowledgment.txt ATTRIBUTION.txt NOTICES licenses.md oss-licenses.txt Open_Source_Licenses.html") {
		if !othersList.MatchString(base) || !ListsOthers("lib/"+base) {
			t.Errorf("%s is no list", base)
		}
	}
	for _, base := range strings.Fields("third.go 3rd notices.go licenses.go LICENSE license.md open.c oss attributes.txt") {
		if othersList.MatchString(base) || ListsOthers("lib/"+base) {
			t.Errorf("%s is a list", base)
		}
	}
}

// Bundlers name modules in comments of nothing but a path, with any prefix.
func TestIsBundle_MarksOfModules(t *testing.T) {
	for script, want := range map[string]bool{
		"f();\n// ../../node_modules/x/y.js\ng();\n":                         true,
		"f();\n  // .yarn/cache/x-npm-1.0.zip/node_modules/x/y.js\n":         true,
		"//#region ../node_modules/.pnpm/x@1/node_modules/x/y.d.ts\n":        true,
		"/***/ \"../../node_modules/x/y.js\":\n/***/ ((m) => {})\n":          true,
		"  !*** ../node_modules/x/y.js ***!\n":                               true,
		";// CONCATENATED MODULE: ./node_modules/x/y.js\n":                   true,
		strings.Repeat("f(1);\n", bundleHead/6) + "// node_modules/x/y.js\n": true,
		"/******/ (() => { // webpackBootstrap\n":                            true,
		"import { t as __commonJSMin } from \"../rolldown-runtime.mjs\";\n":  true,
		"// It is in node_modules/x/y.js if it is installed.\n":              false,
		"// lib/node_modules/npm or\n":                                       false,
		"// https://example.org/node_modules/x/y.js\n":                       false,
		"  \"**/node_modules/**\",\n":                                        false,
		"import a from \"./node_modules/x/y.js\";\n":                         false,
		" * node_modules/x\n":                                                false,
	} {
		if got := IsBundle([]byte(script), nil); got != want {
			t.Errorf("%q: %t", script[max(0, len(script)-60):], got)
		}
	}
}

// The banner is about all of a bundle; the comment of its first module is not.
func TestBanner(t *testing.T) {
	for script, want := range map[string]bool{
		"/*! top 1.0 | MIT License */\n(function(){})()":                                           true,
		"#!/usr/bin/env node\n\"use strict\";\n// Licensed under the MIT License\nf()":             true,
		"var a;/*! x\n * Released under the MIT License */f()":                                     false,
		"//#region node_modules/x/y.js\n/*! x\n * Released under the MIT License */f()":            false,
		"// src/a.js\n/*! Released under the MIT License */\nf()":                                  false,
		"/******/ var m = ({\n/*! Released under the MIT License */":                               false,
		"/*! Bundled license information:\n\nx/y.js:\n  (*! Released under the MIT License *)\n*/": false,
		"f()": false,
	} {
		if got := new(Heads).Own(Banner([]byte(script)), false, false, nil).Stated; got != want {
			t.Errorf("%q: %t", script, got)
		}
	}
}

func TestIsLargeBuild(t *testing.T) {
	for file, want := range map[string]bool{"a/dist/x.mjs": true, "umd/x.js": true, "src/x.js": false, "distance/x.js": false} {
		if got := IsLargeBuild(file, leastLarge); got != want || IsLargeBuild(file, leastLarge-1) {
			t.Errorf("%s: %t", file, got)
		}
	}
}

// A licence text that speaks of bundled software does not apply to what a build has made.
func TestSet_TextThatPointsToList(t *testing.T) {
	for words, want := range map[string]string{
		"": "MIT",
		"## Third-Party Licenses\n\nThis software includes bundled third-party dependencies. The licenses are available in `dist/THIRD-PARTY-LICENSES.md`.\n":                     "",
		"# Licenses of bundled dependencies\nThe published artifact additionally contains code with the following licenses:\nBSD-2-Clause, ISC, MIT\n\n# Bundled dependencies:\n": "",
	} {
		s := NewSet(Recognise)
		s.Add("package.json", []byte(`{"name": "top", "version": "1.0.0", "license": "MIT"}`))
		s.Add("LICENSE", []byte(mit+"\n"+words))
		for _, file := range []string{"dist/_chunks/ini.mjs", "dist/a.js", "x.min.js"} {
			if said := s.Find(file); said.License != want {
				t.Errorf("%q: %s: %q by %s", words, file, said.License, said.From)
			}
		}
	}
}

// The list beside a bundle in capitals is of several works: in small letters it is the licence of
// one file.
func TestBundleOf(t *testing.T) {
	for file, want := range map[string]string{
		"lib/u.js.LICENSE": "lib/u.js", "u.js.LICENSE.txt": "u.js", "u.js.license": "", "a.png.LICENSE": "", "LICENSE": "",
	} {
		if got := BundleOf(file); got != want {
			t.Errorf("%s: %q", file, got)
		}
	}
	s := NewSet(Recognise)
	s.Add("LICENSE", []byte(mit))
	s.Add("u.js.LICENSE", []byte("THIRD-PARTY SOFTWARE NOTICES\n\n- a: see below\n\n"+mit))
	if said := s.Find("u.js"); said.License != "" || said.From != "u.js.LICENSE" {
		t.Errorf("%q by %s", said.License, said.From)
	}
}

// A source that is smaller than the minified file has only a part of its code.
func TestSet_SourceSize(t *testing.T) {
	s := NewSet(Recognise)
	s.AddSource("a.js", []byte("f();\n"))
	s.AddSource("b.js", nil)
	for file, want := range map[string]bool{"a.min.js": false, "b.min.js": true, "c.min.js": false} {
		if said := s.Find(file); (said.SourceSize > 100) != want {
			t.Errorf("%s: %d", file, said.SourceSize)
		}
	}
}
