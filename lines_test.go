package chaffinch_test

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// Lines are read in the language of their file. Alone, these are found in another file that has
// them as text.
func TestDocument_LinesHaveTheLanguageOfTheFile(t *testing.T) {
	code := "def first(values, key=None):\n    for value in values:\n        if key is None or key(value):\n" +
		"            return value.name\n    return None\n\n\n"
	words := "    # The ring is full when both ends meet, so that one place of it is kept free\n" +
		"    # for the next one (by those who know) that begins at zero; others take two.\n"
	lines := "def second(values):\n" + words + "    return [value.name for value in values if value]\n"
	file := ""
	for _, name := range strings.Fields("key size weight order colour shape place time") {
		file += strings.NewReplacer("first", name+"_of", ".name", "."+name+".get(\""+name+"\", 1)").Replace(code)
	}
	first := strings.Count(file, "\n") + 1
	file += lines
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.py": file, "b.txt": "Of the ring\n" + lines, "b.sql": lines}})
	for _, name := range []string{"", "rows", "rows.odd"} {
		q := asktest.Search(file)
		q.Name, q.Lines = name, answer.Lines{From: first}
		if a := asktest.Ask(t, x, q); a.Question.Language != "Python" {
			t.Errorf("%q is read as %s: %+v", name, a.Question.Language, a.Hits)
		}
	}
}
