package notice

import (
	"slices"
	"testing"
)

// A name before the mark holds the copyright, and what follows the years says what for.
func TestCopyrights_Holders(t *testing.T) {
	for source, want := range map[string]string{
		"# Copyright (c), Ann Lee <a@x.example>, 2012-2013\n":          "Copyright (c), Ann Lee <a@x.example>, 2012-2013",
		" * Modified by Ann Lee <a@x> (c) 2001-2005 to be\n * used in": "Ann Lee <a@x> (c) 2001-2005",
		" * many bug fixes by Ann Lee (c) 2008\n":                      "Ann Lee (c) 2008",
		" * Port by Ann Lee (C) 2001-2005 <a@x>\n":                     "Ann Lee (C) 2001-2005 <a@x>",
		" * Found by Ann (c) 2001 by Bob Ray\n":                        "(c) 2001 by Bob Ray",
		"// Copyright (c) acme, Inc. and Contributors\n":               "Copyright (c) acme, Inc. and Contributors",
		"/*! (c) Cure53 and other contributors */\n":                   "(c) Cure53 and other contributors",
	} {
		if got := Copyrights([]byte(source)); !slices.Equal(got, []string{want}) {
			t.Errorf("%q has %q, not %q", source, got, want)
		}
	}
}

// A module of Go that is vendored is the package of its files, by what modules.txt says of it.
func TestSet_VendoredModules(t *testing.T) {
	s := NewSet(Recognise)
	for _, root := range []string{"a/vendor/", "b/"} { // b is the folder vendor of a project
		s.Add(root+"modules.txt", []byte("# example.com/a/b/v2 v2.1.0\n## explicit; go 1.20\nexample.com/a/b/v2/z\n# example.com/c v1.0.0 => example.com/fork/c v1.2.0\n# example.com/d v1.0.0 => ./d\n# ../x v1.0.0\n"))
		s.Add(root+"example.com/a/b/v2/z/LICENSE", []byte(isc))
		for file, want := range map[string]string{
			"example.com/a/b/v2/z/z.go":         "pkg:golang/example.com/a/b/v2@v2.1.0",
			"example.com/a/b/v2/z/package.json": "pkg:golang/example.com/a/b/v2@v2.1.0",
			"example.com/c/c.go":                "pkg:golang/example.com/fork/c@v1.2.0",
			"example.com/d/d.go":                "",
		} {
			if got := s.Find(root + file).Package; got != want {
				t.Errorf("%s%s is of %q, not %q", root, file, got, want)
			}
		}
	}
}

// What stands beside a licence may take back what it grants.
func TestSet_TermsBeside(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"TERMS_OF_USE.md", "Companies must pay.\n", ""},
		{"ADDITIONAL_TERMS", "Companies must pay.\n", ""},
		{"USAGE_RESTRICTIONS.md", "Companies must pay.\n", ""},
		{"COMMERCIAL.md", "Companies must pay.\n", ""},
		{"TERMS.md", "A tree is a graph.\n", "MIT"},
		{"f.c.license", "SPDX-License-Identifier: MIT\nSPDX-FileComment: evaluation only\n", ""},
		{"f.c.license", "SPDX-License-Identifier: MIT\nSPDX-FileCopyrightText: 2020 Ann\n", "MIT"},
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		s.Add(c.file, []byte(c.text))
		if got := s.Find("f.c").License; got != c.want {
			t.Errorf("%s %q: %q", c.file, c.text, got)
		}
	}
}

