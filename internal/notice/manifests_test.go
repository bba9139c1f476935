package notice

import "testing"

func TestSet_Manifests(t *testing.T) {
	for _, m := range []struct{ name, content, want string }{
		{"META.json", `{"name": "Foo", "license": ["gpl_3"]}`, "GPL-3.0"},
		{"META.json", `{"name": "Foo", "license": ["perl_5"]}`, "Artistic-1.0-Perl OR GPL-1.0-or-later"},
		{"META.yml", "name: Foo\nlicense: apache_2_0\n", "Apache-2.0"},
		{"Makefile.PL", "WriteMakefile(NAME => 'Foo', LICENSE => 'gpl_2');\n", "GPL-2.0"},
		{"dist.ini", "name = Foo\nlicense = GPL_3\n", "GPL-3.0"},
		{"codemeta.json", `{"license": "https://spdx.org/licenses/GPL-2.0-or-later"}`, "GPL-2.0-or-later"},
		{"library.json", `{"name": "foo", "license": "GPL-2.0-or-later"}`, "GPL-2.0-or-later"},
		{"library.properties", "name=foo\nlicense=GPL-2.0-or-later\n", "GPL-2.0-or-later"},
		{"snapcraft.yaml", "name: foo\nlicense: GPL-2.0-or-later\n", "GPL-2.0-or-later"},
		{"foo.asd", `(defsystem "foo" :license "GPL-2.0-or-later" :author "Ann")`, "GPL-2.0-or-later"},
		{"project.clj", `(defproject foo "1.0" :license {:name "Proprietary"})`, ""},
		{"PKGBUILD", "pkgname=foo\nlicense=('GPL-2.0-or-later')\n", "GPL-2.0-or-later"},
		{"PKGBUILD", "license=('GPL2' 'custom')\n", ""},
		{"APKBUILD", "license=\"GPL-2.0-or-later\"\n", "GPL-2.0-or-later"},
		{"foo.ebuild", "LICENSE=\"|| ( MIT GPL-2 )\"\n", ""},
		{"foo_1.0.bb", "LICENSE = \"GPL-2.0-only\"\n", "GPL-2.0-only"},
		{"foo_1.0.bb", "LICENSE = \"CLOSED\"\n", ""},
		{"meta.yaml", "package:\n  name: foo\nabout:\n  home: x\n  license: GPL-2.0-or-later\n", "GPL-2.0-or-later"},
		{"default.nix", "{ meta = with lib; { license = licenses.gpl2Plus; }; }\n", "GPL-2.0-or-later"},
		{"default.nix", "{ meta = { license = lib.licenses.unfree; }; }\n", ""},
		{"default.nix", "{ meta = { license = [ licenses.mit licenses.asl20 ]; }; }\n", ""},
		{"foo.csproj", "<Project><PackageLicenseFile>EULA.txt</PackageLicenseFile></Project>", ""},
		{"foo.csproj", "<Project><PackageLicenseUrl>https://foo.example/terms</PackageLicenseUrl></Project>", ""},
		{"foo.csproj", "<Project><PackageLicenseUrl>https://www.gnu.org/licenses/gpl-3.0.html</PackageLicenseUrl></Project>", "GPL-3.0"},
		{"foo.cabal", "name: foo\nlicense: OtherLicense\nlicense-file: EULA.txt\n", ""},
		{"setup.cfg", "[metadata]\nname = foo\nlicense_files = EULA.txt\n", ""},
		{"pyproject.toml", "[project]\nname = \"foo\"\n[tool.poetry]\nlicense = \"GPL-2.0-or-later\"\n", "GPL-2.0-or-later"},
		{"pyproject.toml", "[tool.flit.metadata]\nmodule = \"foo\"\nlicense = \"GPL-2.0-or-later\"\n", "GPL-2.0-or-later"},
		{"DESCRIPTION", "Package: foo\nLicense: GPL (>= 2)\n", "GPL-2.0-or-later"},
	} {
		s := NewSet(Recognise)
		s.Add("a/"+m.name, []byte(m.content))
		if got := s.Find("a/x.c"); got.License != m.want || got.From == "" {
			t.Errorf("%s, %s: %q by %q, not %q", m.name, m.content, got.License, got.From, m.want)
		}
		s = NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		if s.Add(m.name, []byte(m.content)); s.Find("x.c").License != "" {
			t.Errorf("%s, %s beside MIT: %q", m.name, m.content, s.Find("x.c").License)
		}
	}
	for name, content := range map[string]string{
		"default.nix": "{ meta.license = lib.licenses.mit; }\n", "foo.asd": "(defsystem \"foo\" :license \"MIT\")", "PKGBUILD": "license=(MIT)\n", "meta.yaml": "requirements:\n  - license\n", "foo_1.0.bb": "LICENSE = \"MIT\"\n",
		"codemeta.json": `{"license": "https://spdx.org/licenses/MIT"}`, "foo.csproj": "<Project/>",
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		if s.Add(name, []byte(content)); s.Find("x.c").License != "MIT" {
			t.Errorf("%s, %s: %v", name, content, s.Find("x.c"))
		}
	}
}
