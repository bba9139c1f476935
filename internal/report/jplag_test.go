package report

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The viewer is not in a registry, and has another licence. These tests demand what its parser
// does, report-viewer/parser at commit 1ca6e076b2e888dfa60e48dc2956f670afd9d993 of
// github.com/jplag/JPlag, and what its pages read without a check. By hand, reports with hostile
// names, with and without pseudonyms, were read by that parser.

// jplagReport is a report as the viewer's parser reads it.
type jplagReport struct {
	entries     map[string][]byte
	sources     map[string]map[string]string // by submission and file
	top         []jplagTop
	comparisons []jplagComparison
	names       map[string]string // shown ones
	clusters    []jplagCluster
	run         jplagRun
	options     jplagOptions
	index       map[string]map[string]jplagFile
	base        map[string][]jplagBase
}

// strict reads JSON whose keys are all known; the viewer needs all of them.
func strict(t *testing.T, entries map[string][]byte, name string, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(entries[name]))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

var submissionFile = regexp.MustCompile(`/?(files)/`)

func jplagOf(t *testing.T, r *pairs.Report, o JPlagOptions) jplagReport {
	t.Helper()
	var b bytes.Buffer
	if err := JPlag(t.Context(), &b, r, o); err != nil {
		t.Fatal(err)
	}
	return jplagRead(t, b.Bytes())
}

// jplagRead reads a report, and checks its names.
func jplagRead(t *testing.T, report []byte) jplagReport {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(report), int64(len(report)))
	if err != nil {
		t.Fatal(err)
	}
	v := jplagReport{entries: map[string][]byte{}, sources: map[string]map[string]string{}, base: map[string][]jplagBase{}}
	folded := map[string]bool{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if key := foldedName(f.Name); folded[key] {
			t.Errorf("%q is there twice", f.Name)
		} else {
			folded[key] = true
		}
		for _, e := range strings.Split(f.Name, "/") {
			if e == "" || e == "." || e == ".." || strings.ContainsAny(e, "\\:\x00<>|?*\"") || len(e) > 255 {
				t.Errorf("%q has a bad element", f.Name)
			}
		}
		if submissionFile.MatchString(f.Name) && !strings.Contains(f.Name, "__MACOSX/") {
			id, _, _ := strings.Cut(strings.TrimPrefix(f.Name, "files/"), "/")
			if v.sources[id] == nil {
				v.sources[id] = map[string]string{}
			}
			v.sources[id][strings.TrimPrefix(f.Name, "files/")] = string(text)
		} else {
			v.entries[f.Name] = text
		}
	}
	v.read(t)
	return v
}

// read reads the report, and checks what the viewer relies on.
func (v *jplagReport) read(t *testing.T) {
	t.Helper()
	var distribution map[string][]int
	var mappings struct {
		IDs   map[string]string            `json:"submissionIds"`
		Files map[string]map[string]string `json:"submissionIdsToComparisonFileName"`
	}
	var index struct {
		Files map[string]map[string]jplagFile `json:"fileIndexes"`
	}
	for name, to := range map[string]any{
		"runInformation.json": &v.run, "options.json": &v.options, "distribution.json": &distribution, "cluster.json": &v.clusters,
		"topComparisons.json": &v.top, "submissionMappings.json": &mappings, "submissionFileIndex.json": &index,
	} {
		strict(t, v.entries, name, to)
	}
	v.names, v.index = mappings.IDs, index.Files
	if len(distribution["AVG"]) != 100 || len(distribution["MAX"]) != 100 || v.run.Version != (jplagVersionField{6, 2, 0}) ||
		v.options.Metric != "AVG" || v.options.Clustering.Metric != "AVG" || v.options.Submissions == nil || v.options.Old == nil ||
		v.options.Suffixes == nil || v.run.Failed == nil || v.clusters == nil || v.top == nil {
		t.Errorf("%+v %+v %v", v.run, v.options, distribution)
	}
	for _, c := range v.clusters {
		for _, id := range c.Members {
			if v.names[id] == "" {
				t.Errorf("member %s has no name", id)
			}
		}
	}
	for _, top := range v.top {
		a, b := top.First, top.Second
		name := mappings.Files[a][b]
		if name == "" || name != mappings.Files[b][a] || a == b || v.names[a] == "" || v.names[b] == "" {
			t.Fatalf("%s and %s have the comparisons %q and %q", a, b, name, mappings.Files[b][a])
		}
		var c jplagComparison
		strict(t, v.entries, "comparisons/"+name, &c)
		if c.First != a || c.Second != b || c.Similarities != top.Similarities || c.Matches == nil {
			t.Errorf("%+v is not %+v", c, top)
		}
		v.comparisons = append(v.comparisons, c)
		for _, id := range []string{a, b} {
			var base []jplagBase
			strict(t, v.entries, "basecode/"+id+".json", &base)
			if v.base[id] = base; base == nil || len(v.sources[id]) == 0 {
				t.Errorf("%s has no base code or no sources", id)
			}
			for file := range v.sources[id] {
				if v.index[id][file].Tokens < 1 {
					t.Errorf("%s is not in the index", file)
				}
			}
			for _, part := range base {
				v.part(t, id, part.File, part.Start, part.End)
			}
		}
		for _, m := range c.Matches {
			v.part(t, a, m.FirstFile, m.StartInFirst, m.EndInFirst)
			v.part(t, b, m.SecondFile, m.StartInSecond, m.EndInSecond)
		}
	}
}

