package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

func testPlan(n int, seed uint64) plan {
	return plan{perLevel: n, levels: allLevels, seed: seed}
}

func testQuestions(t *testing.T, c *corpus, p plan) []question {
	t.Helper()
	questions, skipped, err := makeQuestions(c, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(questions) == 0 {
		t.Fatalf("no questions; not used: %v", skipped)
	}
	return questions
}

func TestQuestions_SameSeed(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	first := testQuestions(t, c, testPlan(10, 1))
	if !reflect.DeepEqual(first, testQuestions(t, c, testPlan(10, 1))) {
		t.Error("the same seed gave other questions")
	}
	if reflect.DeepEqual(first, testQuestions(t, c, testPlan(10, 2))) {
		t.Error("another seed gave the same questions")
	}
}

func TestQuestions_Promises(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	counts, cuts := make(map[level][2]int), make(map[string]bool)
	for _, q := range testQuestions(t, c, testPlan(12, 1)) {
		n := counts[q.Level]
		if q.hasOrigin() {
			n[0]++
		} else {
			n[1]++
		}
		counts[q.Level] = n
		file, _, _ := strings.Cut(q.Cut, ":")
		if c.heldOut(file) == q.hasOrigin() {
			t.Errorf("%s: cut from %s, truth %v", q.ID, file, q.Truth)
		}
		if q.hasOrigin() && !slices.Contains(q.Truth, file) {
			t.Errorf("%s: %s is not among the right answers %v", q.ID, file, q.Truth)
		}
		if q.Level == verbatim {
			checkVerbatim(t, c, q, file)
			if cuts[q.Cut] {
				t.Errorf("%s was cut twice", q.Cut)
			}
			cuts[q.Cut] = true
		}
	}
	for _, l := range allLevels {
		if counts[l] != [2]int{12, 12} {
			t.Errorf("%s: %v questions with and without origin, want 12 and 12", l, counts[l])
		}
	}
}

func checkVerbatim(t *testing.T, c *corpus, q question, file string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(c.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(content, q.Source) {
		t.Errorf("%s does not stand in %s", q.ID, file)
	}
	if n := len(splitLines(q.Source)); n < minLines || n > maxLines {
		t.Errorf("%s has %d lines", q.ID, n)
	}
	if n := len(detect.Language(file, content).Lex(nil, q.Source)); n < minTokens {
		t.Errorf("%s has %d tokens", q.ID, n)
	}
}

func TestStanding_Cases(t *testing.T) {
	dir := t.TempDir()
	body := "int f(int a) { a = g(a, 1) + 2; while (a < 3) { a++; h(a); } return a * 4; }\n"
	renamedBody := "int x(int y) { y = z(y, 8) + 9; while (y < 7) { y++; w(y); } return y * 6; }\n"
	other := "char *s; struct t { int a, b; }; void q(void) { if (!s) for (;;) { s[0]--; } }\n"
	for name, text := range map[string]string{
		"a/origin.c": body + other, "b/copy.c": body + other, "c/renamed.c": other + renamedBody, "d/other.c": other,
	} {
		writeTestFile(t, filepath.Join(dir, name), text)
	}
	c, err := openCorpus(dir, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	cutOut := func(origin, text string) *piece {
		content := []byte(origin)
		return newSnippet(sourceOf("x.c", origin, detect.Language("x.c", content)), []byte(text),
			detect.Language("x.c", content).Lex(nil, []byte(text))).piece
	}
	often, once := cutOut(body+other, body), cutOut(other+renamedBody, other+renamedBody)
	if err := findStanding([]*piece{often, once}, c.documents, structure); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a/origin.c", "b/copy.c", "c/renamed.c"}; !slices.Equal(often.holders, want) || often.overlap != 1 {
		t.Errorf("the body stands in %v with overlap %v, want %v and 1", often.holders, often.overlap, want)
	}
	if want := []string{"c/renamed.c"}; !slices.Equal(once.holders, want) || once.overlap >= 0.9 {
		t.Errorf("the whole stands in %v with overlap %v, want %v and less than 0.9", once.holders, once.overlap, want)
	}
}

// It runs everything with the naive engine, and checks the dump against the answers.
func TestRun_NaiveEngine(t *testing.T) {
	dir, questions := writeCorpus(t), t.TempDir()
	answers := filepath.Join(t.TempDir(), "answers.tsv")
	flags := []string{"-n", "10", "-holdout", "0.3", "-json"}
	r := runJSON(t, append(flags, "-answers", answers, dir))
	for _, row := range r.Rows {
		if row.Set == setAll && row.Level != string(embedded) && row.Level != sumOfRows && row.HitAt1 < 0.9 {
			t.Errorf("%s: hit@1 of the naive engine is %v", row.Level, row.HitAt1)
		}
	}
	if len(r.Rows) != 2*(len(allLevels)+1) {
		t.Errorf("%d rows", len(r.Rows))
	}
	var out bytes.Buffer
	if err := run(append(flags, "-dump", questions, dir), &out, &out, nil); err != nil {
		t.Fatal(err)
	}
	var dumped []string
	for line := range strings.Lines(readFile(t, filepath.Join(questions, "truth.tsv"))) {
		if columns := strings.Split(line, "\t"); len(columns) >= 4 {
			dumped = append(dumped, columns[0])
			if readFile(t, filepath.Join(questions, columns[0])) == "" {
				t.Errorf("%s is empty", columns[0])
			}
		}
	}
	var answered []string
	for line := range strings.Lines(readFile(t, answers)) {
		answered = append(answered, strings.Split(line, "\t")[0])
	}
	if !slices.Equal(dumped, answered) || len(answered) != 100 {
		t.Errorf("%d questions are dumped, %d answered; want the same 100", len(dumped), len(answered))
	}
	places := strings.Count(readFile(t, filepath.Join(questions, "places.tsv")), "\n")
	for line := range strings.Lines(readFile(t, filepath.Join(questions, "heldout.txt"))) {
		if _, err := os.Stat(filepath.Join(dir, strings.TrimSuffix(line, "\n"))); err != nil {
			t.Error(err)
		}
	}
	if places != 50 {
		t.Errorf("%d places of 50 questions with an origin", places)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func runJSON(t *testing.T, args []string) report {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if err := run(args, &stdout, &stderr, openNaive); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, &stderr)
	}
	var r report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRun_TextWithin100Columns(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"-n", "3", "-holdout", "0.3", "-levels", "renamed,edited", writeCorpus(t)}
	if err := run(args, &stdout, &stderr, openNaive); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(stdout.String()) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 100 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	for _, want := range []string{"all snippets", "snippets that stand once", "renamed", "total", "lines off"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &stdout)
		}
	}
}

func TestRun_RefusesWrongCommandLines(t *testing.T) {
	for _, args := range [][]string{
		{}, {"-n", "0", "x"}, {"-levels", "other", "x"}, {"-holdout", "1", "x"}, {"x", "y"},
		{"/does/not/exist"},
	} {
		var stdout, stderr bytes.Buffer
		if err := run(args, &stdout, &stderr, openNaive); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
