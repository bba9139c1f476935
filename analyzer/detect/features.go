package detect

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Features of a snippet, and how well they fit each language.
//
// A snippet is read once, without regard to a language. Counted are words that are keywords of any
// language, operators, apparent starts of comments, and how lines look (habits). Then each language
// rates how probable these counts are: its row says which keywords, operators and comments it has,
// and its profile how often they are used. This is naive Bayes with two amendments. What occurs n
// times counts sqrt(n) times, because the tokens of a snippet depend on each other. Words that are
// keywords of no language are equally probable everywhere and drop out.

// evidence holds the counts of a snippet.
type evidence struct {
	words    map[string]int // known to any language, outside of literals and comments
	marks    map[string]int // operators of several bytes
	comments map[string]int // marks that seem to start a comment
	habits   [habits]int    // in how many lines something was seen
	lines    int            // lines with code

	weighed struct{ words, marks, comments []weighed } // the same, in order: sums of floats depend on it
}

// weighed is something that was counted, with its weight.
type weighed struct {
	text, lower string // lower is text in lower case
	weight      float64
}

// weigh returns the counts with their weights, sorted by text.
func weigh(counts map[string]int) []weighed {
	list := make([]weighed, 0, len(counts))
	for _, text := range sortedKeys(counts) {
		list = append(list, weighed{text, strings.ToLower(text), math.Sqrt(float64(counts[text]))})
	}
	return list
}

// lexicon holds what the row of one language says.
type lexicon struct {
	words, marks, comments map[string]bool
	closing                map[string]string // see lexicons
	fold                   bool
	run                    string // see row.OperatorRun
}

// lexicons holds the lexicon of every language, and their union.
type lexicons struct {
	of       map[*lex.Language]*lexicon
	words    map[string]bool   // all keywords, and the words of all profiles
	folded   map[string]bool   // those of languages that fold case, in lower case
	marks    [256][]string     // all operators of several bytes by their first, the longest first
	comments [256][]string     // all marks of comments, likewise
	closing  map[string]string // what ends comments that may hold line breaks, and long strings
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

// longestFirst sorts a list by falling length, then by text, and drops duplicates.
func longestFirst(list []string) []string {
	slices.SortFunc(list, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(list)
}

// gather counts the features of a snippet.
func gather(text []byte) *evidence {
	e := &evidence{words: map[string]int{}, marks: map[string]int{}, comments: map[string]int{}}
	all := allLexicons()
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSpace(line)
		switch mark := all.commentLine(line); {
		case len(line) == 0:
		case mark != "":
			e.comments[mark]++
			rest = behindBlock(text, rest, mark, all.closing[mark])
		case bytes.HasPrefix(line, []byte(`"""`)):
			rest = behindBlock(text, rest, `"""`, `"""`)
		default:
			e.lines++
			countHabits(line, &e.habits)
			e.countTokens(all, line)
		}
		text = rest
	}
	e.weighed.words, e.weighed.marks, e.weighed.comments = weigh(e.words), weigh(e.marks), weigh(e.comments)
	return e
}

// behindBlock returns what follows the line with the closing mark of the comment or string that
// text starts with. It returns rest, the text behind the first line, if there is no such mark.
func behindBlock(text, rest []byte, mark, closing string) []byte {
	if closing == "" {
		return rest
	}
	from := bytes.Index(text, []byte(mark)) + len(mark)
	n := bytes.Index(text[from:], []byte(closing))
	if n < 0 || from+n < len(text)-len(rest) {
		return rest
	}
	_, rest, _ = bytes.Cut(text[from+n:], []byte("\n"))
	return rest
}

// commentLine returns the mark of the comment that line seems to be, or "". A mark of one byte
// needs a blank and two words behind it, because such bytes have other uses.
func (all *lexicons) commentLine(line []byte) string {
	if len(line) == 0 {
		return ""
	}
	for _, mark := range all.comments[line[0]] {
		if bytes.HasPrefix(line, []byte(mark)) && (len(mark) > 1 || startsWithWords(line[1:])) {
			return mark
		}
	}
	if line[0] == '*' && startsWithWords(line[1:]) {
		return "/*" // a line in the midst of a block
	}
	return ""
}

// startsWithWords reports whether text starts with a blank and two words.
func startsWithWords(text []byte) bool {
	if len(text) == 0 || text[0] != ' ' {
		return false
	}
	text = bytes.TrimLeft(text, " ")
	n := wordEndAt(text, 0)
	return n > 0 && n+1 < len(text) && text[n] == ' ' && isWordByte(text[n+1])
}

// countTokens counts the words and operators of a line up to a comment at its end. Text between two
// equal quotes is taken for a literal.
func (e *evidence) countTokens(all *lexicons, line []byte) {
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == '"' || c == '\'' || c == '`':
			i += bytes.IndexByte(line[i+1:], c) + 2 // the next byte if it does not close
		case isWordByte(c):
			end := wordEndAt(line, i)
			e.countWord(all, line[i:end])
			i = end
		case isBlank(c):
			i++
			if mark := all.trailingComment(line[i:]); mark != "" {
				e.comments[mark]++
				return
			}
		default:
			i += e.countMark(all, line[i:])
		}
	}
}

