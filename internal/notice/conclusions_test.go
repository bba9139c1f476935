package notice

import (
	"fmt"
	"strings"
	"testing"
)

// saidOf returns what files of a tree say of others: the licence, the file that says it, and * if
// it names the file.
func saidOf(t *testing.T, tree map[string]string, files ...string) (all []string) {
	t.Helper()
	s := NewSet(Recognise)
	for name, content := range tree {
		s.Add(name, []byte(content))
	}
	for _, f := range files {
		said := s.Find(f)
		all = append(all, fmt.Sprintf("%s %s %s", f, said.License, said.From)+map[bool]string{true: "*"}[said.Concluded])
	}
	return all
}

// What somebody concluded of a file is nearer to it than what its folder says, and further than
// what is said below the folders that a pattern names.
func TestFind_ConclusionsStandWhereTheyPoint(t *testing.T) {
	const isc, mit = `{"name": "a", "version": "1", "license": "ISC"}`, `{"name": "b", "version": "2", "license": "MIT"}`
	scan := func(options, prefix string) string {
		return `{"headers": [{"tool_name": "scancode-toolkit", "options": {` + options + `}}],
			"packages": [{"purl": "pkg:npm/b@2?x=y", "declared_license_expression_spdx": "Zlib"}],
			"files": [{"path": "` + strings.TrimSuffix(prefix, "/") + `", "type": "directory"}, {"path": "` + prefix + `lib/x.js", "type": "file", "detected_license_expression_spdx": "BSD-3-Clause OR GPL-2.0-only"},
			{"path": "` + prefix + `lib/y.js", "type": "file", "detected_license_expression_spdx": null}, {"path": "` + prefix + `lib/[*].js", "type": "file", "detected_license_expression_spdx": "X11"},
			{"path": "` + prefix + `lib/w.js", "type": "file", "detected_license_expression_spdx": "ISC"},
			{"path": "` + prefix + `lib/z.js", "type": "file", "detected_license_expression_spdx": "MIT AND evil("}]}`
	}
	scanned := []string{"lib/x.js BSD-3-Clause OR GPL-2.0-only scancode.json*", "lib/y.js ISC package.json", "lib/[*].js X11 scancode.json*", "lib/[a].js ISC package.json", "lib/z.js ISC package.json", "node_modules/b/b.js Zlib scancode.json*", "lib/w.js ISC package.json*"}
	files := []string{"lib/x.js", "lib/y.js", "lib/[*].js", "lib/[a].js", "lib/z.js", "node_modules/b/b.js", "lib/w.js"}
	for _, c := range []struct {
		name, text string
		files      []string
		want       []string
	}{
		{"scancode.json", scan(`"input": ["/srv/app"]`, "app/"), files, scanned},
		{"scancode.json", scan(`"--strip-root": true`, ""), files, scanned},
		{"scancode.json", scan(`"--full-root": true, "input": ["/srv/app/"]`, "srv/app/"), files, scanned},
		{"x.scancode.json", scan("", "app/"), files[:1], []string{"lib/x.js BSD-3-Clause OR GPL-2.0-only x.scancode.json*"}},
		{"notscancode.json", scan("", "app/"), files[:1], []string{"lib/x.js ISC package.json"}},
		{"scancode.json", strings.Replace(scan("", "app/"), "scancode-toolkit", "other", 1), files[:1], []string{"lib/x.js ISC package.json"}},
		{
			"bom.json", `{"bomFormat": "CycloneDX", "metadata": {"component": {"purl": "pkg:npm/a@1", "licenses": [{"license": {"id": "EPL-2.0"}}]}}, "components": [
				{"type": "library", "name": "b", "purl": "pkg:npm/b@2", "licenses": [{"license": {"name": "Apache License 2.0"}}, {"expression": "MIT OR ISC"}]},
				{"type": "library", "name": "c", "components": [{"type": "file", "name": "./lib/y.js", "licenses": [{"license": {"id": "Zlib"}}]}]},
				{"type": "file", "name": "lib/z.js", "licenses": [{"license": {"name": "see there"}}]}]}`,
			[]string{"lib/x.js", "lib/y.js", "lib/z.js", "node_modules/b/b.js", "node_modules/b/in/b.js"},
			[]string{"lib/x.js EPL-2.0 bom.json*", "lib/y.js Zlib bom.json*", "lib/z.js EPL-2.0 bom.json*", "node_modules/b/b.js Apache-2.0 AND (MIT OR ISC) bom.json*", "node_modules/b/in/b.js 0BSD node_modules/b/in/LICENSE"},
		},
		{"app.cdx.json", `{"bomFormat": "CycloneDX", "components": [{"type": "file", "name": "lib/x.js", "licenses": [{"license": {"id": "Zlib"}}]}]}`, files[:1], []string{"lib/x.js Zlib app.cdx.json*"}},
		{
			"REUSE.toml", `version = 1
[[annotations]]
path = "lib/*"
SPDX-License-Identifier = "MIT"
[[annotations]]
path = ["lib/deep/**", "lib/\\*.js", "**/q?.js"]
precedence = "override"
SPDX-License-Identifier = ["Zlib", "X11"]
[[annotations]]
path = "lib/no.js"
SPDX-License-Identifier = "no expression ("
[[annotations]]
path = "node_modules/**"
SPDX-License-Identifier = "0BSD"
`,
			[]string{"lib/x.js", "lib/sub/x.js", "lib/deep/er/x.js", "lib/*.js", "lib/q?.js", "lib/qa.js", "lib/no.js", "node_modules/b/b.js", "node_modules/c.js"},
			[]string{
				"lib/x.js MIT REUSE.toml*", "lib/sub/x.js ISC package.json", "lib/deep/er/x.js Zlib AND X11 REUSE.toml*", "lib/*.js Zlib AND X11 REUSE.toml*",
				"lib/q?.js Zlib AND X11 REUSE.toml", "lib/qa.js MIT REUSE.toml*", "lib/no.js  REUSE.toml", "node_modules/b/b.js MIT node_modules/b/package.json", "node_modules/c.js 0BSD REUSE.toml*",
			},
		},
		{
			"debian/copyright", "Format: x\n\nFiles: *\nLicense: GPL-2+\n\nFiles: lib/*.c\nLicense: Zlib\n\nFiles: node_modules/*\nLicense: Expat\n\nFiles: node_modules/b/in/b.js\nLicense: ISC\n",
			[]string{"lib/x.c", "lib/x.js", "lib/deps/y/x.c", "node_modules/b/b.js", "node_modules/b/in/b.js", "node_modules/b/in/c.js"},
			[]string{"lib/x.c Zlib debian/copyright*", "lib/x.js GPL-2.0-or-later debian/copyright", "lib/deps/y/x.c BSD-2-Clause lib/deps/y/COPYING", "node_modules/b/b.js MIT node_modules/b/package.json", "node_modules/b/in/b.js ISC debian/copyright*", "node_modules/b/in/c.js 0BSD node_modules/b/in/LICENSE"},
		},
	} {
		tree := map[string]string{"package.json": isc, "node_modules/b/package.json": mit, "node_modules/b/in/LICENSE": "SPDX-License-Identifier: 0BSD\n", "lib/deps/y/COPYING": "SPDX-License-Identifier: BSD-2-Clause\n", c.name: c.text}
		for i, got := range saidOf(t, tree, c.files...) {
			if got != c.want[i] {
				t.Errorf("%s: %q is not %q", c.name, got, c.want[i])
			}
		}
	}
}

