package evidence_test

import (
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
