package evidence_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// listOfFiles is a part of a Makefile: lines of file names.
func listOfFiles(random *rand.Rand, lines int) string {
	words := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau phi chi psi")
	word := func() string { return words[random.IntN(len(words))] }
	var b strings.Builder
	for range lines {
		for range 3 {
			fmt.Fprintf(&b, "\t%s/%s%s%s.%s", word(), word(), []string{"-", "_"}[random.IntN(2)], word(), []string{"c", "h", "el", "png"}[random.IntN(4)])
		}
		b.WriteString(" \\\n")
	}
	return b.String()
}

// A question whose name and looks suggest another language than that of its origin is found, and a
// warning says how it was read. A question without an origin is not.
func TestSearch_TriesLanguagesOfTheIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 13))
	question := listOfFiles(random, 14)
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {
		"Makefile.am": "EXTRA_DIST = \\\n" + listOfFiles(random, 20) + question + "\tend\n\nall:\n\techo done\n",
		"a.go":        "package a\n" + asktest.Function(1), "b.py": asktest.Python, "c.sh": "for i in *; do\n\techo $i | grep -v x\ndone\n",
		"notes.txt": strings.Repeat("This program may be used by everybody who keeps this notice. It comes without any warranty. ", 3),
	}})
	for _, name := range []string{"006.am", "-", "q.txt"} {
		q := asktest.Search(question)
		q.Name, q.MinScore = name, chaffinch.DefaultMinScore("", false)
		a := asktest.Ask(t, x, q)
		if len(a.Hits) != 1 || a.Hits[0].Language != "Makefile" || a.Hits[0].Kind != "verbatim" || a.Question.Language != "Makefile" {
			t.Errorf("%s is read as %s and finds %q", name, a.Question.Language, asktest.Paths(a))
		}
		if !slices.ContainsFunc(warning.Texts(a.Warnings), func(w string) bool { return strings.Contains(w, ": it is read as Makefile") }) {
			t.Errorf("%s: the warnings are %q", name, a.Warnings)
		}
	}
	for name, source := range map[string]string{
		"-":    listOfFiles(random, 14),
		"q.go": "/* " + strings.Repeat("This program may be used by everybody who keeps this notice.\nIt comes without any warranty.\n", 3) + " */\n" + asktest.Code(7) + asktest.Code(8),
	} {
		q := asktest.Search(source)
		q.Name, q.MinScore = name, chaffinch.DefaultMinScore("", false)
		if a := asktest.Ask(t, x, q); len(a.Hits) != 0 {
			t.Errorf("%s, read as %s, finds %q", name, a.Question.Language, asktest.Paths(a))
		}
	}
}

// An exact copy of the whole question that scores below the minimum is counted as such.
func TestSearch_CountsWeakerCopiesOfAllOfIt(t *testing.T) {
	lines := "\ta, b = b%3, a\n\tclose(d[a+1])\n\tc.add(a)\n"
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": "package a\nfunc f(a, b, c, d int) {\n" + lines + "}\n" + asktest.Function(1)}})
	for source, want := range map[string]int{lines: 1, strings.ReplaceAll(lines, "a", "e"): 0} {
		q := asktest.Search(source)
		q.MinScore = 0.9
		a := asktest.Ask(t, x, q)
		if len(a.Hits) != 0 || a.Weaker != 1 || a.WeakerVerbatim != want {
			t.Errorf("%q: %d hits, %d weaker, %d of them whole and verbatim", source, len(a.Hits), a.Weaker, a.WeakerVerbatim)
		}
		q.Cover = true
		if a := asktest.Ask(t, x, q); a.Weaker != 1 || a.WeakerVerbatim != want {
			t.Errorf("cover of %q: %d weaker, %d of them whole and verbatim", source, a.Weaker, a.WeakerVerbatim)
		}
	}
}

// Weaker hits are counted among ten, also if fewer documents are requested.
func TestSearch_CountsWeakerBeyondTop(t *testing.T) {
	files := map[string]string{"all.go": asktest.Code(7) + asktest.Code(8) + asktest.Code(9)}
	for n := range 6 {
		files[fmt.Sprintf("part%d.go", n)] = "package p\n" + asktest.Function(20+n) + asktest.Function(40+n) + asktest.Code(7)[:len(asktest.Code(7))/3]
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	q := asktest.Search(files["all.go"])
	q.MinScore = 0.9
	want := asktest.Ask(t, x, q)
	if len(want.Hits) != 1 || want.Weaker < 2 {
		t.Fatalf("%d hits, %d weaker", len(want.Hits), want.Weaker)
	}
	for _, top := range []int{1, 2, 9} {
		if q.Top = top; asktest.Ask(t, x, q).Weaker != want.Weaker {
			t.Errorf("top %d: %d weaker, not %d", top, asktest.Ask(t, x, q).Weaker, want.Weaker)
		}
	}
}

// A cut of code that begins and ends inside strings is found under its own name, too.
func TestSearch_FindsCodeBetweenStrings(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 6))
	line := map[string]string{
		"rb":  "  NAME = NAME['WORD'] + \"WORD/#{NAME}\" if NAME['WORD'].nil?\n",
		"php": "  $NAME = $NAME['WORD'] . \"WORD/{$NAME}\" . NAME('WORD');\n",
		"pl":  "  $NAME = $NAME->{'WORD'} . \"WORD/$NAME\" . NAME('WORD');\n",
		"sh":  "  NAME \"WORD/$NAME\" 'WORD' | NAME \"WORD\" > 'WORD'\n",
		"rs":  "  let NAME = NAME(\"WORD/{}\", NAME).NAME(\"WORD\");\n",
	}
	files := map[string]string{}
	for _, ext := range slices.Sorted(maps.Keys(line)) {
		for i := range 3 {
			files[fmt.Sprintf("f%d.%s", i, ext)] = filled(strings.Repeat(line[ext], 30), rng)
		}
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	for path, text := range files {
		mark := strings.IndexAny(text[len(text)/4:], `'"`) + len(text)/4
		end := strings.LastIndexAny(text[:len(text)*3/4], `'"`)
		q := asktest.Search(text[mark+2 : end-1])
		q.Name, q.MinScore = "q"+path[2:], chaffinch.DefaultMinScore("", false)
		if a := asktest.Ask(t, x, q); len(a.Hits) == 0 || asktest.Paths(a)[0] != "c/"+path {
			t.Errorf("%s, read as %s: found %q", path, a.Question.Language, asktest.Paths(a))
		}
	}
}