// Damaged and hostile conclusions say nothing, and take no time. With too many patterns,
// and in a REUSE.toml that cannot be read, all is unknown.
func TestRead_RefusesHostileConclusions(t *testing.T) {
	deep := strings.Repeat(`{"components": [`, 1e5)
	many := strings.Repeat("[[annotations]]\npath = \"a/*/"+strings.Repeat("*", 50)+"\"\nSPDX-License-Identifier = \"MIT\"\n", 1000)
	for name, texts := range map[string][]string{
		"REUSE.toml":    {"", "version", many, "annotations = 1", "[[annotations]]\npath = [1, {}]\nSPDX-License-Identifier = \"MIT\"\n"},
		"scancode.json": {"", "[]", deep, `{"headers": [{}]}`, `{"headers": [{"tool_name": "scancode-toolkit"}], "files": [{"path": 1}]}`},
		"bom.json":      {"", "1", `{"bomFormat": "CycloneDX", "components": [` + deep, `{"bomFormat": "CycloneDX", "components": [{"type": "file", "licenses": {}}]}`},
	} {
		for _, text := range texts {
			if n, ok := Read(name, []byte(text), Recognise); ok && n.files.size() > 0 && (name != "REUSE.toml" || n.files.size() > 1 || first(n.files.license("a/x/b")) != "") {
				t.Errorf("%s says something by %.80q", name, text)
			}
		}
		if n, ok := Read(name, make([]byte, MostConclusions+1), Recognise); ok {
			t.Errorf("%s is too large: %+v", name, n)
		}
	}
}

