package evidence_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

func TestSearch_MatchesNameTheLinesOfBothSides(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"origin.go": "package origin\n\n" + asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3), "other.go": asktest.Routine(9),
	}})
	renamed := strings.NewReplacer("routine2", "g", "from", "low", "upto", "high", "list", "words").Replace(asktest.Routine(2))
	for _, c := range []struct {
		name, question string
		want           answer.Match
	}{
		{"verbatim", "\n\n" + asktest.Routine(2), answer.Match{
			Question: answer.Lines{From: 3, To: 13}, Document: answer.Lines{From: 14, To: 24}, Kind: "verbatim"}},
		{"renamed", renamed, answer.Match{
			Question: answer.Lines{From: 1, To: 11}, Document: answer.Lines{From: 14, To: 24}, Kind: "renamed"}},
		{"edited", strings.Replace(asktest.Routine(2), ";", ";\n\tlog.Println(a)\n", 1), answer.Match{
			Question: answer.Lines{From: 1, To: 13}, Document: answer.Lines{From: 14, To: 24}, Kind: "edited"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asktest.Ask(t, x, asktest.Search(c.question))
			if len(a.Hits) == 0 || !a.Hits[0].Aligned || a.Hits[0].Kind != c.want.Kind || len(a.Hits[0].Matches) != 1 {
				t.Fatalf("%+v", a.Hits)
			}
			got := a.Hits[0].Matches[0]
			if got.Question != c.want.Question || got.Document != c.want.Document || got.Kind != c.want.Kind {
				t.Errorf("%+v", got)
			}
			if c.name == "renamed" && !slices.Contains(got.Renames, answer.Rename{Question: "g", Document: "routine2", Count: 1}) {
				t.Errorf("renames %+v", got.Renames)
			}
			if want := 1.0; c.name != "edited" && a.Hits[0].Coverage != want {
				t.Errorf("coverage %g", a.Hits[0].Coverage)
			}
			r := asktest.Search(strings.Repeat("\n", 100) + c.question)
			r.Lines = answer.Lines{From: 101}
			if shifted := asktest.Ask(t, x, r).Hits[0].Matches[0]; shifted.Question.From != got.Question.From+100 || shifted.Document != got.Document {
				t.Errorf("as lines from 101: %+v", shifted)
			}
		})
	}
}

// A copy in a long question is found though other documents share more of the rest.
func TestSearch_FindsASnippetInALongForeignQuestion(t *testing.T) {
	files := map[string]string{"origin.go": asktest.Routine(1000) + asktest.Routine(1001) + asktest.Routine(1002)}
	var foreign strings.Builder
	for i := range 60 {
		files[fmt.Sprintf("%02d.go", i)] = asktest.Routine(i) + asktest.Routine(i+1) + asktest.Routine(500+i)
		fmt.Fprintln(&foreign, asktest.Routine(2000+i))
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	host := foreign.String()
	question := host[:len(host)/2] + "\n" + asktest.Routine(1000) + asktest.Routine(1001) + asktest.Routine(1002) + host[len(host)/2:]
	a := asktest.Ask(t, x, asktest.Search(question))
	if len(a.Hits) == 0 || a.Hits[0].Occurrences[0].Path != "origin.go" {
		t.Fatalf("found %q", asktest.Paths(a))
	}
	first := strings.Count(host[:len(host)/2]+"\n", "\n") + 1
	if m, _ := a.Hits[0].Largest(); m.Question.From > first+2 || m.Question.To < first+30 {
		t.Errorf("lines %s, but the copy starts at %d", m.Question, first)
	}
}

func TestSearch_RanksGoneSourcesByTheIndex(t *testing.T) {
	for _, store := range []bool{false, true} {
		t.Run(fmt.Sprintf("store=%v", store), func(t *testing.T) {
			s := index.DefaultSettings()
			s.Store = store
			x := asktest.NewIndex(t, s)
			root := t.TempDir()
			asktest.Update(t, x, "c", root, map[string]string{
				"gone.go": asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3), "changed.go": asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(4), "far.go": asktest.Routine(1) + asktest.Routine(7) + asktest.Routine(8)})
			if err := os.Remove(filepath.Join(root, "gone.go")); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, "changed.go"), []byte(asktest.Routine(1)+asktest.Routine(2)+asktest.Routine(5)), 0o666); err != nil {
				t.Fatal(err)
			}
			a := asktest.Ask(t, x, asktest.Search(asktest.Routine(1)+asktest.Routine(2)+asktest.Routine(3)))
			if got := asktest.Paths(a); len(got) != 3 || got[0] != "c/gone.go" {
				t.Errorf("found %q", got)
			}
			for _, h := range a.Hits {
				lost := !store && h.Occurrences[0].Path != "far.go"
				if h.Aligned == lost || (len(h.Matches) == 0) != lost || h.Score <= 0 || h.Score >= 1 {
					t.Errorf("%s: %+v", h.Occurrences[0].Path, h)
				}
			}
			r := asktest.Search(asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3))
			r.Cover = true
			if c := asktest.Ask(t, x, r); store != (len(c.Warnings) == 0) {
				t.Errorf("a cover warns %q", c.Warnings)
			}
			warned := strings.Count(strings.Join(warning.Texts(a.Warnings), "\n"), "gone or has changed")
			if store && warned != 0 || !store && warned != 2 {
				t.Errorf("warnings %q", a.Warnings)
			}
		})
	}
}

