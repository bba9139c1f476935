package evidence_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// give makes a text boilerplate of the index, and takes its file away.
func give(t *testing.T, x *chaffinch.Index, name, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	reports, err := x.AddBoilerplate(t.Context(), []string{file}, index.BoilerplateOptions{})
	if err != nil || reports[0].Added != 1 {
		t.Fatalf("%+v, %v", reports, err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

// without returns an answer's JSON without what it cost.
func without(t *testing.T, a *answer.Answer) string {
	t.Helper()
	copied := *a
	copied.Stats = answer.Stats{}
	b, err := json.Marshal(copied)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// passage is a Go function of some hundred tokens on 11 lines that shares no run with that of
// another n.
func passage(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 6))
	words := strings.Fields("+ - * / % & | ^ << >> &^ == != < > <= >= && || ( ) [ ] { } , ; . := = += ! " +
		"if for return switch case go defer range chan map func var")
	var b strings.Builder
	fmt.Fprintf(&b, "func passage%d(from, upto int) {\n", n)
	for range 9 {
		b.WriteString("\t")
		for i := range 10 {
			if i%3 == 0 {
				fmt.Fprintf(&b, "name%d ", r.IntN(8))
			} else {
				b.WriteString(words[r.IntN(len(words))] + " ")
			}
		}
		b.WriteString("\n")
	}
	return b.String() + "}\n"
}

func renamed(source string) string {
	return strings.NewReplacer("name", "other", "passage", "function", "from", "low").Replace(source)
}

var submissions = map[string]string{
	"anna.go": passage(1) + passage(10) + passage(2) + passage(11) + passage(3),
	"ben.go":  passage(1) + passage(20) + passage(2) + passage(21) + passage(3),
	"carl.go": renamed(passage(1)) + passage(30) + passage(2) + passage(31) + passage(3),
}

func TestBoilerplate_IsNoEvidence(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": submissions})
	source := passage(1) + renamed(passage(10)) + passage(2) + passage(41) + passage(3)
	if got := asktest.Paths(asktest.Ask(t, x, asktest.Search(source))); len(got) != 3 {
		t.Fatalf("before: %q", got)
	}
	give(t, x, "given.go", passage(1)+passage(2)+passage(3))
	given := 0 // its tokens, as those of a question
	for _, n := range []int{1, 2, 3} {
		given += asktest.Ask(t, x, asktest.Search(passage(n))).Question.Tokens
	}
	for name, r := range map[string]asktest.Question{"search": asktest.Search(source), "similar": asktest.Similar(source)} {
		r.Explain = true
		a := asktest.Ask(t, x, r)
		if got := asktest.Paths(a); !slices.Equal(got, []string{"c/anna.go"}) {
			t.Fatalf("%s finds %q", name, got)
		}
		if b := a.Question.Boilerplate; b < given || b > given+40 {
			t.Errorf("%s ignores %d tokens, of which %d are given", name, b, given)
		}
		h := a.Hits[0]
		if len(h.Matches) != 1 || h.Matches[0].Question.From < 12 || h.Matches[0].Question.To > 22 || h.Kind != "renamed" {
			t.Errorf("%s matches %+v", name, h.Matches)
		}
		if h.Coverage < 0.4 || h.Coverage > 0.55 {
			t.Errorf("%s covers %g of what is not given, of which half is there", name, h.Coverage)
		}
		if h.Explain.Ignored < 20 {
			t.Errorf("%s explains %+v", name, h.Explain)
		}
	}
}

// What is left of documents of which a part was given is as alike as the same without it, nearly.
func TestBoilerplate_RestIsComparedAsWithoutIt(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": submissions})
	give(t, x, "given.go", passage(1)+passage(2)+passage(3))
	same := asktest.Ask(t, x, asktest.Similar("\n\n"+submissions["anna.go"])).Hits
	if len(same) != 1 || same[0].Score < 0.99 || same[0].Coverage < 0.99 {
		t.Errorf("the same is like itself: %+v", same)
	}
	r := asktest.Search(passage(2) + passage(10) + passage(2) + passage(21))
	r.Cover = true
	cover := asktest.Ask(t, x, r).Hits
	sum := 0.0
	for _, h := range cover {
		sum += h.Adds
	}
	if len(cover) != 2 || sum < 0.95 || sum > 1 {
		t.Errorf("two documents add %g: %+v", sum, cover)
	}
}

func TestBoilerplate_QuestionOfNothingElseWarns(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": submissions})
	give(t, x, "given.go", passage(1)+passage(2)+passage(3))
	short := "x := 7\n"
	for _, c := range []struct{ question, warning string }{
		{passage(2), "all of the question is boilerplate, which is ignored"},
		{renamed(passage(2)), "all of the question is boilerplate, which is ignored"},
		{passage(2) + short, "without boilerplate, the question has only 3 tokens, and a fingerprint needs at least 5: use more lines"},
		{passage(2) + short + short, "without boilerplate, the question has 6 tokens; copies of fewer than 17 may be missed: use more lines"},
	} {
		for name, r := range map[string]asktest.Question{
			"search": asktest.Search(c.question), "similar": asktest.Similar(c.question), "all": asktest.ByMeasure("containment", c.question),
		} {
			a := asktest.Ask(t, x, r)
			if len(a.Hits) != 0 || !slices.Equal(warning.Texts(a.Warnings), []string{c.warning}) {
				t.Errorf("%s finds %q, warned %q", name, asktest.Paths(a), a.Warnings)
			}
		}
	}
}

// A part of what was given, under other names, may be too short to be known in the question. It is
// in the document, where it goes on.
func TestBoilerplate_OfTheDocumentIsNoEvidence(t *testing.T) {
	lines := strings.SplitAfter(passage(2), "\n")
	part := strings.Join(lines[3:6], "")
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"renamed.go": passage(10) + renamed(passage(2)) + passage(11), "other.go": passage(12),
	}})
	before := asktest.Ask(t, x, asktest.Search(renamed(part)+passage(50)))
	if got := asktest.Paths(before); len(got) == 0 || got[0] != "c/renamed.go" || before.Hits[0].Score < 0.1 {
		t.Fatalf("before: %+v", before.Hits)
	}
	give(t, x, "given.go", passage(2))
	after := asktest.Ask(t, x, asktest.Search(renamed(part)+passage(50)))
	if after.Question.Boilerplate != 0 {
		t.Errorf("%d tokens of the question are ignored, which are too few to tell", after.Question.Boilerplate)
	}
	for _, h := range after.Hits {
		if h.Score > before.Hits[0].Score/4 {
			t.Errorf("it finds %q at %g", h.Occurrences[0].Path, h.Score)
		}
	}
}

