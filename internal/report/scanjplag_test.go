package report

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/scan"
)

// routine returns a function of a form that no other number has.
func routine(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func measure%d(values []int, limit int) (total int) {\n", n)
	r := rand.New(rand.NewPCG(uint64(n), 1))
	for i := range 9 {
		switch r.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "\tif len(values) > limit*%d {\n\t\ttotal += values[%d] - limit\n\t}\n", r.IntN(99), i)
		case 1:
			fmt.Fprintf(&b, "\tfor index, value := range values[%d:] {\n\t\ttotal ^= value << index\n\t}\n", r.IntN(99))
		case 2:
			fmt.Fprintf(&b, "\ttotal = convert%d(total, values[len(values)-%d], limit)\n", n, i+1)
		case 3:
			fmt.Fprintf(&b, "\tswitch {\n\tcase total < -%d:\n\t\treturn limit / 2\n\t}\n", r.IntN(99))
		case 4:
			fmt.Fprintf(&b, "\tlimit, total = total%%%d, limit|total\n", 2+r.IntN(99))
		}
	}
	b.WriteString("\treturn total\n}\n\n")
	return b.String()
}

// scannedFiles scans a project against an index, and returns the sources of both.
func scannedFiles(t *testing.T, project, upstream map[string]string) (*scan.Report, ScanSource) {
	t.Helper()
	x, err := chaffinch.Create(t.TempDir()+"/index", index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	if _, err := x.Update(t.Context(), index.Source{Root: filetest.Folder(t, upstream), Collection: "up"}, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	r, err := scan.Run(t.Context(), x, scan.Options{Tree: filetest.Folder(t, project), Sources: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	state, err := x.State()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { state.Close() })
	return r, func(content string) (index.Content, []byte, error) {
		return r.SourceOf(context.Background(), state, content)
	}
}

// someCopies are a project and what it copied: a whole file, two parts of one file, one of them renamed, with a text in
// UTF-16 among them.
func someCopies(t *testing.T) (*scan.Report, ScanSource) {
	t.Helper()
	wide := "\xff\xfe"
	for _, r := range "package up\n\n" + routine(5) + routine(6) {
		wide += string([]byte{byte(r), 0})
	}
	return scannedFiles(t, map[string]string{
		"whole.go": "package up\n\n" + routine(1) + routine(2), "parts.go": "package p\n\n// é\n" + routine(10) + routine(3) + routine(11) +
			strings.ReplaceAll(routine(4), "values", "numbers") + routine(12),
		"wide.go": "package p\n\n" + routine(6) + routine(13), "own.go": "package p\n\n" + routine(14),
	}, map[string]string{
		"whole.go": "package up\n\n" + routine(1) + routine(2), "lib/both.go": "package up\n\n" + routine(20) + routine(4) + routine(21) + routine(3),
		"a\\b:c/wide.go": wide,
	})
}

func scanJPlag(t *testing.T, r *scan.Report, source ScanSource, top int) jplagReport {
	t.Helper()
	var b bytes.Buffer
	if err := ScanJPlag(t.Context(), &b, r, source, top); err != nil {
		t.Fatal(err)
	}
	return jplagRead(t, b.Bytes())
}

// A report has each copy once, the best first, at the same text on both sides, and numbers of tokens that the files have.
func TestScanJPlag_PlacesAreThoseOfTheMatches(t *testing.T) {
	r, source := someCopies(t)
	v := scanJPlag(t, r, source, 0)
	if len(v.comparisons) != 3 || len(v.names) != 6 {
		t.Fatalf("%+v %v %v", v.top, v.names, r.Findings)
	}
	verbatim := 0
	for i, c := range v.comparisons {
		if i > 0 && c.Similarities.Average > v.comparisons[i-1].Similarities.Average {
			t.Errorf("%s is behind a lower score", c.First)
		}
		if c.OfFirst <= 0 || c.OfFirst > 1 || c.OfSecond <= 0 || c.OfSecond > 1 || len(c.Matches) == 0 {
			t.Errorf("%+v", c)
		}
		for _, m := range c.Matches {
			a := v.part(t, c.First, m.FirstFile, m.StartInFirst, m.EndInFirst)
			b := v.part(t, c.Second, m.SecondFile, m.StartInSecond, m.EndInSecond)
			if len(a) < 100 || len(b) < 100 {
				t.Errorf("%s: %q and %q", c.First, a, b)
			}
			if strings.Contains(b, a) || strings.Contains(a, b) {
				verbatim++
			}
			v.tokens(t, c, m)
		}
	}
	if verbatim < 3 {
		t.Errorf("%d verbatim matches", verbatim)
	}
}

// tokens checks that both sides have the tokens of a match.
func (v *jplagReport) tokens(t *testing.T, c jplagComparison, m jplagMatch) {
	t.Helper()
	for _, side := range []struct {
		start, end jplagPosition
		tokens     int
	}{
		{m.StartInFirst, m.EndInFirst, v.index[c.First][m.FirstFile].Tokens},
		{m.StartInSecond, m.EndInSecond, v.index[c.Second][m.SecondFile].Tokens},
	} {
		if n := side.end.Token - side.start.Token + 1; n < m.FirstLength || side.end.Token >= side.tokens-1 {
			t.Errorf("%s: %d matching tokens are from %d to %d of %d", c.First, m.FirstLength, side.start.Token, side.end.Token, side.tokens)
		}
	}
}

// Matches count tokens of code inside comments, and of all parts of a text.
func TestScanJPlag_CountsTokensOfAllParts(t *testing.T) {
	comment := "package up\n\n/*\n" + routine(1) + routine(2) + "*/\n\n" + routine(3)
	guide := "# Guide\n\nRead what this does.\n\n```go\n" + routine(4) + routine(5) + "```\n\nAnd then:\n\n```go\n" + routine(6) + "```\n"
	r, source := scannedFiles(t, map[string]string{"a.go": comment + routine(7), "b.go": comment, "c.md": guide, "d.md": guide + "\nThe end of it.\n"},
		map[string]string{"a.go": comment, "guide.md": guide})
	v := scanJPlag(t, r, source, 0)
	if len(v.comparisons) < 4 {
		t.Errorf("%+v", v.top)
	}
	for _, c := range v.comparisons {
		for _, m := range c.Matches {
			v.tokens(t, c, m)
		}
		if c.Similarities.Longest > c.Similarities.Length {
			t.Errorf("a match of %s has %d tokens of %d", c.First, c.Similarities.Longest, c.Similarities.Length)
		}
	}
}

// What is own, common or false is no pair.
func TestScanJPlag_HasCopiesThatCount(t *testing.T) {
	r, source := someCopies(t)
	for i := range r.Findings {
		f := &r.Findings[i]
		switch f.File {
		case "whole.go":
			f.Class = scan.Own
		case "wide.go":
			f.Decision = &scan.Decision{Decision: scan.False}
		}
	}
	if v := scanJPlag(t, r, source, 0); len(v.top) != 1 || !strings.Contains(v.top[0].First, "parts") {
		t.Errorf("%+v", v.top)
	}
}

// Several findings of a file and a document are one pair, and a report has at most top.
func TestScanJPlag_OnePairForFileAndDocument(t *testing.T) {
	r, source := someCopies(t)
	for _, f := range r.Findings {
		f.Score /= 2
		r.Findings = append(r.Findings, f)
	}
	before := scanJPlag(t, r, source, 0)
	if len(before.top) != 3 {
		t.Errorf("%+v", before.top)
	}
	if v := scanJPlag(t, r, source, 2); len(v.top) != 2 || v.top[0] != before.top[0] {
		t.Errorf("%+v", v.top)
	}
	if said := BeyondScanJPlag(r, 2); len(said) != 1 || !strings.HasPrefix(said[0], "1 more pair is not listed") || BeyondScanJPlag(r, 3) != nil {
		t.Errorf("%q", said)
	}
}

// Files whose source is gone have a text that says so, and matches at its beginning.
func TestScanJPlag_WithoutSources(t *testing.T) {
	r, source := someCopies(t)
	v := scanJPlag(t, r, func(content string) (index.Content, []byte, error) {
		c, _, err := source(content)
		if err == nil {
			err = index.ErrHashOnly
		}
		return c, nil, err
	}, 0)
	if len(v.comparisons) != 3 {
		t.Fatalf("%+v", v.top)
	}
	for _, sources := range v.sources {
		for _, text := range sources {
			if !strings.Contains(text, index.ErrHashOnly.Error()) {
				t.Error(text)
			}
		}
	}
}

func TestScanJPlag_OfNothing(t *testing.T) {
	r, source := scannedFiles(t, map[string]string{"a.go": "package p\n"}, map[string]string{"b.go": "package up\n\n" + routine(1)})
	if v := scanJPlag(t, r, source, 0); len(v.top) != 0 || len(v.names) != 0 {
		t.Errorf("%+v", v.top)
	}
}

// What is passed on names no folder of the machine.
func TestScanJPlag_NamesNoLocalFolder(t *testing.T) {
	for _, root := range []string{"/srv/jane/up", "git+file:///srv/jane/up.git?all=true"} {
		r, source := someCopies(t)
		for i := range r.Findings {
			r.Findings[i].Origin.Root = root
		}
		v := scanJPlag(t, r, source, 0)
		if text := fmt.Sprint(v.names, v.sources); len(v.comparisons) != 3 || strings.Contains(text, "srv/jane") {
			t.Errorf("%d pairs; %s", len(v.comparisons), text)
		}
	}
}
