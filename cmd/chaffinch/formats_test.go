package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/formats"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A new row of a table is a format: by name, by extension, in the help, and for the results of its
// command.
func TestFormats_ARowSuffices(t *testing.T) {
	defer func(a []pairFormat, b []cloneFormat, c []scanFormat, d []answerFormat) {
		pairFormats, cloneFormats, scanFormats, answerFormats = a, b, c, d
	}(pairFormats, cloneFormats, scanFormats, answerFormats)
	row := format{formats.Format{Name: "counts", Extensions: []string{".counts"}, Rows: 10}}
	say := func(out io.Writer) error { _, err := io.WriteString(out, "counted\n"); return err }
	pairFormats = append(pairFormats[:len(pairFormats):len(pairFormats)], pairFormat{row,
		func(_ context.Context, out io.Writer, _ *pairs.Report, _ *pairsOptions) error { return say(out) }})
	cloneFormats = append(cloneFormats[:len(cloneFormats):len(cloneFormats)], cloneFormat{row,
		func(_ context.Context, out io.Writer, _ *pairs.CloneReport, _ *pairsOptions) error { return say(out) }})
	scanFormats = append(scanFormats[:len(scanFormats):len(scanFormats)], scanFormat{row,
		func(_ context.Context, out io.Writer, _ *scan.Report, _ *scanOptions) error { return say(out) }})
	answerFormats = append(answerFormats[:len(answerFormats):len(answerFormats)], answerFormat{row,
		func(out io.Writer, _ *answer.Answer, _ report.AnswerOptions, _ string) error { return say(out) },
		func(out io.Writer, _ report.AnswerOptions) (func(*answer.Answer) error, func(*report.Asked) error, error) {
			return func(*answer.Answer) error { return nil }, func(*report.Asked) error { return say(out) }, nil
		}})

	c := newCommandLine(t)
	c.write("d/a.go", source(1))
	c.write("d/b.go", source(1)+"var x = 1\n")
	c.write("q/a.go", source(1))
	c.run(0, "index", "--index", "x", "d")
	for _, args := range [][]string{
		{"pairs", "--format", "counts", "d"}, {"pairs", "-o", "d.counts", "d"},
		{"pairs", "--min-match", "20", "--format", "counts", "d"}, {"pairs", "--min-match", "20", "-o", "d.counts", "d"},
		{"scan", "--index", "x", "--allow", "*,unknown", "--format", "counts", "q"}, {"scan", "--index", "x", "--allow", "*,unknown", "-o", "d.counts", "q"},
		{"search", "--index", "x", "--format", "counts", "q/a.go"}, {"search", "--index", "x", "--format", "counts", "q/a.go", "d/b.go"},
		{"similar", "--index", "x", "--format", "counts", "q/a.go"},
	} {
		out, errOut := c.run(0, args...)
		if written, err := os.ReadFile("d.counts"); err == nil {
			out = string(written)
			os.Remove("d.counts")
		}
		if out != "counted\n" {
			t.Errorf("%q: %q, %s", args, out, errOut)
		}
	}
	for _, command := range []string{"pairs", "scan", "search"} { // the help of similar refers to search
		if out, _ := c.run(0, command, "--help"); !strings.Contains(out, "counts") {
			t.Errorf("the help of %s does not name the format", command)
		}
	}
}

// A report in a project is no source of the next run, in every format that has files.
func TestFormats_OwnReportsAreKnown(t *testing.T) {
	c := newCommandLine(t)
	c.write("d/a.go", source(1))
	c.write("d/b.go", source(1)+"var x = 1\n")
	c.write("q/a.go", "package q\n\n"+source(1))
	c.run(0, "index", "--index", "x", "d")
	try := func(its format, args ...string) {
		for _, extension := range its.Extensions {
			file := "report" + extension
			c.run(0, append(args, "-o", file)...)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !(&corpus.Text{UTF8: text}).Binary() && len(text) > len("[]\n") && !skips.IsReport(file, text) {
				t.Errorf("%q writes %s, which is read as source: %.500s", args, file, text)
			}
		}
	}
	for _, f := range pairFormats {
		try(f.format, "pairs", "d")
	}
	for _, f := range cloneFormats {
		try(f.format, "pairs", "--min-match", "20", "d")
	}
	for _, f := range scanFormats {
		try(f.format, "scan", "--index", "x", "--allow", "*,unknown", "q")
	}
	if _, errOut, code := c.runIn(t.Context(), "scan", "--index", "x", "-o", "open.gitlab.json", "q"); code != exitFound+1 {
		t.Fatal(code, errOut)
	}
	if text, err := os.ReadFile("open.gitlab.json"); err != nil || !skips.IsReport("open.gitlab.json", text) {
		t.Errorf("%s, %v", text, err)
	}
}

