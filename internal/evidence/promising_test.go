package evidence_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
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

// A statement after each line of a copy, and other names, leave few fingerprints, far apart. With
// SearchOptions.Promising none is missed of which an answer without it is sure.
func TestSearch_PromisingFindsNoisyCopies(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	files := map[string]string{}
	var functions []string
	for i := range 16 {
		text := "package p\n\n"
		for range 9 {
			f := variedFunction(r)
			functions = append(functions, f)
			text += f
		}
		files[fmt.Sprintf("f%d.go", i)] = text
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"all": files})
	identifier := regexp.MustCompile(`[a-z][0-9]+\b`)
	sure := 0
	for i := 0; i < len(functions); i += 9 {
		for _, noise := range []string{"_ = 0\n", ";;\n", "log.Println(\"at\", 1)\n", "var _ int\n"} {
			copied := identifier.ReplaceAllStringFunc(functions[i], func(name string) string { return "q" + name })
			q := asktest.Search(strings.ReplaceAll(copied, "\n", "\n"+noise))
			q.MinScore, q.Cover = 0.25, true
			all := asktest.Ask(t, x, q)
			q.Promising = true
			some := asktest.Ask(t, x, q)
			if len(all.Hits) == 0 || all.Hits[0].Probability < 0.95 {
				continue
			}
			if sure++; len(some.Hits) == 0 || some.Hits[0].Score < all.Hits[0].Score {
				t.Errorf("function %d with %q: %q with Promising, %q without", i, noise, scores(some), scores(all))
			}
		}
	}
	if sure < 20 {
		t.Errorf("sure of %d only", sure)
	}
}

// variedFunction returns a function of 24 statements with expressions of any form.
func variedFunction(r *rand.Rand) string {
	name := func() string { return fmt.Sprintf("%c%d", 'a'+r.IntN(20), r.IntN(4000)) }
	var expression func(depth int) string
	expression = func(depth int) string {
		if depth == 0 {
			return name()
		}
		x, y := expression(depth-1), expression(r.IntN(depth))
		return []string{x + "(" + y + ")", x + "[" + y + "]", x + "." + y, "!" + x, x + " + " + y, x + "(" + y + ", 7)", y + " == " + x, "&" + x,
			x + " * " + y, "(" + x + ")"}[r.IntN(10)]
	}
	text := "func " + name() + "(" + name() + " int) {\n"
	for range 24 {
		text += expression(1+r.IntN(2)) + " = " + expression(2+r.IntN(2)) + "\n"
	}
	return text + "}\n\n"
}

func TestSearch_PromisingNeedsEvidence(t *testing.T) {
	if err := (chaffinch.SearchOptions{Promising: true, Measure: "containment"}).Check(); err == nil {
		t.Error("Promising without evidence is no error")
	}
}

// A table repeats few terms. With names of its own in each row it has lost those of the others.
// With SearchOptions.Promising it is found all the same.
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
