package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

func TestEvidence_Region(t *testing.T) {
	main := match{lineRange{20, 40}, lineRange{120, 140}, 200}
	for name, test := range map[string]struct {
		others []match
		want   match
	}{
		"alone": {nil, main},
		"goes on after ten lines": {
			[]match{{lineRange{51, 60}, lineRange{151, 155}, 9}}, match{lineRange{20, 60}, lineRange{120, 155}, 200},
		},
		"eleven lines are too far": {[]match{{lineRange{52, 60}, lineRange{151, 155}, 9}}, main},
		"far in the document":      {[]match{{lineRange{41, 42}, lineRange{300, 301}, 9}}, main},
		"far in the question":      {[]match{{lineRange{1, 2}, lineRange{118, 119}, 9}}, main},
		"step by step": {
			[]match{{lineRange{1, 2}, lineRange{102, 103}, 9}, {lineRange{10, 11}, lineRange{111, 112}, 9}},
			match{lineRange{1, 40}, lineRange{102, 140}, 200},
		},
	} {
		e := &evidence{matches: append(test.others, main)}
		if got, ok := e.region(); !ok || got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
	if _, ok := (&evidence{}).region(); ok {
		t.Error("a region without a match")
	}
}

func TestAskOne_FirstRightAnswer(t *testing.T) {
	q := &question{
		ID: "edited/0001.c", Level: edited, Cut: "a.c:101-120", Truth: []string{"a.c", "twin.c"},
		Place: place{lineRange{3, 20}, lineRange{103, 120}, 90, 100},
	}
	shown := &evidence{0.87, []match{{lineRange{2, 20}, lineRange{103, 123}, 80}}}
	for name, test := range map[string]struct {
		answers []answer
		edges   *edges
		covered bool
	}{
		"at the cut":       {[]answer{{Names: []string{"x.c"}}, {Names: []string{"a.c"}, Evidence: shown}}, &edges{-1, 0, 0, 3}, true},
		"a copy of it":     {[]answer{{Names: []string{"b.c", "a.c"}, Evidence: shown}}, &edges{-1, 0, 0, 3}, true},
		"another place":    {[]answer{{Names: []string{"twin.c"}, Evidence: shown}, {Names: []string{"a.c"}, Evidence: shown}}, nil, true},
		"no matches":       {[]answer{{Names: []string{"a.c"}, Evidence: &evidence{coverage: 0.87}}}, nil, true},
		"nothing is shown": {[]answer{{Names: []string{"a.c"}}}, nil, false},
		"wrong":            {[]answer{{Names: []string{"x.c"}, Evidence: shown}}, nil, false},
	} {
		r := askOne(fixedEngine(test.answers), q)
		if (r.edges == nil) != (test.edges == nil) || r.edges != nil && *r.edges != *test.edges {
			t.Errorf("%s: the edges are off by %v, want %v", name, r.edges, test.edges)
		}
		if (r.covered != nil) != test.covered || r.covered != nil && !near(*r.covered, -0.03) {
			t.Errorf("%s: coverage is off by %v", name, r.covered)
		}
	}
}

// fixedEngine answers every question the same way.
type fixedEngine []answer

func (e fixedEngine) Ask(string, []byte) ([]answer, error) { return e, nil }
func (e fixedEngine) Close() error                         { return nil }

func TestJudge_Cases(t *testing.T) {
	off := func(coverage float64, e *edges) result { return result{covered: &coverage, atCut: true, edges: e} }
	results := []result{
		{}, off(0, &edges{0, -1, 0, 2}), off(-0.04, &edges{1, 0, 0, -3}), off(0.05, nil), off(-0.3, &edges{0, 0, 0, 40}),
	}
	results[3].atCut = false
	got := judge(results)
	want := accuracy{
		Right: 4, AtCut: 3, Placed: 3,
		Edges: spread{0, 3}, Question: spread{0, 1}, Document: spread{0, 40}, // of 12, 6 and 6
		Coverage: spread{0.04, 0.3}, Close: 0.75,
	}
	if got == nil || *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := judge([]result{{}, {}}); got != nil {
		t.Errorf("nothing is shown, and judged as %+v", got)
	}
}

// showingEngine adds evidence to the answers of another engine; its documents end two lines too
// late.
type showingEngine struct {
	engine
	dir string
}

func openShowing(c *corpus) (engine, error) {
	e, err := openNaive(c)
	return showingEngine{e, c.dir}, err
}

func (e showingEngine) Ask(name string, src []byte) ([]answer, error) {
	answers, err := e.engine.Ask(name, src)
	for i, a := range answers {
		content, err := os.ReadFile(filepath.Join(e.dir, a.Names[0]))
		if err != nil {
			return nil, err
		}
		at := max(bytes.Index(content, src), 0)
		lang := detect.Language(name, src)
		asked, n := linesWithin(src, lang.Lex(nil, src), []extent{{0, len(src)}})
		there, _ := linesWithin(content, lang.Lex(nil, content), []extent{{at, at + len(src)}})
		there.To += 2
		answers[i].Evidence = &evidence{1, []match{{asked, there, n}}}
	}
	return answers, err
}

func TestRun_ReportsEvidence(t *testing.T) {
	dir := writeCorpus(t)
	args := []string{"-n", "4", "-holdout", "0.3", "-levels", "verbatim", dir}
	var stdout, stderr bytes.Buffer
	if err := run(args, &stdout, &stderr, openNaive); err != nil {
		t.Fatal(err)
	}
	if want := "verbatim       0      0           -"; !strings.Contains(stdout.String(), want) {
		t.Errorf("%q is missing in\n%s", want, &stdout)
	}
	stdout.Reset()
	if err := run(args, &stdout, &stderr, openShowing); err != nil {
		t.Fatal(err)
	}
	if want := "verbatim       4      4      0    2"; !strings.Contains(stdout.String(), want) {
		t.Errorf("%q is missing in\n%s", want, &stdout)
	}
}

// The lines at both ends of every place are compared: if a question keeps the lines of the snippet,
// they are the same in the question and in the file.
func TestPlace_IsTrue(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	tokens := make(map[string]int) // of the snippets; verbatim questions come first
	for _, q := range testQuestions(t, c, testPlan(20, 1)) {
		if (q.Place.Tokens > 0) != q.hasOrigin() {
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
		content, err := os.ReadFile(filepath.Join(c.dir, q.cutFrom()))
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

// holdsToken reports whether the line of the question's language contains a token of its own.
func holdsToken(q question, line string) bool {
	return len(detect.Language(q.ID, []byte(line)).Lex(nil, []byte(line))) > 0
}

func TestPlace_OfEdited(t *testing.T) {
	content := "\n// before\na = 1;\n\nb = 2;\nc = 3;\n// behind\n"
	src := sourceOf("x.c", content, detect.Language("x.c", []byte(content)))
	s := newSnippet(src, src.content, src.tokens)
	s.first, s.lines = 11, 7
	foreignLine := []byte("far(away, 7);\n")
	// The first line of code is dropped. Foreign lines precede everything, and the last line of
	// code.
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
