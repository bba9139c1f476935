package detect

import (
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Lexicons: the keywords, operators and comments of each language, taken from its row.

// lexicon holds the features of one language that the classifier rates.
type lexicon struct {
	words, marks, comments map[string]bool
	closing                map[string]string // the ends of block comments, by mark
	fold                   bool
	run                    string // language.Row.OperatorRun
}

// lexicons holds the lexicon of every language, and their union.
type lexicons struct {
	of       map[*lex.Language]*lexicon
	words    map[string]bool   // all keywords, and the words of all profiles
	folded   map[string]bool   // those of languages that fold case, in lower case
	marks    [256][]string     // all operators of several bytes, by first byte, the longest first
	comments [256][]string     // all marks of comments, in the same order
	closing  map[string]string // the ends of block comments, by mark
}

var allLexicons = sync.OnceValue(func() *lexicons {
	all := &lexicons{of: map[*lex.Language]*lexicon{}, words: map[string]bool{}, folded: map[string]bool{}, closing: map[string]string{}}
	for _, r := range language.Rows() {
		l, _ := lex.Lookup(r.Name)
		x := newLexicon(r)
		all.of[l] = x
		for word := range x.words {
			all.words[word] = true
			all.folded[word] = all.folded[word] || x.fold
		}
		for word := range profileOf(l).words {
			all.words[word] = true
			all.folded[word] = all.folded[word] || x.fold
		}
		for mark, end := range x.closing {
			all.closing[mark] = end
		}
		addByFirst(&all.marks, x.marks)
		addByFirst(&all.comments, x.comments)
	}
	for b := range 256 {
		all.marks[b], all.comments[b] = longestFirst(all.marks[b]), longestFirst(all.comments[b])
	}
	return all
})

func newLexicon(r *language.Row) *lexicon {
	x := &lexicon{
		words: map[string]bool{}, marks: map[string]bool{}, comments: map[string]bool{}, closing: map[string]string{},
		fold: r.FoldCase, run: r.OperatorRun,
	}
	for word := range strings.FieldsSeq(r.Keywords) {
		if wordEndAt([]byte(word), 0) == len(word) {
			x.words[word] = true
		}
	}
	for mark := range strings.FieldsSeq(r.Operators) {
		if !strings.ContainsFunc(mark, isLetterDigit) && !strings.ContainsAny(mark, "()[]{}$#@") {
			x.marks[mark] = true
		}
	}
	for _, s := range r.AllSpans() {
		mark := strings.TrimSpace(s.Open)
		delete(x.marks, mark)
		if s.Kind == 0 && s.Form == language.Delimited && mark != "" && !strings.ContainsFunc(mark, isLetterDigit) {
			x.comments[mark] = true
			if end := strings.TrimSpace(s.Close); len(mark) > 1 && len(end) > 1 {
				x.closing[mark] = end
			}
		}
	}
	return x
}

func addByFirst(lists *[256][]string, set map[string]bool) {
	for text := range set {
		lists[text[0]] = append(lists[text[0]], text)
	}
}

// longestFirst sorts a list by descending length, then by text, and drops duplicates.
func longestFirst(list []string) []string {
	slices.SortFunc(list, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(list)
}
