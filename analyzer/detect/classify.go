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

// scored is a language with the logarithm of its probability for a content, up to a constant.
type scored struct {
	language *lex.Language
	score    float64
}

// compare orders languages: by score, the best first, then by name.
func (a scored) compare(b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.language.Name, b.language.Name))
}

// classify sorts languages by their probability for the content, the best first.
func classify(content []byte, languages []*lex.Language) []*lex.Language {
	all := score(content, languages)
	slices.SortFunc(all, scored.compare)
	sorted := make([]*lex.Language, len(all))
	for i := range all {
		sorted[i] = all[i].language
	}
	return sorted
}

// likeliest returns the first language that [classify] returns.
func likeliest(content []byte, languages []*lex.Language) *lex.Language {
	return slices.MinFunc(score(content, languages), scored.compare).language
}

func score(content []byte, languages []*lex.Language) []scored {
	f := gather(content)
	defer f.release()
	f.marks.weigh()
	f.comments.weigh()
	byWords := f.wordScores()
	all := make([]scored, 0, len(languages))
	for _, l := range languages {
		x := f.all.of[l]
		all = append(all, scored{l, byWords[x.number] + f.fit(x)})
	}
	return all
}

// widelyUsed are the languages of most snippets.
const widelyUsed = `C C++ C# Java Python JavaScript TypeScript Go Rust PHP Ruby Shell SQL HTML Swift Kotlin`

// mostUsed are those of most snippets of a line or two, which often fit several languages equally.
const mostUsed = `C Python Java JavaScript Go`

// prior returns the logarithm of the prior probability of a language, up to a constant. A snippet of so many lines
// adds short divided by their number.
func prior(l *lex.Language) (weight, short float64) {
	if strings.Contains(" "+widelyUsed+" ", " "+l.Name+" ") {
		weight = weightUse
	}
	if strings.Contains(" "+mostUsed+" ", " "+l.Name+" ") {
		short = weightShort
	}
	return weight, short
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

var logMark, logMarkedText, logNoMark, logNoComment = math.Log(probMark), math.Log(probMarkedText), math.Log(probNoMark), math.Log(probNoComment)

// wordScores returns, for each language by its number, the logarithm of the probability of the words, up to a constant.
func (f *features) wordScores() []float64 {
	scores := make([]float64, len(f.all.languages))
	for _, word := range f.words {
		times := math.Sqrt(float64(word.count))
		if word.letter {
			times *= weightLetter
		}
		for _, w := range f.all.exact.of(word.exact) {
			scores[w.language] += w.weight * times
		}
		for _, w := range f.all.folded.of(word.folded) {
			scores[w.language] += w.weight * times
		}
	}
	return scores
}

// fit returns the same of the other counts, with the prior of the language.
func (f *features) fit(x *lexicon) float64 {
	score := x.prior + x.short/float64(max(1, f.lines))
	for _, m := range f.marks.seen {
		score += x.marks[m.number] * m.weight
	}
	for _, m := range f.comments.seen {
		score += x.comments[m.number] * m.weight
	}
	for h, seen := range f.habits {
		score += float64(seen)*x.has[h] + float64(f.lines-seen)*x.lacks[h]
	}
	return score
}
