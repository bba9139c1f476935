package report

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"

	"github.com/chaffinch-search/chaffinch"
)

const queue = filetest.Queue

// compared writes the files to a new folder and compares them.
func compared(t *testing.T, o pairs.Options, files map[string]string, old ...map[string]string) *pairs.Report {
	t.Helper()
	root := filetest.Folder(t, files)
	for _, files := range old {
		o.Old = append(o.Old, filetest.Folder(t, files))
	}
	return comparedBelow(t, o, root)
}

func comparedBelow(t *testing.T, o pairs.Options, root string) *pairs.Report {
	t.Helper()
	c, err := chaffinch.Pairs(context.Background(), []string{root}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// copies are two copies and a file with the same code.
var copies = map[string]string{
	"a.go": queue, "b [1].go": queue, "d/c:1.go": "var é, 🐦 = 1, 2; " + queue + "\nfunc more() string { return \"more\" }\n",
}

func files(t *testing.T) *pairs.Report {
	t.Helper()
	return compared(t, pairs.Options{Matches: true}, copies)
}

func folders(t *testing.T) *pairs.Report {
	t.Helper()
	return compared(t, pairs.Options{Unit: "dir", Matches: true}, map[string]string{
		"ann/q.go": queue, "ann/x.go": "package x\n\nvar names = []string{\"a\", \"b\"}\n", "bob/src/q.go": queue, "cid.go": queue + queue,
	})
}

// listed returns the rows of the TSV without the figures.
func listed(t *testing.T, r *pairs.Report, top int) (lines []string) {
	t.Helper()
	var b strings.Builder
	if err := TSV(&b, r, top); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		lines = append(lines, fmt.Sprint(cells[0], " ", cells[1], " ", slices.Delete(cells, 14, 17)[11:]))
	}
	return lines
}

func TestCSV_SpellsOutCopies(t *testing.T) {
	r := compared(t, pairs.Options{}, map[string]string{"a.go": queue, "b.go": queue, "c.go": queue + "\nvar x = 1\n"},
		map[string]string{"d.go": queue, "e.go": queue})
	old := r.Units[4].Name[:strings.IndexByte(r.Units[4].Name, '/')+1]
	want := []string{
		"a.go " + old + "d.go", "a.go " + old + "e.go", "a.go b.go", "b.go " + old + "d.go", "b.go " + old + "e.go",
		"a.go c.go", "b.go c.go", "c.go " + old + "d.go", "c.go " + old + "e.go",
	}
	for i := range want {
		if want[i] += " [verbatim     1 44.444444 1.000000]"; i >= 5 {
			want[i] = strings.Replace(want[i], "1 44.444444 1.000000", "6 0.000000 0.998802", 1)
		}
	}
	have := listed(t, r, 0)
	if len(have) != len(want) {
		t.Fatalf("%q", have)
	}
	first := r.Units[0].Name[:strings.IndexByte(r.Units[0].Name, '/')+1]
	for i := range have {
		have[i] = strings.ReplaceAll(have[i], first, "")
	}
	slices.Sort(have[:5])
	slices.Sort(have[5:])
	if !slices.Equal(have, want) {
		t.Errorf("%q\n%q", have, want)
	}
	if n := len(listed(t, r, 3)); n != 3 {
		t.Errorf("%d rows of 3", n)
	}
}

// csvRows returns the rows of the CSV, the headings first.
func csvRows(t *testing.T, r *pairs.Report) [][]string {
	t.Helper()
	var b strings.Builder
	if err := CSV(&b, r, 0); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The probability of a row is the library's, and that of identical files is that of equal ones.
func TestCSV_HasTheProbability(t *testing.T) {
	different := queue + "\nvar x = 1\n"
	r := compared(t, pairs.Options{}, map[string]string{"a.go": queue, "b.go": queue, "c.go": different, "d.go": "// equal\n" + different})
	rows := csvRows(t, r)
	have := map[string]string{}
	for _, row := range rows[1:] {
		have[row[0]+" "+row[1]] = row[16]
	}
	for _, p := range r.Pairs {
		if got, want := have[p.A.Name+" "+p.B.Name], fmt.Sprintf("%.6f", p.Probability); got != want {
			t.Errorf("%s and %s: %s, want %s", p.A.Name, p.B.Name, got, want)
		}
	}
	same := compared(t, pairs.Options{}, map[string]string{"a.go": queue, "b.go": "// equal\n" + queue}).Pairs // others are as rare, nearly
	if sure, err := strconv.ParseFloat(have["a.go b.go"], 64); err != nil || len(same) != 1 || math.Abs(sure-same[0].Probability) > 0.001 || len(have) != 6 {
		t.Errorf("%v, and of equal tokens %+v", have, same)
	}
}

func TestTSV_HasALineForEachPair(t *testing.T) {
	r := compared(t, pairs.Options{}, map[string]string{"tab\tand\nbreak\\.go": queue, "b.go": queue})
	if have := listed(t, r, 0); !slices.Equal(have, []string{`b.go tab\tand\nbreak\\.go [verbatim     1 0.000000 1.000000]`}) {
		t.Errorf("%q", have)
	}
}

// A spreadsheet whose list separator is another one finds no formula in the middle of a path.
func TestCSV_NoPathHoldsAnotherCell(t *testing.T) {
	for _, name := range []string{"a;=cmd|calc;.go", "a|=1.go", "a\";=1.go", ";=1.go", "a\t=1.go"} {
		r := compared(t, pairs.Options{}, map[string]string{name: queue, "A,b.go": queue}) // before and after it
		var b strings.Builder
		if err := CSV(&b, r, 0); err != nil {
			t.Fatal(err)
		}
		for _, separator := range ",;|\t" {
			in := csv.NewReader(strings.NewReader(b.String()))
			in.Comma, in.LazyQuotes, in.FieldsPerRecord = separator, true, -1
			rows, err := in.ReadAll()
			if err != nil || len(rows) != 2 {
				t.Fatalf("%q, separated by %q: %d rows, %v", name, separator, len(rows), err)
			}
			for _, cell := range rows[1] {
				if strings.HasPrefix(strings.TrimLeft(cell, `" `), "=") {
					t.Errorf("%q, separated by %q: the formula %q", name, separator, cell)
				}
			}
		}
	}
}

// No file name is a formula in a spreadsheet.
func TestCSV_NoPathIsAFormula(t *testing.T) {
	unsafe := []string{"=1+1.go", "+1.go", "-1.go", "@SUM(A1).go", " =1.go", "\t=1.go", "\r=1.go", "\n=1.go", "＝1.go"}
	for _, name := range unsafe {
		r := compared(t, pairs.Options{}, map[string]string{name: queue, "a=b.go": queue})
		rows := csvRows(t, r)
		got := rows[1][:2]
		slices.Sort(got)
		escaped := strings.NewReplacer("\t", `\t`, "\r", `\r`, "\n", `\n`).Replace(name)
		if want := []string{"./" + escaped, "a=b.go"}; !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
		if lines := listed(t, r, 0); !strings.Contains(lines[0], "./") {
			t.Errorf("TSV: %q", lines)
		}
	}
}

func TestCSV_BaselineAddsAColumn(t *testing.T) {
	r := compared(t, pairs.Options{}, map[string]string{"a.go": queue, "b.go": queue, "c.go": queue + "\nvar x = 1\n"})
	r.Baseline, r.NewIdentical = "known.json", []int{0}
	want := []string{"a.go b.go [verbatim     1 66.666667 1.000000 true]", "a.go c.go [verbatim     2 0.000000 0.998802 false]", "b.go c.go [verbatim     2 0.000000 0.998802 false]"}
	if have := listed(t, r, 0); !slices.Equal(have, want) {
		t.Errorf("%q", have)
	}
	var b strings.Builder
	if err := CSV(&b, r, 1); err != nil {
		t.Fatal(err)
	}
	if head, rest, _ := strings.Cut(b.String(), "\n"); !strings.HasSuffix(head, ",kind,authorA,authorB,shareOfSmaller,shareOfLarger,probability,looks,weak,rank,percentile,unusual,new") || strings.Count(rest, "\n") != 1 {
		t.Errorf("%s", &b)
	}
}

// A table for a comment has the rows of CSV, and says how many it leaves out. Names cannot end a
// cell.
func TestMarkdown_IsATableOfPairs(t *testing.T) {
	r := compared(t, pairs.Options{}, map[string]string{"a|`b`.go": queue, "c.go": queue, "d.go": queue + "var d = 1\n"})
	var out strings.Builder
	if err := Markdown(&out, r, 2); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"### 3 similar pairs\n\n`3 files, 3 pairs: 1 group of identical files, 1 other pair", "| 1.000 | 99% | ", " | ``a\\|`b`.go`` | `c.go` |\n", "\n1 more pair is not listed: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, &out)
		}
	}
	if !skips.IsReport("pairs.md", []byte(out.String())) {
		t.Errorf("read as no report: %s", &out)
	}
	var many pairs.Report
	for range 3000 {
		many.Units = append(many.Units, pairs.Unit{Name: strings.Repeat("x", 40), Files: []pairs.File{{}}})
	}
	for i := range many.Units[1:] {
		many.Pairs = append(many.Pairs, pairs.Pair{A: pairs.Side{Unit: 0}, B: pairs.Side{Unit: i + 1}})
	}
	out.Reset()
	if err := Markdown(&out, &many, 0); err != nil || out.Len() > MostMarkdown+500 || !strings.Contains(out.String(), " more pairs are not listed: ") {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
	out.Reset()
	if err := Markdown(&out, &pairs.Report{}, 0); err != nil || out.Len() > 0 {
		t.Errorf("of nothing: %s, %v", &out, err)
	}
}

// Markdown marks weak pairs, and counts them apart. The summary counts pairs below the minimum
// apart.
func TestMarkdown_MarksWeakPairs(t *testing.T) {
	r := &pairs.Report{Unit: "dir", MinScore: 0.25, Stats: pairs.Stats{Comparable: 10}}
	for i := range 5 {
		r.Units = append(r.Units, pairs.Unit{Name: string(rune('a' + i)), Files: []pairs.File{{}}})
	}
	pair := func(b int, score float64) pairs.Pair {
		return pairs.Pair{B: pairs.Side{Unit: b}, Score: score, Kind: "edited"}
	}
	r.Pairs = []pairs.Pair{pair(1, 0.4), pair(2, 0.19)}
	r.Weak = []pairs.Pair{pair(3, 0.1), pair(4, 0.05)}
	for i := range r.Weak {
		r.Weak[i].Weak = true
	}
	shown := func() string {
		var out strings.Builder
		if err := Markdown(&out, r, 0); err != nil || !skips.IsReport("pairs.md", []byte(out.String())) {
			t.Fatal(err, &out)
		}
		return out.String()
	}
	const summary = "5 submissions, 10 pairs: 1 pair with a score of 0.25 or more, and 1 below it with a part that search is sure of"
	text := shown()
	for _, want := range []string{"### 2 similar pairs, 2 weak pairs\n\n`" + summary + "`.\n", "edited, weak | `a` | `d` |\n", "edited | `a` | `c` |\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if text := PairsSummary(r, terminal.Style{}); !strings.Contains(text, summary+"\n") {
		t.Error(text)
	}
	r.Pairs, r.Weak = nil, r.Weak[:1]
	if text := shown(); !strings.HasPrefix(text, "### 1 weak pair\n\n`5 submissions, 10 pairs: no pair with a score of 0.25 or more`") {
		t.Error(text)
	}
}

// Tables name the share of pairs that score as much from 100 pairs on.
func TestTop_IsShownFor100Pairs(t *testing.T) {
	r := compared(t, pairs.Options{}, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n"})
	shown := func() string {
		var text, markdown strings.Builder
		if err := errors.Join(PairsText(&text, r, 0), Markdown(&markdown, r, 0)); err != nil {
			t.Fatal(err)
		}
		return text.String() + markdown.String()
	}
	if strings.Contains(shown(), "top") {
		t.Error(shown())
	}
	r.Stats.Comparable = 100
	for percentile, want := range map[float64]string{0: "100%", 75: "25%", 98.8: "1.2%", 99.9777: "0.022%", 99.9995: "<0.001%"} {
		r.Pairs[0].Percentile = percentile
		if got := shown(); !strings.Contains(got, "  "+want+"  ") || !strings.Contains(got, "| "+want+" |") || !strings.Contains(got, "| sure | top | longest |") {
			t.Errorf("%g: no %s in\n%s", percentile, want, got)
		}
	}
}
