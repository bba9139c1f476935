package scans

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif/sariftest"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/scan"
)

const (
	someID  = "087e7d033dd2356beda5c38f4d42ea4029496baa"
	otherID = "ccf76dba24f00326823540ffbdcfdd41d97f4a49"
	someSum = "da39a3ee5e6b4b0d3255bfef95601890afd80709"
)

func span(from, to int) answer.Lines { return answer.Lines{From: from, To: to} }

// scanned is a report with copies of every kind and status.
func scanned() *scan.Report {
	origin := func(license string) scan.Origin {
		return scan.Origin{
			Content: someID, SWHID: "swh:1:cnt:" + someID + ";lines=11-19", Copyright: []string{"Copyright 2019 Jane Doe", "(c) Acme"},
			Occurrence: index.Occurrence{Collection: "up", Root: "/srv/up", Path: "lib/a.go", Origin: document.Origin{
				License: license, Author: "Jane Doe <jane@example.org>", Date: time.Date(2019, 3, 4, 0, 0, 0, 0, time.UTC),
				URL: "https://example.org/a.go", Package: "pkg:npm/%40up/lib@1.2.3", Repository: "https://example.org/up.git",
			}},
		}
	}
	match := func(key string, from, to int, kind string) scan.Match {
		return scan.Match{Key: key, File: span(from, to), Origin: span(from+10, to+10), FileBytes: scan.Bytes{From: 10 * from, To: 10*to + 5},
			Tokens: 40, Weight: float64(to), Kind: kind, DF: 1}
	}
	finding := func(file, kind, license string, status scan.Status, matches ...scan.Match) scan.Finding {
		return scan.Finding{File: file, Class: scan.Copy, Status: status, Kind: kind, Score: .8, Probability: .93, Tokens: 40 * len(matches),
			DF: 1, Matches: matches, Origin: origin(license), Open: status == scan.Undecided || status == scan.Denied}
	}
	r := &scan.Report{Tree: "proj", Date: time.Date(2026, 11, 24, 9, 8, 7, 0, time.UTC), Findings: []scan.Finding{
		finding("a.go", "renamed", "MIT", scan.Undecided, match("0-00000001", 1, 9, "verbatim"), match("0-00000002", 20, 40, "renamed")),
		finding("a.go", "verbatim", "MIT", scan.Undecided, match("0-00000002", 50, 70, "verbatim")),
		finding("b.go", "edited", "GPL-2.0-only", scan.Denied, match("0-00000004", 1, 9, "edited")),
		finding("c.go", scan.Identical, "Acme Public", scan.Decided, match("0-00000005", 1, 9, "verbatim")),
		finding("d.go", "verbatim", "MIT OR GPL-2.0-only", scan.Allowed, match("0-00000006", 1, 9, "verbatim")),
		finding("e.go", "verbatim", "", scan.Decided, match("0-00000007", 1, 9, "verbatim")),
	}}
	r.Findings[3].Decision = &scan.Decision{Decision: scan.Attributed, Reason: "in NOTICE", By: "Jo", Date: "2026-11-01"}
	r.Findings[5].Decision = &scan.Decision{Decision: scan.OwnWork}
	r.Findings = append(r.Findings, scan.Finding{File: "e.go", Class: scan.Common, Kind: "verbatim", Matches: []scan.Match{match("0-00000008", 1, 2, "verbatim")}, Origin: origin("MIT")})
	for i, name := range []string{"a.go", "b.go", "c.go", "d.go", "e.go", "none.go"} {
		r.Files = append(r.Files, scan.File{Path: name, Content: otherID[:39] + fmt.Sprint(i), Lines: 100, Language: "Go"})
	}
	r.Totals = scan.Totals{Files: 6, Lines: 600, Copied: 90, Open: 3}
	return r
}

