package evidence_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// tables are the beginnings of sources: comments, lists of names, few statements. Their paragraphs
// look like prose. Each NAME is another word, and so is each WORD.
var tables = map[string]string{
	"go": "package NAME\n\nimport (\n\t\"NAME\"\n\t\"NAME/NAME\"\n\t\"NAME\"\n)\n\n// NAME is the WORD that a WORD of each WORD returns\n" +
		"// to its WORD, before a WORD.\nconst NAME = \"WORD\"\n\n// NAME maps every WORD to its WORD.\nvar NAME NAME\n\n" +
		"var NAME []func(NAME)\n\n// NAME is true if WORD is.\nvar NAME = NAME\n\nvar NAME NAME.NAME = NAME\n\n// NAME returns the WORD\nfunc NAME(NAME NAME) NAME\n",
	"js": "'use strict'\n\nconst NAME = {\n  NAME: NAME('WORD.WORD'),\n  NAME: NAME('WORD'),\n  NAME: NAME('WORD.WORD.WORD'),\n\n" +
		"  // the WORD of WORD\n  NAME: NAME('WORD'),\n  NAME: NAME('WORD'),\n\n  /* WORD and WORD */\n  NAME: NAME('WORD'),\n  NAME: NAME('WORD')\n}\n\nmodule.exports = { NAME, NAME }\n",
	"py": "    NAME = (\n        'WORD', 'WORD', 'WORD', 'WORD',\n        'WORD', 'WORD', 'WORD',\n\n        'WORD', 'WORD', 'WORD', 'WORD')\n\n" +
		"    # WORD of the WORD\n\n    NAME = (\n        'WORD', 'WORD', 'WORD',\n\n        'WORD', 'WORD')\n\n    NAME = NAME('WORD')\n",
	"sh": "NAME WORD WORD\n\nNAME -f \"$NAME\" WORD\nNAME WORD/WORD\n\n# WORD the WORD\nNAME \"WORD WORD\"\n\nif NAME WORD; then\n  NAME WORD\n\n  NAME WORD \"$NAME\"\nfi\n\nNAME WORD WORD\n",
}

// filled replaces each NAME and WORD of a text.
func filled(text string, rng *rand.Rand) string {
	var out strings.Builder
	for {
		name, word := strings.Index(text, "NAME"), strings.Index(text, "WORD")
		at := max(name, word)
		if name >= 0 && word >= 0 {
			at = min(name, word)
		}
		if at < 0 {
			return out.String() + text
		}
		out.WriteString(text[:at])
		for range 3 {
			out.WriteString(string("bdfgklmnprstv"[rng.IntN(13)]) + string("aeiou"[rng.IntN(5)]))
		}
		text = text[at+len("NAME"):]
	}
}

// quotedMail is an e-mail that quotes a text.
func quotedMail(text string) string {
	quoted := "> " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n> ")
	return "From: a@b.org\nTo: c@d.org\nSubject: x\n\nAnn wrote:\n" + quoted + "\n\nIt is from a library.\n"
}

// Code that an e-mail quotes is found as the code alone is, and compared as it.
func TestSearch_FindsQuotedCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 5))
	files := map[string]string{}
	for _, ext := range slices.Sorted(maps.Keys(tables)) {
		files["f."+ext] = filled(tables[ext], rng)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	asked := 0
	for path, text := range files {
		plain := asktest.Search(text)
		plain.Name = path
		want := asktest.Ask(t, x, plain)
		if len(want.Hits) == 0 || asktest.Paths(want)[0] != "c/"+path {
			continue
		}
		asked++
		for _, name := range []string{"q.eml", ""} {
			q := asktest.Search(quotedMail(text))
			q.Name = name
			a := asktest.Ask(t, x, q)
			if got := asktest.Paths(a); len(got) == 0 || got[0] != "c/"+path || !a.Hits[0].IsLikely() {
				t.Errorf("%s in %q, read as %s: found %q", path, name, a.Question.Language, got)
			}
		}
		c := asktest.CompareTexts(t, chaffinch.Document{Name: "q.eml", Source: []byte(quotedMail(text))},
			chaffinch.Document{Name: path, Source: []byte(text)})
		if c.B.Coverage < 0.9 {
			t.Errorf("%s is compared as %s, and shares %.2f", path, c.A.Language, c.B.Coverage)
		}
	}
	if asked < len(files)*3/4 {
		t.Errorf("only %d of %d are found without an e-mail", asked, len(files))
	}
}
