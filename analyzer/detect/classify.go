package detect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The classifier is naive Bayes over what features.go counts. Its figures are those of profiles.txt
// and of the rows of languages. It replaced a second classifier with linguist's samples beside it:
// docs/decisions/language-classifier.md has the measurements. go-enry's own classifier cuts the
// content with a dozen regular expressions, which takes milliseconds, and leaves ties to the order
// of a map. The order here is total: by score, then by name.

// classify sorts languages by their probability for the content, the best first.
func classify(content []byte, languages []*lex.Language) []*lex.Language {
	evidence := gather(content)
	type scored struct {
		language *lex.Language
		score    float64
	}
	all := make([]scored, 0, len(languages))
	for _, l := range languages {
		all = append(all, scored{l, evidence.fit(l) + prior(l)})
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.language.Name, b.language.Name))
	})
	sorted := make([]*lex.Language, len(all))
	for i := range all {
		sorted[i] = all[i].language
	}
	return sorted
}

// sortedKeys returns the keys in order, because sums of floats depend on the order.
func sortedKeys[V any](counts map[string]V) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// widelyUsed are the languages that most snippets are in.
const widelyUsed = `C C++ C# Java Python JavaScript TypeScript Go Rust PHP Ruby Shell SQL HTML Swift Kotlin`

// prior returns the logarithm of the prior probability of a language, up to a constant.
func prior(l *lex.Language) float64 {
	if strings.Contains(" "+widelyUsed+" ", " "+l.Name+" ") {
		return weightUse
	}
	return 0
}

// weightUse is the bonus of a widely used language: as much as a frequent keyword.
const weightUse = 3
