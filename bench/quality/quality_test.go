package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

const sample = "testdata/sample"

// printed runs the command and returns its output.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, notes bytes.Buffer
	if err := run(context.Background(), args, &out, &notes); err != nil {
		t.Fatalf("quality %q: %v", args, err)
	}
	return out.String()
}

// measured returns the figures of the sets, by name.
func measured(t *testing.T, args ...string) map[string]*result {
	t.Helper()
	o, err := parseOptions(args, io.Discard)
	must(t, err)
	r, err := o.measureAll(context.Background(), io.Discard)
	must(t, err)
	by := map[string]*result{}
	for _, s := range r.Sets {
		by[s.Set] = s
	}
	return by
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

func TestScorers_SeparateSample(t *testing.T) {
	for _, scorer := range scorers {
		sets := measured(t, "-scorer", scorer, sample)
		if s := sets["small"]; s.Documents != 7 || s.Pairs != 21 || s.Positives != 6 || s.AP < 1-1e-9 || s.MAP < 1-1e-9 || s.alarms != nil {
			t.Errorf("%s: %+v", scorer, s)
		}
		if s := sets["lookup"]; s.Queries != 2 || s.Hit1 != 1 || s.NoneQueries != 1 || s.Right != 1 || s.pairFigures != nil {
			t.Errorf("%s: %+v", scorer, s)
		}
	}
}

func TestScorers_OnlyStructureFindsRenamed(t *testing.T) {
	for representation, want := range map[string]metric.Figure{"structure": 1, "exact": 0} {
		s := measured(t, "-representation", representation, sample, "lookup")["lookup"]
		if got := s.Levels["function"].Hit1; got != want {
			t.Errorf("%s: hit@1 is %v, want %v", representation, got, want)
		}
	}
}

func TestContainment_OfVerbatimLinesIsOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "scores.tsv")
	printed(t, "-scorer", "containment", "-write", file, sample, "lookup")
	text, err := os.ReadFile(file)
	must(t, err)
	if want := "lookup/questions/count.c\tlookup/words.c\t1\n"; !strings.Contains(string(text), want) {
		t.Errorf("there is no line %q in\n%s", want, text)
	}
}

// The scores equal those of the program's own commands. The table of pairs, which stands for
// similar, has six digits.
func TestScores_EqualProgram(t *testing.T) {
	for _, c := range []struct {
		set, scorer string
		similar     bool
		options     chaffinch.SearchOptions
	}{
		{"lookup", "containment", false, chaffinch.SearchOptions{Measure: "containment", Top: -1}},
		{"lookup", "evidence", false, chaffinch.SearchOptions{Top: -1, MinScore: leastEvidence}},
		{"small", "evidence", true, chaffinch.SearchOptions{Top: -1}},
	} {
		scores, answers := scoresAndAnswers(t, c.set, c.scorer, c.similar, c.options)
		for pair, want := range answers {
			if got := scores.of(pair[0], pair[1]); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s: %s in %s: %v, the program says %v", c.scorer, pair[0], pair[1], got, want)
			}
		}
		if len(answers) == 0 || scores.set.search && len(answers) != scores.given() {
			t.Errorf("%s: %d scores, the program has %d answers", c.scorer, scores.given(), len(answers))
		}
	}
}

