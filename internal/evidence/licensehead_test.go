package evidence_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// A program with the text of a licence in its first lines is no copy of the file with that text.
// The text alone is.
func TestSearch_LicenseHeadIsNoCopy(t *testing.T) {
	dir := t.TempDir()
	license := "Redistribution and use of this work, changed or not, with or without its sources, are\n" +
		"allowed as long as this list of conditions stays where a reader meets it first, and the names of\n" +
		"those who wrote the work are not used to praise what was made from it without their word. The\n" +
		"work comes without any promise that it does what somebody hopes for, and nobody who wrote a\n" +
		"part of it owes anything for a harm that follows from using it, however it came about.\n"
	asktest.WriteFile(t, dir+"/lib/LICENSE", license)
	asktest.WriteFile(t, dir+"/lib/notes.txt", "Other words of another kind "+strings.Repeat("about quite different things, ", 20))
	x, err := chaffinch.Create(dir+"/x", index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: dir + "/lib"}, index.UpdateOptions{})
	asktest.Must(t, err)
	head := "/* " + strings.ReplaceAll(license, "\n", "\n * ") + "*/\n"
	for name, c := range map[string]struct {
		text string
		hits int
	}{"a.c": {head + "int a(int b) { return b * 31 + 7; }\n", 0}, "COPYING": {license, 1}, "": {license, 1}} {
		a, err := x.Search(t.Context(), chaffinch.Document{Name: name, Source: []byte(c.text)}, chaffinch.SearchOptions{MinScore: 0.07})
		asktest.Must(t, err)
		if len(a.Hits) != c.hits {
			t.Errorf("%q: %d hits, %q", name, len(a.Hits), a.Warnings)
		}
	}
}

// The last lines of a licence before code do not hide the code's origin, however they are shown.
func TestSearch_FindsCodeAfterALicense(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 3))
	license := ""
	for range 12 {
		for range 12 {
			license += filled("WORD ", rng)
		}
		license = strings.TrimSuffix(license, " ") + "\n"
	}
	files := map[string]string{"LICENSE": license, "old/COPYING": "Notice\n\n" + license}
	c := dialects[slices.IndexFunc(dialects, func(d dialect) bool { return d.ext == "c" })]
	for i := range 3 {
		files[fmt.Sprintf("a%d.c", i)] = "/*\n * " + strings.ReplaceAll(strings.TrimSuffix(license, "\n"), "\n", "\n * ") + "\n */\n" +
			"#include <NAME.h>\n\n" + c.source(rng)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	lines := strings.SplitAfter(files["a1.c"], "\n")[4:32]
	cut := strings.Join(lines, "")
	listing := ""
	for i, l := range lines {
		listing += fmt.Sprintf("%4d  %s", i+5, l)
	}
	for name, text := range map[string]string{
		"": cut, "q.txt": cut, "listing.txt": listing, "q.eml": quotedMail(cut),
		"q.html": "<html><body><p>Look:</p><pre>" + html.EscapeString(cut) + "</pre></body></html>\n",
	} {
		q := asktest.Search(text)
		q.Name, q.MinScore = name, chaffinch.DefaultMinScore("", false)
		a := asktest.Ask(t, x, q)
		if got := asktest.Paths(a); !slices.Contains(got[:min(2, len(got))], "c/a1.c") { // the licence may be another part
			t.Errorf("%q, read as %s: found %q", name, a.Question.Language, asktest.Paths(a))
		}
	}
}