func TestSearch_CoverListsTheFewestDocuments(t *testing.T) {
	files := map[string]string{
		"a.go":    asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3),
		"b.go":    asktest.Routine(4) + asktest.Routine(5),
		"part.go": asktest.Routine(1) + asktest.Routine(2), // explains nothing that a.go does not
		"c.go":    asktest.Routine(6) + asktest.Routine(70) + asktest.Routine(71),
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	r := asktest.Search(asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3) + asktest.Routine(4) + asktest.Routine(5) + asktest.Routine(6))
	r.Cover = true
	a := asktest.Ask(t, x, r)
	if got := asktest.Paths(a); !slices.Equal(got, []string{"c/a.go", "c/b.go", "c/c.go"}) {
		t.Fatalf("found %q", got)
	}
	total := 0.0
	for _, h := range a.Hits {
		total += h.Adds
	}
	if total < 0.97 || total > 1 || a.Hits[0].Adds < 0.45 {
		t.Errorf("they add %g, the first %g", total, a.Hits[0].Adds)
	}
	r.Top = 2
	if got := asktest.Paths(asktest.Ask(t, x, r)); !slices.Equal(got, []string{"c/a.go", "c/b.go"}) {
		t.Errorf("the best two: %q", got)
	}
}

// Similar compares wholes: a document inside of a larger one is less like it than one of its size.
func TestSimilar_ComparesWholes(t *testing.T) {
	long := ""
	for i := range 20 {
		long += asktest.Routine(i)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"same.go": asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(3), "near.go": asktest.Routine(1) + asktest.Routine(2) + asktest.Routine(30), "long.go": long}})
	a := asktest.Ask(t, x, asktest.Similar("\n"+asktest.Routine(1)+asktest.Routine(2)+asktest.Routine(3)))
	if got := asktest.Paths(a); !slices.Equal(got, []string{"c/same.go", "c/near.go", "c/long.go"}) {
		t.Errorf("found %q", got)
	}
	if a.Hits[0].Score != 1 || a.Hits[1].Score > 0.9 || a.Hits[2].Score > a.Hits[1].Score {
		t.Errorf("scores %g, %g, %g", a.Hits[0].Score, a.Hits[1].Score, a.Hits[2].Score)
	}
}

