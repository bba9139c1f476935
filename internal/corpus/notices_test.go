package corpus

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// described lists the licence and the package of each document of a source.
func described(t *testing.T, name string, o document.Options) map[string]string {
	t.Helper()
	s, err := Open(name, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := map[string]string{}
	err = s.Each(t.Context(), Visitor{
		Visit:   func(f File) error { all[f.Path] = f.Origin.License + " " + f.Origin.Package; return nil },
		License: func(text []byte) string { return "L" + fmt.Sprint(len(text)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// All kinds of trees say the same of licences and packages, whatever is to be read of them and in
// whatever order their files come.
func TestSources_SayLicenses(t *testing.T) {
	files := map[string]string{
		"a.go": "package a\n", "Copying": "x", "lib/LICENCE.md": "xy", "lib/deep/b.go": "package b\n",
		"wide/w.js": "w()\n", "wide/package.json": "\xff\xfe" + strings.Join(strings.Split(`{"license":"0BSD"}`, ""), "\x00") + "\x00", // UTF-16
		"js/z.js": "z()\n", "js/package.json": `{"name":"j","version":"1","license":"ISC"}`, "js/a/a.js": "a()\n",
	}
	want := map[string]string{"wide/w.js": "0BSD ", "a.go": "L1 ", "lib/deep/b.go": "L2 ", "js/z.js": "ISC pkg:npm/j@1", "js/a/a.js": "ISC pkg:npm/j@1"}
	noVersion := maps.Clone(want)
	noVersion["js/z.js"], noVersion["js/a/a.js"] = "ISC pkg:npm/j", "ISC pkg:npm/j"
	w := newWork(t)
	w.commit(files)
	zipped, tarred := "", ""
	var entries []packed
	for _, name := range slices.Sorted(maps.Keys(files)) {
		entries = append(entries, packed{name: name, content: files[name]})
	}
	slices.Reverse(entries) // in a tar the notices come last
	dir := t.TempDir()
	zipped, tarred = filepath.Join(dir, "x.zip"), filepath.Join(dir, "x.tar")
	writeFile(t, zipped, makeZip(t, entries...))
	writeFile(t, tarred, makeTar(t, entries...))
	o := document.Options{Include: []string{"*.go", "*.js"}}
	history, head := o, o
	history.Git.History, head.Git.Revision = true, "HEAD"
	for _, c := range []struct {
		name string
		o    document.Options
		want map[string]string
	}{
		{w.dir, o, want}, {zipped, o, want}, {tarred, o, want}, {w.dir, head, want}, {w.dir, history, noVersion},
	} {
		if got := described(t, c.name, c.o); !maps.Equal(got, c.want) {
			t.Errorf("%s %+v:\n%v, want\n%v", c.name, c.o.Git, got, c.want)
		}
	}
	// What is said of a folder is not said of an archive in it.
	o.Archives = true
	got := described(t, dir, o)
	if got["x.tar/a.go"] != "L1 " || got["x.zip/js/z.js"] != "ISC pkg:npm/j@1" {
		t.Error(got)
	}
	writeFile(t, filepath.Join(dir, "LICENSE"), "the folder's")
	writeFile(t, filepath.Join(dir, "y.zip"), makeZip(t, packed{name: "a.go", content: "package a\n"}))
	if got := described(t, dir, o); got["y.zip/a.go"] != " " {
		t.Errorf("a file in an archive is under %q, the licence of the folder", got["y.zip/a.go"])
	}
}

// A text that cannot be read makes unknown what is below it, and so does the source of a minified
// file that is too large to be read.
func TestSources_UnreadableTexts(t *testing.T) {
	files := map[string]string{"LICENSE": "x", "a.go": "package a\n", "empty/a.go": "package a\n", "empty/LICENSE": "", "big.js": strings.Repeat("f();\n", notice.MostSize/5+1), "big.min.js": "f()\n"}
	for _, name := range []string{"LICENSE.pdf", "COPYING.gz", "license.docx"} {
		folder := strings.ToLower(name)
		files[folder+"/"+name], files[folder+"/a.go"] = "%PDF\x00\x01", "package a\n"
	}
	dir := t.TempDir()
	var entries []packed
	for name, content := range files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), content)
		entries = append(entries, packed{name: name, content: content})
	}
	zipped := filepath.Join(t.TempDir(), "x.zip")
	writeFile(t, zipped, makeZip(t, entries...))
	for _, tree := range []string{dir, zipped} {
		for name, license := range described(t, tree, document.Options{Include: []string{"*.go", "*.js"}, KeepMinified: true}) {
			want := " "
			if name == "a.go" || name == "big.js" || name == "big.min.js" && tree == zipped {
				want = "L1 "
			}
			if license != want {
				t.Errorf("%s in %s: %q, not %q", name, filepath.Ext(tree), license, want)
			}
		}
	}
}

// Packages say what they are where only they can: a gem in its compressed metadata, and a module of
// Go without go.mod in its paths.
func TestSources_SayPackages(t *testing.T) {
	dir := t.TempDir()
	gemspec := "--- !ruby/object:Gem::Specification\nname: s\nversion: !ruby/object:Gem::Version\n  version: 3.0.5\nlicenses:\n- MIT\n"
	data := makeTar(t, packed{name: "lib/s.rb", content: "s = 1\n"})
	for name, content := range map[string]string{
		"s.gem":  makeTar(t, packed{name: "metadata.gz", content: gzipped(t, gemspec)}, packed{name: "data.tar.gz", content: gzipped(t, data)}),
		"v1.zip": makeZip(t, packed{name: "github.com/d/s@v1.1.1/a.go", content: "package a\n"}),
	} {
		writeFile(t, filepath.Join(dir, name), content)
	}
	for _, root := range []string{"s.gem", "v1.zip", ""} {
		all := described(t, filepath.Join(dir, root), document.Options{Archives: root == ""})
		for name, want := range map[string]string{
			"s.gem/lib/s.rb": "MIT pkg:gem/s@3.0.5", "v1.zip/github.com/d/s@v1.1.1/a.go": " pkg:golang/github.com/d/s@v1.1.1",
		} {
			below, in := strings.CutPrefix(name, root)
			if got := all[strings.TrimPrefix(below, "/")]; in && got != want {
				t.Errorf("%s of %q: %q, not %q", name, root, got, want)
			}
		}
	}
}

// Patterns select all files that may be notices.
func TestSources_ReadAllNotices(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"LICENSE", "licence.txt", "COPYING.LESSER", "MIT-LICENSE", "UNLICENSE", "License-Apache", "go.mod", "package.json",
		"composer.json", "Cargo.toml", "pyproject.toml", "PKG-INFO", "METADATA", "RECORD", "top_level.txt", "pom.xml", "a.nuspec", "a.gemspec", "metadata", "copyright", "changelog", "control", "setup.py", "setup.cfg", "EULA.txt", "Lizenz", "a.png.license"} {
		if !notice.Is(name) {
			t.Errorf("%s is no notice", name)
		}
		writeFile(t, filepath.Join(dir, name), "x")
	}
	read := 0
	err := Walk(t.Context(), dir, forNotices(document.Options{}), func(File) error { read++; return nil }, nil)
	if err != nil || read != 27 {
		t.Errorf("%d of 27 are read: %v", read, err)
	}
}

// A folder says of its files what an archive of the same files says, though its notices are read as
// it is walked: before the files beside them, and from the folders with metadata, which come later.
func TestTree_ReadsNoticesAsItIsWalked(t *testing.T) {
	const python, pom = "Metadata-Version: 2.1\nName: %s\nVersion: 1\nLicense: L3\n", "<project><groupId>g</groupId><artifactId>a</artifactId><version>2</version></project>"
	files := map[string]string{
		"A.go": "package a\n", "LICENSE": "x", "a/A.go": "package a\n", "a/LICENSE": "xy", "a/z/b.go": "package b\n",
		"py/mod/m.py": "m\n", "py/one.py": "o\n", "py/z-1.dist-info/METADATA": fmt.Sprintf(python, "z"), "py/z-1.dist-info/RECORD": "mod/m.py,,\n",
		"py/z-1.dist-info/licenses/LICENSE": "xyz", "py/zz.egg-info/PKG-INFO": fmt.Sprintf(python, "zz"), "py/zz.egg-info/top_level.txt": "one\n",
		"jar/A.java": "class A {}\n", "jar/META-INF/maven/g/a/pom.xml": pom,
		"deb/a.c": "int a;\n", "deb/debian/changelog": "deb (1-1) unstable; urgency=low\n", "deb/debian/copyright": "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: ISC\n",
		"ignored/LICENSE": "xyzx", "ignored/a.go": "package a\n", "ignored/.chaffinchignore": "LICENSE\n",
	}
	dir, zipped := t.TempDir(), filepath.Join(t.TempDir(), "x.zip")
	var entries []packed
	for name, content := range files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), content)
		if name != "ignored/LICENSE" {
			entries = append(entries, packed{name: name, content: content})
		}
	}
	writeFile(t, zipped, makeZip(t, entries...))
	o := document.Options{Include: []string{"*.go", "*.py", "*.java", "*.c"}}
	got, want := described(t, dir, o), described(t, zipped, o)
	if !maps.Equal(got, want) {
		t.Errorf("a folder:\n%v, an archive:\n%v", got, want)
	}
	for name, says := range map[string]string{"A.go": "L1 ", "a/A.go": "L2 ", "py/mod/m.py": "L3 pkg:pypi/z@1", "py/one.py": "L3 pkg:pypi/zz@1", "jar/A.java": "L1 pkg:maven/g/a@2", "deb/a.c": "ISC pkg:deb/debian/deb@1-1?arch=source"} {
		if got[name] != says {
			t.Errorf("%s: %q, not %q", name, got[name], says)
		}
	}
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	late := ""
	err = s.Each(t.Context(), Visitor{
		Visit: func(f File) error {
			switch f.Path {
			case "A.go": // no second walk has been here
				writeFile(t, filepath.Join(dir, "jar", "COPYING"), "x of the jar")
			case "jar/A.java":
				late = f.Origin.License
			}
			return nil
		},
		License: func(text []byte) string { return string(text) },
	})
	if err != nil || late != "x of the jar" {
		t.Errorf("a licence that came before its folder was walked: %q, %v", late, err)
	}
}

