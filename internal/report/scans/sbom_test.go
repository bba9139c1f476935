package scans

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	cdx "github.com/CycloneDX/cyclonedx-go"
	spdx "github.com/spdx/tools-golang/spdx/v2/v2_3"

	"github.com/chaffinch-search/chaffinch/scan"
)

func withChecksums(r *scan.Report) *scan.Report {
	for i := range r.Files {
		r.Files[i].SHA1, r.Files[i].SHA256 = someSum, strings.Repeat(fmt.Sprint(i), 64)
	}
	return r
}

func sbomText(t *testing.T, write func(io.Writer, *scan.Report, SBOMOptions) error, r *scan.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, withChecksums(r), SBOMOptions{Version: "1.2.3", Created: time.Unix(1e9, 0)}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var update = flag.Bool("update", false, "write the files that tests compare with")

// The documents of a scan with findings of every kind and status, as a review of a change should
// see them.
func TestSBOM_IsThatOfTheGoldenFile(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *scan.Report, SBOMOptions) error{
		"scan.spdx.json": SPDX, "scan.cdx.json": CycloneDX,
	} {
		got, file := sbomText(t, write, scanned()), filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")); bytes.Equal(got, want) {
			continue
		}
		was, is := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
		i := 0
		for i < min(len(was), len(is)) && was[i] == is[i] {
			i++
		}
		t.Errorf("%s differs from line %d: %q, not %q: look at the change of go test ./internal/report -run Golden -update", file, i+1,
			is[min(i, len(is)-1)], was[min(i, len(was)-1)])
	}
}

// Every copy is in both documents with its lines, unless it was decided that it is none. What is
// own or common is not.
func TestSBOM_HasAllCopies(t *testing.T) {
	r := scanned()
	var d spdx.Document
	if err := json.Unmarshal(sbomText(t, SPDX, r), &d); err != nil {
		t.Fatal(err)
	}
	var bom cdx.BOM
	text := sbomText(t, CycloneDX, r)
	if err := cdx.NewBOMDecoder(bytes.NewReader(text), cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	want, snippets := map[string]bool{}, 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.IsForeign() {
			continue
		}
		for _, m := range f.Matches {
			want[fmt.Sprintf("%s:%s %d-%d", f.File, m.File, m.FileBytes.From+1, m.FileBytes.To)] = true
			if f.Kind != scan.Identical {
				snippets++
			}
		}
	}
	for _, s := range d.Snippets {
		at := fmt.Sprintf("%s %d-%d", s.SnippetName, s.Ranges[0].StartPointer.Offset, s.Ranges[0].EndPointer.Offset)
		if !want[at] {
			t.Errorf("SPDX has %s, which is no copy", at)
		}
		snippets--
	}
	if snippets != 0 {
		t.Errorf("%d snippets are missing", snippets)
	}
	relations := map[string]int{}
	for _, x := range d.Relationships {
		relations[x.Relationship]++
	}
	if relations["COPY_OF"] != 4 || relations["VARIANT_OF"] != 2 {
		t.Errorf("relationships: %v", relations)
	}
	occurrences := 0
	for _, c := range *bom.Components {
		if c.Evidence != nil {
			occurrences += len(*c.Evidence.Occurrences)
		}
	}
	if occurrences != len(want) || len(*bom.Annotations) != 2 {
		t.Errorf("CycloneDX has %d of %d copies, and %d annotations", occurrences, len(want), len(*bom.Annotations))
	}
	// Nothing of later versions is in it.
	var again bytes.Buffer
	if err := cdx.NewBOMEncoder(&again, cdx.BOMFileFormatJSON).EncodeVersion(&bom, cdx.SpecVersion1_6); err != nil {
		t.Fatal(err)
	}
	var x, y any
	if json.Unmarshal(text, &x) != nil || json.Unmarshal(again.Bytes(), &y) != nil || fmt.Sprint(x) != fmt.Sprint(y) {
		t.Errorf("as version 1.6 it is\n%v\nnot\n%v", y, x)
	}
}

func TestSBOM_IsDeterministic(t *testing.T) {
	for _, write := range []func(io.Writer, *scan.Report, SBOMOptions) error{SPDX, CycloneDX} {
		one := sbomText(t, write, scanned())
		if !bytes.Equal(one, sbomText(t, write, scanned())) {
			t.Error("two documents of a scan differ")
		}
		r := scanned()
		r.Findings[0].Score = .5
		if bytes.Equal(one, sbomText(t, write, r)) {
			t.Error("another scan has the same document")
		}
	}
	if err := SPDX(io.Discard, scanned(), SBOMOptions{}); err == nil {
		t.Error("files need no checksums")
	}
}

func TestSBOM_EscapesTexts(t *testing.T) {
	for _, bad := range hostileTexts {
		for _, write := range []func(io.Writer, *scan.Report, SBOMOptions) error{SPDX, CycloneDX} {
			text := sbomText(t, write, hostileScan(bad))
			if !json.Valid(text) {
				t.Errorf("%q: no JSON", bad)
			}
			if i := strings.IndexFunc(string(text), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%q is raw", text[i:min(len(text), i+9)])
			}
		}
	}
}

// The project has the name, version and licence of its manifest.
func TestSBOM_DescribesTheProject(t *testing.T) {
	r := scanned()
	r.Tree = t.TempDir()
	if err := os.WriteFile(filepath.Join(r.Tree, "package.json"), []byte(`{"name": "@acme/app", "version": "1.2.0", "license": "MIT OR ISC"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		write func(io.Writer, *scan.Report, SBOMOptions) error
		says  []string
	}{
		{SPDX, []string{`"name": "@acme/app"`, `"versionInfo": "1.2.0"`, `"licenseDeclared": "MIT OR ISC"`, `"referenceLocator": "pkg:npm/%40acme/app@1.2.0"`}},
		{CycloneDX, []string{`"name": "@acme/app"`, `"version": "1.2.0"`, `"expression": "MIT OR ISC"`, `"purl": "pkg:npm/%40acme/app@1.2.0"`}},
	} {
		text := sbomText(t, want.write, r)
		for _, says := range want.says {
			if !bytes.Contains(text, []byte(says)) {
				t.Errorf("no %s in %s", says, text[:min(len(text), 1500)])
			}
		}
	}
}
