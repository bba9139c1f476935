package scans

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/scan"
)

// copiesOf is a report with a copy of each document.
func copiesOf(all ...index.Occurrence) *scan.Report {
	r := &scan.Report{Tree: "proj"}
	for i, o := range all {
		name := fmt.Sprintf("f%d.c", i)
		r.Files = append(r.Files, scan.File{Path: name, Lines: 9})
		r.Findings = append(r.Findings, scan.Finding{
			File: name, Class: scan.Copy, Status: scan.Undecided, Kind: "verbatim",
			Matches: []scan.Match{{File: span(1, 9), Origin: span(1, 9)}}, Origin: scan.Origin{Content: someID, Occurrence: o},
		})
	}
	return withChecksums(r)
}

func documentIn(collection, root, path string, of document.Origin) index.Occurrence {
	return index.Occurrence{Collection: collection, Root: root, Path: path, Origin: of}
}

// Packages, repositories, archives and folders are components, with what their names say of the
// version.
func TestComponents_AreNamed(t *testing.T) {
	mit := func(from string) document.Origin { return document.Origin{License: "MIT", LicenseFrom: from} }
	for _, c := range []struct {
		want string
		of   index.Occurrence
	}{
		{"lua 5.1.5 pkg:generic/lua@5.1.5", documentIn("tars", "/srv/lua-5.1.5.tar.gz", "src/lvm.c", mit("COPYRIGHT"))},
		{"lua 5.1.5 pkg:generic/lua@5.1.5", documentIn("tars", "/srv/x.tgz", "lua-5.1.5/src/lvm.c", mit("lua-5.1.5/COPYRIGHT"))},
		{"lua 5.1.5 pkg:generic/lua@5.1.5", documentIn("tars", "/srv", "lua_5.1.5.orig.tar.xz/src/lvm.c", document.Origin{})},
		{"redis 7.0.15 pkg:generic/redis@7.0.15", documentIn("srv", "/srv", "redis-7.0.15/src/lvm.c", mit("redis-7.0.15/src/COPYRIGHT"))},
		{"lua  ", documentIn("srv", "/srv", "redis-7.0.15/deps/lua/src/lvm.c", mit("redis-7.0.15/deps/lua/COPYRIGHT"))},
		{"linenoise  ", documentIn("srv", "/srv/redis", "deps/linenoise/a.c", document.Origin{Repository: "https://github.com/redis/redis.git", Package: "pkg:github/redis/redis@7"})},
		{"zlib 1.2.11 pkg:generic/zlib@1.2.11", documentIn("srv", "/srv", "a/third_party/zlib-1.2.11/a.c", document.Origin{})},
		{"%40up/lib 1.2.3 pkg:npm/%40up/lib@1.2.3", documentIn("srv", "/srv", "vendor/lib/a.js", document.Origin{Package: "pkg:npm/%40up/lib@1.2.3"})},
		{"github.com/a/b  pkg:golang/github.com/a/b", documentIn("srv", "/srv", "vendor/github.com/a/b/c/a.go", document.Origin{})},
		{"log4j-1.2-api 2.17.1 pkg:generic/log4j-1.2-api@2.17.1", documentIn("srv", "/srv/log4j-1.2-api-2.17.1-sources.zip", "a.java", document.Origin{})},
		{"sqlite-autoconf 3400100 pkg:generic/sqlite-autoconf@3400100", documentIn("srv", "/srv/sqlite-autoconf-3400100.tar.gz", "a.c", document.Origin{})},
		{"boost 1_83_0 pkg:generic/boost@1_83_0", documentIn("srv", "/srv/boost_1_83_0.tar.gz", "a.c", document.Origin{})},
		{"x 1.0-rc1 pkg:generic/x@1.0-rc1", documentIn("srv", "/srv/x-v1.0-rc1", "a.c", document.Origin{})},
		{"srv  ", documentIn("srv", "/srv/arm-64", "src/a.c", document.Origin{})},
		{"curl  ", documentIn("srv", "/srv", "curl/lib/a.c", mit("curl/COPYING"))},
		{"curl  ", documentIn("srv", "/srv", "curl/lib/a.c", mit("curl/LICENSES/MIT.txt"))},
		{"srv  ", documentIn("srv", "/srv", "lib/a.c", mit("../LICENSE"))},
		{"%40up/lib 1.2.3 pkg:npm/%40up/lib@1.2.3", documentIn("srv", "/srv", "a.js", document.Origin{Package: "pkg:npm/%40up/lib@1.2.3"})},
		{"antirez/linenoise  pkg:github/antirez/linenoise", documentIn("srv", "git+file:///srv/repo?history", "a.c", document.Origin{Repository: "https://github.com/antirez/linenoise.git"})},
		{"nginx  ", documentIn("srv", "/srv/x.jsonl", "a.c", document.Origin{Repository: "nginx"})},
	} {
		all := componentsOf(copiesOf(c.of))
		got := strings.ReplaceAll(all[0].group, "@", "%40")
		if got != "" {
			got += "/"
		}
		if got += fmt.Sprintf("%s %s %s", all[0].name, all[0].version, all[0].purl); len(all) != 1 || got != c.want {
			t.Errorf("%s %s is %q, not %q", c.of.Root, c.of.Path, got, c.want)
		}
	}
}

