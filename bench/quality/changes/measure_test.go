package changes

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// generate writes Go files of random functions.
func generate(t *testing.T, files int) string {
	t.Helper()
	dir := t.TempDir()
	rng := randomFor(1)
	for i := range files {
		var b strings.Builder
		b.WriteString("package p\n")
		for range 6 {
			fmt.Fprintf(&b, "\n// %s it.\nfunc %s(a, b int) int {\n", code.Invent(rng, 3), code.Invent(rng, 4))
			for range 3 {
				writeStatements(&b, rng)
			}
			b.WriteString("\treturn a\n}\n")
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", i)), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// writeStatements writes an assignment, an if and a loop, of random expressions.
func writeStatements(b *strings.Builder, rng *rand.Rand) {
	expression := func() string {
		text := code.Invent(rng, 2)
		for range rng.IntN(4) {
			text += []string{" + ", " * ", " - "}[rng.IntN(3)] + code.Invent(rng, 2)
			if rng.IntN(2) == 0 {
				text += fmt.Sprintf("(%d, %q)", rng.IntN(100), code.Invent(rng, 2))
			}
		}
		return text
	}
	fmt.Fprintf(b, "\t%s := %s\n\t%s = %s\n", code.Invent(rng, 2), expression(), code.Invent(rng, 2), expression())
	fmt.Fprintf(b, "\tif %s {\n\t\ta = %s\n\t} else {\n\t\tb = %s\n\t}\n", expression(), expression(), expression())
	fmt.Fprintf(b, "\tfor i := 0; i < %s; i++ {\n\t\ta += %s\n\t}\n", expression(), expression())
}

// Like files are chosen once: their pairs are no pairs of different files.
func TestChoose_LeavesLikeFilesOut(t *testing.T) {
	folder := generate(t, 3)
	text, err := os.ReadFile(filepath.Join(folder, "f0.go"))
	if err != nil {
		t.Fatal(err)
	}
	lang, _ := lex.Lookup("go")
	f, _ := parse(lang, string(text))
	other, _ := renamed(randomFor(2), f)
	for name, copied := range map[string]string{"copy.go": "package q\n" + string(text), "renamed.go": other} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(copied), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := config{n: 3, others: 5, minLines: 10, maxLines: 300, folders: []string{folder}}
	all, err := choose(c)
	if err != nil || len(all) != 1 || len(all[0].chosen) != 3 || len(all[0].others) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestLabel_DividesPairs(t *testing.T) {
	c, _ := lex.Lookup("C")
	s := &sources{lang: c, chosen: []*source{{name: "a.c"}, {name: "b.c"}}}
	copies := []changed{{name: "copy000.c"}, {name: "copy001.c", of: 1}}
	found := map[[2]string]*pairs.Pair{
		{"copy000.c", "file000.c"}: {Score: .9, Probability: .8}, {"copy001.c", "file001.c"}: {Score: .7}, {"copy000.c", "copy001.c"}: {Score: .6},
		{"copy000.c", "file001.c"}: {Score: .2}, {"file000.c", "file001.c"}: {Score: .1},
	}
	var o outcome
	s.label(&o, found, nil, copies)
	if !slices.ContainsFunc(o.pairs, func(s observed.Score) bool { return s.Copy && s.Score == .9 && s.Sure == .8 }) {
		t.Errorf("no probability: %+v", o.pairs)
	}
	sum := func(scores []float64) (sum float64) {
		for _, s := range scores {
			sum += s
		}
		return sum
	}
	if copied := o.scores(true); len(copied) != 2 || math.Abs(sum(copied)-1.6) > 1e-9 {
		t.Errorf("copies %v", copied)
	}
	if foreign := o.scores(false); len(foreign) != 4 || math.Abs(sum(foreign)-.9) > 1e-9 {
		t.Errorf("others %v", foreign)
	}
}

func TestFigures_Cases(t *testing.T) {
	o := outcome{pairs: make([]observed.Score, 202), ranks: []float64{1, .5}}
	o.pairs[0], o.pairs[1] = observed.Score{Score: .9, Copy: true}, observed.Score{Score: .2, Copy: true}
	o.pairs[2].Score, o.pairs[3].Score, o.pairs[4].Score = .95, .5, .4 // two of 200 may exceed it
	f := o.figures()
	want := figures{median: .2, listed: .5, recall: .5, at: .4, ap: metric.Figure((.5*1/2 + .5*2/5)), hit1: .5, mrr: .75}
	if math.Abs(float64(f.ap-want.ap)) < 1e-9 {
		f.ap = want.ap
	}
	if f != want {
		t.Errorf("%+v, want %+v", f, want)
	}
	if f = (outcome{}).figures(); f.median.String() != "-" || f.mrr.String() != "-" {
		t.Errorf("nothing has figures: %+v", f)
	}
	both := together([]outcomes{{o}, {o}})
	if len(both[0].scores(true)) != 4 || len(both[0].scores(false)) != 400 || len(both[0].ranks) != 4 {
		t.Errorf("together: %+v", both[0])
	}
}

// Every way of measuring runs, and finds what was copied.
func TestRun_FindsCopies(t *testing.T) {
	folder, file := generate(t, 8), filepath.Join(t.TempDir(), "scores.tsv")
	for _, mode := range [][]string{nil, {"-functions"}, {"-similar", "-functions"}, {"-classes"}} {
		var out bytes.Buffer
		if err := Run(t.Context(), append(mode, "-n", "4", "-observe", file, folder), &out, &out); err != nil {
			t.Fatal(mode, err)
		}
		all, err := observed.ReadFile(file)
		if err != nil {
			t.Fatal(mode, err)
		}
		copies, found := 0, 0
		for _, s := range all {
			if s.Copy {
				copies++
				if s.Score >= threshold.ListedPair {
					found++
				}
			}
		}
		if copies < 2 || copies == len(all) || 10*found < 8*copies {
			t.Errorf("%v: %d of %d copies found, in %d pairs:\n%s", mode, found, copies, len(all), &out)
		}
	}
}
