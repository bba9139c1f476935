package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

// TestPlacesAreTrue compares the lines at both ends of every place: where a question keeps the
// snippet's lines, they are the same in the question and in the file.
func TestPlacesAreTrue(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	tokens := make(map[string]int) // of the snippets; verbatim questions come first
	for _, q := range testQuestions(t, c, testPlan(20, 1)) {
		if q.Place.known() != q.hasOrigin() {
			t.Errorf("%s: has an origin %v, place %v", q.ID, q.hasOrigin(), q.Place)
		}
		if !q.hasOrigin() {
			continue
		}
		if q.Level == verbatim {
			tokens[q.Cut] = q.Place.Own
		} else if q.Level != edited && q.Place.Own != tokens[q.Cut] {
			t.Errorf("%s has %d of the snippet's %d tokens", q.ID, q.Place.Own, tokens[q.Cut])
		}
		content, err := os.ReadFile(filepath.Join(c.roots[0].dir, q.cutFrom()))
		if err != nil {
			t.Fatal(err)
		}
		inQuestion, inFile := splitLines(q.Source), splitLines(content)
		asks, has := q.Place.Question, q.Place.Document
		for _, pair := range [][2]int{{asks.From, has.From}, {asks.To, has.To}} {
			asked, there := string(inQuestion[pair[0]-1]), string(inFile[pair[1]-1])
			verbatimLines := q.Level != relaid && q.Level != renamed
			if verbatimLines && asked != there || !holdsToken(q, asked) || !holdsToken(q, there) {
				t.Errorf("%s, %v: line %d is %q, line %d of %s is %q", q.ID, q.Place, pair[0], asked, pair[1], q.cutFrom(), there)
			}
		}
		if whole := q.Level != edited && q.Level != embedded; whole != (q.Place.share() == 1) {
			t.Errorf("%s: %v has the share %v", q.ID, q.Place, q.Place.share())
		}
	}
}

// holdsToken says whether the line of the question's language has a token of its own.
func holdsToken(q question, line string) bool {
	return len(detect.Language(q.ID, []byte(line)).Lex(nil, []byte(line))) > 0
}

func TestEditedPlace(t *testing.T) {
	content := "\n// before\na = 1;\n\nb = 2;\nc = 3;\n// behind\n"
	src := sourceOf("x.c", content, detect.Language("x.c", []byte(content)))
	s := newSnippet(src, src.content, src.tokens)
	s.first, s.lines = 11, 7
	foreignLine := []byte("far(away, 7);\n")
	// The first line of code is dropped; foreign lines stand before all and before the last of code.
	m := weave(randomFor(1), splitLines(s.source), []int{2}, []int{0, 5}, [][]byte{foreignLine})
	want := "far(away, 7);\n\n// before\n\nb = 2;\nfar(away, 7);\nc = 3;\n// behind\n"
	if string(m.source) != want {
		t.Fatalf("woven to %q, want %q", m.source, want)
	}
	p := placeOf(s, m)
	if want := (place{Question: lineRange{5, 7}, Document: lineRange{15, 16}, Own: 8, Tokens: 22}); p != want {
		t.Errorf("the place is %+v, want %+v", p, want)
	}
}

func TestPlaceLineIsReadBack(t *testing.T) {
	want := place{Question: lineRange{5, 70}, Document: lineRange{15, 160}, Own: 8, Tokens: 22}
	line := placeLine("edited/0001.c", want)
	id, got, err := parsePlace(strings.TrimSuffix(line, "\n"))
	if err != nil || id != "edited/0001.c" || got != want {
		t.Errorf("read %q as %q, %+v, %v", line, id, got, err)
	}
	for _, wrong := range []string{"", "x\t1-2\t1-2\t3", "x\t1-2\t1\t3\t4", "x\t1-2\t1-2\tmany\t4"} {
		if _, _, err := parsePlace(wrong); err == nil {
			t.Errorf("%q: no error", wrong)
		}
	}
}

func TestDumpWithoutPlacesIsRead(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	dir := t.TempDir()
	if err := dump(dir, c, testQuestions(t, c, testPlan(3, 1))); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, placesFile)); err != nil {
		t.Fatal(err)
	}
	questions, _, _, err := readDump(dir)
	isKnown := func(q question) bool { return q.Place.known() }
	if err != nil || len(questions) == 0 || slices.ContainsFunc(questions, isKnown) {
		t.Errorf("%d questions, %v, or places from nowhere", len(questions), err)
	}
}
