package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

const (
	sample    = "testdata/sample"
	reference = "testdata/reference"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// folder writes files to a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	return dir
}

// readSet reads a set of the folder.
func readSet(t *testing.T, folder, name string) *set {
	t.Helper()
	sets, err := findSets(folder, []string{name})
	must(t, err)
	must(t, sets[0].read())
	return sets[0]
}

// readScores reads a file of scores.
func readScores(t *testing.T, file string) scores {
	t.Helper()
	c, err := readScoresFile(file)
	must(t, err)
	return c
}

// measured returns the scores and the figures of the sample.
func measured(t *testing.T, args ...string) (scores, figures) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scores")
	var out, notes bytes.Buffer
	must(t, run(context.Background(), append(append([]string{"-write", file}, args...), sample), &out, &notes))
	c := readScores(t, file)
	return c, figuresOf(readSet(t, sample, "small"), c)
}

func TestScorers_SeparateSample(t *testing.T) {
	for _, scorer := range scorers {
		c, f := measured(t, "-scorer", scorer)
		want := figures{
			documents: 7, pairs: 21, copies: 6, ap: 1, auc: 1, f1: 1, threshold: f.threshold, meanAP: 1, hit1: 1,
		}
		if f.ap = metric.Figure(math.Round(float64(f.ap)*1e9) / 1e9); f != want {
			t.Errorf("%s: %+v, want %+v", scorer, f, want)
		}
		if got := c[pairOf("lookup/ring.c", "lookup/ring-renamed.c")]; got <= 0 || got > 1 {
			t.Errorf("%s: the renamed copy scores %v", scorer, got)
		}
	}
}

// testdata/reference has a random set, many of whose pairs have equal scores, and the figures that
// an independent program in Python computed.
func TestFigures_EqualReference(t *testing.T) {
	text, err := os.ReadFile(reference + "/figures.json")
	must(t, err)
	var want map[string]map[string]float64
	must(t, json.Unmarshal(text, &want))
	c := readScores(t, reference+"/ties.scores.tsv")
	for name, questions := range map[string]*regexp.Regexp{"as it is": nil, "some queries": regexp.MustCompile("^[a-d]")} {
		s := readSet(t, reference, "ties")
		s.question = questions
		f := figuresOf(s, c)
		got := map[string]float64{
			"pairs": float64(f.pairs), "pos": float64(f.copies), "ap": float64(f.ap), "auc": float64(f.auc),
			"f1": float64(f.f1), "thr": float64(f.threshold), "map": float64(f.meanAP), "hit@1": float64(f.hit1),
		}
		if len(want[name]) != len(got) {
			t.Errorf("%s: %d figures, want %d", name, len(got), len(want[name]))
		}
		for figure, value := range want[name] {
			if !(math.Abs(got[figure]-value) < 1e-9) {
				t.Errorf("%s: %s is %v, want %v", name, figure, got[figure], value)
			}
		}
	}
}

func TestProtocols_OfKnownSets(t *testing.T) {
	dir := folder(t, map[string]string{
		"irplag_all.pairs.tsv": "c/L3_01.java\tc/orig.java\t1\nc/L3_01.java\tc/x.java\t0\n",
		"hjc1.pairs.tsv":       "a\tb\t1\na\tc\t0\n",
	})
	c := scores{pairOf("c/orig.java", "c/L3_01.java"): 1, pairOf("a", "b"): 1}
	if r, _ := readSet(t, dir, "irplag_all").rankings(c); len(r) != 1 {
		t.Errorf("irplag_all: %d questions, want the copy as the only one", len(r))
	}
	if f := figuresOf(readSet(t, dir, "hjc1"), c); f.ap != 1 || f.meanAP.String() != "-" || f.hit1.String() != "-" {
		t.Errorf("hjc1: %+v, want no retrieval", f)
	}
}