// trailingComment returns the mark of the comment that text behind a blank seems to be, or "".
func (all *lexicons) trailingComment(text []byte) string {
	for _, mark := range all.comments[text[0]] {
		if bytes.HasPrefix(text, []byte(mark)) && (len(mark) > 1 || mark == "#") && len(text) > len(mark) && text[len(mark)] == ' ' {
			return mark
		}
	}
	return ""
}

func (e *evidence) countWord(all *lexicons, word []byte) {
	if w := string(word); all.words[w] || all.folded[strings.ToLower(w)] {
		e.words[w]++
	}
}

// countMark counts the operator at the start of text and returns its length.
func (e *evidence) countMark(all *lexicons, text []byte) int {
	for _, mark := range all.marks[text[0]] {
		if bytes.HasPrefix(text, []byte(mark)) {
			e.marks[mark]++
			return len(mark)
		}
	}
	return 1
}

// The probabilities of the model. They were chosen by trial on snippets of 25 lines from 60
// languages. None matters much: halving or doubling any changes less than one guess in a hundred.
const (
	probKeyword    = 0.1    // that a word is a given one of the keywords, times their number
	probName       = 0.0003 // that a keyword of other languages is used as a name
	probMark       = 0.05   // that an operator is a given one which the language has
	probNoMark     = 0.002  // the same for one that it has not, but which two of its own may look like
	probMarkedText = 0.01   // that what looks like an operator is a comment
	probNoComment  = 0.03   // that what looks like a comment is none
	weightHabits   = 0.5    // lines depend on each other
)

// fit returns the logarithm of the probability of the counts in a language, up to a constant.
func (e *evidence) fit(l *lex.Language) float64 {
	x, p := allLexicons().of[l], profileOf(l)
	score := 0.0
	for _, word := range e.weighed.words {
		key := word.text
		if x.fold {
			key = word.lower
		}
		prob := p.words[key] + probName
		if x.words[key] {
			prob += p.anyKeyword * probKeyword / float64(len(x.words)+10)
		}
		score += math.Log(prob/probName) * word.weight
	}
	for _, mark := range e.weighed.marks {
		score += math.Log(x.markProbability(mark.text)) * mark.weight
	}
	for _, mark := range e.weighed.comments {
		if !x.comments[mark.text] {
			score += math.Log(probNoComment) * mark.weight
		}
	}
	for h, seen := range e.habits {
		score += weightHabits * (float64(seen)*math.Log(p.habits[h]) + float64(e.lines-seen)*math.Log(1-p.habits[h]))
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
