package html

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/scan"
)

// whole puts the lines of an excerpt, with their classes, to where they are in the source.
func linesOfExcerpt(t *testing.T, b block) map[int]string {
	t.Helper()
	units, classes := utf16.Encode([]rune(b.Text)), expanded(b.Classes)
	if len(units) != len(classes) {
		t.Fatalf("%d classes for %d units", len(classes), len(units))
	}
	all, number, gaps := map[int]string{}, 1, b.Gaps
	skip := func(at int) {
		if len(gaps) > 0 && gaps[0][0] == at {
			number, gaps = number+gaps[0][1], gaps[1:]
		}
	}
	for from := 0; from < len(units); number++ {
		skip(from)
		to := from + 1 + slices.Index(units[from:], '\n')
		if to == from {
			to = len(units)
		}
		all[number], from = fmt.Sprint(string(utf16.Decode(units[from:to])), classes[from:to]), to
	}
	skip(len(units))
	if len(gaps) > 0 {
		t.Fatalf("gaps %v are no lines' starts in %q", gaps, b.Text)
	}
	all[0] = fmt.Sprint(number - 1) // lines in all
	return all
}

// An excerpt has the lines of the source that it is to have, with their colours and places, and it
// counts the others.
func TestExcerpt_HasTheLinesOfTheSource(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		source := someSource(r)
		whole := prepare("Go", source)
		n := linesIn(whole.text.decoded.UTF8)
		var places []matchPlace
		for range r.IntN(4) {
			from := 1 + r.IntN(n+1)
			places = append(places, matchPlace{answer.Lines{From: from, To: from + r.IntN(30)}, r.IntN(4)})
		}
		f := folding{1 + r.IntN(3), 1 + r.IntN(6), 1 + r.IntN(6), r.IntN(3)}
		keep := f.lines(n, places)
		cut := whole.excerpt(keep)
		want, got := linesOfExcerpt(t, whole.block), linesOfExcerpt(t, cut.block)
		for line, text := range got {
			if want[line] != text {
				t.Fatalf("line %d is %q, not %q: kept %v", line, text, want[line], keep)
			}
		}
		kept := 0
		for _, l := range keep {
			kept += l.Len()
			bytes := bytesIn(cut.text.parts, l)
			if from, to := cut.text.placeOf(bytes.Start), cut.text.placeOf(bytes.End); to-from != whole.text.placeOf(bytes.End)-whole.text.placeOf(bytes.Start) {
				t.Fatalf("lines %v are at %d to %d", l, from, to)
			}
			for _, at := range []int{bytes.Start, (bytes.Start + bytes.End) / 2} { // the same text follows
				if !sameAt(cut, whole, at) {
					t.Fatalf("byte %d of %q is at %d in %q", at, source, cut.text.placeOf(at), cut.block.Text)
				}
			}
		}
		if len(got) != kept+1 {
			t.Fatalf("%d lines, not %d", len(got)-1, kept)
		}
		for _, p := range places { // the ends of heavy matches are there
			for _, line := range []int{p.lines.From, p.lines.To} {
				if line <= n && p.rank < f.matches && got[line] == "" {
					t.Fatalf("no line %d of %v: kept %v", line, p, keep)
				}
			}
		}
		if at, end := cut.text.placeOf(len(source)+9), len(utf16.Encode([]rune(cut.block.Text))); at > end {
			t.Fatalf("%d is beyond the end %d", at, end)
		}
		if text, err := json.Marshal(cut.block); err != nil || len(text) > cut.block.size() {
			t.Fatalf("%d bytes, not %d: %v", len(text), cut.block.size(), err)
		}
	}
}

// sameAt reports whether the text at a byte of the source begins alike, up to the end of the line.
func sameAt(x, y prepared, at int) bool {
	rest := func(p prepared) string {
		units := utf16.Encode([]rune(p.block.Text))
		line, _, _ := strings.Cut(string(utf16.Decode(units[min(p.text.placeOf(at), len(units)):])), "\n")
		return line
	}
	return rest(x) == rest(y)
}

