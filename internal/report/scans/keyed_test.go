package scans

import (
	"bytes"
	"encoding/csv"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/scan"
)

// scannedHashes is a report of an index of hashes only.
func scannedHashes(keyed bool) *scan.Report {
	r := withChecksums(scanned())
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Origin.Keyed = keyed
		f.Origin.SWHID = f.Origin.SWHIDOf(answer.Lines{})
		if f.Kind == scan.Identical {
			continue
		}
		f.Kind = scan.Fingerprints
		for j := range f.Matches {
			f.Matches[j].Kind, f.Matches[j].Origin = scan.Fingerprints, answer.Lines{}
		}
	}
	return r
}

// scanFormats are all formats of a report that name origins, apart from the page.
func scanFormats(r *scan.Report) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"text": func(w io.Writer) error {
			return Text(w, r, TextOptions{All: true, Explain: true})
		},
		"CSV":         func(w io.Writer) error { return CSV(w, r) },
		"SARIF":       func(w io.Writer) error { return SARIF(w, r, "1.2.3") },
		"Markdown":    func(w io.Writer) error { return Markdown(w, r, 0) },
		"attribution": func(w io.Writer) error { return Attribution(w, r, LicenseTexts{}) },
		"SPDX":        func(w io.Writer) error { return SPDX(w, r, SBOMOptions{}) },
		"CycloneDX":   func(w io.Writer) error { return CycloneDX(w, r, SBOMOptions{}) },
	}
}

// unknownLines is how lines that are not known look if nobody thinks of them.
var unknownLines = regexp.MustCompile(`(lines |=|\| |:)0(-0)?\b[^.]`)

// An id under a key is no SWHID. Lines that the index does not have are named nowhere.
func TestScan_HashesOnlyInAllFormats(t *testing.T) {
	for _, keyed := range []bool{false, true} {
		for name, write := range scanFormats(scannedHashes(keyed)) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text := b.String()
			if has := strings.Contains(text, "swh:1:cnt:"+someID); has == keyed {
				t.Errorf("key %v, %s has a SWHID: %v\n%s", keyed, name, has, text)
			}
			if keyed && (strings.Contains(text, "swh") && name != "CSV" || strings.Contains(text, "()")) {
				t.Errorf("%s has remains of a SWHID:\n%s", name, text)
			}
			if unknownLines.MatchString(text) {
				t.Errorf("%s has unknown lines:\n%s", name, text)
			}
			if name != "attribution" && name != "CSV" && !strings.Contains(text, "?") {
				t.Errorf("%s does not say that lines are unknown:\n%s", name, text)
			}
		}
	}
}

func TestScanCSV_LeavesOutUnknownLines(t *testing.T) {
	var b bytes.Buffer
	if err := CSV(&b, scannedHashes(true)); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		kind, from, to := row[5], row[11], row[12]
		seen[kind] = true
		if unknown := kind == scan.Fingerprints; (from == "") != unknown || (to == "") != unknown {
			t.Errorf("%s: lines %q to %q of the origin", kind, from, to)
		}
	}
	if !seen[scan.Fingerprints] || !seen[scan.Identical] {
		t.Errorf("kinds %v", seen)
	}
}

func TestScanSARIF_HasNoRegionForUnknownLines(t *testing.T) {
	for _, root := range []string{"/srv/up", "git+https://example.org/up.git?all=true"} {
		r := scannedHashes(true)
		for i := range r.Findings {
			r.Findings[i].Origin.Root, r.Findings[i].Origin.URL = root, ""
		}
		_, results := scanSARIF(t, r)
		for _, res := range results {
			unknown := strings.HasPrefix(res.RuleID, scan.Fingerprints)
			if here := res.Locations[0].Physical.Region; here.StartLine < 1 {
				t.Errorf("%s: no lines of the project", res.RuleID)
			}
			if there := res.RelatedLocations[0].Physical.Region; (there == sarif.Region{}) != unknown {
				t.Errorf("%s: region %+v of the origin", res.RuleID, there)
			}
		}
		if len(results) < 2 {
			t.Errorf("%d results", len(results))
		}
	}
}

// A path or a name may have escape sequences, or what a runner of GitHub takes for a command.
func TestScanCSV_EscapesTexts(t *testing.T) {
	r := scannedHashes(true)
	for i := range r.Findings {
		r.Findings[i].File = "::error ::\x1b[2J\u202ex.c"
	}
	for name, write := range map[string]func(io.Writer, *scan.Report) error{"CSV": CSV, "components": ComponentsCSV} {
		var b strings.Builder
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, "\n::") || !strings.Contains(text, `\x1b[2J\u202e`) {
			t.Errorf("%s: %q", name, text)
		}
	}
}
