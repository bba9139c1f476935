package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

func TestRegion(t *testing.T) {
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

func TestCompareMeasuresTheFirstRightAnswer(t *testing.T) {
	q := &question{
		ID: "edited/0001.c", Level: edited, Cut: "a.c:101-120", Truth: []string{"a.c", "twin.c"},
		Place: place{lineRange{3, 20}, lineRange{103, 120}, 90, 100},
	}
	shown := &evidence{0.87, []match{{lineRange{2, 20}, lineRange{103, 123}, 80}}}
	same := func(name string) string { return name }
	for name, test := range map[string]struct {
		answers []answer
		edges   *edges
		covered bool
	}{
		"at the cut":       {[]answer{{Path: "x.c"}, {Path: "a.c", Evidence: shown}}, &edges{-1, 0, 0, 3}, true},
		"a copy of it":     {[]answer{{Path: "b.c", Same: []string{"a.c"}, Evidence: shown}}, &edges{-1, 0, 0, 3}, true},
		"another place":    {[]answer{{Path: "twin.c", Evidence: shown}, {Path: "a.c", Evidence: shown}}, nil, true},
		"no matches":       {[]answer{{Path: "a.c", Evidence: &evidence{coverage: 0.87}}}, nil, true},
		"nothing is shown": {[]answer{{Path: "a.c"}}, nil, false},
		"wrong":            {[]answer{{Path: "x.c", Evidence: shown}}, nil, false},
	} {
		r := askOne(fixedEngine(test.answers), q, same)
		if (r.edges == nil) != (test.edges == nil) || r.edges != nil && *r.edges != *test.edges {
			t.Errorf("%s: the edges are off by %v, want %v", name, r.edges, test.edges)
		}
		if (r.covered != nil) != test.covered || r.covered != nil && !near(*r.covered, -0.03) {
			t.Errorf("%s: coverage is off by %v", name, r.covered)
		}
	}
}

// fixedEngine answers every question alike.
type fixedEngine []answer

func (e fixedEngine) Ask(string, []byte) ([]answer, error) { return e, nil }

func TestJudge(t *testing.T) {
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

// showingEngine adds evidence to the answers of another engine, with documents that end two lines
// too late.
type showingEngine struct{ engine }

func openShowing(roots []string, keep func(string) bool) (engine, error) {
	e, err := openNaive(roots, keep)
	return showingEngine{e}, err
}

func (e showingEngine) Ask(name string, src []byte) ([]answer, error) {
	answers, err := e.engine.Ask(name, src)
	for i, a := range answers {
		content, err := os.ReadFile(a.Path)
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

func TestEvidenceIsReported(t *testing.T) {
	dir := writeCorpus(t)
	args := []string{"-n", "4", "-holdout", "0.3", "-levels", "verbatim", "-max-lines", "40", dir}
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