// The notices of folders above a root count up to the top of its work tree, or to one folder above
// its module.
func TestTree_TakesLicensesFromAbove(t *testing.T) {
	const npm = `{"name":"j","version":"1","license":"ISC"}`
	for name, c := range map[string]struct {
		files map[string]string // by path; one that ends in a slash is a folder
		root  string
		want  string
	}{
		"beside src":         {map[string]string{"LICENSE": "x", "src/go.mod": "module std\n"}, "src", "L1 pkg:golang/std"},
		"below src":          {map[string]string{"LICENSE": "x", "src/go.mod": "module std\n"}, "src/a/b", "L1 pkg:golang/std"},
		"nearer":             {map[string]string{"LICENSE": "x", "src/COPYING": "xy"}, "src", "L2 "},
		"no manifest beside": {map[string]string{"package.json": npm, "src/go.mod": "module std\n"}, "src", " pkg:golang/std"},
		"in a module":        {map[string]string{"m/package.json": npm, "LICENSE": "x"}, "m/a/b", "ISC pkg:npm/j@1"},
		"two above":          {map[string]string{"LICENSE": "x"}, "src/a", " "},
		"above a module":     {map[string]string{"LICENSE": "x", "m/n/package.json": `{"name":"j"}`}, "m/n/a", " pkg:npm/j"},
		"in a work tree":     {map[string]string{"w/.git/HEAD": "x", "w/LICENSE": "xyz"}, "w/a/b/c", "L3 "},
		"top of a work tree": {map[string]string{"w/.git/HEAD": "x", "LICENSE": "xyz"}, "w", " "},
		"above a work tree":  {map[string]string{"w/.git/HEAD": "x", "LICENSE": "xyz"}, "w/a", " "},
		"texts by REUSE":     {map[string]string{"w/.git/HEAD": "x", "w/LICENSES/x.txt": "xyz"}, "w/a/b", "L3 "},
		"installed":          {map[string]string{"w/.git/HEAD": "x", "w/LICENSE": "xyz"}, "w/node_modules/a", " "},
	} {
		dir := filepath.Join(t.TempDir(), "tree")
		for file, content := range c.files {
			writeFile(t, filepath.Join(dir, filepath.FromSlash(file)), content)
		}
		root := filepath.Join(dir, filepath.FromSlash(c.root))
		writeFile(t, filepath.Join(root, "a.js"), "a()\n")
		if got := described(t, root, document.Options{Include: []string{"*.js"}})["a.js"]; got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// A minified file without a head is under the licence that the source beside it states.
func TestSources_ReadSourcesOfMinifiedFiles(t *testing.T) {
	files := map[string]string{
		"LICENSE": "x", "js/foo.js": "// SPDX-License-Identifier: GPL-3.0-only\nf();\n", "js/foo.min.js": "f();\n", "js/bar.min.js": "g();\n",
	}
	w := newWork(t)
	w.commit(files)
	var entries []packed
	for _, name := range slices.Sorted(maps.Keys(files)) {
		entries = append(entries, packed{name: name, content: files[name]})
	}
	dir := t.TempDir()
	zipped, tarred := filepath.Join(dir, "x.zip"), filepath.Join(dir, "x.tar")
	writeFile(t, zipped, makeZip(t, entries...))
	writeFile(t, tarred, makeTar(t, entries...))
	o := document.Options{Include: []string{"*.js"}, KeepMinified: true}
	head := o
	head.Git.Revision = "HEAD"
	for i, of := range []struct {
		name string
		o    document.Options
	}{{w.dir, o}, {zipped, o}, {tarred, o}, {w.dir, head}} {
		got := described(t, of.name, of.o)
		if got["js/foo.min.js"] != "GPL-3.0-only " || got["js/bar.min.js"] != "L1 " {
			t.Errorf("source %d: %v", i, got)
		}
	}
}