// Repositories in folders of one name are components of several names, and of one identifier on all
// machines.
func TestComponents_AreToldApart(t *testing.T) {
	ids := map[string]bool{}
	for _, home := range []string{"/home/jane/src", "/srv"} {
		var names []string
		for _, c := range componentsOf(copiesOf(
			documentIn("repo", "git+file://"+home+"/linenoise/repo?history", "a.c", document.Origin{}),
			documentIn("repo", "git+file://"+home+"/hiredis/repo?history", "a.c", document.Origin{}),
			documentIn("repo", home+"/histogram/repo", "a.c", document.Origin{}),
			documentIn("repo", home+"/histogram/repo", "b.c", document.Origin{}),
		)) {
			names = append(names, c.name)
			ids[c.id] = true
		}
		if want := []string{"hiredis/repo", "histogram/repo", "linenoise/repo"}; !slices.Equal(names, want) {
			t.Errorf("%q is not %q", names, want)
		}
	}
	if len(ids) != 3 {
		t.Errorf("%d identifiers", len(ids))
	}
}

// An unknown licence of some files stands beside those that are known, whichever are more.
func TestComponents_UnknownStaysUnknown(t *testing.T) {
	for _, known := range []int{1, 0, 96} {
		var all []index.Occurrence
		for i := range 97 {
			of := document.Origin{}
			if i < known {
				of.License = "MIT"
			}
			all = append(all, documentIn("lua", "/srv/lua-5.1.5", fmt.Sprintf("a%d.c", i), of))
		}
		r := copiesOf(all...)
		var d struct {
			Packages []struct{ Name, LicenseConcluded, LicenseDeclared, LicenseComments string }
			Licenses []struct{ LicenseID, ExtractedText string } `json:"hasExtractedLicensingInfos"`
		}
		if err := json.Unmarshal(sbomText(t, SPDX, r), &d); err != nil {
			t.Fatal(err)
		}
		var bom struct {
			Components []struct {
				Name     string
				Licenses []struct {
					License    struct{ ID, Name string }
					Expression string
				}
			}
		}
		if err := json.Unmarshal(sbomText(t, CycloneDX, r), &bom); err != nil {
			t.Fatal(err)
		}
		var table bytes.Buffer
		if err := ComponentsCSV(&table, r); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%v: %v", rows, err)
		}
		p, cell := d.Packages[1], strings.Join(rows[1][:7], "|")
		if known == 0 {
			if p.LicenseConcluded != "NOASSERTION" || p.LicenseDeclared != "NOASSERTION" || fmt.Sprint(bom.Components[0].Licenses) != "[]" || cell != "lua|5.1.5|NOASSERTION|unknown|undecided|97|873" {
				t.Errorf("%+v, %+v, %s", p, bom.Components[0], cell)
			}
			continue
		}
		if p.Name != "lua" || p.LicenseConcluded != "MIT AND LicenseRef-NOASSERTION" || p.LicenseDeclared != "MIT" || d.Licenses[0].LicenseID != "LicenseRef-NOASSERTION" ||
			!strings.HasPrefix(p.LicenseComments, fmt.Sprintf("The licence of the copied files: MIT: %d file", known)) || !strings.Contains(p.LicenseComments, fmt.Sprintf("NOASSERTION: %d file", 97-known)) {
			t.Errorf("SPDX has %+v, %+v", p, d.Licenses)
		}
		if fmt.Sprint(bom.Components[0].Licenses) != "[{{ } MIT AND LicenseRef-NOASSERTION}]" {
			t.Errorf("CycloneDX has %v", bom.Components[0].Licenses)
		}
		if cell != "lua|5.1.5|MIT AND NOASSERTION|unknown|undecided|97|873" {
			t.Error(cell)
		}
	}
}

