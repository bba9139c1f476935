package scan

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// A copy whose names are in another normal form is the same copy.
func TestRun_NamesInAnyNormalForm(t *testing.T) {
	source := "def größe(wörter, länge):\n    zähler = {}\n    for wört in wörter:\n        schlüssel = wört.lower()\n        if len(schlüssel) > länge:\n" +
		"            zähler[schlüssel] = zähler.get(schlüssel, 0) + 1\n    größte = sorted(zähler.items(), key=lambda paar: (-paar[1], paar[0]))\n" +
		"    for schlüssel, häufig in größte[:länge]:\n        print(f\"{schlüssel}: {häufig} größer\", 'schön', wörter)\n    return größte\n"
	text := "Die größte Übung für müde Köpfe läßt sich schön über Wörter führen, die früher möglichst häufig geprüft würden.\n" +
		"Später hört man öfter, daß größere Mühe nötig wäre, um die Stücke gründlich zu erklären.\n"
	x := makeIndex(t, map[string]map[string]string{"up": {"a.py": source, "a.txt": strings.Repeat(text, 2)}})
	var before map[string]string
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		r := run(t, x, Options{Tree: write(t, map[string]string{"b.py": form.String("x = 1\n" + source), "b.txt": form.String("Hier:\n" + strings.Repeat(text, 2))})})
		found := map[string]string{}
		for _, f := range r.Findings {
			found[f.File] = summary(f) + " " + f.Matches[0].Key
		}
		if len(found) != 2 {
			t.Errorf("%d: %q", form, summaries(r))
		}
		for file, was := range before {
			if found[file] != was {
				t.Errorf("%s is %q, and %q in NFD", file, was, found[file])
			}
		}
		before = found
	}
}
