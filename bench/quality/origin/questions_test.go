package origin

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

func testPlan(n int, seed uint64) plan {
	return plan{perLevel: n, seed: seed, size: usual}
}

func testQuestions(t *testing.T, c *corpus, p plan) []question {
	t.Helper()
	questions, err := makeQuestions(c, p)
	if err != nil || len(questions) == 0 {
		t.Fatalf("%d questions, %v", len(questions), err)
	}
	return questions
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
		if n := counts[l]; n != [2]int{12, 12} && (!l.optional() || n[0] == 0 || n[1] == 0) {
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
		t.Errorf("%s is not a part of %s", q.ID, file)
	}
	if n := len(splitLines(q.Source)); n < minLines || n > maxLines {
		t.Errorf("%s has %d lines", q.ID, n)
	}
	if n := len(detect.Language(file, content).Lex(nil, q.Source)); n < minTokens {
		t.Errorf("%s has %d tokens", q.ID, n)
	}
}

func TestHolders_Cases(t *testing.T) {
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
	if err := findHolders([]*piece{often, once}, c.documents, analyzer.Structure); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a/origin.c", "b/copy.c", "c/renamed.c"}; !slices.Equal(often.holders, want) || often.overlap != 1 {
		t.Errorf("the holders of the body are %v with overlap %v, want %v and 1", often.holders, often.overlap, want)
	}
	if want := []string{"c/renamed.c"}; !slices.Equal(once.holders, want) || once.overlap >= 0.9 {
		t.Errorf("the holders of the whole are %v with overlap %v, want %v and less than 0.9", once.holders, once.overlap, want)
	}
}

// It runs everything once.
func TestRun_FindsOrigins(t *testing.T) {
	o, err := parseOptions([]string{"-n", "6", "-holdout", "0.3", writeCorpus(t)}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	r, err := o.measure(context.Background(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, one := range r.results {
		if one.err != nil {
			t.Errorf("%s: %v", one.question.ID, one.err)
		}
		if one.rank == 1 {
			found++
		}
	}
	if n := len(r.results); n <= 108 || n > 132 || found < (n-6)/2 {
		t.Errorf("of %d questions, %d origins are found; want 109 to 132, and nearly half", n, found)
	}
	var text strings.Builder
	if err := r.write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"renamed", "total"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &text)
		}
	}
}
