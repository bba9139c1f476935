package main

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// readSet reads a set of the folder.
func readSet(t *testing.T, folder, name string) *set {
	t.Helper()
	sets, err := findSets(folder, []string{name})
	must(t, err)
	must(t, sets[0].read())
	return sets[0]
}

func TestScorers_SeparateSample(t *testing.T) {
	for _, scorer := range scorers {
		s, c := readSet(t, "testdata/sample", "small"), scores(nil)
		must(t, cli.Call(t.Context(), func(b *cli.Bench) (err error) {
			s.rows = nil
			c, err = (&bench{Bench: b, scorer: scorer, settings: analyzer.DefaultSettings()}).score(s)
			return err
		}, nil, io.Discard, io.Discard))
		f := figuresOf(s, c)
		if f.copies != 6 || math.Abs(float64(f.ap)-1) > 1e-9 || f.auc != 1 || f.f1 != 1 || f.hit1 != 1 {
			t.Errorf("%s: %+v, want no mistake", scorer, f)
		}
		if got := c[pairOf("lookup/ring.c", "lookup/ring-renamed.c")]; got <= 0 || got > 1 {
			t.Errorf("%s: the renamed copy scores %v", scorer, got)
		}
	}
}

// testdata/reference has a random set, many of whose pairs have equal scores, and the figures that
// an independent program in Python computed.
func TestFigures_EqualReference(t *testing.T) {
	text, err := os.ReadFile("testdata/reference/figures.json")
	must(t, err)
	var want map[string]map[string]float64
	must(t, json.Unmarshal(text, &want))
	text, err = os.ReadFile("testdata/reference/ties.scores.tsv")
	must(t, err)
	c := scores{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		value, err := strconv.ParseFloat(cells[2], 64)
		must(t, err)
		c.add(cells[0], cells[1], value)
	}
	for name, questions := range map[string]*regexp.Regexp{"as it is": nil, "some queries": regexp.MustCompile("^[a-d]")} {
		s := readSet(t, "testdata/reference", "ties")
		s.question = questions
		f := figuresOf(s, c)
		for figure, got := range map[string]float64{
			"pairs": float64(len(s.rows)), "pos": float64(f.copies), "ap": float64(f.ap), "auc": float64(f.auc),
			"f1": float64(f.f1), "thr": float64(f.threshold), "hit@1": float64(f.hit1), "map": float64(f.mean),
		} {
			if want, ok := want[name][figure]; !ok || !(math.Abs(got-want) < 1e-9) {
				t.Errorf("%s: %s is %v, want %v", name, figure, got, want)
			}
		}
	}
}

func TestProtocols_OfKnownSets(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"irplag_all.pairs.tsv": "c/L3_01.java\tc/orig.java\t1\nc/L3_01.java\tc/x.java\t0\nc/orig.java\tc/x.java\t0\n",
		"hjc1.pairs.tsv":       "a\tb\t1\na\tc\t0\n",
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	// The original would be a question with a wrong first answer, if it were one.
	c := scores{pairOf("c/orig.java", "c/L3_01.java"): 0.5, pairOf("c/orig.java", "c/x.java"): 1, pairOf("a", "b"): 1}
	if f := figuresOf(readSet(t, dir, "irplag_all"), c); f.hit1 != 1 {
		t.Errorf("irplag_all: hit@1 %v, want the copy as the only question", f.hit1)
	}
	if f := figuresOf(readSet(t, dir, "hjc1"), c); f.ap != 1 || f.hit1.String() != "-" {
		t.Errorf("hjc1: %+v, want no retrieval", f)
	}
}

func TestDrawn_CountsTasks(t *testing.T) {
	pairs := []taskPair{{0.9, true, 0, 0}, {0.8, false, 0, 1}, {0.7, true, 1, 1}}
	for _, c := range []struct {
		times []int
		want  float64
	}{{[]int{1, 1}, 1./2 + 1./2*2/3}, {[]int{2, 1}, 2./3 + 1./3*3/5}, {[]int{0, 1}, 1}} {
		if got := drawn(pairs, c.times); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.times, got, c.want)
		}
	}
}
