package html

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/pairs"
)

var made = time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)

// someNotes marks the first pair, and one of two identical submissions, as a report exports notes.
// Their other notes mark no case.
func someNotes(t *testing.T, s *sample) *Notes {
	t.Helper()
	first, second := s.result.Pairs[0], s.result.Pairs[1]
	n, err := ReadNotes(fmt.Appendf(nil, `{"chaffinchNotes": 1, "title": "Exercise 4", "notes": [
		{"names": [%q, %q], "mark": "copied", "text": "of the first pair\n<b>"}, {"names": [%q, %q], "mark": "fine", "text": "of the second pair"},
		{"names": ["rowan"], "mark": "talk", "text": "of rowan"}, {"names": ["hazel"], "mark": "copied", "text": "of hazel"},
		{"names": ["birch", "willow"], "mark": "talk", "text": ""}, {"names": ["gone"], "mark": "", "text": "of nobody"}]}`,
		first.B.Name, first.A.Name, second.A.Name, second.B.Name))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// dossierPage writes the dossier of some notes.
func dossierPage(t *testing.T, s *sample, n *Notes, o Options) (*Dossier, string) {
	t.Helper()
	var out strings.Builder
	d := NewDossier(s.result.Report, n)
	o.source = s.source
	if err := d.Write(&out, made, o); err != nil {
		t.Fatal(err)
	}
	return d, out.String()
}

// A dossier has the marked pairs and units with their notes, and nothing of anybody else.
func TestDossier_HasWhatIsMarked(t *testing.T) {
	s := newSample(t)
	r := s.result.Report
	first := r.Pairs[0]
	want := []string{r.Units[first.A.Unit].Name, r.Units[first.B.Unit].Name, "oak", "rowan"}
	for _, o := range []Options{{Title: "Exercise 4"}, {Anonymous: true}} {
		dossier, page := dossierPage(t, s, someNotes(t, s), o)
		if dossier.Cases != 2 || !slices.Equal(dossier.Missing, []string{"birch and willow"}) {
			t.Errorf("%d cases, without %q", dossier.Cases, dossier.Missing)
		}
		d, contents := parsed(t, page)
		if d.Dossier == nil || d.Dossier.Made != "2026-03-20" || len(d.Pairs) != 1 || len(d.Identical) != 1 || d.Stats.Comparable != r.Stats.Comparable {
			t.Fatalf("%+v", d)
		}
		if !o.Anonymous {
			var names []string
			for _, u := range d.Units {
				names = append(names, u.Name)
			}
			for _, name := range want {
				if !slices.Contains(names, name) {
					t.Errorf("%s is not among %q", name, names)
				}
			}
		}
		for _, u := range course {
			isIn := !o.Anonymous && slices.ContainsFunc(d.Units, func(v unit) bool { return v.Name == u.name })
			if strings.Contains(page, u.author) != isIn || strings.Contains(page, u.name+"/") != isIn {
				t.Errorf("whether %s is in it, anonymous: %v", u.name, o.Anonymous)
			}
		}
		block, _ := blockOf([]byte(page), "saved-notes")
		var saved savedNotes
		if err := json.Unmarshal(block, &saved); err != nil {
			t.Fatal(err)
		}
		if len(saved.Notes) != 2 {
			t.Errorf("notes: %+v", saved.Notes)
		}
		for key, n := range saved.Notes {
			var at []int
			for text := range strings.SplitSeq(key, "-") {
				var i int
				if _, err := fmt.Sscan(text, &i); err != nil {
					t.Fatal(err)
				}
				at = append(at, i)
			}
			same := func(i, was int) bool {
				return slices.ContainsFunc(d.Units[i].Files, func(f file) bool {
					return contents[f.Text].SHA256 == fmt.Sprintf("%x", sha256.Sum256(s.sources[r.Units[was].Files[0].Content]))
				})
			}
			switch n.Text {
			case "of the first pair\n<b>":
				if len(at) != 2 || at[0] > at[1] || same(at[0], first.A.Unit) == same(at[1], first.A.Unit) || same(at[0], first.B.Unit) == same(at[1], first.B.Unit) {
					t.Errorf("the note of the pair is at %s", key)
				}
			case "of rowan":
				if len(at) != 1 || d.Identical[0][0] != at[0] && d.Identical[0][1] != at[0] || !o.Anonymous && d.Units[at[0]].Name != "rowan" {
					t.Errorf("the note of rowan is at %s", key)
				}
			default:
				t.Errorf("a note %q", n.Text)
			}
		}
	}
}

func TestReadNotes_RefusesOtherFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "not a file of notes",
		`{"notes": []}`:        "not a file of notes",
		`{"chaffinchNotes":2}`: "not a file of notes",
		`{"chaffinchNotes":1,"anonymous":true,"notes":[]}`:                       "from a report with names",
		`{"chaffinchNotes":1,"notes":[{"names":["a","b"],"mark":"suspicious"}]}`: `the note on a and b has the mark "suspicious": use copied, talk or fine`,
	} {
		if _, err := ReadNotes([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The page shows the mark talk as "talk to".
func TestReadNotes_TakesTheShownMark(t *testing.T) {
	n, err := ReadNotes([]byte(`{"chaffinchNotes":1,"notes":[{"names":["a","b"],"mark":"talk to"}]}`))
	if err != nil || !n.Notes[0].isCase() {
		t.Error(n, err)
	}
}

// The two parts of a submission are one submission.
func TestHeadline_CountsSubmissions(t *testing.T) {
	r := &pairs.Report{Unit: "dir", Units: []pairs.Unit{{Name: "a"}, {Name: "a (generated)", Submission: "a"}, {Name: "b"}}}
	if got := headline(r); got != "Comparison of 2 submissions" {
		t.Error(got)
	}
	if d := newData(r, Options{}, ""); d.Whole != 2 || len(d.Units) != 3 {
		t.Errorf("%d of %d units", d.Whole, len(d.Units))
	}
}

const sheets = `document.querySelector(".sheets").textContent`

// The button of a report and the program make the same dossier, which is saved without a script and
// begins each part on a page of paper.
func testDossier(t *testing.T, b *browser, s *sample, file string) {
	_, text := dossierPage(t, s, someNotes(t, s), Options{Title: "Exercise 4"})
	b.Open(savedPage(t, text), "")
	want := value[string](b, sheets)
	b.Open(file, "#dossier")
	if have := value[string](b, `document.getElementById("dossier").innerText`); !strings.Contains(have, "No pair is marked") {
		t.Errorf("without marks: %s", have)
	}
	defer value[bool](b, "localStorage.clear(); true")
	value[bool](b, `location.hash = "#notes"; true`)
	notes, err := json.Marshal(someNotes(t, s))
	if err != nil {
		t.Fatal(err)
	}
	b.imports(string(notes))
	b.click("#notes-dossier")
	b.Wait(`location.hash === "#dossier" && document.querySelectorAll(".sheet").length > 0`)
	day := regexp.MustCompile(`Made20..-..-..`)
	if have := value[string](b, sheets); day.ReplaceAllString(have, "") != day.ReplaceAllString(want, "") {
		t.Errorf("the report makes\n%s\nthe program\n%s", have, want)
	}
	first := s.result.Pairs[0]
	a, c := s.result.Units[first.A.Unit], s.result.Units[first.B.Unit]
	for _, part := range []string{"1. " + a.Author + " and " + c.Author, "Hearing: " + a.Author, "Hearing: " + c.Author, "of the first pair\n<b>",
		"2. Uma Oak and Amy Rowan", "byte for byte the same", "of rowan", "Match 1: " + first.Matches[0].Kind} {
		if !strings.Contains(want, part) {
			t.Errorf("it lacks %q", part)
		}
	}
	for _, u := range []int{first.A.Unit, first.B.Unit} {
		b.expect(fmt.Sprintf(`[...document.querySelectorAll(".hash")].filter((hash) => hash.textContent === "%x").length`, sha256.Sum256(s.sources[s.result.Units[u].Files[0].Content])), 2)
	}
	// The sheet of a student has the student's own lines, and nobody else's name.
	hearing := value[string](b, fmt.Sprintf(`[...document.querySelectorAll(".sheet")].find((sheet) => sheet.textContent.startsWith("Hearing: %s")).textContent`, a.Author))
	lines := strings.Split(string(s.sources[a.Files[0].Content]), "\n")
	if !strings.Contains(hearing, strings.TrimSpace(lines[first.Matches[0].A.Lines.From])) || strings.Contains(hearing, c.Author) || strings.Count(hearing, "Passage ") == 0 {
		t.Errorf("the sheet for the hearing is\n%s", hearing)
	}
	// Three lines stand around a match.
	m := first.Matches[0].A.Lines
	b.expect(`document.querySelector(".excerpt .line-number").textContent`+"*1", max(1, m.From-3))
	b.expect(`document.querySelector(".excerpt .line:last-child .line-number").textContent`+"*1", min(m.To+3, s.result.Units[first.A.Unit].Files[0].Lines))
	// Each sheet begins on a page.
	pdf := string(browsertest.Call(b.Browser, page.PrintToPDF, page.PrintToPDFParams{}).Data)
	if n := len(regexp.MustCompile(`/Type /Page\b`).FindAllString(pdf, -1)); n < value[int](b, `document.querySelectorAll(".sheet").length`) {
		t.Errorf("it prints %d pages", n)
	}
	b.Do(chromedp.EmulateViewport(375, 800))
	b.expect(`Math.max(0, document.documentElement.scrollWidth - innerWidth)`, 0)
	b.click("#dossier-hidden")
	if have := value[string](b, sheets); strings.Contains(have, a.Author) || strings.Contains(have, a.Name) || !strings.Contains(have, "1. Student 1 and Student 2") {
		t.Errorf("without names: %s", have)
	}
	whole := b.exported("dossier-save")
	b.Open(savedPage(t, whole), "")
	if strings.Contains(whole, "<script") || !skips.BeginsReport([]byte(whole)) || !strings.Contains(value[string](b, sheets), "Hearing: Student 2") {
		t.Errorf("the saved dossier is %.1000s", whole)
	}
	// The deadline is on the cover, and late work is named.
	r := *s.result.Report
	r.Deadline, r.Units = &made, slices.Clone(r.Units)
	for i := range r.Units {
		r.Units[i].Late = true
	}
	var late strings.Builder
	if err := NewDossier(&r, someNotes(t, s)).Write(&late, made, Options{source: s.source}); err != nil {
		t.Fatal(err)
	}
	b.Open(savedPage(t, late.String()), "")
	for _, part := range []string{"Deadline2026-03-20 09:00 UTC", " UTC, late", " pairs of submissions were compared, with "} {
		if have := value[string](b, sheets); !strings.Contains(have, part) {
			t.Errorf("it lacks %q: %.1000s", part, have)
		}
	}
}

// savedPage writes a page to a file for the browser.
func savedPage(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "saved.html")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