// Boilerplate that is foreign to question and documents makes no difference.
func TestBoilerplate_ForeignChangesNoAnswer(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": submissions})
	source := renamed(passage(1)) + passage(10) + "x := 7\n" + passage(21) + passage(44)
	var before []string
	unnamed := asktest.ByMeasure("containment", source)
	unnamed.Name = "-"
	requests := []asktest.Question{asktest.Search(source), asktest.Similar(source), unnamed}
	for _, r := range requests {
		r.Explain, r.Measures = true, true
		before = append(before, without(t, asktest.Ask(t, x, r)))
	}
	give(t, x, "foreign.go", passage(900)+passage(901))
	for i, r := range requests {
		r.Explain, r.Measures = true, true
		if got := without(t, asktest.Ask(t, x, r)); got != before[i] {
			t.Errorf("request %d:\n%s\nand before\n%s", i, got, before[i])
		}
	}
}

// Where only the content tells the language, what is known as boilerplate tells it, too.
func TestBoilerplate_TellsTheLanguage(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"notes.txt": strings.ReplaceAll(asktest.Python, ":", "")}})
	give(t, x, "given.py", asktest.Python)
	q := asktest.Search(asktest.Python)
	q.Name = "-"
	a := asktest.Ask(t, x, q)
	if a.Question.Language != "Python" || len(a.Hits) != 0 || a.Question.Boilerplate != a.Question.Tokens {
		t.Errorf("%+v finds %q", a.Question, asktest.Paths(a))
	}
}
