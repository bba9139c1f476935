package notice

import (
	"strings"
	"testing"
)

// mit is the text of a licence.
const mit = `MIT License

Copyright (c) 2020 The authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

func TestSet_Finds(t *testing.T) {
	for _, c := range []struct {
		name, file, content string // a notice
		of, license, pkg    string // what it says of a file
	}{
		{"npm", "package/package.json", `{"name":"@babel/core","version":"7.1.0","license":"MIT"}`, "package/lib/a.js", "MIT", "pkg:npm/%40babel/core@7.1.0"},
		{"npm, of old", "package.json", `{"name":"x","licenses":[{"type":"MIT"},{"type":"GPL-2.0"}]}`, "a.js", "MIT OR GPL-2.0", "pkg:npm/x"},
		{"npm, a file", "package.json", `{"name":"x","license":"SEE LICENSE IN eula.txt"}`, "a.js", "", "pkg:npm/x"},
		{"composer", "composer.json", `{"name":"symfony/yaml","license":["MIT","BSD-3-Clause"]}`, "src/a.php", "MIT OR BSD-3-Clause", "pkg:composer/symfony/yaml"},
		{"cargo", "serde-1.0/Cargo.toml", "[package]\nname = \"serde\"\nversion = \"1.0.1\"\nlicense = \"MIT/Apache-2.0\"\n", "serde-1.0/src/lib.rs", "MIT OR Apache-2.0", "pkg:cargo/serde@1.0.1"},
		{"cargo, a workspace", "Cargo.toml", "[package]\nname = \"a\"\nversion.workspace = true\n", "src/lib.rs", "", "pkg:cargo/a"},
		{"pyproject", "pyproject.toml", "[project]\nname = \"My_Pkg.x\"\nversion = \"2\"\nlicense = {text = \"BSD 3-Clause License\"}\n", "my/a.py", "BSD-3-Clause", "pkg:pypi/my-pkg-x@2"},
		{"poetry", "pyproject.toml", "[tool.poetry]\nname = \"p\"\nlicense = \"Apache-2.0\"\n", "a.py", "Apache-2.0", "pkg:pypi/p"},
		{"wheel", "flask-3.dist-info/METADATA", "Metadata-Version: 2.4\nName: Flask\nVersion: 3\nLicense-Expression: BSD-3-Clause\n\n# Flask\n", "flask/app.py", "BSD-3-Clause", "pkg:pypi/flask@3"},
		{"sdist", "r-2/PKG-INFO", "Metadata-Version: 2.1\nName: r\nVersion: 2\nClassifier: License :: OSI Approved :: Apache Software License", "r-2/a.py", "Apache-2.0", "pkg:pypi/r@2"},
		{"licence of a wheel", "f-3.dist-info/licenses/LICENSE.txt", mit, "f/app.py", "MIT", ""},
		{"maven", "META-INF/maven/g/a/pom.xml", "<project><parent><groupId>g</groupId><version>1</version></parent><artifactId>a</artifactId><licenses><license><name>Apache License, Version 2.0</name></license></licenses></project>", "g/A.java", "Apache-2.0", "pkg:maven/g/a@1"},
		{"go", "golang.org/x/mod@v0.35.0/go.mod", "module golang.org/x/mod\n\ngo 1.25\n", "golang.org/x/mod@v0.35.0/modfile/a.go", "", "pkg:golang/golang.org/x/mod@v0.35.0"},
		{"nuget", "x.nuspec", `<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>X.Y</id><version>1.2</version><license type="expression">MIT</license></metadata></package>`, "src/a.cs", "MIT", "pkg:nuget/X.Y@1.2"},
		{"licence text", "lib/LICENSE", mit, "lib/deep/er/a.c", "MIT", ""},
		{"licence text, elsewhere", "lib/LICENSE", mit, "other/a.c", "", ""},
		{"a program", "lib/license.go", mit, "lib/a.go", "", ""},
		{"no licence", "LICENSE", "You may not.", "a.c", "", ""},
		{"texts by REUSE", "LICENSES/MIT.txt", mit, "LICENSES/a.c", "", ""},
		{"debian/changelog", "debian/changelog", "curl (7.50.3-1) unstable; urgency=low\n\n  * New.\n", "lib/a.c", "", "pkg:deb/debian/curl@7.50.3-1?arch=source"},
		{"control of a .deb", "control/control", "Package: zlib1g\nVersion: 1:1.2-1\nArchitecture: amd64\nDescription: x\n more: y\n", "usr/include/zlib.h", "", "pkg:deb/debian/zlib1g@1:1.2-1?arch=amd64"},
		{"hostile names", "package.json", `{"name":"a/../b c","version":"1\n2"}`, "a.js", "", ""},
		{"no JSON", "package.json", `{"name":`, "a.js", "", ""},
		{"an escape", "package.json", `{"name":"a b","license":"MIT\u001b[31m"}`, "a.js", "", "pkg:npm/a%20b"},
	} {
		s := NewSet(Recognise)
		s.Add(c.file, []byte(c.content))
		if license, pkg := s.Find(c.of); license != c.license || pkg != c.pkg {
			t.Errorf("%s: %q %q, want %q %q", c.name, license, pkg, c.license, c.pkg)
		}
	}
}

func TestSet_NearestAndManifestsFirst(t *testing.T) {
	s := NewSet(Recognise)
	for file, content := range map[string]string{
		"LICENSE":                        mit,
		"package.json":                   `{"name":"top","version":"1","license":"(MIT OR CC0-1.0)"}`,
		"vendor/a/package.json":          `{"name":"a","version":"2"}`,
		"vendor/b/COPYING":               strings.Replace(mit, "MIT License", "", 1),
		"both/package.json":              `{"name":"j","license":"ISC"}`,
		"both/Cargo.toml":                "[package]\nname = \"r\"\nlicense = \"0BSD\"\n",
		"site/x-1.dist-info/METADATA":    "Metadata-Version: 2.1\nName: x\nVersion: 1\nLicense: GPLv3\n\n",
		"site/y-1.dist-info/METADATA":    "Metadata-Version: 2.1\nName: y\nVersion: 1\n\n",
		"deb/debian/copyright":           "Format: https://x\n\nFiles: *\nCopyright: a\nLicense: GPL-2+ or Expat\n text\n\nFiles: lib/* src/a?c.c\nLicense: LGPL-2.1\n",
		"bin/usr/share/doc/x/copyright":  "Format: https://x\n\nFiles: *\nLicense: zlib\n",
		"free/usr/share/doc/x/copyright": "This is free.\n",
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string][2]string{
		"a.js":                {"(MIT OR CC0-1.0)", "pkg:npm/top@1"},
		"vendor/a/x.js":       {"(MIT OR CC0-1.0)", "pkg:npm/a@2"},
		"vendor/b/x.js":       {"MIT", "pkg:npm/top@1"},
		"both/x.rs":           {"ISC AND 0BSD", "pkg:npm/top@1"}, // not which of both
		"site/x/a.py":         {"GPL-3.0-only", "pkg:npm/top@1"},
		"deb/main.c":          {"GPL-2.0-or-later OR MIT", "pkg:npm/top@1"},
		"deb/lib/deep/b.c":    {"LGPL-2.1-only", "pkg:npm/top@1"},
		"deb/src/abc.c":       {"LGPL-2.1-only", "pkg:npm/top@1"},
		"bin/usr/include/x.h": {"Zlib", "pkg:npm/top@1"},
		"free/usr/x.h":        {"(MIT OR CC0-1.0)", "pkg:npm/top@1"},
	} {
		license, pkg := s.Find(file)
		if file == "both/x.rs" && license == "0BSD AND ISC" { // in the order of adding
			license = want[0]
		}
		if license != want[0] || pkg != want[1] {
			t.Errorf("%s: %q %q, want %q", file, license, pkg, want)
		}
	}
	s.DropVersions()
	if _, pkg := s.Find("vendor/a/x.js"); pkg != "pkg:npm/a" {
		t.Errorf("without version: %q", pkg)
	}
}

func TestInHead(t *testing.T) {
	for text, want := range map[string]string{
		"// SPDX-License-Identifier: MIT\npackage a":                                    "MIT",
		"/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */\nint x;":        "GPL-2.0 WITH Linux-syscall-note",
		"<!-- SPDX-License-Identifier: (MIT OR Apache-2.0) -->":                         "(MIT OR Apache-2.0)",
		"#!/bin/sh\r\n# SPDX-License-Identifier: 0BSD\r\n":                              "0BSD",
		"dnl SPDX-License-Identifier: FSFAP\n":                                          "FSFAP",
		" * SPDX-License-Identifier: MIT\n * SPDX-License-Identifier: A OR B\n":         "MIT AND (A OR B)",
		"x = \"SPDX-License-Identifier: MIT\"\n":                                        "",
		"# it has SPDX-License-Identifier: MIT\n":                                       "",
		"// SPDX-License-Identifier:\n":                                                 "",
		"// SPDX-License-Identifier: \x1b[31m\n":                                        "",
		strings.Repeat("int x;\n", 1000) + "// SPDX-License-Identifier: MIT\npackage a": "",
		"int x;": "",
	} {
		if got := InHead([]byte(text)); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func TestIs(t *testing.T) {
	for _, name := range []string{"LICENSE", "licence.md", "COPYING.LESSER", "MIT-LICENSE", "UNLICENSE", "License-MIT", "x/go.mod", "y.nuspec"} {
		if !Is(name) {
			t.Errorf("%s is none", name)
		}
	}
	for _, name := range []string{"license.go", "licensing.md", "copy", "package-lock.json"} {
		if Is(name) {
			t.Errorf("%s is one", name)
		}
	}
}

func FuzzSet(f *testing.F) {
	for _, name := range []string{"package.json", "composer.json", "Cargo.toml", "pyproject.toml", "a.dist-info/METADATA", "pom.xml", "go.mod", "a.nuspec",
		"debian/copyright", "debian/changelog", "control/control", "COPYING"} {
		f.Add(name, []byte("Format: x\nFiles: [*\nLicense: GPL-2+\n"))
		f.Add(name, []byte(`{"name":"a","license":{"type":"MIT"}}`))
		f.Add(name, []byte("<project><artifactId>a</artifactId></project>"))
		f.Add(name, []byte("Metadata-Version: 2\nName: a\nLicense: MIT\n"))
	}
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		s := NewSet(func([]byte) string { return "MIT" })
		s.Add(name, content)
		license, pkg := s.Find("a/b/c.go")
		for _, text := range []string{license, pkg, InHead(content)} {
			if len(text) > 4000 || strings.ContainsAny(text, "\n\r\x00\x1b") {
				t.Errorf("%q", text)
			}
		}
	})
}
