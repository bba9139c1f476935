package detect

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The classifier rates, for each language, how probable the features of a snippet are. The
// language's row says which keywords, operators and comments it has, and its profile
// how often they occur (model_test.go). This is naive Bayes with two changes. A text that occurs n
// times counts sqrt(n) times, because the tokens of a snippet depend on each other. Words that are
// keywords of no language are equally probable in all and are ignored.
//
// docs/decisions/language-classifier.md compares it with linguist's classifier. go-enry's cuts the
// content with a dozen regular expressions, which takes milliseconds, and depends on the order of a
// map when scores are equal. The order here is total: by score, then by name.

// scored is a language with the logarithm of its probability, up to a constant.
type scored struct {
	language *lex.Language
	score    float64
}

// compare orders languages: by score, the best first, then by name.
func (a scored) compare(b scored) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	return strings.Compare(a.language.Name, b.language.Name)
}

// byScore sorts languages as [scored.compare] orders them.
type byScore []scored

func (s byScore) Len() int           { return len(s) }
func (s byScore) Less(i, j int) bool { return s[i].compare(s[j]) < 0 }
func (s byScore) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// likeliest returns the language that is most probable for the content.
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
		if x == nil { // a template
			x = f.all.of[knownAs("HTML")]
		}
		all = append(all, scored{l, byWords[x.number] + f.fit(x)})
	}
	return all
}

// weightLetter is the weight of a one-letter word. Every language uses such names.
const weightLetter = 1. / 3

// wordScores returns the log probability of the words, up to a constant, by the language's number.
func (f *features) wordScores() []float64 {
	scores := make([]float64, len(f.all.of))
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
		score += f.all.numbers[x.marks[m.number]] * m.weight
	}
	for _, m := range f.comments.seen {
		score += f.all.numbers[x.comments[m.number]] * m.weight
	}
	for h, seen := range f.habits {
		score += float64(seen)*x.has[h] + float64(f.lines-seen)*x.lacks[h]
	}
	return score
}
