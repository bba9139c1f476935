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

// Lexicons: the keywords, operators and comments of each language, taken from its row, and the words of its
// profile. Words, marks and languages have numbers, and what the classifier adds up is in arrays by number. Every
// process that guesses a language builds these tables, in 2 to 3 ms.

// lexicons are the tables of all languages.
type lexicons struct {
	languages       []*lexicon
	of              map[*lex.Language]*lexicon
	words           vocabulary
	exact, folded   weights // of the words, in languages that do not fold case, and in those that do
	marks, comments marks   // operators of several bytes; marks of comments
}

// lexicon holds what the classifier knows of one language besides words.
type lexicon struct {
	number     int             // of the language
	marks      []float64       // the weight of each operator
	comments   []float64       // of each mark of comments
	has, lacks [habits]float64 // of a line with each habit, and of one without
	prior      float64         // of the language
	short      float64         // added to prior, divided by the number of lines
}

// vocabulary numbers the keywords of all languages and the words of all profiles.
type vocabulary struct {
	number map[string]int32
	text   []string
	lower  []int32 // the number of each word in lower case, or -1
	last   []int32 // scratch: where each word was last added to a list of entries
}

// add returns the number of a word.
func (v *vocabulary) add(word string) int32 {
	n, ok := v.number[word]
	if !ok {
		n = int32(len(v.text))
		v.number[word] = n
		v.text = append(v.text, word)
		v.last = append(v.last, 0)
	}
	return n
}

// weights has, for each word, the languages that it speaks for.
type weights struct {
	from []int32 // the beginning of each word's list in all, and the end of the last one
	all  []weight
}

type weight struct {
	language int32
	weight   float64
}

// of returns the list of a word; it is empty for -1.
func (w *weights) of(word int32) []weight {
	if word < 0 {
		return nil
	}
	return w.all[w.from[word]:w.from[word+1]]
}

// marks has texts by their first byte, the longest first.
type marks struct {
	byFirst [256][]mark
	count   int32
}

type mark struct {
	text   string
	number int32
	end    string // of a block comment, if both marks have several bytes
}

// add returns the number of a mark.
func (m *marks) add(text, end string) int32 {
	list := m.byFirst[text[0]]
	i := slices.IndexFunc(list, func(x mark) bool { return x.text == text })
	if i < 0 {
		i = len(list)
		list = append(list, mark{text: text, number: m.count})
		m.byFirst[text[0]] = list
		m.count++
	}
	if end != "" {
		list[i].end = end
	}
	return list[i].number
}

// at returns the longest mark at the beginning of text, or nil. Text is not empty.
func (m *marks) at(text []byte) *mark {
	list := m.byFirst[text[0]]
	for i := range list {
		if bytes.HasPrefix(text, []byte(list[i].text)) {
			return &list[i]
		}
	}
	return nil
}

// sort puts the longest marks first.
func (m *marks) sort() {
	for _, list := range m.byFirst {
		slices.SortFunc(list, func(a, b mark) int {
			if len(a.text) != len(b.text) {
				return len(b.text) - len(a.text)
			}
			return strings.Compare(a.text, b.text)
		})
	}
}

var allLexicons = sync.OnceValue(newLexicons)

func newLexicons() *lexicons {
	rows := language.Rows()
	all := &lexicons{of: make(map[*lex.Language]*lexicon, len(rows)), words: vocabulary{number: make(map[string]int32, 4096)}}
	profiles := readProfiles()
	exact, folded := make([]entry, 0, 1<<13), make([]entry, 0, 1<<12)
	operators, comments := make([][]int32, len(rows)), make([][]int32, len(rows))
	for i, r := range rows {
		p := profiles[r.Name]
		if p == nil {
			p = profiles[""]
		}
		entries := &exact
		if r.FoldCase {
			entries = &folded
		}
		*entries = all.words.addLanguage(*entries, int32(i), r.Keywords, p)
		operators[i], comments[i] = all.addMarks(r)
		l, _ := lex.Lookup(r.Name)
		x := &lexicon{number: i}
		x.prior, x.short = prior(l)
		for h, rate := range p.habits {
			x.has[h], x.lacks[h] = weightHabits*math.Log(rate), weightHabits*math.Log(1-rate)
		}
		all.languages, all.of[l] = append(all.languages, x), x
	}
	all.words.last = nil
	all.words.lower = make([]int32, len(all.words.text))
	for i, text := range all.words.text {
		all.words.lower[i] = -1
		if n, ok := all.words.number[strings.ToLower(text)]; ok {
			all.words.lower[i] = n
		}
	}
	all.exact, all.folded = newWeights(exact, len(all.words.text)), newWeights(folded, len(all.words.text))
	all.marks.sort()
	all.comments.sort()
	asOperator := make([]int32, all.comments.count)
	for _, list := range all.comments.byFirst {
		for _, m := range list {
			asOperator[m.number] = -1
			if op := all.marks.at([]byte(m.text)); op != nil && op.text == m.text {
				asOperator[m.number] = op.number
			}
		}
	}
	for i, r := range rows {
		all.languages[i].setMarks(all, r.OperatorRun, operators[i], comments[i], asOperator)
	}
	return all
}