// scoresAndAnswers returns the scores of a scorer and of the program for a set of the sample. The
// request applies to every question of the set.
func scoresAndAnswers(t *testing.T, name, scorer string, similar bool, so chaffinch.SearchOptions) (*scores, map[[2]string]float64) {
	t.Helper()
	ctx := context.Background()
	sets, err := findSets(sample, []string{name})
	must(t, err)
	s := sets[0]
	must(t, s.read())
	scores := newScores(s)
	o := &options{scorer: scorer, representation: "both"}
	must(t, o.score(ctx, s, scores, io.Discard))
	dir := t.TempDir()
	_, err = layOut(s, filepath.Join(dir, "tree"))
	must(t, err)
	x, err := chaffinch.Create(filepath.Join(dir, "index"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	_, err = x.Update(ctx, index.Source{Root: filepath.Join(dir, "tree")}, index.UpdateOptions{})
	must(t, err)
	ask := x.Search
	if similar {
		ask = x.Similar
	}
	answers := map[[2]string]float64{}
	for _, question := range s.questions() {
		source, err := s.readDocument(question)
		must(t, err)
		a, err := ask(ctx, chaffinch.Document{Name: question, Source: source}, so)
		must(t, err)
		for _, hit := range a.Hits {
			answers[[2]string{question, hit.Occurrences[0].Path}] = hit.Score
		}
	}
	return scores, answers
}

func TestFirst_OfEqualAnswersNeverItself(t *testing.T) {
	dir := folder(t, map[string]string{
		"x.search.tsv": "q\tright\t1\nown\tright\t1\n",
		"x.none.txt":   "none\n",
		"scores":       "q\tright\t.5\nq\twrong\t.5\nown\town\t.9\nown\tright\t.2\nnone\twrong\t.1\n",
	})
	s := measured(t, "-scores", filepath.Join(dir, "scores"), dir)["x"]
	// q's right answer comes first; own's first answer is wrong, because it is the question itself.
	if s.Right != .5 || s.MRR != (.5+1)/2 {
		t.Errorf("right %v, MRR %v; want .5 and .75", s.Right, s.MRR)
	}
}

func TestScores_RoundTrip(t *testing.T) {
	file := filepath.Join(t.TempDir(), "{}.tsv")
	computed := measured(t, "-write", file, sample)
	if read := measured(t, "-scores", file, sample); !reflect.DeepEqual(read, computed) {
		t.Errorf("got %+v, want %+v", read, computed)
	}
}

func TestText_FitsScreen(t *testing.T) {
	texts := []string{
		printed(t, sample),
		printed(t, "-scores", reference+"/{}.scores.tsv", reference),
	}
	long := strings.Repeat("name-", 30)
	t.Chdir(folder(t, map[string]string{
		"x.pairs.tsv": "a\tb\t1\t" + long + "\t" + long + "\na\tc\t0\n",
		"scores":      "a\tb\t.5\n",
	}))
	texts = append(texts, printed(t, "-scores", "scores", "."))
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if utf8.RuneCountInString(strings.TrimSpace(line)) > terminal.Width {
				t.Errorf("too wide: %s", line)
			}
		}
	}
}

// A level is measured like a set of its own.
func TestLevel_EqualsSetOfItsOwn(t *testing.T) {
	rows, err := os.ReadFile(reference + "/ties.pairs.tsv")
	must(t, err)
	var own strings.Builder
	for line := range strings.Lines(string(rows)) {
		if c := strings.Split(line, "\t"); c[2] == "0" || c[3] == "L1" {
			own.WriteString(line)
		}
	}
	scores := reference + "/ties.scores.tsv"
	want := measured(t, "-scores", scores, folder(t, map[string]string{"level.pairs.tsv": own.String()}))["level"]
	got := measured(t, "-scores", scores, reference, "ties")["ties"].Levels["L1"]
	if got.N != want.Positives || *got.parting != want.parting || *got.retrieval != *want.retrieval {
		t.Errorf("got %+v %+v, want %+v %+v", *got.parting, *got.retrieval, want.parting, *want.retrieval)
	}
}

func TestSet_ReadsGzip(t *testing.T) {
	pack := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := z.Write([]byte(text))
		must(t, err)
		must(t, z.Close())
		return b.String()
	}
	dir := folder(t, map[string]string{
		"packed.pairs.tsv.gz": pack("a\tb\t1\na\tc\t0\n"),
		"both.pairs.tsv.gz":   pack("this is not read"),
		"both.pairs.tsv":      "a\tb\t1\r\na\tc\t0\r\n\r\n",
		"scores.tsv.gz":       pack("b\ta\t0.25\n"),
	})
	for name, s := range measured(t, "-scores", filepath.Join(dir, "scores.tsv.gz"), dir) {
		if s.Pairs != 2 || s.AP != 1 || s.Threshold != .25 {
			t.Errorf("%s: %+v %+v", name, s, s.pairFigures)
		}
	}
}

func TestProtocols_OfKnownSets(t *testing.T) {
	dir := folder(t, map[string]string{
		"irplag_all.pairs.tsv": "c/L3_01.java\tc/orig.java\t1\nc/L3_01.java\tc/x.java\t0\n",
		"hjc1.pairs.tsv":       "a\tb\t1\na\tc\t0\n",
		"scores":               "c/orig.java\tc/L3_01.java\t1\na\tb\t1\n",
	})
	sets := measured(t, "-scores", filepath.Join(dir, "scores"), dir)
	if r := sets["irplag_all"].retrieval; r == nil || r.Queries != 1 {
		t.Errorf("irplag_all: %+v, want the copy as the one question", r)
	}
	if r := sets["hjc1"].retrieval; r != nil {
		t.Errorf("hjc1: %+v, want no retrieval", r)
	}
}