// A manifest that says more than the name of its licence is not understood.
func TestSet_MoreInManifests(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"package.json", `{"license":"MIT","licenseText":"Pay me."}`, ""},
		{"package.json", `{"license":"MIT","licenseText":"MIT"}`, "MIT"},
		{"package.json", `{"license":"MIT","eula":"https://acme.example/eula"}`, ""},
		{"package.json", `{"license":"MIT","//license":"not for companies"}`, ""},
		{"package.json", `{"license":"MIT","licence":"Proprietary"}`, ""},
		{"package.json", `{"license":"MIT","license-checker":{"onlyAllow":["MIT"]}}`, "MIT"},
		{"package.json", `{"license":"MIT","licenseUrl":"https://opensource.org/licenses/MIT"}`, "MIT"},
		{"DESCRIPTION", "Package: x\nLicense: MIT\n  except for use by firms\nVersion: 1\n", ""},
		{"DESCRIPTION", "Package: x\nLicense: MIT +\n  file LICENSE\nVersion: 1\n", "MIT"},
		{"x.gemspec", "  s.license = \"MIT\"\n  s.licenses << \"AGPL-3.0\"\n", ""},
		{"x.gemspec", "  s.license = \"MIT\"\n  s.licenses.push(\"AGPL-3.0\")\n", ""},
		{"x.gemspec", "  s.licenses << \"MIT\"\n", "MIT"},
		{"conanfile.py", "class X(ConanFile):\n    license = \"MIT\", \"Proprietary\"\n", ""},
		{"conanfile.py", "class X(ConanFile):\n    license = \"MIT\"\n", "MIT"},
		{"x.podspec", "  s.license = \"MIT\"; s.license = \"Commercial\"\n", ""},
	} {
		s := NewSet(Recognise)
		s.Add(c.file, []byte(c.text))
		if got := s.Find("f.c").License; got != c.want {
			t.Errorf("%s %q: %q", c.file, c.text, got)
		}
	}
}

// Manifests of several kinds in one folder are of one work, if its version says so. The examples
// and tests in a source package of Python are of that package.
func TestSet_OnePackage(t *testing.T) {
	const npm, info = `{"name":"foo","version":"1.2.3","license":"MIT"}`, "Metadata-Version: 2.1\nName: Foo\nVersion: 3.0\n"
	for name, c := range map[string]struct {
		files      map[string]string
		file, want string
	}{
		"without a version":   {map[string]string{"package.json": npm, "composer.json": `{"name":"acme/foo"}`}, "f.js", "pkg:npm/foo@1.2.3"},
		"with one version":    {map[string]string{"package.json": npm, "composer.json": `{"name":"acme/foo","version":"1.2.3"}`}, "f.js", "pkg:npm/foo@1.2.3"},
		"with two versions":   {map[string]string{"package.json": npm, "composer.json": `{"name":"acme/foo","version":"2.0"}`}, "f.js", ""},
		"installed":           {map[string]string{"node_modules/foo/package.json": npm, "node_modules/foo/composer.json": `{"name":"acme/foo","version":"2.0"}`}, "node_modules/foo/f.js", "pkg:npm/foo@1.2.3"},
		"of Python":           {map[string]string{"package.json": npm, "pyproject.toml": "[project]\nname = \"foo\"\nversion = \"1.2.3\"\n"}, "f.py", "pkg:pypi/foo@1.2.3"},
		"a test":              {map[string]string{"foo-3.0/PKG-INFO": info, "foo-3.0/tests/a/setup.py": "setup(name='bar', version='0.1')\n"}, "foo-3.0/tests/a/f.py", "pkg:pypi/foo@3.0"},
		"an example":          {map[string]string{"foo-3.0/PKG-INFO": info, "foo-3.0/examples/a/package.json": npm}, "foo-3.0/examples/a/f.js", "pkg:pypi/foo@3.0"},
		"a work tree":         {map[string]string{"foo.egg-info/PKG-INFO": info, "examples/a/package.json": npm}, "examples/a/f.js", "pkg:npm/foo@1.2.3"},
		"of two works of npm": {map[string]string{"package.json": npm, "bar.gemspec": "s.name = 'bar'\ns.version = '4'\n"}, "f.js", ""},
	} {
		s := NewSet(Recognise)
		for file, content := range c.files {
			s.Add(file, []byte(content))
		}
		if said := s.Find(c.file); said.Package != c.want {
			t.Errorf("%s: %+v, want %q", name, said, c.want)
		}
	}
}