// An attribution has one entry for a component, with each text once: its own, or that of SPDX's
// list.
func TestAttribution_HasTextsOfLicenses(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"lua-5.1.5/COPYRIGHT": "Lua License\n-----------\n\n\tMine, *mine*.\n", "other-1.0/LICENSE": "Lua License\n-----------\n\n\tMine, *mine*.\n",
		"LICENSE": "not theirs",
	})
	r := copiesOf(
		documentIn("c", root, "lua-5.1.5/src/a.c", document.Origin{License: "MIT", LicenseFrom: "lua-5.1.5/COPYRIGHT"}),
		documentIn("c", root, "lua-5.1.5/src/b.c", document.Origin{LicenseFrom: "lua-5.1.5/COPYRIGHT"}),
		documentIn("c", root, "other-1.0/src/b.c", document.Origin{License: "Acme", LicenseFrom: "other-1.0/LICENSE"}),
		documentIn("c", root, "vendor/a/b.c", document.Origin{LicenseFrom: "LICENSE"}),
	)
	r.Findings[0].Origin.Copyright = []string{"Copyright 2001 A. Nother"}
	texts, err := ReadLicenseTexts(t.Context(), r, noIndex{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Attribution(&b, r, texts); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	first, entries, _ := strings.Cut(text[strings.Index(text, "\n## ")+1:], "\n## ")
	if !strings.HasPrefix(first, "## a\n\nLicence: NOASSERTION") || !strings.HasSuffix(first, "\n\nThe text of its licence is missing: add it by hand.  \n") || strings.Contains(first, "theirs") {
		t.Errorf("a vendored folder has the text of the project:\n%s", first)
	}
	want := `lua 5.1.5

Licence: MIT AND NOASSERTION  
Package: pkg:generic/lua@5.1.5  
Copyright 2001 A. Nother (MIT)  

- f0.c from lua-5.1.5/src/a.c (MIT), swh:1:cnt:` + someID + `
- f1.c from lua-5.1.5/src/b.c (NOASSERTION), swh:1:cnt:` + someID + `

### lua-5.1.5/COPYRIGHT

> Lua License  
> -----------  
>
> Mine, \*mine\*.  

### The text of MIT in SPDX's list

> MIT License  
>
> Copyright (c) \<year\> \<copyright holders\>  
>
`
	if !strings.HasPrefix(entries, want) {
		t.Errorf("%s\ndoes not begin with\n%s", entries, want)
	}
	end := "## other 1.0\n\nLicence: Acme  \nPackage: pkg:generic/other@1.0  \n\n- f2.c from other-1.0/src/b.c, swh:1:cnt:" + someID +
		"\n\nother-1.0/LICENSE is above, below lua 5.1.5.  \n\nThe text of Acme is missing: add it by hand.  \n"
	if !strings.HasSuffix(text, end) {
		t.Errorf("%s\ndoes not end with\n%s", text, end)
	}
}

// A copy whose own head is not understood needs the text of its head, and not the text of its
// folder.
func TestLicenseTexts_OfUnclearHead(t *testing.T) {
	o := document.Origin{LicenseInFile: true, LicenseFrom: "lua-5.1.5/COPYRIGHT"}
	r := copiesOf(documentIn("c", "/srv", "lua-5.1.5/src/a.c", o))
	at := licensePlaces(r.Findings[0].Origin)[0]
	texts := LicenseTexts{map[licensePlace][]licenseFile{at: {{index.Occurrence{Path: o.LicenseFrom}, "Lua's text"}}}, map[string]headText{r.Findings[0].Origin.Content: {text: "The head"}}}
	if got, _ := texts.of(componentsOf(r)[0]); len(got) != 1 || got[0].text != "The head" || got[0].from != "lua-5.1.5/src/a.c" {
		t.Errorf("it has %+v", got)
	}
}

// A licence that a text only names has the text of SPDX's list, too.
func TestLicenseTexts_OfTextsLeftOut(t *testing.T) {
	o := document.Origin{License: "MIT", LicenseInFile: true, LicenseFrom: "lua-5.1.5/COPYRIGHT"}
	r := copiesOf(documentIn("c", "/srv", "lua-5.1.5/src/a.c", o))
	at := licensePlaces(r.Findings[0].Origin)[0]
	texts := LicenseTexts{at: map[licensePlace][]licenseFile{at: {{index.Occurrence{Path: o.LicenseFrom}, "These files are under the MIT License.\n"}}}}
	if got, missing := texts.of(componentsOf(r)[0]); len(got) != 2 || got[1].license != "MIT" || got[1].from != "" || len(missing) != 0 {
		t.Errorf("it has %+v, and lacks %v", got, missing)
	}
}

// The text beside a component is printed, if it is a version of the licence, and a text that is
// only pointed at is added.
func TestLicenseTexts_BesideComponents(t *testing.T) {
	for _, c := range []struct {
		license, beside string
		want            string
	}{
		{"Libpng", notice.Text("libpng-2.0"), "[libpng-2.0 from lua-5.1.5/LICENSE]"},
		{"Apache-2.0", "Licensed under the Apache License, Version 2.0. A copy is in apache-2.0.txt.\n", "[Apache-2.0 from lua-5.1.5/LICENSE Apache-2.0 from ]"},
		{"GPL-3.0-only", notice.Text("GPL-2.0"), "[GPL-3.0 from ]"},
	} {
		o := document.Origin{License: c.license, LicenseInFile: true, LicenseFrom: "lua-5.1.5/LICENSE"}
		r := copiesOf(documentIn("c", "/srv", "lua-5.1.5/src/a.c", o))
		at := licensePlaces(r.Findings[0].Origin)[0]
		texts := LicenseTexts{at: map[licensePlace][]licenseFile{at: {{index.Occurrence{Path: o.LicenseFrom}, c.beside}}}}
		var got []string
		all, missing := texts.of(componentsOf(r)[0])
		for _, l := range all {
			got = append(got, l.license+" from "+l.from)
		}
		if fmt.Sprint(got) != c.want || len(missing) > 0 {
			t.Errorf("%s has %v, not %s, and lacks %v", c.license, got, c.want, missing)
		}
	}
}

// Of a component with several licences, each licence has the text and the holders that stand with
// it: in a text of several licences, or at the head of a file. A text does not say only.
func TestAttribution_HoldersOfSeveralLicenses(t *testing.T) {
	const from = "lua-5.1.5/COPYRIGHT"
	r := copiesOf(
		documentIn("c", "/srv", "lua-5.1.5/a.c", document.Origin{License: "GPL-3.0-or-later", LicenseInFile: true, LicenseFrom: from}),
		documentIn("c", "/srv", "lua-5.1.5/b.c", document.Origin{License: "MIT", LicenseInFile: true, LicenseFrom: from}),
	)
	at := licensePlaces(r.Findings[0].Origin)[0]
	several := "Under the GNU General Public License, version 3.\n\nPart x is under the MIT License. Ask us.\n"
	r.Findings[1].Origin.Content, r.Findings[1].Origin.Copyright = "b", []string{"Copyright 2004 Dan"}
	texts := LicenseTexts{map[licensePlace][]licenseFile{at: {{index.Occurrence{Path: from}, several}}}, map[string]headText{"b": {"Dan's text", "MIT"}}}
	var b bytes.Buffer
	if err := Attribution(&b, r, texts); err != nil {
		t.Fatal(err)
	}
	for part, wanted := range map[string]bool{"\nCopyright 2004 Dan (MIT)  \n": true, "### " + from + "\n": true, "> Part x is": true, "### lua-5.1.5/b.c (MIT)\n\n> Dan's text": true, "SPDX's list": false} {
		if strings.Contains(b.String(), part) != wanted {
			t.Errorf("%q: not %v in\n%s", part, wanted, b.String())
		}
	}
	b.Reset()
	licenseText{license: "GPL-3.0-only", from: "COPYING", text: "x"}.attribute(&b, "lua", map[string]string{})
	if !strings.HasPrefix(b.String(), "\n### COPYING (GPL-3.0)\n") {
		t.Error(b.String())
	}
}

// A note names what makes licences unknown: a file about them, each once, or the head of a
// document.
func TestNotes_NameWhatIsNotUnderstood(t *testing.T) {
	r := copiesOf(
		documentIn("c", "/srv", "lua/a.c", document.Origin{LicenseFrom: "lua/REUSE.toml"}),
		documentIn("c", "/srv", "lua/b.c", document.Origin{LicenseFrom: "lua/REUSE.toml"}),
		documentIn("c", "/srv", "lua/c.c", document.Origin{LicenseFrom: "lua/COPYRIGHT", LicenseInFile: true}),
		documentIn("c", "/srv", "lua/d.c", document.Origin{License: "MIT", LicenseFrom: "lua/LICENSE"}),
		documentIn("c", "/srv", "lua/e.c", document.Origin{}),
	)
	if got := unclear(r); got != "licence unknown, by what is not understood in /srv/lua/REUSE.toml, /srv/lua/c.c" || !slices.Contains(Notes(r), got) {
		t.Error(got)
	}
	if got := unclear(copiesOf(documentIn("c", "/srv", "lua/e.c", document.Origin{}))); got != "" {
		t.Error(got)
	}
}

// What a component's manifest or text states is declared, and what the copied files state is
// concluded. A document declares what it states itself.
func TestComponents_DeclareAndConclude(t *testing.T) {
	r := copiesOf(
		documentIn("c", "/srv", "lua-5.1.5/a.c", document.Origin{License: "MIT", LicenseFrom: "lua-5.1.5/COPYRIGHT"}),
		documentIn("c", "/srv", "lua-5.1.5/b.c", document.Origin{License: "ISC", LicenseInFile: true, LicenseAround: "MIT", LicenseFrom: "lua-5.1.5/COPYRIGHT"}),
	)
	var d struct {
		Packages []struct{ LicenseConcluded, LicenseDeclared string }
	}
	if err := json.Unmarshal(sbomText(t, SPDX, r), &d); err != nil {
		t.Fatal(err)
	}
	if p := d.Packages[1]; p.LicenseConcluded != "ISC AND MIT" || p.LicenseDeclared != "MIT" {
		t.Errorf("SPDX has %+v", p)
	}
	type licenses []struct {
		License                     struct{ ID, Acknowledgement string }
		Expression, Acknowledgement string
	}
	var bom struct {
		Components []struct {
			Licenses licenses
			Evidence struct{ Licenses licenses }
			Pedigree struct{ Ancestors, Variants []struct{ Licenses licenses } }
		}
	}
	if err := json.Unmarshal(sbomText(t, CycloneDX, r), &bom); err != nil {
		t.Fatal(err)
	}
	if c := bom.Components[0]; fmt.Sprint(c.Licenses, c.Evidence.Licenses) != "[{{ } ISC AND MIT concluded}] [{{MIT declared}  }]" {
		t.Errorf("CycloneDX has %v and %v", c.Licenses, c.Evidence.Licenses)
	}
	var documents []string
	for _, c := range bom.Components[1:] {
		for _, d := range append(c.Pedigree.Ancestors, c.Pedigree.Variants...) {
			documents = append(documents, d.Licenses[0].License.ID+" "+d.Licenses[0].License.Acknowledgement)
		}
	}
	if slices.Sort(documents); fmt.Sprint(documents) != "[ISC declared MIT concluded]" {
		t.Errorf("documents have %q", documents)
	}
	var b bytes.Buffer
	if err := Attribution(&b, r, LicenseTexts{}); err != nil || !strings.Contains(b.String(), "Licence: ISC AND MIT  \nDeclared: MIT  \n") {
		t.Errorf("%v: %s", err, b.String())
	}
}

// A manifest declares the licence of its package. Texts of folders and files inside a component
// declare nothing.
func TestComponents_DeclareByManifest(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"numpy-2.4.dist-info/METADATA": "Metadata-Version: 2.4\nName: numpy\nVersion: 2.4\nLicense-Expression: BSD-3-Clause AND 0BSD\n",
		"node_modules/a/package.json":  `{"name": "a", "version": "1.0.0", "license": "MIT"}`,
		"node_modules/b/package.json":  `{"name": "b", "version": "1.0.0", "license": "BSD"}`,
	})
	const ma = "numpy-2.4.dist-info/licenses/numpy/ma/LICENSE"
	for _, c := range []struct {
		root, path, license, from, purl string
		want                            string
	}{
		{root, "numpy/ma/core.py", "BSD-3-Clause", ma, "pkg:pypi/numpy@2.4", "BSD-3-Clause AND 0BSD"},
		{"/srv/gone", "numpy/ma/core.py", "BSD-3-Clause", ma, "pkg:pypi/numpy@2.4", "NOASSERTION"},
		{root, "numpy/ma/core.py", "BSD-3-Clause", ma, "pkg:pypi/numpy@2.5", "NOASSERTION"},
		{root, "node_modules/a/x/a.js", "ISC", "node_modules/a/x/LICENSE", "pkg:npm/a@1.0.0", "MIT"},
		{root, "node_modules/b/a.js", "BSD-3-Clause", "node_modules/b/LICENSE", "pkg:npm/b@1.0.0", "BSD-3-Clause"},
		{"/srv", "thirdparty/misc/clipper.cpp", "BSL-1.0", "COPYRIGHT.txt", "", "NOASSERTION"},
		{"/srv", "thirdparty/misc/clipper.cpp", "BSL-1.0", "thirdparty/misc/clipper.cpp.license", "", "NOASSERTION"},
		{"/srv", "thirdparty/misc/x/clipper.cpp", "BSL-1.0", "thirdparty/misc/x/LICENSE", "", "NOASSERTION"},
		{"/srv", "thirdparty/zlib/a.c", "Zlib", "thirdparty/zlib/LICENSE", "", "Zlib"},
		{"/srv/x-1.0.tgz", "src/a.c", "Zlib", "COPYING", "", "Zlib"},
	} {
		all := componentsOf(copiesOf(documentIn("c", c.root, c.path, document.Origin{License: c.license, LicenseFrom: c.from, Package: c.purl})))
		if got, _ := joined(all[0].declared()); got != c.want {
			t.Errorf("%s by %s declares %s, not %s", c.path, c.from, got, c.want)
		}
	}
}