// entry is a word of a language.
type entry struct {
	word, language int32
	prob           float64
	keyword        bool
}

// addLanguage appends the words of a language to entries.
func (v *vocabulary) addLanguage(entries []entry, language int32, keywords string, p *profile) []entry {
	first := len(entries)
	add := func(text string) *entry {
		word := v.add(text)
		if at := int(v.last[word]); at >= first && at < len(entries) && entries[at].word == word {
			return &entries[at]
		}
		v.last[word] = int32(len(entries))
		entries = append(entries, entry{word: word, language: language})
		return &entries[len(entries)-1]
	}
	for _, w := range p.words {
		add(w.text).prob = w.prob
	}
	distinct := 0
	for word := range strings.FieldsSeq(keywords) {
		if wordEndAt([]byte(word), 0) == len(word) {
			if e := add(word); !e.keyword {
				e.keyword = true
				distinct++
			}
		}
	}
	for i := first; i < len(entries); i++ {
		e := &entries[i]
		e.prob += probName
		if e.keyword {
			e.prob += p.anyKeyword * probKeyword / float64(distinct+10)
		}
	}
	return entries
}

// newWeights returns the weights of so many words by their entries.
func newWeights(entries []entry, words int) weights {
	w := weights{from: make([]int32, words+1), all: make([]weight, len(entries))}
	for _, e := range entries {
		w.from[e.word]++
	}
	sum := int32(0)
	for i, n := range w.from {
		sum += n
		w.from[i] = sum // the end, which the following loop moves to the beginning
	}
	for _, e := range slices.Backward(entries) {
		w.from[e.word]--
		w.all[w.from[e.word]] = weight{e.language, math.Log(e.prob / probName)}
	}
	return w
}

// addMarks adds the operators and comments of a language, and returns their numbers.
func (all *lexicons) addMarks(r *language.Row) (operators, comments []int32) {
	taken := map[string]bool{}
	for _, s := range r.AllSpans() {
		text := strings.TrimSpace(s.Open)
		taken[text] = true
		if s.Kind == 0 && s.Form == language.Delimited && text != "" && !strings.ContainsFunc(text, isLetterDigit) {
			end := strings.TrimSpace(s.Close)
			if len(text) == 1 || len(end) == 1 {
				end = ""
			}
			comments = append(comments, all.comments.add(text, end))
		}
	}
	for text := range strings.FieldsSeq(r.Operators) {
		if !taken[text] && !strings.ContainsFunc(text, isLetterDigit) && !strings.ContainsAny(text, "()[]{}$#@") {
			operators = append(operators, all.marks.add(text, ""))
		}
	}
	return operators, comments
}

// setMarks sets the weights of all marks in a language by the numbers of its own. asOperator are the numbers that marks of
// comments have as operators, or -1.
func (x *lexicon) setMarks(all *lexicons, run string, operators, comments, asOperator []int32) {
	x.marks = slices.Repeat([]float64{logNoMark}, int(all.marks.count))
	x.comments = slices.Repeat([]float64{logNoComment}, int(all.comments.count))
	for _, n := range comments {
		x.comments[n] = 0
		if op := asOperator[n]; op >= 0 {
			x.marks[op] = logMarkedText
		}
	}
	for _, n := range operators {
		x.marks[n] = logMark
	}
	for _, list := range all.marks.byFirst {
		for _, m := range list {
			if run != "" && strings.Trim(m.text, run) == "" {
				x.marks[m.number] = logMark
			}
		}
	}
}