func TestRun_RefusesBadSets(t *testing.T) {
	dir := folder(t, map[string]string{
		"label.pairs.tsv":     "a\tb\t2\n",
		"columns.pairs.tsv":   "a\tb\n",
		"empty.pairs.tsv":     "\n",
		"gone.pairs.tsv":      "a\tb\t1\na\tc\t0\n",
		"out.pairs.tsv":       "../out.pairs.tsv\t../scores\t1\n",
		"alone.search.tsv":    "alone/q\td\t1\n",
		"lost.search.tsv":     "lost/q\td\t1\n",
		"data/alone/q":        "a question",
		"packed.pairs.tsv.gz": "this is not gzip",
		"scores":              "a\tb\tmany\n",
		"endless":             "a\tb\tInf\n",
	})
	twice := folder(t, map[string]string{"a.pairs.tsv": "", "a.search.tsv": ""})
	for says, args := range map[string][]string{
		"name the folder":        {},
		"holds no set":           {"testdata"},
		"no set big: it has":     {sample, "big"},
		"looking for sets":       {"testdata/nowhere"},
		"sets of one name":       {twice},
		"-scorer is":             {"-scorer", "luck", sample},
		"-representation is":     {"-representation", "none", sample},
		"-scores and -selection": {"-scores", "x", "-selection", "robust", sample},
		"unknown selection":      {"-selection", "none", sample},
		"put {}":                 {"-write", "x", sample},
		"-query":                 {"-query", "(", sample},
		"listing the documents":  {dir, "lost"},
		`line 1: label "2"`:      {dir, "label"},
		"line 1: 2 columns":      {dir, "columns"},
		"no rows":                {dir, "empty"},
		"laying out":             {dir, "gone"},
		"leads out":              {dir, "out"},
		"no files but questions": {dir, "alone"},
		"unpacking":              {dir, "packed"},
		`line 1: score "many"`:   {"-scores", filepath.Join(dir, "scores"), dir, "gone"},
		`score "Inf"`:            {"-scores", filepath.Join(dir, "endless"), dir, "gone"},
		"nowhere.tsv":            {"-scores", "nowhere.tsv", dir, "gone"},
	} {
		var out, notes bytes.Buffer
		err := run(context.Background(), args, &out, &notes)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("quality %q: %v, want %q", args, err, says)
		}
		if out.Len() > 0 {
			t.Errorf("quality %q: printed %s", args, &out)
		}
	}
}

func TestRun_NotesUnfindableDocuments(t *testing.T) {
	dir := folder(t, map[string]string{
		"brief.pairs.tsv": "a.c\tb.c\t1\na.c\tc.c\t0\n",
		"data/a.c":        "int a;", "data/b.c": "int b;", "data/c.c": "char c;",
	})
	var out, notes bytes.Buffer
	must(t, run(context.Background(), []string{dir}, &out, &notes))
	if want := "3 documents are not compared, and score 0: too-short\n"; !strings.Contains(notes.String(), want) {
		t.Errorf("got %q, want %q in it", notes.String(), want)
	}
}

func TestRun_InterruptedLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var out, notes bytes.Buffer
	if err := run(ctx, []string{sample}, &out, &notes); err == nil {
		t.Error("no error")
	}
	left, err := os.ReadDir(tmp)
	must(t, err)
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestScores_OfPair(t *testing.T) {
	rows := []row{{a: "b", b: "a", positive: true}, {a: "a", b: "b", positive: true}, {a: "a", b: "c"}}
	for _, c := range []struct {
		search             bool
		ab, ba, ac, ca, bc float64
		pairs              int
	}{
		{false, .5, .5, -1, -1, 0, 2},
		{true, .2, .5, -1, 0, 1, 4},
	} {
		s := &set{rows: rows, search: c.search}
		scores := newScores(s)
		scores.add("b", "a", .5)
		scores.add("a", "b", .2)
		scores.add("a", "b", .1)
		scores.add("a", "c", -1)
		scores.add("b", "c", 1) // no row of the set
		got := []float64{scores.of("a", "b"), scores.of("b", "a"), scores.of("a", "c"), scores.of("c", "a"), scores.of("b", "c")}
		if want := []float64{c.ab, c.ba, c.ac, c.ca, c.bc}; !slices.Equal(got, want) || len(scores.list) != c.pairs {
			t.Errorf("search %v: %v of %d pairs, want %v of %d", c.search, got, len(scores.list), want, c.pairs)
		}
	}
}
