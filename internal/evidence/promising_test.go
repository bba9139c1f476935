package evidence_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// With SearchOptions.Promising nothing else is found, and what was copied into a long file is.
func TestSearch_PromisingFindsCopies(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		text := "package p\n\n"
		for j := range 10 {
			text += asktest.Routine(10*i + j)
		}
		files[fmt.Sprintf("f%d.go", i)] = text
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"all": files})
	for i := 0; i < 200; i += 7 {
		source := "package q\n\n"
		for j := range 8 {
			source += asktest.Routine(1000 + 10*i + j)
		}
		q := asktest.Search(source + asktest.Routine(i))
		q.MinScore, q.Cover = 0.3, true
		all := scores(asktest.Ask(t, x, q))
		q.Promising = true
		some := scores(asktest.Ask(t, x, q))
		if len(some) == 0 || some[0] != all[0] {
			t.Errorf("routine %d: %q with Promising, %q without", i, some, all)
		}
		for _, h := range some {
			if !slices.Contains(all, h) {
				t.Errorf("routine %d: only with Promising %s is found", i, h)
			}
		}
	}
}

// scores are the hits of an answer, each with its score and path.
func scores(a *answer.Answer) (all []string) {
	for _, h := range a.Hits {
		all = append(all, fmt.Sprintf("%.3f %s", h.Score, h.Occurrences[0].Path))
	}
	return all
}

func TestSearch_PromisingNeedsEvidence(t *testing.T) {
	if err := (chaffinch.SearchOptions{Promising: true, Measure: "containment"}).Check(); err == nil {
		t.Error("Promising without evidence is no error")
	}
}

// A table repeats few terms. With names of its own in each row it has lost those of the others. With SearchOptions.Promising it is
// found all the same.
func TestSearch_PromisingFindsRepeats(t *testing.T) {
	table := func(kind, state string) string {
		text := "var rows = []row{\n"
		for i := range 40 {
			text += fmt.Sprintf("\t%s%d: %s.%s,\n", kind, i, state, state)
		}
		return text + "}\n\n"
	}
	files := map[string]string{"table.go": "package p\n\n" + table("lexed", "State")}
	for i := range 20 {
		files[fmt.Sprintf("f%d.go", i)] = "package p\n\n" + asktest.Routine(i)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"all": files})
	source := "package q\n\n"
	for i := range 8 {
		source += asktest.Routine(1000 + i)
	}
	q := asktest.Search(source + table("lexed", "Mode") + asktest.Routine(1100))
	q.MinScore, q.Cover = 0.3, true
	all := scores(asktest.Ask(t, x, q))
	if len(all) == 0 {
		t.Fatal("the table is not found without Promising")
	}
	q.Promising = true
	if some := scores(asktest.Ask(t, x, q)); !slices.Equal(some, all) {
		t.Errorf("%q with Promising, %q without", some, all)
	}
}