// A licence text in the form of debian/copyright concludes the licences of what it names.
func TestSet_CopyrightInTheFormOfDebian(t *testing.T) {
	s := NewSet(Recognise)
	s.Add("LICENSE.txt", []byte(mit))
	s.Add("COPYRIGHT.txt", []byte("# All licences.\n# =====\n\n-----\n\nFormat: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: Expat\n\n"+
		"Files: ./thirdparty/lua/*\nLicense: Zlib\n\nFiles: ./src/a.c\nLicense: Acme, for tests\n"))
	for file, want := range map[string]string{"src/b.c": "MIT LICENSE.txt", "thirdparty/lua/x.c": "Zlib COPYRIGHT.txt", "src/a.c": "Acme, for tests COPYRIGHT.txt", "thirdparty/b/b.c": " LICENSE.txt"} {
		if said := s.Find(file); said.License+" "+said.From != want {
			t.Errorf("%s: %q by %s, want %q", file, said.License, said.From, want)
		}
	}
}

// A pattern is as near as the folders that it names, and comes before the texts there.
func TestSet_PatternsAgainstTexts(t *testing.T) {
	const inReuse = "version = 1\n[[annotations]]\npath = \"%s\"\nSPDX-License-Identifier = \"Zlib\"\n"
	const inDebian = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: %s\nLicense: Zlib\n"
	for pattern, want := range map[string][2]string{"*": {"Zlib", "ISC"}, "deps/*": {"MIT", "ISC"}, "deps/lua/*": {"MIT", "Zlib"}, "deps/lua/a.c": {"MIT", "Zlib"}, "src/*": {"Zlib", "ISC"}} {
		for file, format := range map[string]string{"REUSE.toml": inReuse, "debian/copyright": inDebian, ".reuse/dep5": inDebian} {
			if file == "REUSE.toml" {
				pattern = strings.TrimSuffix(pattern, "*") + map[bool]string{true: "**"}[strings.HasSuffix(pattern, "*")]
			} else {
				pattern = strings.ReplaceAll(pattern, "**", "*")
			}
			s := NewSet(Recognise)
			s.Add("debian/changelog", []byte("x (1-1) sid;\n"))
			s.Add("LICENSE", []byte(mit))
			s.Add("deps/lua/COPYING", []byte(isc))
			s.Add(file, fmt.Appendf(nil, format, pattern))
			for i, of := range []string{"src/a.c", "deps/lua/a.c"} {
				if said := s.Find(of); said.License != want[i] {
					t.Errorf("%s of %s: %s is %q by %s, not %q", pattern, file, of, said.License, said.From, want[i])
				}
			}
		}
	}
}
