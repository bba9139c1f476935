package html

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/scan"
)

// scanSample is a scanned project, with copies of every kind, own and common material.
type scanSample struct {
	report *scan.Report
	source Sources
	trend  []scans.Point
}

func writeTree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		path = filepath.Join(root, "tree", filepath.FromSlash(path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "tree")
}

func newScanSample(t testing.TB) scanSample {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 12))
	code := func() string { return own(r) + "\n\n" + own(r) + "\n\n" }
	whole, edited, ours, idiom := code(), code(), code(), code()
	upstream := map[string]string{"lib/whole.py": whole, "lib/edited.py": "import os\n\n" + edited, "COPYING": "MIT License\n"}
	many := map[string]string{}
	for i := range 12 {
		many[fmt.Sprintf("p%d.py", i)] = idiom + code()
	}
	project := map[string]string{
		"src/vendor/whole.py": whole, "src/part.py": code() + strings.Replace(edited, "for ", "level = 7\n    for ", 1) + code(),
		"src/ours.py": ours, "tools/common.py": idiom, "tools/<b>new</b>.py": code() + code(), "README.md": "The project.\n",
	}
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	for name, files := range map[string]map[string]string{"upstream": upstream, "company": {"ours.py": ours}, "many": many} {
		if _, err := x.Update(t.Context(), index.Source{Root: writeTree(t, files), Collection: name}, index.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	o := scan.Options{Tree: writeTree(t, project), Own: []string{"company"}, Sources: 1 << 20}
	first, err := scan.Run(t.Context(), x, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range first.Findings {
		if f.Kind == scan.Identical && f.Open {
			o.Decisions = append(o.Decisions, scan.Decision{Matches: []string{f.Matches[0].Key}, Decision: scan.Permitted, Reason: "by contract", By: "jane", Date: "2026-11-24"})
		}
	}
	s := scanSample{}
	if s.report, err = scan.Run(t.Context(), x, o); err != nil {
		t.Fatal(err)
	}
	for i := range s.report.Findings {
		o := &s.report.Findings[i].Origin
		if o.Collection == "upstream" {
			o.License, o.Author, o.URL, o.Package = "MIT", "Jane Doe <jane@example.org>", "https://example.org/"+o.Path, "pkg:pypi/larix@1.0"
			o.Copyright = []string{"Copyright 2019 Jane Doe"}
		}
	}
	state, err := x.State()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { state.Close() })
	s.source = func(content string) (index.Content, []byte, error) {
		return s.report.SourceOf(context.Background(), state, content)
	}
	return s
}

func (s scanSample) page(t testing.TB) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteScan(t.Context(), &out, s.report, ScanOptions{Source: s.source, Trend: s.trend}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func (s scanSample) onDisk(t *testing.T) string { return pageFile(t, s.page(t)) }

func pageFile(t *testing.T, page string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scan.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// tight is a page with room for so many bytes of sources. Before the first source that differs from
// its document, and after it, are many lines of nobody else.
func (s scanSample) tight(t *testing.T, room int) string {
	t.Helper()
	r, source := *s.report, s.source
	r.Findings = slices.Clone(r.Findings)
	const above = 2000
	f := &r.Findings[slices.IndexFunc(r.Findings, func(f scan.Finding) bool { return f.Open && f.Kind == "edited" })]
	around := []byte(strings.Repeat("# nothing\n", above))
	id := r.Files[slices.IndexFunc(r.Files, func(g scan.File) bool { return g.Path == f.File })].Content
	f.Kind, f.Matches = "verbatim", slices.Clone(f.Matches)
	for i := range f.Matches {
		m := &f.Matches[i]
		m.Kind = "verbatim"
		m.File = answer.Lines{From: m.File.From + above, To: m.File.To + above}
		m.FileBytes = scan.Bytes{From: m.FileBytes.From + len(around), To: m.FileBytes.To + len(around)}
	}
	b := newScanBuilder(&r, func(content string) (index.Content, []byte, error) {
		c, text, err := source(content)
		if content == id {
			text = slices.Concat(around, text, around)
		}
		return c, text, err
	})
	b.room = room
	if err := b.build(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := b.write(&out, "x"); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// find returns the number of the first finding of a kind and group, from 1.
func (s scanSample) find(t testing.TB, d *data, kind, group string) int {
	t.Helper()
	for i, f := range d.Scan.Findings {
		if f.Group == group && (kind == "" || d.Pairs[i].Kind == kind) {
			return i + 1
		}
	}
	t.Fatalf("no %s finding is %s", kind, group)
	return 0
}

// The page has all findings, the open ones first, and the lines of each group as the report has
// them.
func TestWriteScan_HasWhatWasFound(t *testing.T) {
	s := newScanSample(t)
	page := s.page(t)
	d, contents := parsed(t, page)
	if len(d.Scan.Findings) != len(s.report.Findings) || len(d.Pairs) != len(s.report.Findings) || d.Scan.Sourceless > 0 {
		t.Fatalf("%d findings and %d pairs of %d, %d without sources", len(d.Scan.Findings), len(d.Pairs), len(s.report.Findings), d.Scan.Sourceless)
	}
	last, groups := 0, map[string]int{}
	for _, f := range d.Scan.Findings {
		at := slices.Index(scanGroups, f.Group)
		if at < last {
			t.Errorf("%s is behind another group", f.Group)
		}
		last = at
		groups[f.Group]++
	}
	if len(groups) != len(scanGroups) {
		t.Errorf("the sample has %v only", groups)
	}
	sums := map[string]int{}
	files := 0
	for _, f := range d.Scan.Files {
		files++
		for i, n := range f.Shares {
			sums[d.Scan.Parts[i].Group] += n
			sums[d.Scan.Parts[i].Class] += n
		}
	}
	want := s.report.Totals
	if files != want.Files || sums[scanOpen]+sums[scanDecided] != want.Copied || sums[scanOwn] != want.Own || sums[scanCommon] != want.Common || sums["permissive"] != want.Copied {
		t.Errorf("%d files with %v lines; the report has %+v", files, sums, want)
	}
	if !strings.Contains(page, "<title>Scan of tree</title>") || !strings.Contains(page, "unexplained") {
		t.Error("no title, or no text for a browser without scripts")
	}
	if edited := d.Pairs[s.find(t, d, "edited", scanOpen)-1]; len(edited.Matches[0].Edits) == 0 {
		t.Error("no difference is marked in an edited copy")
	}
	if len(contents) < 5 {
		t.Errorf("%d contents", len(contents))
	}
}

// A match is at the same text on both sides, apart from what differs.
func TestWriteScan_MatchesHaveTheirPlaceInTheSource(t *testing.T) {
	s := newScanSample(t)
	d, contents := parsed(t, s.page(t))
	for i, p := range d.Pairs {
		for _, m := range p.Matches {
			var sides [2]string
			for side, at := range m.Places {
				text := contents[d.Units[p.Units[side]].Files[0].Text].Text
				sides[side] = strings.TrimSpace(text[at[3]:at[4]])
				if lines := 1 + strings.Count(text[:at[3]], "\n"); lines != at[1] {
					t.Errorf("finding %d begins in line %d, not %d", i+1, lines, at[1])
				}
			}
			if m.Kind == "verbatim" && strings.Join(strings.Fields(sides[0]), "") != strings.Join(strings.Fields(sides[1]), "") {
				t.Errorf("finding %d: %q is not %q", i+1, sides[0], sides[1])
			}
		}
	}
}

// keepHashesOnly takes the sources of documents away, as an index of hashes only has none. Those of
// the project stay.
func (s *scanSample) keepHashesOnly() {
	full := s.source
	s.source = func(content string) (index.Content, []byte, error) {
		c, source, err := full(content)
		if slices.ContainsFunc(s.report.Files, func(f scan.File) bool { return f.Content == content }) {
			return c, source, err
		}
		return c, nil, index.ErrHashOnly
	}
}

// Documents without sources, such as those of an index of hashes only, are listed, and say why.
func TestWriteScan_WithoutSources(t *testing.T) {
	s := newScanSample(t)
	s.keepHashesOnly()
	d, contents := parsed(t, s.page(t))
	if len(d.Pairs) != len(s.report.Findings) || d.Scan.Sourceless == 0 || d.Scan.Sourceless == len(d.Pairs) {
		t.Errorf("%d pairs, %d without sources", len(d.Pairs), d.Scan.Sourceless)
	}
	if !slices.ContainsFunc(contents, func(b block) bool { return strings.Contains(b.Missing, index.ErrHashOnly.Error()) }) {
		t.Error("no content says why it has no source")
	}
}

// A finding of shared fingerprints has the lines of the project only, and under a key a document
// has no SWHID.
func TestWriteScan_HashesOnly(t *testing.T) {
	s := newScanSample(t)
	s.keepHashesOnly()
	lines := map[[2]int]int{}
	for i := range s.report.Findings {
		f := &s.report.Findings[i]
		if f.Kind == scan.Identical {
			continue
		}
		f.Kind = scan.Fingerprints
		for j := range f.Matches {
			f.Matches[j].Kind, f.Matches[j].Origin = scan.Fingerprints, answer.Lines{}
			lines[[2]int{f.Matches[j].File.From, f.Matches[j].File.To}]++
		}
	}
	for _, keyed := range []bool{false, true} {
		for i := range s.report.Findings {
			s.report.Findings[i].Origin.Keyed = keyed
		}
		page := s.page(t)
		if strings.Contains(page, "swh:1:cnt:") == keyed {
			t.Errorf("key %v: the page has a SWHID: %v", keyed, !keyed)
		}
		d, _ := parsed(t, page)
		seen := 0
		for i, p := range d.Pairs {
			for _, m := range p.Matches {
				if m.Kind != scan.Fingerprints {
					continue
				}
				seen++
				if here := [2]int{m.Places[0][1], m.Places[0][2]}; lines[here] == 0 {
					t.Errorf("finding %d: lines %v of the project", i+1, here)
				}
				if there := m.Places[1]; there[1] != 0 || there[2] != 0 {
					t.Errorf("finding %d: lines %v of the origin", i+1, there)
				}
			}
		}
		if len(d.Pairs) != len(s.report.Findings) || seen == 0 {
			t.Errorf("%d pairs, %d matches of fingerprints", len(d.Pairs), seen)
		}
	}
}

// The page has a bound, whatever was found.
func TestWriteScan_IsBounded(t *testing.T) {
	const limit = 32 << 20 // as docs/scan.md has it
	s := newScanSample(t)
	big := *s.report
	big.Files, big.Findings = nil, nil
	text := strings.Repeat("\x07", 4000)
	f := s.report.Findings[0]
	for i := range 40_000 {
		path := fmt.Sprintf("d%d/%0200d\u2028.py", i%3000, i)
		big.Files = append(big.Files, scan.File{Path: path, Content: fmt.Sprint(i), Language: "Python", Lines: 10, Tokens: 50})
		if i < 20_000 {
			g := f
			g.Class, g.Open = scan.Copy, true
			g.File, g.Origin.Content, g.Origin.Author, g.Origin.License = path, fmt.Sprint("o", i), text, fmt.Sprint(i)
			big.Findings = append(big.Findings, g)
		}
	}
	var matches []scan.Match
	for i := range 100_000 {
		m := f.Matches[0]
		m.Weight = float64(i % 7)
		matches = append(matches, m)
	}
	big.Findings[0].Matches = matches
	big.Totals.Files = len(big.Files)
	source := []byte(strings.Repeat("x = '"+strings.Repeat("\x07", 200)+"'\n", 40))
	s.report, s.source = &big, func(content string) (index.Content, []byte, error) { return index.Content{ID: content}, source, nil }
	page := s.page(t)
	d, _ := parsed(t, page)
	if len(page) > limit || len(page) < limit/2 {
		t.Errorf("the page has %d bytes, and may have %d", len(page), limit)
	}
	if n := len(d.Scan.Findings); n == 0 || n+d.Scan.MoreFindings != len(big.Findings) || d.Scan.Sourceless == 0 || d.Scan.MoreOrigins == 0 {
		t.Errorf("%d findings, %d more, %d without sources, %d more origins", n, d.Scan.MoreFindings, d.Scan.Sourceless, d.Scan.MoreOrigins)
	}
	files, lines := 0, 0
	for _, f := range d.Scan.Files {
		files += max(1, f.Files)
		lines += f.Lines
	}
	if files != len(big.Files) || lines != 10*files {
		t.Errorf("%d files with %d lines", files, lines)
	}
}

func TestWriteScan_IsDeterministic(t *testing.T) {
	s := newScanSample(t)
	once, again := s.page(t), s.page(t)
	if once != again {
		t.Error("two pages of the same scan differ")
	}
}

// The page is passed on: it names no folder of the machine.
func TestWriteScan_NamesNoLocalFolder(t *testing.T) {
	s := newScanSample(t)
	for i := range s.report.Findings {
		o := &s.report.Findings[i].Origin
		o.Root, o.Package, o.Repository, o.URL = "/srv/jane", "", "", ""
	}
	d, _ := parsed(t, s.page(t))
	text, err := json.Marshal(d)
	if err != nil || strings.Contains(string(text), "srv/jane") || !strings.Contains(string(text), `"upstream: lib"`) ||
		!strings.Contains(string(text), `"upstream: lib/whole.py"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// What a document says of itself is no link unless it is an address of the web, and no markup.
func TestWriteScan_LinksToTheWebOnly(t *testing.T) {
	s := newScanSample(t)
	for i := range s.report.Findings {
		s.report.Findings[i].Origin.URL = []string{"javascript:owned=1", "https://example.org/\"><script>", "file:///etc/passwd"}[i%3]
		s.report.Findings[i].Origin.Repository = "data:text/html,x"
	}
	d, _ := parsed(t, s.page(t))
	for _, document := range d.Scan.Documents {
		for i, f := range d.Scan.Facts {
			if texts := document.Facts[i]; f.Markup == report.Linked && len(texts) > 0 && !slices.Equal(texts, []string{"https://example.org/%22%3E%3Cscript%3E"}) {
				t.Errorf("%q", texts)
			}
		}
	}
	text, err := json.Marshal(d.Scan.Origins)
	if err != nil || bytes.Contains(text, []byte(`"url":"d`)) || bytes.Contains(text, []byte(`"url":"j`)) {
		t.Errorf("%s, %v", text, err)
	}
}