// A trend grows by a line with each scan, and is in the page. A badge is a picture.
func TestFormats_OfATrend(t *testing.T) {
	c := newCommandLine(t)
	c.write("d/a.go", source(1))
	c.write("q/a.go", "package q\n\n"+source(1))
	c.run(0, "index", "--index", "x", "d")
	for n := 1; n <= 3; n++ {
		c.runIn(t.Context(), "scan", "--index", "x", "-o", "q.trend.jsonl", "-o", "q.html", "-o", "q.svg", "q")
		text, err := os.ReadFile("q.trend.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		all, err := scans.ReadTrend(bytes.NewReader(text))
		if err != nil || len(all) != n || all[n-1].Open != 1 || all[n-1].Copied == 0 || all[n-1].Lines == 0 {
			t.Fatalf("%v, %+v", err, all)
		}
		page, err := os.ReadFile("q.html")
		if err != nil || strings.Count(string(page), "chaffinchTrend") != n {
			t.Errorf("%v: the page has %d points of %d", err, strings.Count(string(page), "chaffinchTrend"), n)
		}
	}
	picture, err := os.ReadFile("q.svg")
	if err != nil || xml.Unmarshal(picture, new(struct{})) != nil || !strings.Contains(string(picture), "% copied, 1 open") {
		t.Errorf("%v: %s", err, picture)
	}
	c.write("other.trend.jsonl", "a line\n")
	if _, errOut, code := c.runIn(t.Context(), "scan", "--index", "x", "-o", "other.trend.jsonl", "q"); code != exitError || !strings.Contains(errOut, "other.trend.jsonl: line 1 is not of a trend") {
		t.Error(code, errOut)
	}
	if text, err := os.ReadFile("other.trend.jsonl"); string(text) != "a line\n" {
		t.Errorf("%v: the other file is %q", err, text)
	}
}

// The formats of other systems have what their readers need: paths of the repository, lines, and a
// fingerprint that no two findings share.
func TestFormats_OfOtherSystems(t *testing.T) {
	c := newCommandLine(t)
	for _, name := range []string{"a", "b", "c"} {
		c.write("d/"+name+".go", source(1)+"// ]]>\n")
	}
	c.write("q/a.go", "package q\n\n"+source(1))
	c.write("q/b.go", "package q\n\n"+source(1)+"var x = 1\n")
	c.run(0, "index", "--index", "x", "d")
	for _, args := range [][]string{{"pairs", "--min-match", "300", "--format", "gitlab", "d"}, {"scan", "--index", "x", "--format", "gitlab", "q"}} {
		out, _, _ := c.runIn(t.Context(), args...)
		var issues []struct {
			Description string
			CheckName   string `json:"check_name"`
			Fingerprint string
			Severity    string
			Location    struct {
				Path  string
				Lines struct{ Begin int }
			}
		}
		if err := json.Unmarshal([]byte(out), &issues); err != nil || len(issues) != 2 {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
		if issues[0].Fingerprint == issues[1].Fingerprint {
			t.Errorf("%q: two findings have the fingerprint %s", args, issues[0].Fingerprint)
		}
		for _, i := range issues {
			if _, err := os.Stat(i.Location.Path); err != nil || i.Location.Lines.Begin < 1 || i.Description == "" || i.Severity == "" || !strings.HasPrefix(i.CheckName, "chaffinch/") {
				t.Errorf("%q: %+v, %v", args, i, err)
			}
		}
	}
	out, _, _ := c.runIn(t.Context(), "pairs", "--min-match", "300", "--format", "cpd", "d")
	var report struct {
		Duplications []struct {
			Lines int `xml:"lines,attr"`
			Files []struct {
				Path    string `xml:"path,attr"`
				Line    int    `xml:"line,attr"`
				EndLine int    `xml:"endline,attr"`
			} `xml:"file"`
			Fragment string `xml:"codefragment"`
		} `xml:"duplication"`
	}
	if err := xml.Unmarshal([]byte(out), &report); err != nil || len(report.Duplications) != 2 {
		t.Fatalf("%v: %s", err, out)
	}
	for _, d := range report.Duplications {
		f := d.Files
		if len(f) != 2 || f[0].EndLine-f[0].Line+1 != d.Lines || f[0].Path == f[1].Path || strings.Count(d.Fragment, "\n") != d.Lines {
			t.Errorf("%+v", d)
		}
	}
}

// A format that lists no weak pairs says so, so that they are not computed for it.
func TestPairFormats_SayWhetherTheyListWeakPairs(t *testing.T) {
	c := newCommandLine(t)
	c.write("d/a.go", source(1))
	c.write("d/b.go", source(1)+"var x = 1\n")
	c.write("d/c.go", source(2))
	r, err := chaffinch.Pairs(t.Context(), []string{"d"}, pairs.Options{Matches: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Pairs) < 2 {
		t.Fatalf("%d pairs", len(r.Pairs))
	}
	without := *r
	without.Pairs = r.Pairs[:1:1]
	with := without
	with.Weak = r.Pairs[1:]
	for i := range with.Weak {
		with.Weak[i].Weak = true
	}
	for _, f := range pairFormats {
		var lengths []int
		for _, r := range []*pairs.Report{&without, &with} {
			var b bytes.Buffer
			if err := f.write(t.Context(), &b, r, &pairsOptions{inputs: inputs{global: &global{}}}); err != nil {
				t.Fatal(err)
			}
			lengths = append(lengths, b.Len())
		}
		if lists := lengths[0] != lengths[1]; lists != f.Weak {
			t.Errorf("%s lists weak pairs: %v, and says %v", f.Name, lists, f.Weak)
		}
	}
}
