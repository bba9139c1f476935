package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// testdata/reference has random sets, many with equal scores, and figures that an independent
// Python program computed. If CHAFFINCH_EVALUATOR names that program, it is run again and its
// figures are compared, too. With -update, sets and figures are then written again.
// and figures are made anew.

var update = flag.Bool("update", false, "make the reference sets anew, with the figures of $CHAFFINCH_EVALUATOR")

const (
	reference     = "testdata/reference"
	figuresFile   = reference + "/figures.json"
	evaluatorName = "CHAFFINCH_EVALUATOR"
)

// referenceCase is a way to measure a set, as options of this program and of the other one.
type referenceCase struct {
	name   string
	query  string // for -query
	theirs string
}

var referenceCases = []struct {
	set, file string
	cases     []referenceCase
}{
	{"ties", "ties.pairs.tsv", []referenceCase{
		{"as it is", "", ""},
		{"some queries", "^[a-d]", "--query ^[a-d]"},
	}},
	{"asked", "asked.search.tsv", []referenceCase{
		{"as it is", "", "--qrels --directed --negq " + reference + "/asked.none.txt"},
		{"some queries", "[13579]$", "--qrels --directed --query [13579]$ --negq " + reference + "/asked.none.txt"},
	}},
}

func TestFigures_EqualReference(t *testing.T) {
	evaluator := os.Getenv(evaluatorName)
	if *update {
		if evaluator == "" {
			t.Fatalf("-update needs $%s", evaluatorName)
		}
		writeReferenceSets(t)
	}
	want := map[string]map[string]any{}
	if !*update {
		readJSON(t, figuresFile, &want)
	}
	for _, of := range referenceCases {
		for _, c := range of.cases {
			name := of.set + ": " + c.name
			t.Run(name, func(t *testing.T) {
				if evaluator != "" {
					theirs := askEvaluator(t, evaluator, of.set, of.file, c.theirs)
					if *update {
						want[name] = theirs
					}
					compare(t, "evaluator", theirs, want[name])
				}
				if len(want[name]) == 0 {
					t.Fatalf("%s has no figures: make them with -update", figuresFile)
				}
				compare(t, "", want[name], ourFigures(t, of.set, c.query))
			})
		}
	}
	if *update {
		text, err := json.MarshalIndent(want, "", " ")
		must(t, err)
		must(t, os.WriteFile(figuresFile, append(text, '\n'), 0o644))
	}
}

// compare checks that every figure of want is in got, to 1e-9.
func compare(t *testing.T, at string, want, got any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: %v, want %v", at, got, want)
			return
		}
		for key := range w {
			compare(t, at+"/"+key, w[key], g[key])
		}
	case float64:
		if g, ok := got.(float64); !ok || math.Abs(g-w) > 1e-9 {
			t.Errorf("%s: %v, want %v", at, got, w)
		}
	default:
		if got != want {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

func ourFigures(t *testing.T, set, query string) any {
	t.Helper()
	args := []string{"-json", "-scores", reference + "/{}.scores.tsv", "-query", query, reference, set}
	var out, notes bytes.Buffer
	must(t, run(context.Background(), args, &out, &notes))
	var r struct{ Sets []any }
	must(t, json.Unmarshal(out.Bytes(), &r))
	return r.Sets[0]
}

// askEvaluator runs the other program. Unless round is changed, it rounds its figures.
func askEvaluator(t *testing.T, evaluator, set, file, options string) map[string]any {
	t.Helper()
	const unrounded = "import runpy, sys; sys.argv = sys.argv[1:]; " +
		"runpy.run_path(sys.argv[0], init_globals={'round': lambda v, n=0: v}, run_name='__main__')"
	args := []string{"-c", unrounded, evaluator, filepath.Join(reference, file), filepath.Join(reference, set+".scores.tsv"), "--json"}
	cmd := exec.Command("python3", append(args, strings.Fields(options)...)...)
	var notes bytes.Buffer
	cmd.Stderr = &notes
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("running %s: %v: %s", cmd, err, notes.Bytes())
	}
	var figures map[string]any
	must(t, json.Unmarshal(out, &figures))
	delete(figures, "splits") // ours has none
	return figures
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	content, err := os.ReadFile(name)
	must(t, err)
	must(t, json.Unmarshal(content, into))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// writeReferenceSets writes the sets, from fixed seeds.
func writeReferenceSets(t *testing.T) {
	t.Helper()
	must(t, os.MkdirAll(reference, 0o755))
	r := rand.New(rand.NewPCG(3, 4))
	write := func(name string, lines []string) {
		must(t, os.WriteFile(filepath.Join(reference, name), []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	rows, scores := randomPairs(r)
	write("ties.pairs.tsv", rows)
	write("ties.scores.tsv", scores)
	rows, none, scores := randomSearch(r)
	write("asked.search.tsv", rows)
	write("asked.none.txt", none)
	write("asked.scores.tsv", scores)
}

// tied returns one of few scores, higher ones more often if right. Some are 0, some less.
func tied(r *rand.Rand, right bool) string {
	n := r.IntN(10) - 1
	if right {
		n += r.IntN(5)
	}
	return fmt.Sprint(float64(n) / 12)
}

// randomPairs pairs 14 files. Some pairs have no score, some one in the other direction, or two.
func randomPairs(r *rand.Rand) (rows, scores []string) {
	const files = "abcdefghijklmn"
	for i := range files {
		for j := range i {
			a, b := files[i:i+1], files[j:j+1]
			copied := r.IntN(4) == 0
			level, label := "none", 0
			if copied {
				level, label = fmt.Sprint("L", r.IntN(3)), 1
			}
			rows = append(rows, fmt.Sprintf("%s\t%s\t%d\t%s\t%c", a, b, label, level, "xy"[r.IntN(2)]))
			for range r.IntN(4) {
				if r.IntN(2) == 0 {
					a, b = b, a
				}
				scores = append(scores, a+"\t"+b+"\t"+tied(r, copied))
			}
		}
	}
	return rows, append(scores, "a\tnobody\t1")
}

// randomSearch has 15 questions with up to three right documents, and 30 without any.
func randomSearch(r *rand.Rand) (rows, none, scores []string) {
	ask := func(question string, right map[int]bool) {
		for document := range 12 {
			if r.IntN(2) == 0 {
				scores = append(scores, fmt.Sprintf("%s\td/%d\t%s", question, document, tied(r, right[document])))
			}
		}
	}
	for i := range 15 {
		question := fmt.Sprint("q/", i)
		right := map[int]bool{}
		for range 1 + r.IntN(3) {
			document := r.IntN(12)
			right[document] = true
			rows = append(rows, fmt.Sprintf("%s\td/%d\t1\tL%d\t%c", question, document, r.IntN(3), "xy"[i%2]))
		}
		rows = append(rows, fmt.Sprintf("%s\td/%d\t0\tL0\tx", question, 12))
		ask(question, right)
	}
	for i := range 30 {
		question := fmt.Sprint("n/", i)
		none = append(none, question)
		ask(question, nil)
	}
	return rows, none, scores
}
