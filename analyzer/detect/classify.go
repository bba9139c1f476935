package detect

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The classifier rates, for each language, how probable the features of a snippet are. The
// language's row says which keywords, operators and comments it has (lexicon.go), and its profile
// how often they occur (profile.go). This is naive Bayes with two changes. A text that occurs n
// times counts sqrt(n) times, because the tokens of a snippet depend on each other. Words that are
// keywords of no language are equally probable in all and are ignored.
//
// docs/decisions/language-classifier.md compares it with linguist's classifier. go-enry's cuts the
// content with a dozen regular expressions, which takes milliseconds, and depends on the order of a
// map when scores are equal. The order here is total: by score, then by name.

// classify sorts languages by their probability for the content, the best first.
func classify(content []byte, languages []*lex.Language) []*lex.Language {
	features := gather(content)
	type scored struct {
		language *lex.Language
		score    float64
	}
	all := make([]scored, 0, len(languages))
	for _, l := range languages {
		all = append(all, scored{l, features.fit(l) + prior(l, features.lines)})
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

// widelyUsed are the languages of most snippets.
const widelyUsed = `C C++ C# Java Python JavaScript TypeScript Go Rust PHP Ruby Shell SQL HTML Swift Kotlin`

// mostUsed are those of most snippets of a line or two, which often fit several languages equally.
const mostUsed = `C Python Java JavaScript Go`

// prior returns the logarithm of the prior probability of a language for a snippet of so many lines,
// up to a constant.
func prior(l *lex.Language, lines int) (weight float64) {
	if strings.Contains(" "+widelyUsed+" ", " "+l.Name+" ") {
		weight = weightUse
	}
	if strings.Contains(" "+mostUsed+" ", " "+l.Name+" ") {
		weight += weightShort / float64(max(1, lines))
	}
	return weight
}

// The probabilities of the model. They were chosen by trial on snippets of 25 lines from 60
// languages. Halving or doubling one of them changes less than one guess in a hundred.
const (
	probKeyword    = 0.1    // of a keyword of the language, times the number of its keywords
	probName       = 0.0003 // of a keyword of other languages, used as a name
	probMark       = 0.05   // of an operator of the language
	probNoMark     = 0.002  // of another operator, which two of the language's operators may look like
	probMarkedText = 0.01   // of an operator that is a mark of comments in the language
	probNoComment  = 0.03   // of a mark that only other languages have for comments
	weightHabits   = 0.5    // less than 1, because lines depend on each other
	weightUse      = 3      // bonus of a widely used language: as much as a frequent keyword
	weightShort    = 1      // further bonus of a language of mostUsed, divided by the number of lines
	weightLetter   = 1. / 3 // of a word of one letter, which is a name that every language uses
)

// fit returns the logarithm of the probability of the counts in a language, up to a constant.
func (f *features) fit(l *lex.Language) float64 {
	x, p := allLexicons().of[l], profileOf(l)
	score := 0.0
	for _, word := range f.weighed.words {
		key := word.text
		if x.fold {
			key = word.lower
		}
		prob := p.words[key] + probName
		if x.words[key] {
			prob += p.anyKeyword * probKeyword / float64(len(x.words)+10)
		}
		weight := word.weight
		if len(word.text) == 1 {
			weight *= weightLetter
		}
		score += math.Log(prob/probName) * weight
	}
	for _, mark := range f.weighed.marks {
		score += math.Log(x.markProbability(mark.text)) * mark.weight
	}
	for _, mark := range f.weighed.comments {
		if !x.comments[mark.text] {
			score += math.Log(probNoComment) * mark.weight
		}
	}
	for h, seen := range f.habits {
		has, lacks := float64(seen)*math.Log(p.habits[h]), float64(f.lines-seen)*math.Log(1-p.habits[h])
		score += weightHabits * (has + lacks)
	}
	return score
}

// markProbability returns how probable an operator is in a language.
func (x *lexicon) markProbability(mark string) float64 {
	switch {
	case x.marks[mark] || x.run != "" && strings.Trim(mark, x.run) == "":
		return probMark
	case x.comments[mark]:
		return probMarkedText
	}
	return probNoMark
}
