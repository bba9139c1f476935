package scans

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/scan"
)

// An identifier without only or or-later is no licence of SPDX's list: it would mean only.
func TestJoined_LeavesLaterVersionsOpen(t *testing.T) {
	for license, want := range map[string]string{
		"LGPL-2.1":                             "LicenseRef-LGPL-2.1-version-not-stated",
		"MIT OR AGPL-3.0":                      "MIT OR LicenseRef-AGPL-3.0-version-not-stated",
		"GPL-2.0-only":                         "GPL-2.0-only",
		"LGPL-2.1-or-later":                    "LGPL-2.1-or-later",
		"GPL-2.0 WITH Classpath-exception-2.0": "GPL-2.0 WITH Classpath-exception-2.0",
	} {
		got, refs := joined([]licensed{{license: license}})
		if got != want {
			t.Errorf("%s: %s", license, got)
		}
		for id, text := range refs {
			if text == "" || text == id {
				t.Errorf("%s has the text %q", id, text)
			}
		}
	}
	named := cdxLicense("LGPL-2.1", cdx.LicenseAcknowledgementDeclared)
	if l := (*named)[0]; l.License == nil || l.License.ID != "" || l.License.Name != "LGPL-2.1" {
		t.Errorf("CycloneDX: %+v", l)
	}
}

const grant = "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.\n\n" +
	"THE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.\n"

// The holders of a component are in its licence text if no file names them.
func TestCopyrights_OfTheLicenseText(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a/LICENSE": "Copyright 2020 Ann Lee\n\n" + grant,
		"b/COPYING": "Copyright 2021 Bob Ray\n\nSome words of Bob's own about copying, which grant nothing.\n",
	})
	for _, c := range []struct{ from, line, want string }{
		{"a/LICENSE", "", "[Copyright 2020 Ann Lee]"},
		{"a/LICENSE", "Copyright 2019 Cy", "[Copyright 2019 Cy]"}, // the file has one
		{"b/COPYING", "", "[]"},                                   // perhaps of another work
		{"", "", "[]"},
	} {
		var o scan.Origin
		o.Root, o.LicenseFrom = root, c.from
		if c.line != "" {
			o.Copyright = []string{c.line}
		}
		of := &component{findings: []*scan.Finding{{Origin: o}}}
		if got := fmt.Sprint(of.copyrights()); got != c.want {
			t.Errorf("%s %q: %s", c.from, c.line, got)
		}
	}
}

// A head that is not understood may say in which file the terms are.
func TestHeadText_PointsToFile(t *testing.T) {
	for _, c := range []struct {
		head headText
		want bool
	}{
		{headText{text: "Licensed under the terms in LICENSE.txt at the root."}, true},
		{headText{text: "Licensed under terms of our own."}, false},
		{headText{text: "See LICENSE.txt.", license: "MIT"}, false},
		{headText{}, false},
	} {
		if got := c.head.pointsTo("top/LICENSE.txt"); got != c.want {
			t.Errorf("%+v: %t", c.head, got)
		}
	}
}

// Apache-2.0 asks for the NOTICE of the package, whatever states the licence.
func TestLicenseTexts_HaveTheNotice(t *testing.T) {
	for _, c := range []struct {
		path, from, license, at string
		want                    bool
	}{
		{"a/src/x.go", "a/src/x.go", "Apache-2.0", "a", true},
		{"a/src/x.go", "REUSE.toml", "Apache-2.0 AND MIT", "a", true},
		{"a/src/x.go", "a/src/x.go", "MIT", "a", false},
		{"a/src/x.go", "a/src/x.go", "Apache-2.0", "b", false},
		{"vendor/b/x.go", "vendor/b/x.go", "Apache-2.0", "", false}, // the project's own
		{"node_modules/b/x.js", "node_modules/b/x.js", "Apache-2.0", "node_modules", false},
	} {
		r := copiesOf(documentIn("c", "/srv", c.path, document.Origin{License: c.license, LicenseFrom: c.from, LicenseInFile: c.path == c.from}))
		texts := LicenseTexts{at: map[licensePlace][]licenseFile{{"/srv", c.at}: {{index.Occurrence{Path: path.Join(c.at, "NOTICE")}, "Acme\nCopyright 2020 Acme\n"}}}}
		all, _ := texts.of(componentsOf(r)[0])
		if got := slices.ContainsFunc(all, func(l licenseText) bool { return isNotice(l.from) }); got != c.want {
			t.Errorf("%+v: %+v", c, all)
		}
	}
}

// The text that decided is quoted, at the head or at the end of a file.
func TestHeadOf_QuotesTheEnd(t *testing.T) {
	text := "/* Copyright 2020 Ann\n\n" + grant + "*/\n"
	for _, c := range []struct {
		source, license string
		want            bool
	}{
		{text + "int a;\n", "ISC", true},
		{"/* The notice is at the end. */\nint a;\n" + text, "ISC", true},
		{"/* The notice is at the end. */\nint a;\n" + text, "MIT", false}, // something else decided
		{"/* The notice is at the end. */\nint a;\n", "ISC", false},
	} {
		if h := headOf(c.source, c.license); (h.license == c.license && strings.HasPrefix(h.text, "Copyright 2020 Ann")) != c.want {
			t.Errorf("%.40q %s: %+v", c.source, c.license, h)
		}
	}
}