// isc is the text of ISC without holders.
const isc = "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.\n"

// TestAttribution_HasTextsOfParts quotes a wheel's texts of parts, and the holders of its own text.
func TestAttribution_HasTextsOfParts(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"x-1.dist-info/METADATA":              "Metadata-Version: 2.4\nName: x\nVersion: 1\nLicense-Expression: ISC AND MIT AND 0BSD\n",
		"x-1.dist-info/licenses/LICENSE":      "Copyright 2020 Ann Lee\n\n" + isc + "\n----\n\nThis also bundles:\n\nName: y\nFiles: x.libs/y.so\nLicense: MIT\n",
		"x-1.dist-info/licenses/in/a/LICENSE": "Copyright 2021 Bob Ray\n\n" + notice.Text("MIT"),
		"x-1.dist-info/licenses/in/b/LICENSE": "Copyright 2022 Cid Poe\n\n" + notice.Text("MIT"),
		"x-1.dist-info/licenses/in/c/LICENSE": "Copyright 2023 Dan Fox\n\n" + notice.Text("Zlib"),
		"x-1.dist-info/licenses/C/d/LICENSE":  "Copyright 2024 Eve Kay\n\n" + isc,
		"node_modules/c/LICENSE":              "Copyright 2025 Flo May\n\n" + isc,
	})
	r := copiesOf(
		documentIn("c", root, "x/a.c", document.Origin{License: "ISC AND MIT AND 0BSD", LicenseFrom: "x-1.dist-info/METADATA", Package: "pkg:pypi/x@1"}),
		documentIn("c", root, "node_modules/c/b.c", document.Origin{License: "blessing", LicenseInFile: true, LicenseAround: "ISC", LicenseFrom: "node_modules/c/package.json", Package: "pkg:npm/c@1", Author: "Flo May"}),
	)
	texts, err := ReadLicenseTexts(t.Context(), r, noIndex{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Attribution(&b, r, texts); err != nil {
		t.Fatal(err)
	}
	for part, times := range map[string]int{
		"\nCopyright 2020 Ann Lee  \n": 1, "> Copyright 2020 Ann Lee": 1, "> Copyright 2021 Bob Ray": 1, "> Copyright 2022 Cid Poe": 1, "Dan Fox": 0, "Eve Kay": 0,
		"The text of MIT in SPDX's list": 0, "The text of 0BSD in SPDX's list": 1, "Flo May": 0,
	} {
		if n := strings.Count(b.String(), part); n != times {
			t.Errorf("%q is there %d times, not %d:\n%s", part, n, times, b.String())
		}
	}
	if got := string(sbomText(t, SPDX, r)); !strings.Contains(got, `"copyrightText": "Copyright 2020 Ann Lee"`) || strings.Contains(got, "Flo May") {
		t.Error(got)
	}
}

// A licence of a component has the project's text, also if that stands above the component, and
// only if not SPDX's.
func TestAttribution_HasTextsOfTheProject(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"mono/LICENSE": "Copyright 2020 Ann Lee\n\n" + isc, "mono/COPYING.other": "Other terms.\n", "mono/pkg/a/package.json": "{}"})
	r := copiesOf(
		documentIn("c", root, "mono/pkg/a/a.c", document.Origin{License: "ISC", LicenseFrom: "mono/pkg/a/package.json", Package: "pkg:npm/a"}),
		documentIn("c", root, "mono/pkg/b/b.c", document.Origin{License: "ISC", LicenseFrom: "mono/pkg/b/package.json", Package: "pkg:npm/b"}),
	)
	texts, err := ReadLicenseTexts(t.Context(), r, noIndex{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Attribution(&b, r, texts); err != nil {
		t.Fatal(err)
	}
	for part, times := range map[string]int{"Copyright 2020 Ann Lee": 1, "### mono/LICENSE (ISC)": 1, "mono/LICENSE (ISC) is above, below a.": 1, "SPDX's list": 0, "Other terms": 0} {
		if n := strings.Count(b.String(), part); n != times {
			t.Errorf("%q is there %d times, not %d:\n%s", part, n, times, b.String())
		}
	}
}

// noIndex is the state of an index without documents.
type noIndex struct{ index.State }

func (noIndex) Occurrences(context.Context, index.Where, func(index.Occurrence) error) error {
	return nil
}

func (noIndex) Describe(context.Context, []string) ([]index.Described, error) {
	return nil, index.ErrUnknownContent
}

// Of a licence that changed, a copy has the text of its time.
func TestLicenseTexts_AreThoseOfTheTime(t *testing.T) {
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	var all []licenseFile
	for _, year := range []int{2012, 2004, 2008} {
		all = append(all, licenseFile{documentIn("c", "git+file:///srv/a?history", "LICENSE", document.Origin{Date: at(year)}), fmt.Sprint(year)})
	}
	for year, want := range map[int]string{2000: "2004", 2004: "2004", 2007: "2004", 2010: "2008", 2020: "2012"} {
		got := current(all, scan.Origin{Occurrence: index.Occurrence{Origin: document.Origin{Date: at(year)}}})
		if len(got) != 1 || got[0].text != want {
			t.Errorf("in %d it is %v, not %s", year, got, want)
		}
	}
}
