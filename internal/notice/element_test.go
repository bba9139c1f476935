package notice

import "testing"

// TestSet_WholeElement reads manifests whose element of the licence has more than a name. What is
// not understood there makes the licence unknown.
func TestSet_WholeElement(t *testing.T) {
	pom := func(inner string) string {
		return "<project><licenses><license>" + inner + "</license></licenses></project>"
	}
	dep5 := func(license, more string) string {
		return "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2001 Ann\nLicense: " + license + "\n" + more
	}
	for _, c := range []struct{ file, content, want string }{
		{"pom.xml", pom("<name>MIT</name><distribution>repo</distribution>"), "MIT"},
		{"pom.xml", pom("<name>Apache License, Version 2.0</name><url>http://www.apache.org/licenses/LICENSE-2.0.txt</url><comments>A business-friendly OSS license</comments>"), "Apache-2.0"},
		{"pom.xml", pom("<name>The MIT License</name><url>http://www.opensource.org/licenses/mit-license.php</url>"), "MIT"},
		{"pom.xml", pom("<name>MIT</name><url>https://github.com/a/b/blob/master/LICENSE.txt</url>"), "MIT"},
		{"pom.xml", pom("<url>https://opensource.org/licenses/ISC</url>"), "ISC"},
		{"pom.xml", pom("<name>MIT</name><comments>Only for hobby projects</comments>"), ""},
		{"pom.xml", pom("<name>MIT</name><url>https://acme.example/eula</url>"), ""},
		{"pom.xml", pom("<name>MIT</name><url>http://www.apache.org/licenses/LICENSE-2.0.txt</url>"), ""},
		{"package.json", `{"license": {"type": "MIT", "url": "https://opensource.org/licenses/MIT"}}`, "MIT"},
		{"package.json", `{"license": "MIT", "licenses": [{"type": "MIT", "url": "https://choosealicense.com/licenses/mit/"}]}`, "MIT"},
		{"package.json", `{"licenses": [{"type": "MIT"}, {"type": "ISC"}]}`, "MIT OR ISC"},
		{"package.json", `{"license": {"type": "MIT", "extra": "not for sale"}}`, ""},
		{"package.json", `{"license": {"type": "MIT", "for": ["schools"]}}`, ""},
		{"package.json", `{"license": ["MIT", {"for": "schools"}]}`, ""},
		{"package.json", `{"license": "MIT", "licenses": [{"type": "AGPL-3.0-only"}]}`, ""},
		{"datapackage.json", `{"licenses": [{"name": "CC-BY-4.0", "title": "Creative Commons Attribution 4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}]}`, "CC-BY-4.0"},
		{"Cargo.toml", "[package]\nname = \"x\"\nlicense = \"MIT\"\nlicense-file = \"LICENSE\"\n", "MIT"},
		{"Cargo.toml", "[package]\nname = \"x\"\nlicense = \"MIT\"\nlicense-file = \"ACME.txt\"\n", ""},
		{"Cargo.toml", "[package]\nname = \"x\"\nlicense = \"MIT\"\nlicense-file = \"../LICENSE\"\n", ""}, // ISC
		{"x.podspec", "  s.license = { :type => 'MIT', :file => 'LICENSE.md' }\n", "MIT"},
		{"x.podspec", "  s.license = { :type => 'MIT', :text => 'Schools may use it.' }\n", ""},
		{"x.podspec", "  s.license = { :type => 'MIT', :text => <<-EOS\nSchools may use it.\nEOS\n}\n", ""},
		{"x.podspec", "  s.license = { :type => 'MIT', :file => 'ACME.txt' }\n", ""},
		{"build.gradle", "licenses { license { name = 'MIT'; url = 'https://acme.example/eula' } }\n", ""},
		{"build.gradle", "licenses { license { name = 'MIT' + ' AND AGPL-3.0-only' } }\n", ""},
		{"package.xml", `<package><license file="ACME.txt">MIT</license></package>`, ""},
		{"x.gemspec", "Gem::Specification.new do |s|\n  s.license = 'MIT'\nend\n", "MIT"},
		{"x.gemspec", "Gem::Specification.new do |s|\n  s.license = 'MIT' + more\nend\n", ""},
		{"x.gemspec", "Gem::Specification.new do |s|\n  s.license = 'MIT'\n  s.license = 'AGPL-3.0'\nend\n", ""},
		{"x.nuspec", `<package><metadata><license type="expression">MIT</license><licenseUrl>https://licenses.nuget.org/MIT</licenseUrl></metadata></package>`, "MIT"},
		{"x.nuspec", `<package><metadata><licenseUrl>https://opensource.org/licenses/MIT</licenseUrl></metadata></package>`, "MIT"},
		{"x.nuspec", `<package><metadata><license type="expression">MIT</license><licenseUrl>https://acme.example/eula</licenseUrl></metadata></package>`, ""},
		{"debian/copyright", dep5("Expat", " "+mit+"\n"), "MIT"},
		{"debian/copyright", dep5("GPL-2+", " See /usr/share/common-licenses/GPL-2.\n"), "GPL-2.0-or-later"},
		{"debian/copyright", dep5("custom", " Schools may use it.\n"), "custom"},
		{"debian/copyright", dep5("MIT", " Schools may use it.\n"), ""},
		{"debian/copyright", dep5("GPL-2+ or MIT", "\nLicense: MIT\n Schools may use it.\n"), ""},
		{"debian/copyright", dep5("MIT", "\nLicense: MIT\n "+isc+"\n"), ""},
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(isc))
		s.Add("a/"+c.file, []byte(c.content))
		if got := s.Find("a/x.c"); got.License != c.want || got.From != "a/"+c.file {
			t.Errorf("%s %q: %q from %q, want %q", c.file, c.content, got.License, got.From, c.want)
		}
	}
}