// someSource is a source of some lines, in UTF-8 or UTF-16, with escapes and several ends of lines.
func someSource(r *rand.Rand) []byte {
	var b strings.Builder
	for range 1 + r.IntN(60) {
		for range r.IntN(8) {
			b.WriteString([]string{"x := ", "\"ä😀\"", "f(1)", "/* a", "*/", "\t", "\x07", "// <é>", "\u2028"}[r.IntN(9)])
		}
		b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
	}
	text := b.String()
	if r.IntN(2) == 0 {
		text = strings.TrimRight(text, "\r\n") + "."
	}
	if r.IntN(3) > 0 {
		return []byte(text)
	}
	encoded := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = append(encoded, byte(unit), byte(unit>>8))
	}
	return encoded
}

// A project with 1,000 findings in large files: each finding has the sources of both sides, at its
// matches, and the page has its bound. A few findings are shown whole. Outside of the full ring,
// it is a quarter of them in a page of a quarter.
func TestWriteScan_ThousandFindingsHaveTheirSources(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	pool := make([]string, 400)
	for i := range pool {
		pool[i] = own(r) + "\n"
	}
	s := scanSample{report: &scan.Report{MinScore: .3}}
	sources := map[string]string{}
	file := func(id string) (text string, lines int) {
		var b strings.Builder
		for b.Len() < 20_000 {
			b.WriteString(pool[r.IntN(len(pool))])
		}
		sources[id] = b.String()
		return b.String(), strings.Count(b.String(), "\n")
	}
	findings := ringtest.Of(250, 1000)
	for i := range findings {
		content, origin, kind := fmt.Sprint("c", i), fmt.Sprint("o", i), "verbatim"
		_, lines := file(content)
		match := answer.Lines{From: 1 + r.IntN(lines/2), To: lines}
		if i%4 == 0 {
			origin, kind, match = content, scan.Identical, answer.Lines{From: 1, To: lines}
		} else {
			sources[origin] = "# copied\n" + sources[content]
		}
		from := 0
		for range match.From - 1 {
			from += 1 + strings.Index(sources[content][from:], "\n")
		}
		path := fmt.Sprintf("f%d.py", i)
		s.report.Files = append(s.report.Files, scan.File{Path: path, Content: content, Language: "Python", Lines: lines, Tokens: 9000})
		at := match
		if origin != content {
			at = answer.Lines{From: match.From + 1, To: match.To + 1}
		}
		s.report.Findings = append(s.report.Findings, scan.Finding{
			File: path, Class: scan.Copy, Open: true, Kind: kind, Score: .9, Tokens: 900,
			Matches: []scan.Match{{File: match, Origin: at, Kind: "verbatim", Weight: float64(1 + i%9), FileBytes: scan.Bytes{From: from, To: len(sources[content])}}},
			Origin:  scan.Origin{Content: origin, Occurrence: index.Occurrence{Collection: "up", Root: "/up", Path: path}},
		})
	}
	s.source = func(content string) (index.Content, []byte, error) {
		return index.Content{ID: content}, []byte(sources[content]), nil
	}
	b := newScanBuilder(s.report, s.source)
	b.room = ringtest.Of(b.room/4, b.room)
	var page strings.Builder
	if err := errors.Join(b.build(t.Context()), b.write(&page, "x")); err != nil {
		t.Fatal(err)
	}
	if page.Len() > ringtest.Of(8<<20, 32<<20) {
		t.Errorf("the page has %d bytes", page.Len())
	}
	d, contents := parsed(t, page.String())
	if len(d.Pairs) != findings || d.Scan.Sourceless > 0 {
		t.Fatalf("%d findings, %d without sources", len(d.Pairs), d.Scan.Sourceless)
	}
	whole := 0
	for i, p := range d.Pairs {
		for side, at := range p.Matches[0].Places {
			b := contents[d.Units[p.Units[side]].Files[0].Text]
			if len(b.Gaps) == 0 {
				whole++
			}
			lines := linesOfExcerpt(t, b)
			if lines[at[1]] == "" || lines[at[2]] == "" || at[3] >= at[4] || at[4] > utf8.RuneCountInString(b.Text) {
				t.Fatalf("side %d of finding %d lacks line %d or %d, or is at %v", side, i+1, at[1], at[2], at)
			}
			first, _, _ := strings.Cut(b.Text[at[3]:], "\n")
			if want, _, _ := strings.Cut(lines[at[1]], "\n"); first != want {
				t.Fatalf("side %d of finding %d begins with %q, not %q", side, i+1, first, want)
			}
		}
	}
	if whole == 0 || whole == 2*findings {
		t.Errorf("%d of %d sides are whole", whole, 2*findings)
	}
}