func scanSARIF(t *testing.T, r *scan.Report) (log sarif.Log, results []scanSARIFResult) {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(&b, r, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	all := v["runs"].([]any)[0].(map[string]any)["results"].([]any)
	for _, one := range all {
		delete(one.(map[string]any), "properties") // of any form
	}
	checked, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range sariftest.Faults(checked) {
		t.Error(fault)
	}
	var typed struct {
		Runs []struct{ Results []scanSARIFResult }
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &typed); err != nil {
		t.Fatal(err)
	}
	return log, typed.Runs[0].Results
}

// What is passed on names no folder of the machine.
func TestScan_NamesNoLocalFolder(t *testing.T) {
	for _, root := range []string{"/srv/jane/up", "git+file:///srv/jane/up.git?all=true"} {
		for _, known := range []bool{false, true} {
			r := withChecksums(scanned())
			for i := range r.Findings {
				o := &r.Findings[i].Origin
				if o.Root, o.URL = root, ""; !known {
					o.Package, o.Repository = "", ""
				}
			}
			for name, write := range map[string]func(io.Writer) error{
				"Markdown":    func(w io.Writer) error { return Markdown(w, r, 0) },
				"attribution": func(w io.Writer) error { return Attribution(w, r, LicenseTexts{}) },
				"SPDX":        func(w io.Writer) error { return SPDX(w, r, SBOMOptions{}) },
				"CycloneDX":   func(w io.Writer) error { return CycloneDX(w, r, SBOMOptions{}) },
			} {
				var b bytes.Buffer
				if err := write(&b); err != nil || b.Len() == 0 {
					t.Fatalf("%s: %v", name, err)
				}
				text := b.String()
				if strings.Contains(text, "srv/jane") {
					t.Errorf("%s names %s: %s", name, root, text)
				}
				if !known && name == "Markdown" && (!strings.Contains(text, "`up: lib/a.go`") || !strings.Contains(text, map[bool]string{true: "`up`", false: "`up: lib`"}[strings.Contains(root, "://")])) {
					t.Errorf("no collection in %s", text)
				}
			}
		}
	}
}

func TestScanSARIF_ResultsAreOpenOrDecided(t *testing.T) {
	log, results := scanSARIF(t, scanned())
	var got []string
	for _, res := range results {
		if rule := log.Runs[0].Tool.Driver.Rules[res.RuleIndex]; rule.ID != res.RuleID {
			t.Errorf("rule %d is %s, not %s", res.RuleIndex, rule.ID, res.RuleID)
		}
		got = append(got, fmt.Sprintf("%s %s %s %v", res.RuleID, res.Level, res.Locations[0].Physical.Artifact.URI, res.Suppressions))
	}
	want := []string{
		"renamed/permissive warning a.go []", "verbatim/permissive warning a.go []", "edited/copyleft error b.go []",
		"identical/other warning c.go [{external accepted attributed: in NOTICE (Jo 2026-11-01)}]",
		"verbatim/unknown warning e.go [{external accepted own}]",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nis not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var linkTo = regexp.MustCompile(`\]\((\d+)\)`)

// Code hosts show a related location only if the message links to it.
// A rule says what a finding is. A kind without a rule is an error, and not an identical file.
func TestScanSARIF_RefusesUnknownKinds(t *testing.T) {
	r := scanned()
	r.Findings[0].Kind = "guessed"
	if err := SARIF(io.Discard, r, "1.2.3"); err == nil || !strings.Contains(err.Error(), `a.go has the unknown kind "guessed"`) {
		t.Errorf("error %v", err)
	}
}

func TestScanSARIF_MessageLinksToAllLocations(t *testing.T) {
	r := scanned()
	for i := range 9 {
		m := r.Findings[0].Matches[0]
		m.File, m.Weight = span(100+10*i, 105+10*i), float64(i)
		r.Findings[0].Matches = append(r.Findings[0].Matches, m)
	}
	_, results := scanSARIF(t, r)
	for _, res := range results {
		links := linkTo.FindAllStringSubmatch(res.Message.Text, -1)
		if len(links) != len(res.RelatedLocations) {
			t.Errorf("%s has %d links to %d locations", res.Message.Text, len(links), len(res.RelatedLocations))
		}
		for i, l := range res.RelatedLocations {
			if links[i][1] != fmt.Sprint(l.ID) {
				t.Errorf("%s: link %d", res.Message.Text, i)
			}
		}
	}
	if text := results[0].Message.Text; !strings.HasSuffix(text, " and 5 more.") {
		t.Error(text)
	}
	if here := results[0].Locations[0].Physical.Region; here != (sarif.Region{StartLine: 20, EndLine: 40}) {
		t.Errorf("%+v is not the heaviest match", here)
	}
	if there := results[0].RelatedLocations[0].Physical; there.Artifact.URI != "https://example.org/a.go" || there.Region.StartLine != 30 {
		t.Errorf("%+v is not in the origin", there)
	}
}

// What is above a copy does not change its fingerprint. Two results have two.
func TestScanSARIF_FingerprintsOutliveShifts(t *testing.T) {
	fingerprints := func(r *scan.Report) (all []scanFingerprints) {
		_, results := scanSARIF(t, r)
		for _, res := range results {
			all = append(all, res.PartialFingerprints)
		}
		return all
	}
	r := scanned()
	before, seen := fingerprints(r), map[string]bool{}
	for _, f := range before {
		if seen[f.Line] {
			t.Errorf("two results have the fingerprint %s", f.Line)
		}
		seen[f.Line] = true
	}
	for i := range r.Findings {
		for j := range r.Findings[i].Matches {
			r.Findings[i].Matches[j].File.From += 7
			r.Findings[i].Matches[j].File.To += 7
		}
	}
	after := fingerprints(r)
	for i := range before {
		if before[i] != after[i] {
			t.Errorf("%v is now %v", before[i], after[i])
		}
	}
	r.Findings[2].Matches[0].Key = "0-00000009"
	if fingerprints(r)[2] == before[2] {
		t.Error("other material has the same fingerprint")
	}
}

func TestScanSARIF_KeepsLimitsOfHosts(t *testing.T) {
	r := scanned()
	open, decided := r.Findings[0], r.Findings[3]
	r.Findings = []scan.Finding{decided}
	for range mostResults {
		r.Findings = append(r.Findings, open)
	}
	log, results := scanSARIF(t, r)
	if len(results) != mostResults || len(results[mostResults-1].Suppressions) != 0 {
		t.Errorf("%d results", len(results))
	}
	if notes := log.Runs[0].Invocations[0].Notifications; len(notes) != 1 || !strings.Contains(notes[0].Message.Text, "1 more finding is not listed") {
		t.Errorf("%+v", notes)
	}
	if said := BeyondSARIF(r); len(said) != 1 || said[0] != log.Runs[0].Invocations[0].Notifications[0].Message.Text || BeyondSARIF(scanned()) != nil {
		t.Errorf("%q", said)
	}
}

func scanMarkdown(t *testing.T, r *scan.Report, top int) string {
	t.Helper()
	var b strings.Builder
	if err := Markdown(&b, r, top); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestScanMarkdown_ListsOpenFindings(t *testing.T) {
	text := scanMarkdown(t, scanned(), 0)
	for _, part := range []string{
		"### 3 copies need a decision\n", "90 of 600 lines in 6 files (15%) are copied", "| 51 | 2 | `MIT` | `pkg:npm/%40up/lib` |",
		"| 20-40 | 30-50 | renamed | 40 |", "`a.go` from `", " ([page](<https://example.org/a.go>))", "(denied)", "Author `Jane Doe <jane@example.org>`",
		"SPDX-License-Identifier: MIT\n", "SPDX-SnippetCopyrightText: 2019 Jane Doe\n",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	for _, part := range []string{"c.go", "d.go", "e.go"} {
		if strings.Contains(text, "`"+part) {
			t.Errorf("%s is not open, and is in\n%s", part, text)
		}
	}
	if n := strings.Count(scanMarkdown(t, scanned(), 2), "<details>"); n != 2 {
		t.Errorf("%d findings for a limit of 2", n)
	}
}

func TestScanMarkdown_IsSilentWithoutOpenFindings(t *testing.T) {
	r := scanned()
	for i := range r.Findings {
		r.Findings[i].Open = false
	}
	if text := scanMarkdown(t, r, 0); text != "" {
		t.Error(text)
	}
}

func TestScanMarkdown_FitsAComment(t *testing.T) {
	r := scanned()
	for range 500 {
		f := r.Findings[0]
		f.File, f.Origin.Copyright = strings.Repeat("d/", 3000), []string{strings.Repeat("x", 9999)}
		r.Findings = append(r.Findings, f)
	}
	text := scanMarkdown(t, r, 0)
	if len(text) > 65536 || strings.Count(text, "<details>") != strings.Count(text, "</details>") || !strings.Contains(text, " more findings") {
		t.Errorf("%d bytes", len(text))
	}
}

// hostileTexts could end code, begin links, tags or mentions, or control a terminal.
var hostileTexts = []string{
	"`", "``", "a`b", "` `` ```", "</details>", "</code></summary><script>", "@someone", "#1", "[x](http://evil)", "|", "a\n\n# b", "\x1b[31m",
	"\u202e", "\xff", " ", "```\n~~~", "$`$", "<!--", "&lt;", "\\", "![](x)", "\u200b",
}

// All text of others is inside code, in which nothing has a meaning.
func TestScanMarkdown_EscapesTexts(t *testing.T) {
	for _, bad := range hostileTexts {
		r := hostileScan(bad)
		text := scanMarkdown(t, r, 0)
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%q is raw", text[i:min(len(text), i+9)])
		}
		rest := withoutCode(text)
		for _, part := range []string{"@", "evil", "script", "<!--", "# b", "![", "`"} {
			if strings.Contains(rest, part) {
				t.Errorf("%q of %q is outside of code:\n%s", part, bad, rest)
			}
		}
		if a, b := strings.Count(rest, "<details>"), strings.Count(rest, "</details>"); a != b || a != 3 {
			t.Errorf("%q: %d details, %d ends", bad, a, b)
		}
	}
}

// withoutCode removes blocks and spans of code, as CommonMark has them, and those of HTML.
func withoutCode(text string) string {
	text = regexp.MustCompile(`<code>[^<]*</code>`).ReplaceAllString(text, "")
	var b strings.Builder
	for text != "" {
		i := strings.IndexByte(text, '`')
		if i < 0 {
			break
		}
		n := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
		ticks := text[i : i+n]
		b.WriteString(text[:i])
		text = text[i+n:]
		end := 0
		for {
			j := strings.IndexByte(text[end:], '`')
			if j < 0 {
				return b.String() + ticks + text
			}
			j += end
			m := len(text[j:]) - len(strings.TrimLeft(text[j:], "`"))
			if end = j + m; m == n {
				break
			}
		}
		text = text[end:]
	}
	return b.String() + text
}

// hostileScan is a report whose texts are all bad.
func hostileScan(bad string) *scan.Report {
	r := scanned()
	r.Tree, r.Since, r.Warnings = bad, bad, []answer.Warning{{Text: bad}}
	for i := range r.Files {
		r.Files[i].Path = bad + r.Files[i].Path
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		o := &f.Origin
		f.File = bad + f.File
		o.Root, o.Path, o.Collection, o.License, o.Author, o.URL, o.Package, o.Repository = "/"+bad, bad, bad, bad, bad, bad, bad, bad
		o.Copyright, o.SWHID = []string{bad}, o.SWHID+";path="+bad
		if f.Decision != nil {
			f.Decision.Reason, f.Decision.By = bad, bad
		}
	}
	return r
}

func TestScanSARIF_EscapesTexts(t *testing.T) {
	for _, bad := range hostileTexts {
		_, results := scanSARIF(t, hostileScan(bad))
		for _, res := range results {
			if links := linkTo.FindAllString(res.Message.Text, -1); len(links) != len(res.RelatedLocations) {
				t.Errorf("%q: %s", bad, res.Message.Text)
			}
		}
	}
}

// The list begins with what is worst, and says what it leaves out. A folder that is identical as a
// whole is a row.
func TestText_ListsTheWorstFirst(t *testing.T) {
	r := scanned()
	at := func(file, kind, license string, status scan.Status, score float64) scan.Finding {
		f := r.Findings[0]
		f.File, f.Kind, f.Status, f.Score, f.Open = file, kind, status, score, true
		f.Origin.License, f.Origin.Package = license, "pkg:npm/up@1"
		f.Matches = slices.Clone(f.Matches)
		return f
	}
	var findings []scan.Finding
	r.Files = nil
	for _, name := range []string{"deps/a.c", "deps/sub/b.c", "deps/sub/c.c", "own/d.c"} {
		r.Files = append(r.Files, scan.File{Path: name})
		findings = append(findings, at(name, scan.Identical, "MIT", scan.Undecided, 0.99))
	}
	r.Files = append(r.Files, scan.File{Path: "own/e.c"}, scan.File{Path: "x.c"})
	findings = append(findings, at("own/e.c", "verbatim", "MIT", scan.Undecided, 0.9), at("x.c", "edited", "MIT", scan.Undecided, 0.4),
		at("x.c", "renamed", "MIT", scan.Undecided, 0.5), at("x.c", "edited", "", scan.Undecided, 0.3), at("x.c", "verbatim", "AGPL-3.0-only", scan.Denied, 0.3))
	want := []string{`verbatim +denied +x\.c`, `edited +undecided +x\.c[^\n]* unknown`, `0\.500 +renamed +undecided +x\.c`, `0\.400 +edited`, `verbatim +undecided +own/e\.c`,
		`identical +undecided +deps/ \(3 files\) +MIT +pkg:npm/up`, `identical +undecided +own/d\.c`}
	for range 5 {
		rand.Shuffle(len(findings), func(i, j int) { findings[i], findings[j] = findings[j], findings[i] })
		r.Findings = findings
		var b strings.Builder
		if err := Text(&b, r, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?s)` + strings.Join(want, `.*\n[^\n]*`)).MatchString(b.String()) {
			t.Fatalf("the list is\n%s", b.String())
		}
	}
	var b strings.Builder
	if err := Text(&b, r, TextOptions{Top: 4}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "\n5 more: --top 0 lists all (4 identical, 1 verbatim)\n") && !strings.Contains(text, "\n5 more: --top 0 lists all (1 verbatim, 4 identical)\n") {
		t.Errorf("the cut list is\n%s", text)
	}
	if text := scanMarkdown(t, r, 0); !strings.Contains(text, "<summary>3 identical files under <code>MIT</code>, <code>deps&#47;&#32;") && !strings.Contains(text, "3 identical files under <code>MIT</code>") {
		t.Errorf("the comment is\n%s", text)
	}
}

// A report says what its findings do not: what was not read, likely copies below the minimum, and
// what decided.
func TestNotes_AreInEachFormat(t *testing.T) {
	r := scanned()
	r.LeftOut = []scan.LeftOut{{Path: "a.c", Reason: "too-large", Source: true}, {Path: "b\x1b.c", Reason: "too-large", Source: true}, {Path: "z.zip", Reason: scan.Archived}}
	r.Skipped = map[document.Reason]int{"too-large": 2, scan.Archived: 1}
	r.Totals.Weaker, r.Totals.WeakerFrom = 2, 0.12
	r.DecidedBy = []scan.DecidedBy{{What: "decided", By: "third/chaffinch-decisions.toml", Findings: 1}, {What: "allowed", By: "third/chaffinch.toml:2", Findings: 1}}
	r.NarrowedBy = []scan.NarrowedBy{{What: "exclude", Values: []string{"a", "b", "\x1b", "d"}, By: "third/chaffinch.toml:3"}, {What: "ignored", By: "sub/.chaffinchignore", Files: 2}}
	want := []string{
		`not read: 2 too-large (a.c, b\x1b.c), 1 archive (z.zip); --list-skipped lists all, --archives reads archives`,
		"2 likely copies below the minimum: --min-score 0.12 lists them",
		"decided by third/chaffinch-decisions.toml: 1; allowed by third/chaffinch.toml:2: 1",
		`settings that limit this check: exclude a, b, \x1b, and 1 more (third/chaffinch.toml:3); ignore files that limit this check: 2 ignored (sub/.chaffinchignore)`,
	}
	if got := Notes(r); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	var text, log strings.Builder
	if err := cmp.Or(Text(&text, r, TextOptions{}), SARIF(&log, r, "1")); err != nil {
		t.Fatal(err)
	}
	comment := scanMarkdown(t, r, 0)
	for i := range r.Findings {
		r.Findings[i].Open = false
	}
	for what, out := range map[string]string{"text": text.String(), "SARIF": log.String(), "Markdown": comment, "Markdown without findings": scanMarkdown(t, r, 0)} {
		for _, note := range want {
			if !strings.Contains(out, note) && !strings.Contains(out, strings.ReplaceAll(note, `\`, `\\`)) {
				t.Errorf("%s has no %q:\n%s", what, note, out)
			}
		}
	}
}

// A scan that could not read a file exits with 2, so no report of it looks green, and none cuts a
// list in silence.
func TestReports_OfAnIncompleteScanSaySo(t *testing.T) {
	r := scanned()
	for i := range 31 {
		name := fmt.Sprintf("s%02d.c", i)
		r.LeftOut = append(r.LeftOut, scan.LeftOut{Path: name, Reason: "binary", Source: true})
		r.Unread = append(r.Unread, scan.Unread{Path: name, Error: "binary: it looks like source, has changed since HEAD, and was not read"})
	}
	r.Skipped = map[document.Reason]int{"binary": 31}
	for _, open := range []bool{true, false} {
		for i := range r.Findings {
			r.Findings[i].Open = open
		}
		comment := scanMarkdown(t, r, 0)
		if !strings.HasPrefix(comment, "### The scan is incomplete\n\n`reading s00.c: binary: it looks like source") || !strings.Contains(comment, "\n`21 more files could not be read") ||
			strings.Contains(comment, "No copy") || strings.Contains(comment, " need a decision\n") != open || !skips.IsReport("x", []byte(comment)) {
			t.Errorf("open is %v, and the comment\n%s", open, comment)
		}
	}
	if comment := scanMarkdown(t, r, 0); !strings.Contains(comment, "not read: 31 binary (s00.c, s01.c, s02.c, and 28 more)") {
		t.Errorf("the list is cut:\n%s", comment)
	}
	var out strings.Builder
	var log sarif.Log
	if err := cmp.Or(SARIF(&out, r, "1"), json.Unmarshal([]byte(out.String()), &log)); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0].Invocations[0]
	if first := run.Notifications[0]; run.ExecutionSuccessful || first.Level != "error" || !strings.HasPrefix(first.Message.Text, "reading s00.c") {
		t.Errorf("the run is %+v", run)
	}
	r.Unread, out = nil, strings.Builder{}
	if err := cmp.Or(SARIF(&out, r, "1"), json.Unmarshal([]byte(out.String()), &log)); err != nil || !log.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Errorf("%v, %+v", err, log.Runs[0].Invocations[0])
	}
}
