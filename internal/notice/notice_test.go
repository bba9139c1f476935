package notice

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
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

const isc = "ISC License\n\nCopyright (c) 2020 The authors\n\nPermission to use, copy, modify, and/or distribute this software for any " +
	"purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in " +
	"all copies.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE " +
	"INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, " +
	"DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER " +
	"IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE " +
	"OF THIS SOFTWARE.\n"

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
		{"cargo, a workspace with members", "Cargo.toml", "[workspace]\nmembers = [\"a\"]\n[workspace.package]\nlicense = \"MIT OR Apache-2.0\"\n", "b/x.rs", "MIT OR Apache-2.0", ""},
		{"pyproject", "pyproject.toml", "[project]\nname = \"My_Pkg.x\"\nversion = \"2\"\nlicense = {text = \"BSD 3-Clause License\"}\n", "my/a.py", "BSD-3-Clause", "pkg:pypi/my-pkg-x@2"},
		{"poetry", "pyproject.toml", "[tool.poetry]\nname = \"p\"\nlicense = \"Apache-2.0\"\n", "a.py", "Apache-2.0", "pkg:pypi/p"},
		{"wheel", "flask-3.dist-info/METADATA", "Metadata-Version: 2.4\nName: Flask\nVersion: 3\nLicense-Expression: BSD-3-Clause\n\n# Flask\n", "flask/app.py", "BSD-3-Clause", "pkg:pypi/flask@3"},
		{"sdist", "r-2/PKG-INFO", "Metadata-Version: 2.1\nName: r\nVersion: 2\nClassifier: License :: OSI Approved :: Apache Software License", "r-2/a.py", "Apache-2.0", "pkg:pypi/r@2"},
		{"unknown", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nLicense: UNKNOWN\nClassifier: License :: OSI Approved :: MIT License", "a.py", "MIT", "pkg:pypi/r"},
		{"a file", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nLicense: see LICENSE file\nClassifier: License :: OSI Approved :: MIT License", "a.py", "MIT", "pkg:pypi/r"},
		{"a choice", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nLicense: Dual License\nClassifier: License :: OSI Approved :: BSD License\nClassifier: License :: OSI Approved :: Apache Software License", "a.py", "BSD OR Apache-2.0", "pkg:pypi/r"},
		{"all classifiers", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nClassifier: License :: OSI Approved\nClassifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)\nClassifier: License :: OSI Approved :: MIT License", "a.py", "", "pkg:pypi/r"},
		{"a classifier of one level", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nClassifier: License :: Public Domain", "a.py", "public-domain", "pkg:pypi/r"},
		{"no classifier", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nClassifier: License\nClassifier: License :: ", "a.py", "", "pkg:pypi/r"},
		{"a choice in words", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nLicense: BSD or Apache License, Version 2.0", "a.py", "BSD OR Apache-2.0", "pkg:pypi/r"},
		{"licence of a wheel", "f-3.dist-info/licenses/LICENSE.txt", mit, "f/app.py", "MIT", ""},
		{"maven", "META-INF/maven/g/a/pom.xml", "<project><parent><groupId>g</groupId><version>1</version></parent><artifactId>a</artifactId><licenses><license><name>Apache License, Version 2.0</name></license></licenses></project>", "g/A.java", "Apache-2.0", "pkg:maven/g/a@1"},
		{"go", "golang.org/x/mod@v0.35.0/go.mod", "module golang.org/x/mod\n\ngo 1.25\n", "golang.org/x/mod@v0.35.0/modfile/a.go", "", "pkg:golang/golang.org/x/mod@v0.35.0"},
		{"go, incompatible", "github.com/Ann/X@v2.0.0+incompatible/go.mod", "module github.com/Ann/X\n", "github.com/Ann/X@v2.0.0+incompatible/a.go", "", "pkg:golang/github.com/ann/x@v2.0.0%2Bincompatible"},
		{"go, without go.mod", "github.com/d/s@v1.1.1/LICENSE", mit, "github.com/d/s@v1.1.1/s/a.go", "MIT", "pkg:golang/github.com/d/s@v1.1.1"},
		{"go, a zip in a folder", "cache/v1.zip/LICENSE", mit, "cache/v1.zip/github.com/d/s@v1.1.1/a.go", "MIT", "pkg:golang/github.com/d/s@v1.1.1"},
		{"go, the cache", "home/go/pkg/mod/LICENSE", mit, "home/go/pkg/mod/github.com/!burnt!sushi/toml@v1.2.3/a.go", "MIT", "pkg:golang/github.com/burntsushi/toml@v1.2.3"},
		{"go, no module", "LICENSE", mit, "a/b@v1.1.1/c.go", "MIT", ""},
		{"go, no version", "LICENSE", mit, "github.com/a/b@v1/c.go", "MIT", ""},
		{"gem", "metadata", "--- !ruby/object:Gem::Specification\nname: sinatra\nversion: !ruby/object:Gem::Version\n  version: 3.0.5\nplatform: ruby\nauthors:\n- Ann Lee\n- Bob\ndescription: 'name: x'\ndependencies:\n- !ruby/object:Gem::Dependency\n  name: rack\n  requirement: !ruby/object:Gem::Requirement\n    version: '2'\nlicenses:\n- MIT\n", "lib/a.rb", "MIT", "pkg:gem/sinatra@3.0.5"},
		{"gem of Java", "metadata", "--- !ruby/object:Gem::Specification\nname: 'a'\nversion: !ruby/object:Gem::Version\n  version: \"1\"\nplatform: java\nlicenses:\n- MIT\n- GPL-2.0-only\n", "lib/a.rb", "MIT AND GPL-2.0-only", "pkg:gem/a@1?platform=java"},
		{"metadata of others", "metadata", "name: x\nversion: 1\n", "a.rb", "", ""},
		{"gemspec", "s.gemspec", "Gem::Specification.new do |s|\n  s.name = \"sinatra\".freeze\n  s.version = '3.0.5'\n  s.licenses = [\"MIT\".freeze]\nend\n", "lib/a.rb", "MIT", "pkg:gem/sinatra@3.0.5"},
		{"gemspec, computed", "s.gemspec", "  s.name    = 'a'\n  s.version = A::VERSION\n  s.license = \"#{x}\"\n", "lib/a.rb", "", "pkg:gem/a"},
		{"nuget", "x.nuspec", `<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>X.Y</id><version>1.2</version><license type="expression">MIT</license></metadata></package>`, "src/a.cs", "MIT", "pkg:nuget/X.Y@1.2"},
		{"licence text", "lib/LICENSE", mit, "lib/deep/er/a.c", "MIT", ""},
		{"licence text, elsewhere", "lib/LICENSE", mit, "other/a.c", "", ""},
		{"texts of others", "LICENSE-THIRD-PARTY", mit, "a.c", "", ""},
		{"a page of a manual", "docs/guide/license_migration.rst", "Move the license field.\n\nIt may not be a table.\n", "docs/a.c", "", ""},
		{"a text beside a manual", "docs/license-mit.md", mit, "docs/a.c", "MIT", ""},
		{"a program", "lib/license.go", mit, "lib/a.go", "", ""},
		{"no licence", "LICENSE", "You may not.", "a.c", "", ""},
		{"texts by REUSE", "LICENSES/MIT.txt", mit, "a.c", "MIT", ""},
		{"a file of REUSE", "img/a.png.license", "SPDX-FileCopyrightText: 2020 Ann\n\nSPDX-License-Identifier: CC0-1.0\n", "img/a.png", "CC0-1.0", ""},
		{"a file of REUSE, another file", "img/a.png.license", "SPDX-License-Identifier: CC0-1.0\n", "img/b.png", "", ""},
		{"a key file", "a.png.license", "0123-4567\n", "a.png", "", ""},
		{"setup.cfg", "setup.cfg", "[metadata]\nname = My.Pkg\nversion = attr: x.y\nlicense = BSD-3-Clause\nclassifiers =\n    License :: OSI Approved :: BSD License\n\n[options]\nlicense = MIT\n", "a.py", "BSD-3-Clause", "pkg:pypi/my-pkg"},
		{"setup.cfg, classifiers", "setup.cfg", "[metadata]\nname = a\nclassifiers =\n  License :: OSI Approved :: MIT License\n  # License :: OSI Approved :: ISC License (ISCL)\n", "a.py", "MIT", "pkg:pypi/a"},
		{"setup.py", "setup.py", "from setuptools import setup\nlicense = 'x'\nsetup(name='a', version=\"1.2\",\n  license='MIT',\n  classifiers=[\n    'License :: OSI Approved :: MIT License',\n    # 'License :: OSI Approved :: BSD License',\n  ])\n", "a.py", "MIT", "pkg:pypi/a@1.2"},
		{"setup.py, computed", "setup.py", "setup(\n  name='a',\n  license=about['license'],\n)\n", "a.py", "", "pkg:pypi/a"},
		{"setup.py, a library", "setup.py", "def setuptools():\n  license = 'MIT'\n", "a.py", "", ""},
		{"several classifiers, setup.py", "setup.py", "setup(name='a', classifiers=['License :: OSI Approved :: MIT License',\n'License :: OSI Approved :: BSD License'])\n", "a.py", "", "pkg:pypi/a"},
		{"several classifiers, setup.cfg", "setup.cfg", "[metadata]\nname = a\nclassifiers =\n  License :: OSI Approved :: MIT License\n  License :: OSI Approved :: Apache Software License\n", "a.py", "", "pkg:pypi/a"},
		{"several classifiers, pyproject", "pyproject.toml", "[project]\nname = \"a\"\nclassifiers = [\"License :: OSI Approved :: MIT License\", \"License :: OSI Approved :: Apache Software License\"]\n", "a.py", "", "pkg:pypi/a"},
		{"several classifiers, joined", "pyproject.toml", "[project]\nname = \"a\"\nlicense = {text = \"MIT OR Apache-2.0\"}\nclassifiers = [\"License :: OSI Approved :: MIT License\", \"License :: OSI Approved :: Apache Software License\"]\n", "a.py", "MIT OR Apache-2.0", "pkg:pypi/a"},
		{"classifiers of one licence", "pyproject.toml", "[project]\nname = \"a\"\nclassifiers = [\"License :: OSI Approved :: GNU General Public License (GPL)\", \"License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)\"]\n", "a.py", "GPL-3.0-or-later", "pkg:pypi/a"},
		{"a classifier of another licence", "PKG-INFO", "Metadata-Version: 2.1\nName: r\nLicense: MIT\nClassifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)", "a.py", "", "pkg:pypi/r"},
		{"debian/changelog", "debian/changelog", "curl (7.50.3-1) unstable; urgency=low\n\n  * New.\n", "lib/a.c", "", "pkg:deb/debian/curl@7.50.3-1?arch=source"},
		{"control of a .deb", "control/control", "Package: zlib1g\nVersion: 1:1.2-1\nArchitecture: amd64\nDescription: x\n more: y\n", "usr/include/zlib.h", "", "pkg:deb/debian/zlib1g@1:1.2-1?arch=amd64"},
		{"a plus in a version", "debian/changelog", "python-x (1.2+dfsg~rc1-1+deb12u1) unstable;\n", "a.py", "", "pkg:deb/debian/python-x@1.2%2Bdfsg~rc1-1%2Bdeb12u1?arch=source"},
		{"signs in a name", "package.json", `{"name":"a&b=c$d%"}`, "a.js", "", "pkg:npm/a%26b%3Dc%24d%25"},
		{"a hostile architecture", "control/control", "Package: a\nArchitecture: x\x1b[31m\n", "a.c", "", "pkg:deb/debian/a"},
		{"a hostile version", "debian/changelog", "curl (" + strings.Repeat("1", 200) + ") unstable;\n", "a.c", "", ""},
		{"a name of slashes", "package.json", `{"name":"//"}`, "a.js", "", ""},
		{"hostile names", "package.json", `{"name":"a/../b c","version":"1\n2"}`, "a.js", "", ""},
		{"no JSON", "package.json", `{"name":`, "a.js", "", ""},
		{"an escape", "package.json", `{"name":"a b","license":"MIT\u001b[31m"}`, "a.js", "", "pkg:npm/a%20b"},
	} {
		s := NewSet(Recognise)
		s.Add(c.file, []byte(c.content))
		if said := s.Find(c.of); said.License != c.license || said.Package != c.pkg {
			t.Errorf("%s: %q %q, want %q %q", c.name, said.License, said.Package, c.license, c.pkg)
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
		"site/x-1.dist-info/RECORD":      "x/a.py,sha256=a,1\n",
		"site/y-1.dist-info/METADATA":    "Metadata-Version: 2.1\nName: y\nVersion: 1\n\n",
		"deb/debian/copyright":           "Format: https://x\n\nFiles: *\nCopyright: a\nLicense: GPL-2+ or Expat\n See /usr/share/common-licenses/GPL-2.\n\nFiles: lib/* src/a?c.c\nLicense: LGPL-2.1\n",
		"bin/usr/share/doc/x/copyright":  "Format: https://x\n\nFiles: *\nLicense: zlib\n",
		"free/usr/share/doc/x/copyright": "This is free.\n",
		"text/usr/share/doc/y/copyright": "This is y:\n\n" + mit,
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string][2]string{
		"a.js":                {"MIT OR CC0-1.0", "pkg:npm/top@1"},
		"vendor/a/x.js":       {"", "pkg:npm/a@2"},
		"vendor/b/x.js":       {"MIT", ""},           // of a component of its own
		"both/x.rs":           {"", "pkg:npm/top@1"}, // nothing says which of both
		"site/x/a.py":         {"GPL-3.0", "pkg:pypi/x@1"},
		"site/z/a.py":         {"", ""}, // of which package
		"deb/main.c":          {"GPL-2.0-or-later OR MIT", "pkg:npm/top@1"},
		"deb/lib/deep/b.c":    {"LGPL-2.1-only", "pkg:npm/top@1"},
		"deb/src/abc.c":       {"LGPL-2.1-only", "pkg:npm/top@1"},
		"bin/usr/include/x.h": {"Zlib", "pkg:npm/top@1"},
		"free/usr/x.h":        {"", "pkg:npm/top@1"}, // its own licence is not understood
		"text/usr/x.h":        {"MIT", "pkg:npm/top@1"},
	} {
		license, pkg := s.Find(file).License, s.Find(file).Package
		if license != want[0] || pkg != want[1] {
			t.Errorf("%s: %q %q, want %q", file, license, pkg, want)
		}
	}
}

func TestInHead(t *testing.T) {
	for text, want := range map[string]string{
		"// SPDX-License-Identifier: MIT\npackage a":                               "MIT",
		"/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */\nint x;":   "GPL-2.0 WITH Linux-syscall-note",
		"<!-- SPDX-License-Identifier: (MIT OR Apache-2.0) -->":                    "MIT OR Apache-2.0",
		"#!/bin/sh\r\n# SPDX-License-Identifier: 0BSD\r\n":                         "0BSD",
		"dnl SPDX-License-Identifier: FSFAP\n":                                     "FSFAP",
		" * SPDX-License-Identifier: MIT\n * SPDX-License-Identifier: A OR B\n":    "MIT AND (A OR B)",
		"# SPDX-License-Identifier: GPL-2.0 see COPYING for details\n":             "GPL-2.0",
		"# SPDX-License-Identifier: MIT. All rights reserved\n":                    "MIT",
		"# SPDX-License-Identifier: NONE\n":                                        "unclear",
		"# SPDX-License-Identifier: MIT, BSD-3-Clause\n":                           "unclear",
		"# SPDX-License-Identifier: MIT OR\n":                                      "unclear",
		"# SPDX-License-Identifier: MIT / ISC\n":                                   "unclear",
		"# SPDX-License-Identifier: MIT & ISC\n":                                   "unclear",
		"# SPDX-License-Identifier: MIT ISC\n":                                     "unclear",
		"# SPDX-License-Identifier: (MIT OR ISC\n":                                 "unclear",
		"# SPDX-License-Identifier: GPL-2.0-only WITH\n":                           "unclear",
		"# SPDX-License-Identifier: a/b\n# SPDX-License-Identifier: MIT\n":         "unclear",
		"# SPDX-License-Identifier: MIT Copyright 2020 Ann\n":                      "MIT",
		"# SPDX-License-Identifier: LicenseRef-Acme-1\n":                           "LicenseRef-Acme-1",
		"# SPDX-License-Identifier: <SPDX License Expression>\n":                   "",
		"# SPDX-License-Identifier: ${LICENSE}\n":                                  "",
		"# SPDX-License-Identifier: MIT AND MIT\n# SPDX-License-Identifier: mit\n": "MIT",
		"x = \"SPDX-License-Identifier: MIT\"\n":                                   "",
		"# it has SPDX-License-Identifier: MIT\n":                                  "",
		"# SPDX-License-Identifier: MIT...\n":                                      "unclear", "# SPDX-License-Identifier: MIT\u00b9\n": "unclear", "# SPDX-License-Identifier: MIT§\n": "unclear", "# SPDX-License-Identifier: -MIT\n": "unclear",
		"# SPDX-License-Identifier: MIT:\n": "unclear", "# SPDX-License-Identifier: MIT |\n": "unclear", "# SPDX-License-Identifier: MIT   #\n": "MIT", "# SPDX-License-Identifier: \"MIT\"\n": "MIT",
		"// SPDX-License-Identifier:\n":                                                 "unclear",
		"// SPDX-License-Identifier: \x1b[31m\n":                                        "unclear",
		strings.Repeat("int x;\n", 1000) + "// SPDX-License-Identifier: MIT\npackage a": "",
		"int x;": "",
	} {
		got, stated := InHead([]byte(text), nil)
		if stated && got == "" {
			got = "unclear"
		}
		if got != want || stated != (want != "") {
			t.Errorf("%.60q: %q %v, want %q", text, got, stated, want)
		}
	}
}

func TestIs(t *testing.T) {
	for _, name := range []string{"LICENSE", "licence.md", "COPYING.LESSER", "MIT-LICENSE", "UNLICENSE", "License-MIT", "x/go.mod", "y.nuspec", "EULA.txt", "eula-en.md", "terms.txt", "Terms", "LIZENZ", "Lizenz.txt", "LICENCIA.md", "TERMS", "terms-of-use.txt", "GPL-LICENSE.txt", "a.png.license"} {
		if !Is(name) {
			t.Errorf("%s is none", name)
		}
	}
	for _, name := range []string{"license.go", "licensing.md", "copy", "package-lock.json", "terms.go", "eulas", "bsd-socket.txt"} {
		if Is(name) {
			t.Errorf("%s is one", name)
		}
	}
}

// A package says who its authors are.
func TestSet_Authors(t *testing.T) {
	for _, c := range []struct{ file, content, want string }{
		{"package.json", `{"name":"a","author":"Ann Lee <ann@x.org> (https://x.org)"}`, "Ann Lee <ann@x.org>"},
		{"package.json", `{"name":"a","author":{"name":"Ann","email":"a@x","url":"u"}}`, "Ann <a@x>"},
		{"package.json", `{"name":"a","author":["Ann"]}`, ""},
		{"package.json", `{"author":"Ann"}`, ""}, // of no package
		{"composer.json", `{"name":"a/b","authors":[{"name":"Ann"},{"email":"b@x"}]}`, "Ann; b@x"},
		{"Cargo.toml", "[package]\nname = \"a\"\nauthors = [\"Ann <a@x>\", \"Bob\"]\n", "Ann <a@x>; Bob"},
		{"pyproject.toml", "[project]\nname = \"a\"\nauthors = [{name = \"Ann\", email = \"a@x\"}]\n", "Ann <a@x>"},
		{"pyproject.toml", "[tool.poetry]\nname = \"a\"\nauthors = [\"Ann <a@x>\"]\n", "Ann <a@x>"},
		{"PKG-INFO", "Metadata-Version: 2.1\nName: a\nAuthor: Ann\nAuthor-email: a@x\n", "Ann <a@x>"},
		{"PKG-INFO", "Metadata-Version: 2.1\nName: a\nAuthor-email: \"Lee, Ann\" <a@x>, Bob <b@x>\n", "Lee, Ann <a@x>; Bob <b@x>"},
		{"PKG-INFO", "Metadata-Version: 2.1\nName: a\nAuthor: Ann, Bob\nAuthor-email: a@x, b@x\n", "a@x; b@x"},
		{"PKG-INFO", "Metadata-Version: 2.1\nName: a\nAuthor: UNKNOWN\nAuthor-email: UNKNOWN\n", ""},
		{"pom.xml", "<project><groupId>g</groupId><artifactId>a</artifactId><developers><developer><name>Ann</name><email>a@x</email></developer></developers></project>", "Ann <a@x>"},
		{"a.nuspec", "<package><metadata><id>a</id><authors>Ann,Bob</authors></metadata></package>", "Ann,Bob"},
		{"metadata", "--- !ruby/object:Gem::Specification\nname: a\nauthors:\n- Ann\n- Bob\n", "Ann; Bob"},
		{"a.gemspec", "s.name = 'a'\ns.author = \"Ann\"\n", "Ann"},
		{"package.json", `{"name":"a","author":"Ann\u001b[31m\nLee;x"}`, "Ann [31m Lee x"},
		{"package.json", `{"name":"a","author":"` + strings.Repeat("a", 200) + `"}`, ""},
		{"LICENSE", mit, ""},
	} {
		s := NewSet(Recognise)
		s.Add("p/"+c.file, []byte(c.content))
		if author := s.Find("p/a/b.c").Author; author != c.want {
			t.Errorf("%s: %q, not %q", c.content, author, c.want)
		}
	}
}

// Only the topmost folder debian is that of a source package. A corpus may have many beside each
// other.
func TestSet_SourcePackagesOfDebian(t *testing.T) {
	copyright := func(license string) string { return "Format: x\n\nFiles: *\nLicense: " + license + "\n" }
	s := NewSet(Recognise)
	for file, content := range map[string]string{
		"lz/debian/changelog": "lz (1.9-1) sid;\n", "lz/debian/copyright": copyright("Expat"), "lz/LICENSE": mit,
		"lz/contrib/debian/changelog": "liblz (1.7-2) sid;\n", "lz/contrib/debian/copyright": copyright("GPL-2+"),
		"zz/debian/changelog": "zz (1-1) sid;\n", "zz/debian/copyright": copyright("zlib"),
		"up/LICENSE": mit, "up/contrib/debian/changelog": "up (1-1) sid;\n", "up/contrib/debian/copyright": copyright("GPL-2+"),
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string][2]string{
		"lz/a.c": {"MIT", "pkg:deb/debian/lz@1.9-1?arch=source"}, "lz/contrib/gen/a.c": {"MIT", "pkg:deb/debian/lz@1.9-1?arch=source"},
		"lz/contrib/debian/rules": {"MIT", "pkg:deb/debian/lz@1.9-1?arch=source"}, "zz/a.c": {"Zlib", "pkg:deb/debian/zz@1-1?arch=source"},
		"up/a.c": {"MIT", ""}, "up/contrib/a.c": {"MIT", ""},
	} {
		if license, pkg := s.Find(file).License, s.Find(file).Package; license != want[0] || pkg != want[1] {
			t.Errorf("%s: %q %q, want %q", file, license, pkg, want)
		}
	}
}

// Installed packages of Python are told apart by their metadata. The interpreter's licence is not
// theirs.
func TestSet_InstalledPackages(t *testing.T) {
	s := NewSet(Recognise)
	for file, content := range map[string]string{
		"py/LICENSE.txt": mit,
		"py/site-packages/a-1.dist-info/METADATA":                         "Metadata-Version: 2.1\nName: a\nVersion: 1\nLicense: ISC\n\n",
		"py/site-packages/a-1.dist-info/RECORD":                           "a/__init__.py,,\r\n\"a/sub/x.py\",sha256=1,2\na.py,,\na/_vendor/e/x.py,,\r\na/_vendor/e/deep/x.py,,\r\na/_vendor/g/x.py,,\r\na/_vendor/f/x.py,,\na/_vendor/f/deep/x.py,,\na/_vendor/h/x.py,,\n../../bin/a,,\n/etc/x,,\na-1.dist-info/RECORD,,\nspace/a/x.py,,\ntests/t.py,,\n",
		"py/site-packages/b-2.dist-info/METADATA":                         "Metadata-Version: 2.1\nName: b\nVersion: 2\n\n",
		"py/site-packages/b-2.dist-info/RECORD":                           "b\\__init__.py,,\nspace/b/x.py,,\ntests/u.py,,\n",
		"py/site-packages/b-2.dist-info/LICENSE":                          mit,
		"py/site-packages/k/pyproject.toml":                               "[project]\nname = \"k\"\nlicense = {file = \"LICENSE\"}\nclassifiers = [\"License :: OSI Approved :: BSD License\"]\n",
		"py/site-packages/k-1.dist-info/METADATA":                         "Metadata-Version: 2.1\nName: k\nVersion: 1\nLicense: BSD-3-Clause\n\n",
		"py/site-packages/k-1.dist-info/RECORD":                           "k/x.py,,\n",
		"py/site-packages/b/vendored/package.json":                        `{"license":"0BSD"}`,
		"py/site-packages/a/_vendor/e/LICENSE":                            "SPDX-License-Identifier: 0BSD\n",
		"py/site-packages/c-3.egg-info/PKG-INFO":                          "Metadata-Version: 2.1\nName: c\nVersion: 3\nLicense: Zlib\n\n",
		"py/site-packages/c-3.egg-info/top_level.txt":                     "c\n_c\nspace\n",
		"py/site-packages/a-1.dist-info/licenses/src/a/_vendor/g/LICENSE": mit,
		"py/site-packages/a-1.dist-info/licenses/a/inner/COPYING":         "All rights reserved.\n",
		"py/site-packages/a-1.dist-info/licenses/LICENSES/X_LICENSE":      mit,
		"py/site-packages/a/_vendor/f-1.dist-info/METADATA":               "Metadata-Version: 2.1\nName: f\nVersion: 1\nLicense: Zlib\n\n",
		"py/site-packages/a/_vendor/f-1.dist-info/RECORD":                 "f/x.py,,\nf/deep/x.py,,\n",
		"py/site-packages/a/_vendor/h-1.dist-info/METADATA":               "Metadata-Version: 2.1\nName: h\nVersion: 1\nLicense: MIT\n\n",
		"py/site-packages/a/_vendor/h-1.dist-info/RECORD":                 "h/x.py,,\n",
		"one/site-packages/d-4.dist-info/METADATA":                        "Metadata-Version: 2.1\nName: d\nVersion: 4\nLicense: MIT\n\n",
		"web/package.json":                                                `{"name":"web","license":"MIT"}`,
		"web/node_modules/m/package.json":                                 `{"name":"m"}`,
		"sys/usr/share/doc/x/copyright":                                   "Format: x\n\nFiles: *\nLicense: Zlib\n",
		"sys/usr/share/doc/y/copyright":                                   "Format: x\n\nFiles: *\nLicense: MIT\n",
		"shaded/META-INF/maven/g/a/pom.xml":                               "<project><groupId>g</groupId><artifactId>a</artifactId><licenses><license><name>MIT</name></license></licenses></project>",
		"shaded/META-INF/maven/g/b/pom.xml":                               "<project><groupId>g</groupId><artifactId>b</artifactId><licenses><license><name>ISC</name></license></licenses></project>",
		"shaded/META-INF/LICENSE":                                         "SPDX-License-Identifier: 0BSD\n",
		"py/site-packages/space/RECORD":                                   "a.py,,\n",
		"py/site-packages/space/deep/e-5/top_level.txt":                   "b\n",
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string][2]string{
		"py/os.py":                               {"MIT", ""},
		"py/site-packages/a/x.py":                {"ISC", "pkg:pypi/a@1"},
		"py/site-packages/a/sub/y.py":            {"ISC", "pkg:pypi/a@1"},
		"py/site-packages/a.py":                  {"ISC", "pkg:pypi/a@1"},
		"py/site-packages/a-1.dist-info/x.txt":   {"ISC", "pkg:pypi/a@1"},
		"py/site-packages/a/_vendor/e/deep/x.py": {"0BSD", ""},
		"py/site-packages/a/_vendor/g/x.py":      {"MIT", ""},
		"py/site-packages/a/inner/deep/x.py":     {"", "pkg:pypi/a@1"},
		"py/site-packages/a/_vendor/i/x.py":      {"", ""},
		"py/site-packages/a/_vendor/f/x.py":      {"Zlib", "pkg:pypi/f@1"},
		"py/site-packages/a/_vendor/f/deep/x.py": {"Zlib", "pkg:pypi/f@1"},
		"py/site-packages/a/_vendor/h/x.py":      {"MIT", "pkg:pypi/h@1"},
		"py/site-packages/b/deep/x.py":           {"MIT", "pkg:pypi/b@2"},
		"py/site-packages/k/x.py":                {"BSD-3-Clause", "pkg:pypi/k@1"},
		"py/site-packages/b/vendored/x.py":       {"0BSD", ""},
		"py/site-packages/space/b/x.py":          {"MIT", "pkg:pypi/b@2"},
		"py/site-packages/space/a/x.py":          {"ISC", "pkg:pypi/a@1"},
		"py/site-packages/space/c.py":            {"Zlib", "pkg:pypi/c@3"},
		"py/site-packages/_c.py":                 {"Zlib", "pkg:pypi/c@3"},
		"py/site-packages/c/x.py":                {"Zlib", "pkg:pypi/c@3"},
		"py/site-packages/tests/t.py":            {"", ""}, // two packages have that folder
		"py/site-packages/other.py":              {"", ""},
		"one/site-packages/other.py":             {"", ""},
		"web/node_modules/m/a.js":                {"", "pkg:npm/m"},
		"web/src/a.js":                           {"MIT", "pkg:npm/web"},
		"sys/usr/include/x.h":                    {"", ""},
		"sys/usr/share/doc/y/examples/x.c":       {"MIT", ""},
		"shaded/g/A.java":                        {"0BSD", ""},
		"shaded/META-INF/maven/g/a/x.properties": {"MIT", "pkg:maven/g/a"},
	} {
		if license, pkg := s.Find(file).License, s.Find(file).Package; license != want[0] || pkg != want[1] {
			t.Errorf("%s: %q %q, want %q", file, license, pkg, want)
		}
	}
}

// The metadata beside the sources of a package say no more than the texts there.
func TestSet_MetadataOfSources(t *testing.T) {
	for text, want := range map[string]string{bsd: "BSD-2-Clause", "": "", // it cannot be read
		mit + "You may not sell it.\n": "", isc: ""} {
		s := NewSet(Recognise)
		const info = "Metadata-Version: 1.1\nName: a\nVersion: 1\nLicense: BSD\n\n"
		s.Add("p/a-1/PKG-INFO", []byte(info))
		s.Add("p/a-1/LICENSE.txt", []byte(text))
		s.Add("p/a-1/setup.py", []byte("setup(name='a', license=release.license)\n"))
		s.Add("p/a-1/a.egg-info/PKG-INFO", []byte(info))
		s.Add("p/a-1/a.egg-info/top_level.txt", []byte("a\n"))
		for _, file := range []string{"p/a-1/a/x.py", "p/a-1/setup.py"} {
			if said := s.Find(file); said.License != want {
				t.Errorf("%s beside %q: %q by %s, want %q", file, text[:min(len(text), 20)], said.License, said.From, want)
			}
		}
	}
}

// A notice that names folders says nothing of the others, and their licence is unknown.
func TestSet_NamedFolders(t *testing.T) {
	const info = "Metadata-Version: 1.1\nName: a\nVersion: 1\nLicense: MIT\n\n"
	const named = "It is licensed under the MIT license.\nPortions may have other licenses.\n\ngreentest/2.7\ngreentest/3.3/\n- lib/token.py\n-----\n\nReleased under the ISC License and the zlib License.\n"
	for name, files := range map[string]map[string]string{
		"NOTICE beside LICENSE": {"LICENSE": mit, "NOTICE": named}, "NOTICE beside a manifest": {"package.json": `{"license":"MIT"}`, "NOTICE": named},
		"metadata below": {"PKG-INFO": info, "NOTICE": named, "src/a.egg-info/PKG-INFO": info, "greentest/a.egg-info/PKG-INFO": info},
	} {
		s := NewSet(Recognise)
		for file, content := range files {
			s.Add("a/"+file, []byte(content))
		}
		for file, want := range map[string]string{"a/x.py": "MIT", "a/src/greentest/2.7/x.py": "", "a/greentest/3.3/y/x.py": "", "a/src/greentest/2.7.8/x.py": "MIT", "a/src/xgreentest/2.7/x.py": "MIT",
			"a/lib/token.py": "", "a/lib/python/token.py": "", "a/lib/python/tree.py": "MIT"} {
			if said := s.Find(file); said.License != want || said.From == "" {
				t.Errorf("%s: %s: %q by %q, want %q", name, file, said.License, said.From, want)
			}
		}
	}
}

// What Cargo.toml takes from the workspace is there. Several licences are unknown, unless words say
// how they belong together.
func TestSet_SeveralLicenses(t *testing.T) {
	recognise := func(text []byte) string { // the texts of GPL and LGPL are long
		if id, ok := strings.CutPrefix(string(text), "text of "); ok {
			return id
		}
		return Recognise(text)
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"two texts", map[string]string{"LICENSE-MIT": mit, "LICENSE-ISC.txt": isc}, ""},
		{"two texts, one unnamed", map[string]string{"LICENSE": mit, "LICENSE-ISC": isc}, ""},
		{"a text twice", map[string]string{"LICENSE": mit, "COPYING": mit}, "MIT"},
		{"LGPL", map[string]string{"COPYING": "text of GPL-3.0", "COPYING.LESSER": "text of LGPL-3.0"}, ""},
		{"a notice of the GPL", map[string]string{"LICENSE": mit, "NOTICE": "This product includes software under the GPL v3.\n"}, ""},
		{"a notice of the GPL beside a manifest", map[string]string{"package.json": `{"license":"MIT"}`, "NOTICE": "It has parts under the GNU General Public License.\n"}, ""},
		{"a notice of others", map[string]string{"LICENSE": mit, "NOTICE": "This product includes software developed by Ann, under the Apache License, Version 2.0.\n"}, "MIT"},
		{"a notice of the MPL below another licence", map[string]string{"NOTICE": "These files include code of validate:\n- license: MPL-2.0\n", "../LICENSE": mit}, ""},
		{"a notice of the GPL beside the GPL", map[string]string{"COPYING": "text of GPL-2.0", "NOTICE": "Parts are under the LGPL.\n"}, "GPL-2.0"},
		{"a key twice", map[string]string{"package.json": `{"license":"GPL-3.0-only","name":"a","license":"MIT"}`}, ""},
		{"a key in two cases", map[string]string{"composer.json": `{"License":"GPL-3.0-only","license":"MIT"}`}, ""},
		{"a key twice, alike", map[string]string{"package.json": `{"license":"MIT","license":"MIT"}`}, "MIT"},
		{"a key of others", map[string]string{"package.json": `{"license":"MIT","x":{"license":"ISC"}}`}, "MIT"},
		{"a header twice", map[string]string{"PKG-INFO": "Metadata-Version: 2.1\nName: a\nLicense: MIT\nLicense: GPLv3\n"}, ""},
		{"a gem of which one is not known", map[string]string{"x.gemspec": "s.licenses = [\"MIT\", \"see file\"]\n"}, ""},
		{"GPL and LGPL of other versions", map[string]string{"COPYING": "text of GPL-2.0", "COPYING.LIB": "text of LGPL-2.1"}, ""},
		{"texts and a workspace", map[string]string{"Cargo.toml": "[package]\nname = \"a\"\nlicense.workspace = true\n", "LICENSE-MIT": mit,
			"../Cargo.toml": "[workspace.package]\nlicense = \"MIT OR Apache-2.0\"\n"}, "MIT OR Apache-2.0"},
		{"the workspace of a package", map[string]string{"Cargo.toml": "[package]\nname = \"a\"\nlicense.workspace = true\n",
			"../Cargo.toml": "[package]\nname = \"b\"\nlicense = \"ISC\"\n[workspace.package]\nlicense = \"0BSD\"\n"}, "0BSD"},
		{"a manifest of an installed package without its text", map[string]string{"pyproject.toml": "[project]\nname = \"p\"\nlicense = {file = \"LICENSE\"}\n",
			"../p-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: p\nVersion: 1\nLicense: MIT\n", "../p-1.dist-info/RECORD": "b/x.rs,,\n"}, "MIT"},
		{"texts without a workspace", map[string]string{"Cargo.toml": "[package]\nname = \"a\"\nlicense.workspace = true\n", "LICENSE-MIT": mit}, "MIT"},
		{"the licences of parts", map[string]string{"LICENSE": mit + "\n--- lib ---\n" + isc + "\n--- lib2 ---\n" + mit}, ""},
		{"which BSD", map[string]string{"pyproject.toml": "[project]\nlicense = \"BSD\"\n", "LICENSE": "text of BSD-2-Clause"}, "BSD-2-Clause"},
		{"a file", map[string]string{"package.json": `{"license":"SEE LICENSE IN LICENSE.md"}`, "LICENSE.md": mit}, "MIT"},
		{"a file that is not understood", map[string]string{"package.json": `{"license":"SEE LICENSE IN LICENSE.md"}`, "composer.json": `{"license":"MIT"}`, "LICENSE.md": "Ask us."}, ""},
		{"a file beside another manifest", map[string]string{"package.json": `{"license":"SEE LICENSE IN LICENSE.md"}`, "composer.json": `{"license":"MIT"}`, "LICENSE.md": isc}, ""},
		{"a file that is not there", map[string]string{"package.json": `{"license":"SEE LICENSE IN legal/eula.txt"}`, "COPYING": mit}, ""},
		{"a file in another folder", map[string]string{"package.json": `{"license":"SEE LICENSE IN legal/LICENSE"}`, "legal/LICENSE": mit}, ""},
		{"a file above", map[string]string{"package.json": `{"license":"SEE LICENSE IN ../LICENSE"}`, "../LICENSE": mit, "COPYING": isc}, "MIT"},
		{"a file beside another text", map[string]string{"package.json": `{"license":"see license in license-isc.txt"}`, "LICENSE-MIT": mit, "LICENSE-ISC.txt": isc}, "ISC"},
		{"a file of any name", map[string]string{"package.json": `{"license":"SEE LICENSE"}`, "LICENCE.txt": mit}, "MIT"},
		{"license-file of Cargo", map[string]string{"Cargo.toml": "[package]\nname = \"a\"\nlicense-file = \"LICENSE.txt\"\n", "LICENSE.txt": isc}, "ISC"},
		{"license-file that is not understood", map[string]string{"Cargo.toml": "[package]\nname = \"a\"\nlicense-file = \"LICENSE.txt\"\n", "LICENSE.txt": "Ask us.", "COPYING": isc}, ""},
		{"a file of pyproject", map[string]string{"pyproject.toml": "[project]\nlicense = {file = \"COPYING\"}\n", "COPYING": isc, "LICENSE-OLD": mit}, "ISC"},
		{"a file of NuGet", map[string]string{"a.nuspec": `<package><metadata><id>a</id><license type="file">EULA.txt</license></metadata></package>`, "EULA.txt": "You may not."}, ""},
		{"a manifest and another text", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "text of GPL-3.0"}, ""},
		{"a manifest and a text more", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": mit, "COPYING": "text of GPL-3.0"}, ""},
		{"a manifest and a text that is not understood", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": mit + "\nYou may not sell it.\n"}, ""},
		{"a manifest and what is bundled", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": mit + "\n--- lib ---\n" + isc}, "MIT"},
		{"a manifest and the second of two texts", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "a.js\n----\n" + isc + "\nb.js\n----\n" + mit}, ""},
		{"a manifest and the text of a portion", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "The tree portions are under the following license:\n\n" + mit + "\nThe others are under:\n\n" + isc}, ""},
		{"a manifest and terms before a text", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "Acme\n----\nUse only with a commercial licence of Acme.\n\nb.js\n----\n" + mit}, ""},
		{"a manifest and the text of most parts", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "The following license applies to all parts of this software except as\ndocumented below:\n\n" + mit + "\nThe examples:\n\n" + isc}, "MIT"},
		{"a manifest and a text about another licence", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "Foo is undergoing a transition from the MIT License to the Apache License, Version 2.0. All new code is licensed under Apache-2.0.\n\n---\n" + mit}, ""},
		{"a manifest and a text about both of its licences", map[string]string{"package.json": `{"license":"0BSD OR MIT"}`, "LICENSE": "Foo is licensed under the terms of either the Zero-Clause BSD licence or the MIT License.\nAsk Ann which.\n\n" + mit + "\n\nAnd others.\n"}, "0BSD OR MIT"},
		{"a manifest, its licence in words and another text", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": "Licensed under the MIT License.\n\n---\n" + isc + "\n---\n" + mit + "\nSome of it.\n"}, ""},
		{"a manifest and an EULA", map[string]string{"package.json": `{"license":"MIT"}`, "EULA.txt": "You may not."}, ""},
		{"a manifest with later versions", map[string]string{"package.json": `{"license":"GPL-2.0-or-later"}`, "COPYING": "text of GPL-3.0"}, ""},
		{"a manifest of the LGPL with later versions", map[string]string{"PKG-INFO": "Metadata-Version: 1.1\nName: a\nLicense: LGPL 2.1 or later\n", "COPYING": "text of GPL-3.0", "COPYING.LESSER": "text of LGPL-3.0"}, ""},
		{"a manifest with the version of its text", map[string]string{"package.json": `{"license":"LGPL-3.0-or-later"}`, "COPYING": "text of GPL-3.0", "COPYING.LESSER": "text of LGPL-3.0"}, "LGPL-3.0-or-later"},
		{"a manifest with one version", map[string]string{"package.json": `{"license":"GPL-2.0-only"}`, "COPYING": "text of GPL-3.0"}, ""},
		{"a manifest and an older text", map[string]string{"package.json": `{"license":"GPL-3.0-or-later"}`, "COPYING": "text of GPL-2.0"}, ""},
		{"a manifest of the LGPL and both texts", map[string]string{"package.json": `{"license":"LGPL-2.1-or-later"}`, "COPYING": "text of GPL-2.0", "COPYING.LIB": "text of LGPL-2.1"}, "LGPL-2.1-or-later"},
		{"a manifest of the LGPL and the GPL", map[string]string{"package.json": `{"license":"LGPL-2.1-or-later"}`, "COPYING": "text of GPL-2.0"}, ""},
		{"a manifest that joins the licences of parts", map[string]string{"Cargo.toml": "[package]\nlicense = \"MIT AND ISC\"\n", "LICENSE": "Some of the code in this crate is subject to the ISC license below. Later changes are subject to the MIT license.\n\n" + isc}, "ISC AND MIT"},
		{"a manifest that offers the licences of parts", map[string]string{"Cargo.toml": "[package]\nlicense = \"MIT OR ISC\"\n", "LICENSE": "Some of the code in this crate is subject to the ISC license below. Later changes are subject to the MIT license.\n\n" + isc}, ""},
		{"a manifest without the licence of a part", map[string]string{"Cargo.toml": "[package]\nlicense = \"MIT AND Zlib\"\n", "LICENSE": "Some of the code in this crate is subject to the ISC license below. Later changes are subject to the MIT license.\n\n" + isc}, ""},
		{"a text of external works", map[string]string{"package.json": `{"license":"MIT"}`, "LICENSE": mit, "LICENSE.external": "This includes the following font projects, which are under SIL Open Font License, Version 1.1:\n\nLobster\n"}, "MIT"},
		{"a manifest that joins texts", map[string]string{"Cargo.toml": "[package]\nlicense = \"MIT OR ISC\"\n", "LICENSE-MIT": mit, "LICENSE-ISC": isc}, "ISC OR MIT"},
		{"manifests in other words", map[string]string{"package.json": `{"license":"(ISC OR MIT)"}`, "Cargo.toml": "[package]\nlicense = \"MIT/ISC\"\n"}, "ISC OR MIT"},
		{"manifests, one more exact", map[string]string{"setup.py": "setup(name='a', license='BSD')", "pyproject.toml": "[project]\nlicense = \"BSD-3-Clause\"\n"}, "BSD-3-Clause"},
		{"manifests, one not understood", map[string]string{"package.json": `{"license":"ask Ann!"}`, "composer.json": `{"license":"MIT"}`}, ""},
		{"a manifest that is not understood, and a text", map[string]string{"package.json": `{"license":"ask Ann!"}`, "LICENSE": mit}, ""},
		{"an EULA of two names", map[string]string{"LIZENZ.txt": mit, "EULA": "You may not."}, ""},
		{"a README", map[string]string{"README": "Foo is licensed under the GNU General Public License, version 3.\n", "../LICENSE": mit}, "GPL-3.0-only"},
		{"a README of itself", map[string]string{"README.design": "This document is licensed under CC-BY-SA-4.0.\n", "../LICENSE": mit}, "MIT"},
		{"a README of a topic", map[string]string{"README.design": "Licensed under the MIT License.\n", "../LICENSE": mit}, ""},
		{"a README of patches", map[string]string{"README": "The foo patches are dedicated to the public domain, by Creative Commons Zero v1.0 Universal.\n"}, ""},
		{"metadata with a list of other files", map[string]string{"x-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: x\nVersion: 1\nLicense-Expression: MIT\n", "x-1.dist-info/RECORD": "x/__init__.py,,\n"}, ""},
		{"a README of Perl", map[string]string{"README.pod": "This library is free software; you can redistribute it and/or modify it under the same terms as Perl itself.\n", "../LICENSE": mit}, "Artistic-1.0-Perl OR GPL-1.0-or-later"},
		{"a README that is not understood", map[string]string{"README": "The tables are from Acme and are covered by their own copyright and license.\n", "../LICENSE": mit}, ""},
		{"a README that refers to a text", map[string]string{"README": "See LICENSE for the license.\n", "../LICENSE": mit}, "MIT"},
		{"a README beside a manifest", map[string]string{"README": "Released under the GNU General Public License, version 3.\n", "package.json": `{"license":"MIT"}`}, ""},
		{"a README with a table", map[string]string{"README.md": "These are the packages:\n\n| Module | License |\n| --- | --- |\n| cffi | MIT License |\n| foo | GPL |\n", "../LICENSE": mit}, "MIT"},
		{"a text named OFL", map[string]string{"OFL.txt": Text("OFL-1.1"), "../LICENSE": mit}, "OFL-1.1"},
		{"a text named GPL beside another", map[string]string{"GPL.txt": "text of GPL-2.0", "LICENSE": mit}, ""},
		{"a text named MPL", map[string]string{"MPL-2.0.txt": "text of MPL-2.0", "../LICENSE": mit}, "MPL-2.0"},
		{"a text named copyright", map[string]string{"copyright": isc, "../LICENSE": mit}, "ISC"},
		{"a licence in German", map[string]string{"Lizenz.txt": mit}, "MIT"},
		{"a licence in Spanish", map[string]string{"LICENCIA": isc}, "ISC"},
		{"terms", map[string]string{"TERMS.md": "You may not sell copies of this software.\n", "../LICENSE": mit}, ""},
		{"terms about something else", map[string]string{"TERMS.md": "# Terms\n\nA tree is a graph.\n", "../LICENSE": mit}, "MIT"},
		{"a copyright that states nothing", map[string]string{"COPYRIGHT": "Copyright 2020 Ann\n", "../LICENSE": mit}, "MIT"},
		{"a text named after a work", map[string]string{"LICENSE_Fusion.md": mit, "../LICENSE": isc}, ""},
		{"a text named after a licence that it is not", map[string]string{"LICENSE.zlib": mit}, ""},
		{"a text named after a work, with a hyphen", map[string]string{"COPYING-bzip2.txt": mit}, ""},
		{"a text named after a work beside the project's", map[string]string{"COPYING.qhull": mit, "LICENSE": mit}, "MIT"},
		{"a text named after its folder", map[string]string{"LICENSE.b": mit}, "MIT"},
		{"a text named after its package", map[string]string{"COPYING.foo": mit, "package.json": `{"name":"foo","version":"1"}`}, "MIT"},
		{"a text named after its licence", map[string]string{"LICENSE_BSD.txt": "text of BSD-3-Clause"}, "BSD-3-Clause"},
		{"a text named after its licence and version", map[string]string{"LICENSE-GPLv3+": "text of GPL-3.0-or-later"}, "GPL-3.0-or-later"},
		{"a text named after Boost", map[string]string{"LICENSE_1_0.txt": "text of BSL-1.0", "LICENSE.boost": "text of BSL-1.0"}, "BSL-1.0"},
		{"a text of the lesser licence", map[string]string{"COPYING.LESSER": "text of LGPL-3.0"}, "LGPL-3.0"},
		{"a text of earlier versions", map[string]string{"LICENSE": "The following applies to versions before 2.0. Version 2.0 and later are proprietary.\n\n" + mit}, ""},
		{"a text that is superseded", map[string]string{"LICENSE": "Superseded 2022-01-01, see LICENSE.new\n\n" + mit}, ""},
		{"a copyright without a verb", map[string]string{"Copyright.txt": "All files in this folder by J. Doe, CC BY-NC 4.0\n", "../LICENSE": mit}, ""},
		{"a text that is empty", map[string]string{"LICENSE": "\n", "../LICENSE": mit}, ""},
		{"an empty text beside a manifest", map[string]string{"LICENSE": "", "package.json": `{"license":"MIT"}`}, ""},
		{"a text in capitals", map[string]string{"AGPL": "text of AGPL-3.0", "../LICENSE": mit}, "AGPL-3.0"},
		{"a NOTICE of a folder", map[string]string{"NOTICE.txt": "This directory contains Oracle code, used under the OTN license.\n", "../LICENSE": mit}, ""},
		{"an AGREEMENT", map[string]string{"AGREEMENT": "ACME proprietary software. You may not copy this software without an agreement with ACME.\n", "../LICENSE": mit}, ""},
		{"a LEGAL", map[string]string{"LEGAL.md": "ACME proprietary software. You may not copy this software without an agreement with ACME.\n", "../LICENSE": mit}, ""},
		{"a LICENSING", map[string]string{"LICENSING.md": "ACME proprietary software. You may not copy this software without an agreement with ACME.\n", "../LICENSE": mit}, ""},
		{"a README with a number", map[string]string{"00README": "All files here are GPL v2.\n", "../LICENSE": mit}, ""},
		{"terms of usage", map[string]string{"USAGE-TERMS.txt": "You may not sell copies of this software.\n", "../LICENSE": mit}, ""},
		{"copyrights", map[string]string{"COPYRIGHTS": "You may not sell copies of this software.\n", "../LICENSE": mit}, ""},
		{"a disclaimer", map[string]string{"DISCLAIMER.md": "This software is for research purposes only.\n", "../LICENSE": mit}, ""},
		{"a licence beside the file, in words", map[string]string{"x.rs.license": "Proprietary of Acme\n", "LICENSE": mit}, ""},
		{"a licence beside the file, in capitals", map[string]string{"x.rs.LICENSE": "text of GPL-3.0", "LICENSE": mit}, "GPL-3.0"},
		{"conclusions that cannot be read", map[string]string{"REUSE.toml": "[[annotations]]\npath = \"y/**\"\nSPDX-License-Identifier = \"GPL-3.0-only\n", "LICENSE": mit}, ""},
		{"conclusions that are not understood", map[string]string{"REUSE.toml": "[[annotations]]\npath = \"x.rs\"\nSPDX-License-Identifier = \"ask Ann\"\n", "LICENSE": mit}, ""},
		{"a choice", map[string]string{"LICENSE": "Dual-licensed:\n" + mit + "\n---\n" + isc}, "MIT OR ISC"},
		{"two licences after an introduction", map[string]string{"LICENSE": strings.Repeat("files are under ", 10) + "\n" + mit + "\n---\n" + isc}, ""},
		{"expressions", map[string]string{"package.json": `{"license":"MIT AND ISC AND MIT"}`}, "ISC AND MIT"},
	} {
		s := NewSet(recognise)
		for file, content := range c.files {
			s.Add(path.Join("a/b", file), []byte(content))
		}
		got := s.Find("a/b/x.rs").License
		for _, operator := range []string{" OR ", " AND "} {
			if !strings.Contains(c.want, " OR Apache") && c.name != "a choice" {
				parts := strings.Split(got, operator)
				slices.Sort(parts)
				got = strings.Join(parts, operator)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A manifest that cannot be read says something that is not understood, if it may state a licence.
func TestSet_UnreadableManifests(t *testing.T) {
	for _, c := range []struct{ name, content, license, from string }{
		{"package.json", `{"license": "ISC",`, "", "p/package.json"},
		{"composer.json", `{"license": ISC}`, "", "p/composer.json"},
		{"Cargo.toml", "[package]\nname = a\nlicense = \"ISC\"\n", "", "p/Cargo.toml"},
		{"pyproject.toml", "[project]\nlicense = \"ISC\"\nlicense = \"0BSD\"\n", "", "p/pyproject.toml"},
		{"pom.xml", "<project><licenses><license><name>ISC</license></licenses></project>", "", "p/pom.xml"},
		{"a.nuspec", "<package><metadata><license type=\"expression\">ISC</metadata></package>", "", "p/a.nuspec"},
		{"pom.xml", "<project><licenses><license><name>ISC</name></license><license><name>Terms: ask Ann!</name></license></licenses></project>", "", "p/pom.xml"},
		{"a.nuspec", "<package><metadata><license type=\"file\">TERMS.txt</license></metadata></package>", "", "p/a.nuspec"},
		{"pom.xml", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><project><name>Caf\xe9</name><licenses><license><name>ISC</name></license></licenses></project>", "ISC", "p/pom.xml"},
		{"pom.xml", "<project><name>", "MIT", "LICENSE"},
		{"Cargo.toml", "[package\n", "MIT", "LICENSE"},
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte("SPDX-License-Identifier: MIT\n"))
		s.Add("p/"+c.name, []byte(c.content))
		if got := s.Find("p/x.rs"); got.License != c.license || got.From != c.from {
			t.Errorf("%s: %q by %q, not %q by %q", c.content, got.License, got.From, c.license, c.from)
		}
	}
}

// What a manifest or a text says beside a licence may take it back.
func TestRead_TakesBack(t *testing.T) {
	control := "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: Expat\n\nLicense: Expat\n " + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(mit), "\n\n", "\n.\n"), "\n", "\n ")
	for text, want := range map[string]string{
		"Cargo.toml [package]\nlicense = \"MIT\"\n":                                 "MIT",
		"Cargo.toml [package]\nlicense = \"MIT\" # only at school\n":                "",
		"Cargo.toml [package]\nlicense = \"MIT\"\nlicense-file = \"EULA.txt\"\n":    "",
		"setup.py setup(name='a', license='MIT', version='1')\n":                    "MIT",
		"setup.py setup(name='a', license='MIT', # noqa\n version='1')\n":           "MIT",
		"setup.py setup(name='a', license='MIT', # and the EULA\n version='1')\n":   "",
		`package.json {"license": "MIT", "//": "its license is of the pages only"}`: "",
		`package.json {"license": "MIT", "deprecated": "The license is revoked."}`:  "",
		`package.json {"license": "MIT", "deprecated": "Use zork 2."}`:              "MIT",
		"LICENSE " + mit:                                               "MIT",
		"LICENSE <!--\n" + mit + "-->\n":                               "",
		"LICENSE ~~" + mit + "~~\n":                                    "",
		"LICENSE <del>" + mit + "</del>\n":                             "",
		"debian/copyright " + control:                                  "MIT",
		"debian/copyright " + control + "\n .\n Companies must pay.\n": "",
	} {
		file, content, _ := strings.Cut(text, " ")
		if n, _ := Read(file, []byte(content), Recognise); n.License != want || want == "" && !n.unclear {
			t.Errorf("%q: %+v, want %q", text, n, want)
		}
	}
}

func TestRecognise_KeepsDuties(t *testing.T) {
	lgpl := "This library is free software; you can redistribute it and/or modify it under the terms of the GNU Lesser General Public " +
		"License as published by the Free Software Foundation; either version 2.1 of the License, or (at your option) any later version.\n" +
		"This library is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of " +
		"MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU Lesser General Public License for more details.\n"
	if got := Recognise([]byte(lgpl)); got != "LGPL-2.1-or-later" {
		t.Fatalf("%q", got)
	}
	for text, want := range map[string]string{mit + "\n" + lgpl: "", lgpl + "\n" + mit: "", lgpl + "\nOr, at your choice:\n" + mit: "LGPL-2.1-or-later OR MIT"} {
		if got := Recognise([]byte(text)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestExpression(t *testing.T) {
	for text, want := range map[string]string{
		"MIT": "MIT", " MIT  License. ": "MIT", "(MIT)": "MIT", "(MIT OR CC0-1.0) AND ISC": "(MIT OR CC0-1.0) AND ISC",
		"MIT/X11": "MIT", "BSD-2-Clause or Apache-2.0": "BSD-2-Clause OR Apache-2.0", "MIT License and Apache License, Version 2.0": "MIT AND Apache-2.0",
		"GPL-2.0-only with Classpath-exception-2.0": "GPL-2.0-only WITH Classpath-exception-2.0",
		"GPLv3 or later": "GPL-3.0-or-later", "GPL-2.0 or any later version": "GPL-2.0-or-later", "LGPL v2.1": "LGPL-2.1", "gplv3": "GPL-3.0", "GPL-2.0": "GPL-2.0",
		"LGPL-2.0+ OR MIT": "LGPL-2.0-or-later OR MIT", "LicenseRef-a:b": "LicenseRef-a:b",
		"": "", "MIT OR": "", "OR MIT": "", "MIT ISC": "", "()": "", "(MIT) (ISC)": "", "MIT (ISC)": "", "NONE": "", "NOASSERTION": "",
		"MIT OR UNKNOWN": "", "free and easy": "", "see LICENSE": "", "MIT AND AND ISC": "",
	} {
		if got := expression(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"UNKNOWN": "", "Dual License": "", "see LICENSE file": "", "LICENSE.txt": "", "Please see the file": "", "License": "",
		"GPL-2.0, see COPYING": "GPL-2.0", "Artistic License": "Artistic License", "Proprietary and confidential": "Proprietary and confidential",
		"GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later", "foo\x1bbar": "", strings.Repeat("long ", 30): "",
	} {
		if got := named(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWithoutVersion(t *testing.T) {
	for id, want := range map[string]string{
		"pkg:npm/%40up/lib@1.2": "pkg:npm/%40up/lib", "pkg:deb/debian/lz4@1.9?arch=amd64": "pkg:deb/debian/lz4",
		"pkg:deb/debian/lz4?arch=amd64": "pkg:deb/debian/lz4", "pkg:golang/a/b#sub": "pkg:golang/a/b", "": "",
	} {
		if got := purl.WithoutVersion(id); got != want {
			t.Errorf("%s is %s, not %s", id, got, want)
		}
	}
}

func TestAnd(t *testing.T) {
	for _, c := range []struct {
		want string
		all  []string
	}{
		{"", nil}, {"MIT", []string{"MIT", "mit"}}, {"MIT AND ISC", []string{"MIT AND ISC", "ISC", "MIT"}}, {"A OR B", []string{"A OR B", "(A OR B)"}},
		{"(A OR B) AND A AND C", []string{"(A OR B) AND A", "C", "A OR B"}}, {"(A AND B OR C) AND D", []string{"A AND B OR C", "D"}},
		{"T OR ISC", []string{"(T OR ISC) OR ISC"}}, {"A AND B", []string{"(A OR A) AND (B AND (B))"}}, {"A OR B) AND (C", []string{"A OR B) AND (C"}},
		{strings.Repeat("(", 3e6) + " AND A", []string{strings.Repeat("(", 3e6), "A"}},
	} {
		if got := spdx.And(c.all...); got != c.want {
			t.Errorf("%q: %q, want %q", c.all, got, c.want)
		}
	}
}

// Patterns of debian/copyright match bytes. The last paragraph that matches decides.
func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"*", "a/b", true}, {"a/*", "a/b/c", true}, {"a/*", "ab/c", false}, {"a/*", "a/", true}, {"./a.c", "a.c", true}, {"a?c", "abc", true},
		{"a?c", "a\u00e9c", true}, {"a?c", "ac", false}, {"*.c", "x/y.c", true}, {"*.c", "x/y.cc", false}, {"*a*b*", "xxaxxbxx", true},
		{"*a*b*", "xxbxxaxx", false}, {"caf\xe9/*", "caf\xe9/a.c", true}, {"caf\xe9*", "caf\xe9.c", true}, {"caf\xe9/*", "cafe/a.c", false},
		{"caf?/*", "caf\xe9/a.c", true}, {`a\*`, "a*", true}, {`a\*`, "ab", false}, {`a\?*`, "a?b", true}, {`a\`, `a\`, true}, {"[ab]*", "a", false},
		{"(", "(", true}, {"a.c", "abc", false}, {"*?", "", false}, {"", "", true}, {"a//*", "a/b", false}, {"**", "a", true},
	} {
		g := newGlobs()
		g.add(c.pattern, "L")
		if l, _, _ := g.license(c.path); (l == "L") != c.want {
			got := l == "L"
			t.Errorf("%q %q: %v", c.pattern, c.path, got)
		}
	}
	n := debianCopyright([]byte("Format: x\n\nFiles: *\nLicense: MIT\n\nFiles: caf\xe9/*\n  d/e.c\n\td/*.h\nLicense: GPL-2+\n\n# Files: *\nFiles: d/*\nLicense: ISC\n\nFiles: d/x.*\nLicense: Zlib\n"), Recognise)
	for path, want := range map[string]string{"a.c": "MIT", "caf\xe9/x.c": "GPL-2.0-or-later", "d/e.c": "ISC", "d/e.h": "ISC", "d/x.c": "Zlib"} {
		if got, _, _ := n.files.license(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// A hostile debian/copyright takes no more memory or time than a large one.
func TestDebianCopyright_IsBounded(t *testing.T) {
	head := "Format: x\n\nFiles:"
	if n := debianCopyright([]byte(head+strings.Repeat(" *", 500_000)+"\nLicense: MIT\n"), Recognise); n.files.size() != 1 {
		t.Errorf("%d patterns of one", n.files.size())
	}
	var b strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&b, " d/%d.c\n", i)
	}
	n := debianCopyright([]byte(head+b.String()+"License: MIT\n"), Recognise)
	if n.files.size() != 40_000 || n.files.compared != 0 || first(n.files.license("d/39999.c")) != "MIT" || first(n.files.license("d/x.c")) != "" {
		t.Errorf("%d patterns, %d bytes compared", n.files.size(), n.files.compared)
	}
	b.Reset()
	for i := range 20_000 {
		fmt.Fprintf(&b, "\nFiles: *%d*\nLicense: MIT\n", i)
	}
	if n := debianCopyright([]byte(head+b.String()), Recognise); n.files.size() != 1 || first(n.files.license("d/1.c")) != "" || n.License != "" {
		t.Errorf("%d patterns", n.files.size())
	}
	s := NewSet(Recognise)
	b.Reset()
	for i := range 80_000 {
		fmt.Fprintf(&b, " %d", i)
	}
	for i := range 10 {
		s.Add(fmt.Sprintf("%d/debian/copyright", i), []byte(head+b.String()+"\nLicense: MIT\n"))
	}
	if s.globs != mostGlobs {
		t.Errorf("%d patterns", s.globs)
	}
}

// harmless reports what no manifest may do: an answer that spoils a terminal, is endless or names a
// licence twice.
func harmless(t *testing.T, n Notice) {
	t.Helper()
	for _, text := range []string{n.License, n.Package, n.workspace, n.Author} {
		if len(text) > 4000 || strings.ContainsFunc(text, unicode.IsControl) || !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
	}
	for _, l := range []string{n.License, n.workspace} {
		if twice := spdx.And(l, l); twice != spdx.And(l) || spdx.And(twice) != twice {
			t.Errorf("%q twice is %q", l, twice)
		}
	}
}

// fuzz fuzzes a reader, which begins with what the reader understands.
func fuzz(f *testing.F, read func(folder string, content []byte) Notice, seeds ...string) {
	for _, s := range seeds {
		if n := read("f@v1", []byte(s)); n.License+n.Package == "" && n.files == nil && n.holds == nil && n.mayHold == nil {
			f.Fatalf("nothing is read of %q", s)
		}
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		n := read("f@v1", content)
		harmless(t, n)
		if n.files != nil {
			n.files.license("a/b/c.go")
			n.files.license(string(content))
		}
		for _, name := range slices.Concat(n.holds, n.mayHold) {
			if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "..") {
				t.Errorf("%q is elsewhere", name)
			}
		}
	})
}

func FuzzNPM(f *testing.F) {
	fuzz(f, object("npm"), `{"name":"@a/b","version":"1","license":{"type":"MIT"}}`, `{"licenses":[{"type":"MIT"},"ISC"]}`)
}

func FuzzComposer(f *testing.F) {
	fuzz(f, object("composer"), `{"name":"a/b","version":"1","license":["MIT","(ISC or 0BSD)"]}`)
}

func FuzzCargo(f *testing.F) {
	fuzz(f, cargo, "[package]\nname = \"a\"\nlicense = \"MIT/ISC\"\n", "[package]\nname = \"a\"\nlicense.workspace = true\n[workspace.package]\nlicense = \"MIT\"\n")
}

func FuzzPyproject(f *testing.F) {
	fuzz(f, pyproject, "[project]\nname = \"a\"\nlicense = {text = \"MIT\"}\n", "[tool.poetry]\nname = \"a\"\nversion = \"1\"\n")
}

func FuzzPython(f *testing.F) {
	fuzz(f, python, "Metadata-Version: 2.1\nName: a\nVersion: 1\nLicense: BSD or MIT\n", "Metadata-Version: 2.1\nClassifier: License :: Freeware\n",
		"Metadata-Version: 2.1\nLicense-Expression: MIT OR ISC\n")
}

func FuzzRecord(f *testing.F) { fuzz(f, record, "a/b.py,sha256=1,2\n\"c.py\",,\n../bin/d,,\n") }

func FuzzTopLevel(f *testing.F) { fuzz(f, topLevel, "a\n_b\n../c\n") }

func FuzzMaven(f *testing.F) {
	fuzz(f, maven, "<project><parent><groupId>g</groupId></parent><artifactId>a</artifactId><licenses><license><name>MIT</name></license></licenses></project>")
}

func FuzzGolang(f *testing.F) { fuzz(f, golang, "module a/b // c\n") }

func FuzzNuspec(f *testing.F) {
	fuzz(f, nuspec, `<package><metadata><id>a</id><license type="expression">MIT</license></metadata></package>`)
}

func FuzzDeclared(f *testing.F) {
	fuzz(f, declared(keyCode), "license = { :type => 'MIT' }\n", "licenses := Seq(\"MIT\" -> url(\"https://x\"))\n", "license \"MIT\"\n")
}

func FuzzDebianCopyright(f *testing.F) {
	fuzz(f, func(_ string, content []byte) Notice { return debianCopyright(content, Recognise) },
		"Format: x\n\nFiles: a/* b?.c\n *\\*\nLicense: GPL-2+ or Expat\n See /usr/share/common-licenses/GPL-2.\n", "Format: x\nFiles: caf\xe9/*\nLicense: MIT\n")
}

func FuzzDebianSource(f *testing.F) {
	fuzz(f, func(_ string, content []byte) Notice { return debianSource(content) }, "curl (7.50.3-1) unstable; urgency=low\n")
}

func FuzzDebianBinary(f *testing.F) {
	fuzz(f, func(_ string, content []byte) Notice { return debianBinary(content) }, "Package: a\nVersion: 1:2\nArchitecture: amd64\nDescription: x\n y\n")
}

func FuzzExpression(f *testing.F) {
	for _, s := range []string{"(MIT OR ISC) AND GPL-2.0+ WITH x", "BSD or Apache License, Version 2.0", "GPLv3 or later", "a) OR (b", "see LICENSE"} {
		f.Add(s, "MIT")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if l := expression(a); l != "" && expression(l) != l {
			t.Errorf("%q: %q, then %q", a, l, expression(l))
		}
		harmless(t, Notice{License: spdx.And(named(a), tagged(b))})
		if strings.Contains(b, a) && len(a) > 0 { // as text, without what stands for others
			if plain := strings.NewReplacer(`\`, "", "*", "", "?", "").Replace(a); plain == a && !match("*"+a+"*", b) {
				t.Errorf("%q is in %q", a, b)
			}
		}
	})
}

func FuzzSet(f *testing.F) {
	for _, name := range []string{"package.json", "composer.json", "Cargo.toml", "pyproject.toml", "a.dist-info/METADATA", "pom.xml", "go.mod", "a.nuspec", "metadata", "a.gemspec", "github.com/a/b@v1.0.0/LICENSE",
		"debian/copyright", "debian/changelog", "control/control", "COPYING"} {
		f.Add(name, []byte("Format: x\nFiles: [*\nLicense: GPL-2+\n"))
		f.Add(name, []byte(`{"name":"a","license":{"type":"MIT"}}`))
		f.Add(name, []byte("<project><artifactId>a</artifactId></project>"))
		f.Add(name, []byte("Metadata-Version: 2\nName: a\nLicense: MIT\n"))
		f.Add(name, []byte("--- !ruby/object:Gem::Specification\nname: a\nlicenses:\n- MIT\n"))
		f.Add(name, []byte("s.name = 'a'\ns.license = 'MIT'\n"))
	}
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		s := NewSet(func([]byte) string { return "MIT" })
		s.Add(name, content)
		said := s.Find("a/b/c.go")
		stated, _ := InHead(content, nil)
		for _, text := range []string{said.License, said.Package, said.Author, stated} {
			if len(text) > 4000 || strings.ContainsAny(text, "\n\r\x00\x1b") {
				t.Errorf("%q", text)
			}
		}
	})
}

func first(license string, _ int, _ bool) string { return license }

// What a wheel bundles, and lists behind its licence, says nothing of other files.
func TestSet_BundledSoftware(t *testing.T) {
	const list = "\n----\n\nThis binary distribution can also bundle the following software\n(depending on the build):\n\n" +
		"Name: GCC runtime library\nFiles: a.libs/libgfortran*.so a/vendored.py\nDescription: bundled\nLicense: GPL-3.0-or-later WITH GCC-exception-3.1\n  GNU GENERAL PUBLIC LICENSE\n\n" +
		"Name: Fonts\nFiles: a/fonts/*\nLicense: Licence of the fonts\n"
	s := NewSet(Recognise)
	s.Add("a-1.dist-info/METADATA", []byte("Metadata-Version: 2.1\nName: a\nVersion: 1\nLicense: "+strings.ReplaceAll(mit+list, "\n", "\n        ")+"\nClassifier: License :: OSI Approved :: MIT License\n"))
	s.Add("a-1.dist-info/RECORD", []byte("a/b.py,,\na/fonts/f.py,,\n"))
	s.Add("a-1.dist-info/LICENSE.txt", []byte(mit+list))
	s.Add("b/LICENSE", []byte(mit+strings.ReplaceAll(list, "Files:", "File:")))
	for file, want := range map[string]string{"a/b.py": "MIT", "a/vendored.py": "GPL-3.0-or-later WITH GCC-exception-3.1", "a/fonts/f.py": "Licence of the fonts", "b/c.py": ""} {
		if said := s.Find(file); said.License != want || said.From == "" {
			t.Errorf("%s is %q by %s, want %q", file, said.License, said.From, want)
		}
	}
}

// What a build bundles is not under the licence of the manifest beside it.
func TestSet_Bundles(t *testing.T) {
	s := NewSet(Recognise)
	for file, content := range map[string]string{
		"a/package.json": `{"name":"a","license":"MIT"}`, "a/static/package.json": `{"license":"MIT"}`, "a/static/third-party-licenses.json": `{"packages":[]}`,
		"b/package.json": `{"name":"b","license":"MIT"}`, "b/ThirdPartyNotices.txt": "x, EPL-1.0\n",
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string]string{"a/x.js": "MIT a/package.json", "a/static/1.0f.js": " a/static/third-party-licenses.json", "b/dist/b.min.js": " b/ThirdPartyNotices.txt", "b/b.js": "MIT b/package.json"} {
		if said := s.Find(file); said.License+" "+said.From != want {
			t.Errorf("%s is %q by %s, want %q", file, said.License, said.From, want)
		}
	}
	for script, want := range map[string]bool{"(self.webpackChunk=self.webpackChunk||[]).push([[1]])": true, "// src/a.js\n\n// node_modules/b/c.js\n": true, "find('node_modules/' + name)": false} {
		if got := IsBundle([]byte(script), nil); got != want {
			t.Errorf("%q: %v", script, got)
		}
	}
}

// A submodule without a licence, and an archive in another, are not under the licence around them.
func TestSet_OfOthersInside(t *testing.T) {
	s := NewSet(Recognise)
	s.IsArchive = func(folder string) bool { return strings.HasSuffix(folder, ".zip") }
	for file, content := range map[string]string{
		"o.zip/LICENSE": mit, "o.zip/.gitmodules": "[submodule \"x\"]\n\tpath = ext/x\n\turl = ../x\n[submodule \"y\"]\n\tpath = \"y z\"\n",
		"o.zip/ext/x/own/LICENSE": isc, "o.zip/b.zip/LICENSE": isc, "o.zip/package.json": `{"name": "o", "version": "1"}`,
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string]string{
		"a.c": "MIT pkg:npm/o@1", "ext/a.c": "MIT pkg:npm/o@1", "ext/x/a.c": " pkg:npm/o@1", "ext/x/own/a.c": "ISC pkg:npm/o@1", "y z/a.c": " pkg:npm/o@1", "b.zip/a.c": "ISC ", "c.zip/d/a.c": " ",
	} {
		if said := s.Find("o.zip/" + file); said.License+" "+said.Package != want || said.From == "" {
			t.Errorf("%s: %q %q by %q", file, said.License, said.Package, said.From)
		}
	}
}

// A README decides if it speaks of all files in its folder, which has no text of its own.
// What a README excepts from a licence is unknown, whatever else states the licence.
func TestSet_ExceptionsInReadme(t *testing.T) {
	for _, text := range []string{
		"## License\n\nMIT, except for `src/q.c`, which is GPL-2.0.\n", "MIT license, with the exception of the files in src/.\n", "All is under the MIT License,\nexcluding q.c (GPL), and more.\n",
		"Licensed under MIT apart from src/*.c.\n", "License: MIT\n\nOther than ./src/q.c (c) Bob, license unknown.\n",
		"## License\n\nMIT for everything but the `src` directory, which is CC BY-NC 4.0.\n", "| Path | License |\n|---|---|\n| lib | MIT |\n| src/q.c | GPL-2.0 |\n", "- `src/q.c`: GPL-2.0\n- everything else: MIT\n",
		"The code is MIT. The files in `src` are property of Acme and may not be redistributed.\n", "License: MIT (code), proprietary (`src/`)\n",
		"The code is MIT. The files in `src/` are CC BY-NC 4.0.\n", "`src/` is licensed under the GPLv3, everything else under MIT.\n", "With the exception of the src directory, this is licensed under MIT.\n", "Everything in the `src/` directory is covered by the Enterprise License.\n",
		"The `src` folder contains code from Foo, licensed under GPLv3.\n", "MIT.\n\n| path | license |\n|---|---|\n| lib | MIT |\n| src | GPL-3.0 |\n", "src/q.c was written by Foo and is GPLv2.\n", "[src](src/) is from Bar, which is under the LGPL.\n", "[The source](src) is from Bar, which is under the LGPL.\n", "The `src/` code is for research use only.\n", "Files in `src/` have their own license.\n",
	} {
		for name, content := range map[string]string{"LICENSE": mit, "package.json": `{"license": "MIT"}`} {
			s := NewSet(Recognise)
			s.Add(name, []byte(content))
			s.Add("README.md", []byte("# Top\n\n"+text))
			if said := s.Find("src/q.c"); said.License != "" || said.From != "README.md" {
				t.Errorf("%q beside %s: %q by %s", text, name, said.License, said.From)
			}
			if said := s.Find("lib/p.c"); said.License != "MIT" {
				t.Errorf("%q beside %s: other files are %q by %s", text, name, said.License, said.From)
			}
		}
	}
	for _, text := range []string{"All tests pass except src/q.c.\n", "## License\n\nMIT, see LICENSE.\n\n" + strings.Repeat("Words about it.\n", 20) + "\nReads all but src/q.c, except src/q.c.\n", "MIT license. You may not use this except in compliance with it.\n", "- Reads `src/q.c` faster.\n", "`src/` is licensed under the MIT License.\n", "Run it in the src directory. It is under the MIT license.\n", "- `src/`: MIT\n"} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		s.Add("README.md", []byte(text))
		if said := s.Find("src/q.c"); said.License != "MIT" {
			t.Errorf("%q: %q by %s", text, said.License, said.From)
		}
	}
}

// A README that forbids what the licence beside it allows makes its folder unknown.
func TestSet_DeniedInReadme(t *testing.T) {
	for text, want := range map[string]string{
		"# Top\n\n## License\nThe MIT license in LICENSE covers docs only. All else is proprietary.\n": "", "## License\n\nThis software may not be redistributed, whatever LICENSE says.\n": "",
		"A proprietary format is read.\n\n## License\nMIT\n": "MIT", "You may not use it except under the MIT License.\n": "MIT",
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		s.Add("README.md", []byte(text))
		if said := s.Find("src/a.c"); said.License != want {
			t.Errorf("%q: %+v, want %q", text, said, want)
		}
	}
}

// A sentence in a file beside a licence that takes it back makes the folder unknown.
func TestSet_WithdrawnBeside(t *testing.T) {
	files := []string{"README.md", "README.rst", "NOTICE", "TERMS.md", "LEGAL.md", "POLICY.md", "PATENTS", "CONDITIONS.txt", "EXCEPTIONS.md", "ACCEPTABLE_USE.md", "terms.md", "Policy.rst", "conditions.txt", "pricing.md"}
	try := func(sentence, want string) {
		t.Helper()
		for _, file := range files {
			s := NewSet(Recognise)
			s.Add("LICENSE", []byte(mit))
			s.Add(file, []byte("# Top\n\nIt parses dates.\n\n## License\n\n"+sentence+"\n"))
			if said := s.Find("src/a.c"); said.License != want {
				t.Errorf("%s, %q: %+v, want %q", file, sentence, said, want)
			}
		}
	}
	for _, sentence := range []string{"Use of this software requires a subscription.", "The license does not cover src.", "Commercial use requires a separate agreement.", "You may not use this software in production.",
		"MIT applies to the documentation only.", "This software is not free for companies.", "The MIT license was revoked on 2024-01-01.", "Redistribution is prohibited.", "Not for redistribution.",
		"Licensed to Acme customers only.", "Personal use is permitted only.", "The license does not permit commercial use of the logo.", "Use of this software is prohibited.", "This project has been relicensed under the BUSL-1.1.", "Academic use only."} {
		try(sentence, "")
	}
	for _, sentence := range []string{"Copying is not permitted.", "Selling this code is forbidden.", "You need a licence from Acme to use it.", "This is source-available, not open source.", "For evaluation only.",
		"This fork is licensed under GPL-3.0.", "Governments must not use this software.", "Use is limited to Acme employees.", "Students may use this; companies must pay.", "Hosting it as a service is not allowed.",
		"Our modifications are proprietary.", "Ask before you use this.", "Each seat costs 10 dollars.", "The licence ended in 2020.", "You must share your changes.", "For\nacademic use only.", "<p>Copying is not permitted.</p>",
		"MIT with Commons Clause.", "CC BY-NC 4.0", "PolyForm Noncommercial 1.0.0", "Nobody outside ACME may run it.", "Apart from contributions, commercial use is forbidden.", "| Copying is forbidden."} {
		try(sentence, "")
	}
	for _, sentence := range []string{"See LICENSE.", "All rights not explicitly granted in the MIT license are reserved.", "It is free, also for commercial use.", "You may not use `f()` after `g()`.", "Timeouts are not free.",
		"Commercial use is allowed.", "Commercial use is not restricted.", "No license key needed.", "The licence does not cover the logo.", "Contributions are licensed under MIT, no CLA is needed.",
		"This is not legal advice.", "Foo is not affiliated with Acme.", "Not tested in production use.", "You may not use the name of Foo to endorse products.", "Lion Krischer", "Requires a GitHub token.",
		"Feel free to use it in your projects, commercial or not.", "Everything here is MIT unless noted otherwise.", "The file may not exist."} {
		try(sentence, "MIT")
	}
	files = files[:2]
	try(mit, "MIT")
}

// Answers and advice for contributors speak of many licences. Only what denies that of the work
// makes its folder unknown.
func TestSet_DeniedInAnswers(t *testing.T) {
	for _, file := range []string{"FAQ", "FAQ.md", "faq.md", "CONTRIBUTING.md", "contributing.rst"} {
		for sentence, want := range map[string]string{
			"This project may not be used by companies.": "", "The MIT licence does not apply to commercial users.": "", "Commercial use requires a license from Acme.": "", "This software is proprietary.": "",
			"You may not redistribute this software.": "", "All code is for internal use only.": "", "Do not copy this program.": "",
			"You can use foo freely in your application, be it open source,\ncommercial or closed-source.": "MIT", "The license\nis liberal and should not impose a problem for your project.": "MIT",
			"The LGPL license does not clash with other licenses.": "MIT", "If you're sure you own the intellectual property, then you'll need to sign an agreement.": "MIT", "You must not use goto.": "MIT",
			"By contributing, you agree that your contributions are licensed under the MIT License.": "MIT", "Please run the tests.": "MIT", "Do not commit generated files.": "MIT",
		} {
			s := NewSet(Recognise)
			s.Add("LICENSE", []byte(mit))
			s.Add(file, []byte("# Foo\n\nIt parses dates.\n\n## Legal\n\n"+sentence+"\n"))
			if said := s.Find("src/a.c"); said.License != want {
				t.Errorf("%s, %q: %+v, want %q", file, sentence, said, want)
			}
		}
	}
}

// Line breaks of Windows take no denial away.
func TestSet_DeniedWithAnyLineBreaks(t *testing.T) {
	for file, text := range map[string]string{
		"README.md": "# Foo\n\n## License\n\nProprietary.\n", "README.rst": "Foo\n===\n\nLicense\n-------\n\nProprietary.\n", "readme.txt": "Foo\n\n1. License\n\nProprietary.\n",
		"README_EN.md": "# Foo\n\n## Legal\n\nProprietary.\n", "README.mdx": "# Foo\n\n## Terms of use\n\nProprietary.\n", "COPYRIGHT": "All rights reserved. Proprietary.\n",
	} {
		for name, content := range map[string]string{"LF": text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n")} {
			s := NewSet(Recognise)
			s.Add("LICENSE", []byte(mit))
			s.Add(file, []byte(content))
			if said := s.Find("src/a.c"); said.License != "" {
				t.Errorf("%s with %s: %+v", file, name, said)
			}
		}
	}
}

func TestSet_Readme(t *testing.T) {
	s := NewSet(Recognise)
	for file, content := range map[string]string{
		"COPYRIGHT": mit, "etc/README": "Some useful files.\nUnlike the code in ../src, everything here is in the public domain.\n",
		"odd/Readme.md": "All files in this folder are licensed under the terms of Acme.\n", "plain/README": "A library under the ISC License. The files here are tests.\n",
		"own/README": "Everything here is in the public domain.\n", "own/LICENSE": strings.Replace(isc, "ISC License", "", 1),
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string]string{"etc/all.c": "public-domain etc/README", "odd/a.c": " odd/Readme.md", "plain/a.c": "MIT COPYRIGHT", "own/a.c": "ISC own/LICENSE"} {
		if said := s.Find(file); said.License+" "+said.From != want {
			t.Errorf("%s is %q by %s, want %q", file, said.License, said.From, want)
		}
	}
}

// The description in the metadata of a package of Python is its README.
func TestSet_ReadmeInMetadata(t *testing.T) {
	const head, body = "Metadata-Version: 2.1\nName: foo\nVersion: 1\nLicense: MIT\n", "# Foo\n\nCode in `foo/examples` is released under GPL-3.0. Its tests\nare in foo/tests/.\n"
	for form, metadata := range map[string]string{
		"body": head + "\n" + body, "CRLF": strings.ReplaceAll(head+"\n"+body, "\n", "\r\n"),
		"field": head + "Description: " + strings.ReplaceAll(body, "\n", "\n        ") + "\nPlatform: any\n",
	} {
		s := NewSet(Recognise)
		s.Add("foo-1.dist-info/METADATA", []byte(metadata))
		s.Add("foo-1.dist-info/RECORD", []byte("foo/a.py,,\nfoo/tests/b.py,,\nfoo/examples/c.py,,\n"))
		for file, want := range map[string]string{"foo/a.py": "MIT", "foo/tests/b.py": "MIT", "foo/examples/c.py": ""} {
			if said := s.Find(file); said.License != want {
				t.Errorf("%s: %s: %+v", form, file, said)
			}
		}
	}
	for _, all := range []string{"You may not\nuse this software in production.", "This software is proprietary and confidential.", "For academic\n  use only."} {
		for name, content := range map[string]string{"foo-1.dist-info/METADATA": head + "\n" + all + "\n", "PKG-INFO": head + "\n" + all + "\n", "README": "Foo\n\n" + all + "\n"} {
			s := NewSet(Recognise)
			s.Add("LICENSE", []byte(mit))
			s.Add(name, []byte(content))
			if said := s.Find("foo.py"); said.License != "" && name[0] != 'f' {
				t.Errorf("%q in %s: %+v", all, name, said)
			}
		}
	}
}

func TestMatchesInLines_AreThoseOfTheText(t *testing.T) {
	words := []string{"License", "LICENCE", "property of the Acme", "Property of Acme", "proprietary", "Covered under", "covered by", "may not be redistributed",
		"PUBLIC domain", "rights reserved", "research use", "Personal use", "Internal use", "academic use", "non-commercial", "Noncommercial", "MIT", "ISC", "BSD", "LGPLv3", "AGPL", "Apache2",
		"MPL", "EPL", "CC-BY", "CC BY", "CC0", "nothing", "except", "Excepting", "exceptions", "apart from", "Aside from", "EXCLUDING",
		"other than", "everything but", "Anything but", "all but", "files but"}
	text := []byte(strings.Join(words, " in one line\nand ") + "\n" + strings.Join(words, "; "))
	for _, test := range []struct {
		expression *lazyregexp.Regexp
		words      lineWords
	}{{licensing, inLicensing}, {exception, inException}} {
		got, want := matchesInLines(text, test.expression, test.words), test.expression.FindAllIndex(text, mostPaths)
		if len(want) < 10 || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%v, not %v", got, want)
		}
		for _, broken := range []string{"\n", " \n", "\r\n   "} {
			lines := []byte(strings.ReplaceAll(strings.ReplaceAll(string(text), "\n", ".\n"), " ", broken))
			all := matchesInLines(lines, test.expression, test.words)
			if len(all) != len(want) {
				t.Errorf("%d matches in words broken by %q, not %d", len(all), broken, len(want))
			}
			for i, at := range all {
				if got, want := strings.Join(strings.Fields(string(lines[at[0]:at[1]])), " "), strings.TrimSpace(string(text[want[i][0]:want[i][1]])); got != want {
					t.Errorf("%q, not %q", got, want)
				}
			}
		}
	}
}

// TestSet_ManifestsInPackages names the package that holds a manifest, and its texts.
func TestSet_ManifestsInPackages(t *testing.T) {
	s := NewSet(Recognise)
	for file, content := range map[string]string{
		"foo-3.1.dist-info/METADATA":             "Metadata-Version: 2.4\nName: foo\nVersion: 3.1\nLicense-Expression: BSD-3-Clause\n",
		"foo-3.1.dist-info/RECORD":               "foo/big.py,,\nfoo/pyproject.toml,,\nfoo/www/package.json,,\nfoo/www/x.js,,\n",
		"foo/www/package.json":                   `{"name":"foo-www","version":"1.0.0","license":"BSD-3-Clause"}`,
		"crates/c/Cargo.toml":                    "# THIS FILE IS AUTOMATICALLY GENERATED BY CARGO\n[package]\nname = \"c\"\nversion = \"1.0.0\"\n",
		"crates/c/lib/package.json":              `{"name":"lib","version":"2.0.0"}`,
		"crates/c/node_modules/d/package.json":   `{"name":"d","version":"3.0.0"}`,
		"own/Cargo.toml":                         "[package]\nname = \"own\"\nversion = \"1.0.0\"\n",
		"own/npm/package.json":                   `{"name":"own","version":"2.0.0"}`,
		"foo/pyproject.toml":                     "[project]\nname = \"foo\"\nlicense = \"BSD-3-Clause\"\n",
		"node_modules/rx/package.json":           `{"name":"rx","version":"6.0.0","license":"MIT"}`,
		"node_modules/rx/operators/package.json": `{"name":"rx/operators"}`,
		"node_modules/rx/esm/package.json":       `{"name":"rx-esm"}`,
		"node_modules/rx/go/go.mod":              "module foo.example/rx\n",
		"node_modules/rx/vendored/package.json":  `{"name":"b","version":"2.0.0"}`,
		"node_modules/@a/b/package.json":         `{"name":"@a/b","version":"1.0.0"}`,
		"top/package.json":                       `{"name":"top","version":"0.1.0","private":true}`,
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string][2]string{
		"foo/big.py":                     {"pkg:pypi/foo@3.1", "foo-3.1.dist-info/METADATA"},
		"foo/www/x.js":                   {"pkg:pypi/foo@3.1", "foo-3.1.dist-info/METADATA"},
		"crates/c/lib/x.js":              {"pkg:cargo/c@1.0.0", ""},
		"crates/c/node_modules/d/x.js":   {"pkg:npm/d@3.0.0", ""},
		"own/npm/x.js":                   {"pkg:npm/own@2.0.0", ""},
		"node_modules/rx/operators/x.js": {"pkg:npm/rx@6.0.0", "node_modules/rx/package.json"},
		"node_modules/rx/esm/x.js":       {"pkg:npm/rx@6.0.0", "node_modules/rx/package.json"},
		"node_modules/rx/go/x.go":        {"pkg:npm/rx@6.0.0", "node_modules/rx/package.json"},
		"node_modules/rx/vendored/x.js":  {"pkg:npm/b@2.0.0", "node_modules/rx/package.json"},
		"node_modules/@a/b/x.js":         {"pkg:npm/%40a/b@1.0.0", ""},
		"top/x.js":                       {"", ""},
	} {
		if said := s.Find(file); said.Package != want[0] || said.From != want[1] {
			t.Errorf("%s is of %s, by %s", file, said.Package, said.From)
		}
	}
}