// part returns the text of a part as the viewer shows it: both positions are in it.
func (v *jplagReport) part(t *testing.T, id, file string, start, end jplagPosition) string {
	t.Helper()
	source, known := v.sources[id][file]
	lines := strings.Split(source, "\n")
	if !known || start.Line < 1 || end.Line > len(lines) || end.Line < start.Line || start.Token > end.Token {
		t.Fatalf("%s has no part from %+v to %+v", file, start, end)
	}
	var all []string
	for n := start.Line; n <= end.Line; n++ {
		units := utf16.Encode([]rune(lines[n-1]))
		to := len(units)
		if n == end.Line {
			to = min(to, end.Column+1)
		}
		from := 0
		if n == start.Line {
			from = start.Column
		}
		if from > to {
			t.Fatalf("%s has no part from %+v to %+v", file, start, end)
		}
		all = append(all, string(utf16.Decode(units[from:to])))
	}
	return strings.Join(all, "\n")
}

func TestJPlag_PlacesAreThoseOfTheMatches(t *testing.T) {
	r := files(t)
	v := jplagOf(t, r, JPlagOptions{})
	if len(v.comparisons) != 3 { // two copies, and each of them with a third
		t.Fatalf("%+v", v.top)
	}
	for _, c := range v.comparisons {
		if len(c.Matches) == 0 {
			t.Errorf("%s and %s have no matches", c.First, c.Second)
		}
		for _, m := range c.Matches {
			a := v.part(t, c.First, m.FirstFile, m.StartInFirst, m.EndInFirst)
			b := v.part(t, c.Second, m.SecondFile, m.StartInSecond, m.EndInSecond)
			if a != b || !strings.HasSuffix(strings.TrimSpace(a), "}") || len(a) < len(queue)/2 {
				t.Errorf("%q is not %q", a, b)
			}
		}
	}
}

func TestJPlag_HostileNames(t *testing.T) {
	root := map[string]string{}
	for i, name := range []string{"a\\..\\b", "A\\..\\b", "con.x", "x__MACOSX", "__proto__", "n\xff", "n\xfe", "files", "Ä", "ä", strings.Repeat("l", 250)} {
		root[name+"/q.go"] = queue
		root[name+"/Q.go"] = fmt.Sprintf("package p\n\nvar v%d = %d // \xff\xfe\n", i, i) + queue
		root[name+"/__MACOSX_/nul"] = queue + "\n// more"
	}
	for _, anonymous := range []bool{false, true} {
		v := jplagOf(t, compared(t, pairs.Options{Unit: "dir", CountCommon: true, Matches: true, MatchesLater: true}, root), JPlagOptions{Anonymous: anonymous})
		if len(v.names) != 11 || len(v.top) != 55 {
			t.Errorf("%d submissions and %d pairs: %v", len(v.names), len(v.top), v.names)
		}
	}
}

func TestJPlag_AnonymousNamesNobody(t *testing.T) {
	r := folders(t)
	v := jplagOf(t, r, JPlagOptions{Anonymous: true, Paths: []string{"ann"}, Old: []string{"bob"}, Base: []string{"cid"}})
	for name, text := range v.entries {
		for _, secret := range []string{"ann", "bob", "cid", "q.go", "x.go"} {
			if name != "README.txt" && (strings.Contains(name, secret) || strings.Contains(string(text), `"`+secret) || strings.Contains(string(text), "/"+secret)) {
				t.Errorf("%s has %s: %s", name, secret, text)
			}
		}
	}
	if len(v.comparisons) == 0 {
		t.Error("no comparisons")
	}
}

func TestJPlag_BaseCodeAndEarlierYears(t *testing.T) {
	starter := "package starter\n\nfunc given(values []int) (sum int) {\n\tfor i, v := range values {\n\t\tif i%2 == 0 && v > 3 {\n\t\t\tsum += v * len(values)\n\t\t}\n\t}\n\treturn sum\n}\n"
	base := filetest.Folder(t, map[string]string{"base.go": starter})
	both := map[string]string{"ann/q.go": starter + queue, "bob/q.go": starter + queue}
	v := jplagOf(t, compared(t, pairs.Options{Unit: "dir", Matches: true, Reading: pairs.Reading{Base: []string{base}}}, both, map[string]string{"dan/q.go": starter + queue}),
		JPlagOptions{Paths: []string{"new"}, Old: []string{"../old"}, Base: []string{base}, Date: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)})
	if len(v.comparisons) != 3 || !slices.Equal(v.options.Old, []string{"old"}) || v.run.Date != "02/01/26" {
		t.Errorf("%d comparisons, %+v", len(v.comparisons), v.options)
	}
	for id, base := range v.base {
		if len(base) != 1 || !strings.Contains(v.part(t, id, base[0].File, base[0].Start, base[0].End), "func given") {
			t.Errorf("%s: %+v", id, base)
		}
	}
	for _, c := range v.comparisons {
		if len(c.Matches) != 1 || strings.Contains(v.part(t, c.First, c.Matches[0].FirstFile, c.Matches[0].StartInFirst, c.Matches[0].EndInFirst), "given") {
			t.Errorf("%+v", c.Matches)
		}
	}
}

func TestJPlag_WritesAtMostTop(t *testing.T) {
	for top := range 4 {
		want := top
		if top == 0 {
			want = 3
		}
		if v := jplagOf(t, files(t), JPlagOptions{Top: top}); len(v.top) != want {
			t.Errorf("top %d: %d comparisons", top, len(v.top))
		}
	}
}
