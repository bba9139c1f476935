package notice

import "testing"

func TestSet_DeclaredLicense(t *testing.T) {
	for _, c := range []struct{ file, content, want string }{
		{"datapackage.json", `{"name": "x", "licenses": [{"name": "CC-BY-NC-4.0", "path": "https://creativecommons.org/licenses/by-nc/4.0/"}]}`, "CC-BY-NC-4.0"},
		{"datapackage.json", `{"name": "x", "licenses": [{"name": "MIT"}, {"name": "ISC"}]}`, ""},
		{"x.opam", "opam-version: \"2.0\"\nlicense: \"LGPL-2.1-only WITH OCaml-LGPL-linking-exception\"\n", "LGPL-2.1-only WITH OCaml-LGPL-linking-exception"},
		{"opam", "license: [\n  \"GPL-3.0-only\"\n]\n", "GPL-3.0-only"},
		{"opam", "license: [\"MIT\" \"GPL-3.0-only\"]\n", ""},
		{"x.spec", "Name: x\nLicense:        GPLv2+\n\n%description\nx\n", "GPL-2.0-or-later"},
		{"x.spec", "License: ASL 2.0\n%package doc\nLicense: ASL 2.0\n", "Apache-2.0"},
		{"x.spec", "License: MIT\n%package doc\nLicense: GFDL\n", ""},
		{"x.spec", "License: %{lic}\n", ""},
		{"DESCRIPTION", "Package: x\nLicense: GPL (>= 2)\nVersion: 1\n", "GPL-2.0-or-later"},
		{"DESCRIPTION", "Package: x\nLicense: GPL-2 | GPL-3\n", ""},
		{"DESCRIPTION", "Package: x\nLicense: MIT + file LICENSE\n", "MIT"},
		{"x.cabal", "cabal-version: 2.2\nname: x\nlicense:             BSD-3-Clause\nlicense-file: LICENSE\n", "BSD-3-Clause"},
		{"x.cabal", "Name: x\nLicense:\n    BSD3\n", "BSD-3-Clause"},
		{"package.yaml", "name: x\nlicense: AGPL-3 # so far\n", "AGPL-3.0-only"},
		{"shard.yml", "name: x\nlicense: 'MPL-2.0'\n", "MPL-2.0"},
		{"galaxy.yml", "license:\n- GPL-3.0-or-later\nname: x\n", "GPL-3.0-or-later"},
		{"galaxy.yml", "license:\n  - GPL-3.0-or-later\n  - ISC\n", ""},
		{"CITATION.cff", "cff-version: 1.2.0\nlicense: Apache-2.0\n", "Apache-2.0"},
		{"CITATION.cff", "cff-version: 1.2.0\nlicense:\n  - MIT\n  - Apache-2.0\n", "Apache-2.0 OR MIT"},
		{"CITATION.cff", "cff-version: 1.2.0\nlicense:\n  - MIT\n  - Ask Ann\n", ""},
		{"x.podspec", "Pod::Spec.new do |s|\n  s.license      = { :type => 'GPL-3.0-only', :file => 'COPYING' }\nend\n", "GPL-3.0-only"},
		{"x.podspec", "  s.license = 'MIT' + ' AND AGPL-3.0-only'\n", ""},
		{"x.podspec", "  s.license = 'MIT'.freeze\n  s.name = 'x'\n", "MIT"},
		{"meson.build", "project('x', license:'MIT'+' AND AGPL-3.0-only')\n", ""},
		{"meson.build", "project('x', license:['MIT'] + extra)\n", ""},
		{"build.gradle", "license = \"MIT\" + \" AND AGPL-3.0-only\"\n", ""},
		{"conanfile.py", "class X(ConanFile):\n    license = \"MIT\" if STUDENT else \"Acme\"\n", ""},
		{"conanfile.py", "class X(ConanFile):\n    license = \"MIT\" \\\n        \" AND AGPL-3.0-only\"\n", ""},
		{"setup.py", "setup(name='x', license=\"MIT\" + \" AND AGPL-3.0-only\")\n", ""},
		{"setup.py", "setup(\n    license=\"MIT\"\n    \" AND AGPL-3.0-only\",\n    name='x')\n", ""},
		{"setup.py", "setup(license='MIT' if STUDENT else 'Acme', classifiers=['License :: OSI Approved :: MIT License'])\n", ""},
		{"setup.py", "setup(name='x', license='MIT',  # short\n    version='1')\n", "MIT"},
		{"setup.py", "setup(name='x', license='MIT'\n)\n", "MIT"},
		{"x.podspec", "  spec.license = 'Apache License, Version 2.0'\n", "Apache-2.0"},
		{"x.rockspec", "description = {\n   license = \"MIT/X11\"\n}\n", "MIT"},
		{"x.rockspec", "description = { summary = \"x\", license = \"BSD-2-Clause\" }\n", "BSD-2-Clause"},
		{"x.nimble", "version       = \"0.1\"\nlicense       = \"ISC\"\n", "ISC"},
		{"conanfile.py", "class X(ConanFile):\n    license = \"Zlib\"\n", "Zlib"},
		{"conanfile.py", "class X(ConanFile):\n    license = LICENSE\n", ""},
		{"meson.build", "project('x', 'c',\n  version: '1',\n  license: 'LGPL-2.1-or-later')\n", "LGPL-2.1-or-later"},
		{"meson.build", "project('x', 'c', license : ['MIT', 'GPL-3.0-only'])\n", ""},
		{"mix.exs", "defp package do\n  [licenses: [\"Apache-2.0\"], links: %{a: \"https://x\"}]\nend\n", "Apache-2.0"},
		{"x.app.src", "{application, x, [\n  {licenses, [\"MPL-2.0\"]}\n]}.\n", "MPL-2.0"},
		{"build.sbt", "licenses := Seq(\"Apache-2.0\" -> url(\"https://www.apache.org/licenses/LICENSE-2.0\"))\n", "Apache-2.0"},
		{"build.sbt", "ThisBuild / licenses += (\"MIT\", url(\"https://x\"))\n", "MIT"},
		{"build.sbt", "licenses := Seq(License.Apache2)\n", ""},
		{"build.gradle", "pom {\n  licenses {\n    license {\n      name = 'The Apache License, Version 2.0'\n      url = 'https://www.apache.org/licenses/LICENSE-2.0.txt'\n    }\n  }\n}\n", "Apache-2.0"},
		{"build.gradle.kts", "licenses {\n    license {\n      name.set(\"EPL-2.0\")\n    }\n}\n", "EPL-2.0"},
		{"metadata.rb", "name 'x'\nlicense 'Apache-2.0'\n", "Apache-2.0"},
		{"dub.sdl", "license \"BSL-1.0\"\n", "BSL-1.0"},
		{"v.mod", "Module {\n\tname: 'x'\n\tlicense: 'GPL-3.0-only'\n}\n", "GPL-3.0-only"},
		{"project.clj", "(defproject x \"1\"\n  :license {:name \"EPL-2.0\"\n            :url \"https://www.eclipse.org/legal/epl-2.0/\"}\n", "EPL-2.0"},
		{"x.asd", "(defsystem \"x\"\n  :license \"LLGPL\"\n", ""},
		{"gleam.toml", "name = \"x\"\nlicences = [\"Apache-2.0\"]\n", "Apache-2.0"},
		{"dune-project", "(lang dune 3.0)\n(license LGPL-2.1-only)\n", "LGPL-2.1-only"},
		{"info.rkt", "#lang info\n(define license '(Apache-2.0 OR MIT))\n", "Apache-2.0 OR MIT"},
		{"package.xml", "<package><license file=\"LICENSE\">BSD-3-Clause</license></package>", "BSD-3-Clause"},
		{"package.xml", "<package><license>MIT</license><license>GPL-3.0-only</license></package>", ""},
		{"x.csproj", "<Project><PropertyGroup><PackageLicenseExpression>MS-PL</PackageLicenseExpression></PropertyGroup></Project>", "MS-PL"},
		{"vcpkg.json", `{"name": "x", "version": "1", "license": "BSL-1.0"}`, "BSL-1.0"},
		{"metadata.json", `{"name": "x", "version": 3, "license": "GPL-3.0-only"}`, "GPL-3.0-only"},
		{"bower.json", `{"license": ["MIT", "GPL-3.0-only"]}`, ""},
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(isc))
		file := "a/" + c.file
		s.Add(file, []byte(c.content))
		if got := s.Find("a/x.c"); got.License != c.want || got.From != file {
			t.Errorf("%s %q: %q from %q, want %q", c.file, c.content, got.License, got.From, c.want)
		}
	}
}

func TestSet_DeclaresNothing(t *testing.T) {
	for _, c := range []struct{ file, content string }{
		{"x.opam", "synopsis: \"x\"\n"},
		{"x.cabal", "license: OtherLicense\nlicense-file: LICENSE\n"},
		{"vcpkg.json", `{"name": "x", "license": null}`},
		{"build.gradle", "license {\n  header = rootProject.file('HEADER')\n}\n"},
		{"meson.build", "install_data('LICENSE', license_dir)\n"},
		{"x.csproj", "<Project/>"},
		{"DESCRIPTION", "A thing that does things.\n"},
		{"LICENSE", "YEAR: 2020\nCOPYRIGHT HOLDER: Ann Lee\n"},
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(isc))
		s.Add("a/"+c.file, []byte(c.content))
		if got := s.Find("a/x.c"); got.License != "ISC" {
			t.Errorf("%s %q: %q from %q, want ISC", c.file, c.content, got.License, got.From)
		}
	}
}
