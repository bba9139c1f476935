package detect

import (
	"maps"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// codeLanguages returns all languages but prose and templates.
func codeLanguages() []*lex.Language {
	return slices.DeleteFunc(lex.Languages(), func(l *lex.Language) bool { return l == lex.Prose || isTemplate(l) })
}

// fixturePath returns the path of a language's fixture, which is the lexer's.
func fixturePath(l *lex.Language) string {
	name := strings.NewReplacer("+", "p", "#", "sharp", " ", "-", "/", "-").Replace(l.Name)
	return "../lex/testdata/lang/" + strings.ToLower(name) + ".src"
}

// wordCounts returns the counts of words by their text. It leaves out words that are only known in
// lower case.
func (f *features) wordCounts() map[string]int {
	counts := map[string]int{}
	for _, w := range f.words {
		if w.exact >= 0 {
			counts[f.all.words.text[w.exact]] = int(w.count)
		}
	}
	return counts
}

// sortedKeys returns the keys in order.
func sortedKeys[V any](counts map[string]V) []string { return slices.Sorted(maps.Keys(counts)) }