// The guarantee of the index holds to the end: a shared run of the guarantee's length is listed,
// with its lines, though nothing else is shared.
func TestSearch_FindsARunOfTheGuaranteesLength(t *testing.T) {
	phrase := "finches crossed the frozen harbour before daybreak"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"a.txt": "Nobody wrote down when it began, but\n" + phrase + " and the\nnext day they were gone again.\n",
		"b.txt": "An altogether different story about lamps, oil and the price of candles in winter.\n",
		"a.go":  "package a\n\n" + asktest.Routine(1),
	}})
	for name, question := range map[string]string{
		"q.txt": "It was said that " + phrase + ", which\nis hard to believe.",
		"q.go":  strings.Join(strings.Split(asktest.Routine(1), "\n")[3:5], "\n"),
	} {
		r := asktest.Search(question)
		r.Name, r.MinScore = name, 0.001
		a := asktest.Ask(t, x, r)
		if len(a.Hits) != 1 || !strings.HasSuffix(a.Hits[0].Occurrences[0].Path, filepath.Ext(name)) || len(a.Hits[0].Matches) != 1 {
			t.Errorf("%s, %d tokens: %+v", name, a.Question.Tokens, a.Hits)
		}
	}
}

// Where a file is gone, similar estimates on its own scale: what is there and is more alike stays
// first.
func TestSimilar_GoneSourceIsNotFirst(t *testing.T) {
	text := func(from, to int) (s string) {
		for i := from; i < to; i++ {
			s += asktest.Routine(i)
		}
		return s
	}
	root := t.TempDir()
	x := asktest.MakeIndex(t, nil)
	asktest.Update(t, x, "c", root, map[string]string{
		"near.go": text(0, 14) + text(100, 106), "far.go": text(0, 8) + text(200, 260), "other.go": text(300, 310)})
	if err := os.Remove(filepath.Join(root, "far.go")); err != nil {
		t.Fatal(err)
	}
	a := asktest.Ask(t, x, asktest.Similar(text(0, 20)))
	if got := asktest.Paths(a); len(got) != 3 || got[0] != "c/near.go" {
		t.Errorf("found %q", got)
	}
	if a.Stats.Aligned >= 3 {
		t.Errorf("%d are said to be aligned", a.Stats.Aligned)
	}
}

// A short method with other names may be an idiom. A cover lists where it is, behind the rest.
func TestSearch_CoverListsWhatMayBeIdioms(t *testing.T) {
	idiom := func(m, k, lock string) string {
		return strings.NewReplacer("M", m, "K", k, "LOCK", lock).Replace("func f(M map[string][]byte) {\n\tswitch K := len(M); K {\n\tcase 1:\n\t\tdelete(M, \"K\")\n" +
			"\tdefault:\n\t\tgo func() { M[\"K\"] = append(M[\"K\"], byte(K)) }()\n\t}\n\tdefer LOCK.Unlock()\n\tLOCK.Lock()\n}\n")
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"a.go": asktest.Routine(1), "b.go": idiom("b", "c", "d"), "b2.go": idiom("e", "f", "g") + "var x = 1\n", "c.go": asktest.Routine(3),
	}})
	r := asktest.Search(asktest.Routine(1) + idiom("m", "k", "lock"))
	r.Cover = true
	if got := asktest.Paths(asktest.Ask(t, x, r)); len(got) != 2 || got[0] != "c/a.go" || !strings.HasPrefix(got[1], "c/b") {
		t.Errorf("found %q", got)
	}
}

// --min-score leaves documents out of a cover, and does not end it.
func TestSearch_CoverLeavesOutLowScores(t *testing.T) {
	question, slight := asktest.Routine(50)+asktest.Routine(51), "package slight\n"
	for i := range 12 {
		question += asktest.Routine(i)
		slight += strings.Split(asktest.Routine(i), "\n")[3] + "\n" + asktest.Routine(500+i)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"many.go": slight, "one.go": asktest.Routine(50)}})
	r := asktest.Search(question)
	r.Cover, r.MinScore = true, 0.3
	a := asktest.Ask(t, x, r)
	if got := asktest.Paths(a); !slices.Equal(got, []string{"c/one.go"}) {
		t.Errorf("found %q", got)
	}
	for _, h := range a.Hits {
		if h.Adds <= 0 || len(h.Matches) == 0 {
			t.Errorf("%s adds %g with %d matches", h.Occurrences[0].Path, h.Adds, len(h.Matches))
		}
	}
}
