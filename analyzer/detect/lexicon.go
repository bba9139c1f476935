package detect

import (
	"bytes"
	_ "embed" // the tables
	"math"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Lexicons hold the classifier's data of each language. Words, marks and languages have numbers,
// and what the classifier adds up is in arrays by number. lexicons.bin has the tables, because a
// process needs 3 ms to make them of the rows and profiles. model_test.go makes them, and describes
// the model.

//go:embed lexicons.bin
var lexiconTables string

// lexicons are the tables of all languages.
type lexicons struct {
	of              map[*lex.Language]*lexicon
	numbers         []float64 // which the tables have by their place in this list
	words           vocabulary
	exact, folded   weights // of the words, in languages that do not fold case, and in those that do
	marks, comments marks   // operators of several bytes; marks of comments
	kinds           [256]byteKind
}

// lexicon holds the classifier's data of one language, except words.
type lexicon struct {
	number     int             // of the language
	marks      string          // for each operator, the place of its weight
	comments   string          // for each mark of comments
	has, lacks [habits]float64 // of a line with each habit, and of one without
	prior      float64         // of the language
	short      float64         // added to prior, divided by the number of lines
}

// vocabulary numbers the keywords of all languages and the words of all profiles.
type vocabulary struct {
	text  []string
	lower []int32           // the number of each word in lower case, or -1
	slots [1 << 13]wordSlot // a hash table
}

// wordSlot is a word of a vocabulary. It has the word's number, plus 1, and two bytes in which most
// other words differ.
type wordSlot struct{ number, check uint16 }

// number returns the number of a word, or -1.
func (v *vocabulary) number(word []byte) int32 {
	slot, check := slotOf(word)
	for ; v.slots[slot].number != 0; slot = (slot + 1) % uint32(len(v.slots)) {
		if s := v.slots[slot]; s.check == check && v.text[s.number-1] == string(word) {
			return int32(s.number - 1)
		}
	}
	return -1
}

// slotOf returns where to look for a word first, and its check.
func slotOf[T string | []byte](word T) (slot uint32, check uint16) {
	n := len(word)
	first, middle, last := word[0], word[n/2], word[n-1]
	second := min(1, n-1)
	return (uint32(n) + uint32(first)<<8 + uint32(middle)<<16 + uint32(last)<<24) * 0x9e3779b1 >> 19,
		uint16(word[second]) | uint16(word[n-1-second])<<8
}

func (v *vocabulary) add(word string) {
	slot, check := slotOf(word)
	for v.slots[slot].number != 0 {
		slot = (slot + 1) % uint32(len(v.slots))
	}
	v.text = append(v.text, word)
	v.slots[slot] = wordSlot{uint16(len(v.text)), check}
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

// add adds a mark, shorter than earlier ones with the same first byte.
func (m *marks) add(text, end string) {
	m.byFirst[text[0]] = append(m.byFirst[text[0]], mark{text: text, number: m.count, end: end})
	m.count++
}

// at returns the longest mark at the beginning of text, or nil. Text is not empty.
func (m *marks) at(text []byte) *mark {
	list := m.byFirst[text[0]]
	for i := range list {
		if list[i].begins(text) {
			return &list[i]
		}
	}
	return nil
}

// begins reports whether a text with the first byte of the mark begins with it. Most differ in the
// second byte.
func (m *mark) begins(text []byte) bool {
	return len(m.text) == 1 || len(text) > 1 && text[1] == m.text[1] && bytes.HasPrefix(text, []byte(m.text))
}

var allLexicons = sync.OnceValue(func() *lexicons { return readLexicons(lexiconTables) })

// tableReader reads tables, as tableWriter writes them.
type tableReader struct{ rest string }

func (r *tableReader) bytes(n int) string {
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *tableReader) byte() int { return int(r.bytes(1)[0]) }

func (r *tableReader) number() int { return r.byte() | r.byte()<<8 }

func (r *tableReader) text() string {
	text, rest, _ := strings.Cut(r.rest, "\n")
	r.rest = rest
	return text
}

func readLexicons(tables string) *lexicons {
	r := tableReader{tables}
	all := &lexicons{of: map[*lex.Language]*lexicon{}, numbers: make([]float64, r.number())}
	for i := range all.numbers {
		all.numbers[i] = float64(math.Float32frombits(uint32(r.number()) | uint32(r.number())<<16))
	}
	for range r.number() {
		all.marks.add(r.text(), "")
	}
	all.kinds = kindsOf(&all.marks)
	for range r.number() {
		all.comments.add(r.text(), r.text())
	}
	for i := range r.number() {
		l, _ := lex.Lookup(r.text())
		x := &lexicon{number: i, marks: r.bytes(int(all.marks.count)), comments: r.bytes(int(all.comments.count))}
		for h := range habits {
			x.has[h], x.lacks[h] = all.numbers[r.number()], all.numbers[r.number()]
		}
		x.prior, x.short = all.numbers[r.number()], all.numbers[r.number()]
		all.of[l] = x
	}
	n := r.number()
	all.words.text, all.words.lower = make([]string, 0, n), make([]int32, n)
	for range n {
		all.words.add(r.text())
	}
	for i, word := range all.words.text {
		all.words.lower[i] = int32(i)
		if lower := strings.ToLower(word); lower != word {
			all.words.lower[i] = all.words.number([]byte(lower))
		}
	}
	for _, w := range []*weights{&all.exact, &all.folded} {
		total := r.number()
		w.from, w.all = make([]int32, n+1), make([]weight, total)
		counts, languages, low, high := r.bytes(n), r.bytes(total), r.bytes(total), r.bytes(total)
		for i := range w.all {
			w.all[i] = weight{int32(languages[i]), all.numbers[int(low[i])|int(high[i])<<8]}
		}
		for i := range n {
			w.from[i+1] = w.from[i] + int32(counts[i])
		}
	}
	return all
}
