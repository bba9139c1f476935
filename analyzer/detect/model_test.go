package detect

import (
	"cmp"
	_ "embed" // the profiles
	"encoding/binary"
	"flag"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The model: the tables of lexicons.bin are made of the rows of the languages and of profiles.txt,
// which has how lines of a language look, and how frequent its keywords and other words are.
// TestProfiles_Count writes profiles.txt.

var update = flag.Bool("update", false, "write lexicons.bin")

func TestLexicons_UpToDate(t *testing.T) {
	tables := newTables()
	if *update {
		if err := os.WriteFile("lexicons.bin", []byte(tables), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if tables != lexiconTables {
		t.Error("lexicons.bin is not of these languages and profiles: run go test ./analyzer/detect -run UpToDate -update")
	}
}

//go:embed profiles.txt
var profileText string

// profile holds the frequencies of a language.
type profile struct {
	habits     [habits]float64 // share of its lines with each habit, between 0 and 1 exclusive
	words      []wordProb      // in lower case if the language folds case
	anyKeyword float64         // weight of its other keywords; larger if nothing was counted
}

// wordProb is a word with its probability.
type wordProb struct {
	text string
	prob float64
}

// readProfiles reads profiles.txt. Each line has fields separated by tabs: a name, the habits in
// percent, keywords with their frequency in permille, and other words with theirs. The name of the
// mean of all, for languages without a profile, is empty.
func readProfiles() map[string]*profile {
	all := make(map[string]*profile, 128)
	mean := &profile{anyKeyword: 4}
	for line := range strings.Lines(profileText) {
		if name, rest, _ := strings.Cut(strings.TrimSpace(line), "\t"); name != "" && name[0] != '#' {
			p := readProfile(rest)
			all[name] = p
			for h := range habits {
				mean.habits[h] += p.habits[h]
			}
		}
	}
	for h := range habits {
		mean.habits[h] /= float64(len(all))
	}
	all[""] = mean
	return all
}

func readProfile(text string) *profile {
	p := &profile{words: make([]wordProb, 0, 90), anyKeyword: 1}
	rates, words, _ := strings.Cut(text, "\t")
	for h, rate := range strings.Fields(rates) {
		if h < habits {
			p.habits[h] = min(max(number(rate)/100, 0.01), 0.95)
		}
	}
	word := ""
	for field := range strings.FieldsSeq(words) { // of both columns
		if word == "" {
			word = field
			continue
		}
		p.words = append(p.words, wordProb{word, number(field) / 1000})
		word = ""
	}
	return p
}

// number reads a number. It returns 0 for other text.
func number(text string) float64 {
	n, _ := strconv.ParseFloat(text, 64)
	return n
}

// widelyUsed are the languages of most snippets.
const widelyUsed = `C C++ C# Java Python JavaScript TypeScript Go Rust PHP Ruby Shell SQL HTML Swift Kotlin`

// mostUsed are those of most snippets of a line or two, which often fit several languages equally.
const mostUsed = `C Python Java JavaScript Go Shell`

// prior returns the logarithm of the prior probability of a language, up to a constant. A snippet
// of so many lines adds short divided by their number.
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
)

var logMark, logMarkedText, logNoMark, logNoComment = math.Log(probMark), math.Log(probMarkedText), math.Log(probNoMark), math.Log(probNoComment)

// tableWriter writes the tables of lexicons.
type tableWriter struct {
	out     []byte
	numbers []float32
	places  map[float32]int // in numbers
}

func (w *tableWriter) number(n int) { w.out = binary.LittleEndian.AppendUint16(w.out, uint16(n)) }

func (w *tableWriter) text(s string) { w.out = append(append(w.out, s...), '\n') }

// steps is the number of steps in which numbers are rounded for each unit. Few numbers compress to
// less.
const steps = 32

// place returns the place of a number in the list.
func (w *tableWriter) place(x float64) int {
	x = math.Round(x*steps) / steps
	n, ok := w.places[float32(x)]
	if !ok {
		n = len(w.numbers)
		w.places[float32(x)] = n
		w.numbers = append(w.numbers, float32(x))
	}
	return n
}

// newTables returns the content of lexicons.bin: the numbers, marks, languages and words, and what
// each word says.
func newTables() string {
	w := &tableWriter{places: map[float32]int{}}
	for _, x := range []float64{0, logMark, logNoMark, logMarkedText, logNoComment} { // a byte has the place of these
		w.place(x)
	}
	rows := slices.DeleteFunc(slices.Clone(language.Rows()), func(r *language.Row) bool { return r.Tags != "" })
	operators, comments := marksOf(rows)
	w.number(len(operators))
	for _, m := range operators {
		w.text(m)
	}
	openers := slices.SortedFunc(maps.Keys(comments), compareMarks)
	w.number(len(openers))
	for _, m := range openers {
		w.text(m)
		w.text(comments[m])
	}
	w.number(len(rows))
	profiles := readProfiles()
	profileOf := func(r *language.Row) *profile {
		if p := profiles[r.Name]; p != nil {
			return p
		}
		return profiles[""]
	}
	for _, r := range rows {
		w.language(r, profileOf(r), operators, openers)
	}
	exact, folded := map[string]map[int]float64{}, map[string]map[int]float64{} // logarithms by word and language
	for i, r := range rows {
		to := exact
		if r.FoldCase {
			to = folded
		}
		for word, prob := range wordsOf(r, profileOf(r)) {
			if to[word] == nil {
				to[word] = map[int]float64{}
			}
			to[word][i] = math.Log(prob / probName)
		}
	}
	words := slices.Sorted(maps.Keys(exact))
	words = slices.Compact(slices.Sorted(slices.Values(slices.AppendSeq(words, maps.Keys(folded)))))
	w.number(len(words))
	for _, word := range words {
		w.text(word)
	}
	for _, weights := range []map[string]map[int]float64{exact, folded} {
		n := 0
		for _, languages := range weights {
			n += len(languages)
		}
		w.number(n)
		var counts, languages, low, high []byte // each by itself, which compresses to less
		for _, word := range words {
			counts = append(counts, byte(len(weights[word])))
			for _, l := range slices.Sorted(maps.Keys(weights[word])) {
				place := w.place(weights[word][l])
				languages, low, high = append(languages, byte(l)), append(low, byte(place)), append(high, byte(place>>8))
			}
		}
		w.out = slices.Concat(w.out, counts, languages, low, high)
	}
	tables := w.out
	w.out = nil
	w.number(len(w.numbers))
	for _, x := range w.numbers {
		w.out = binary.LittleEndian.AppendUint32(w.out, math.Float32bits(x))
	}
	return string(w.out) + string(tables)
}

// language writes what is known of a language besides words.
func (w *tableWriter) language(r *language.Row, p *profile, operators, comments []string) {
	w.text(r.Name)
	own, all := operatorsOf(r), commentsOf(r)
	begins := func(m string) bool { return slices.ContainsFunc(all, func(c comment) bool { return c.open == m }) }
	for _, m := range operators {
		x := logNoMark
		switch {
		case slices.Contains(own, m), r.OperatorRun != "" && strings.Trim(m, r.OperatorRun) == "":
			x = logMark
		case begins(m):
			x = logMarkedText
		}
		w.out = append(w.out, byte(w.place(x)))
	}
	for _, m := range comments {
		x := logNoComment
		if begins(m) {
			x = 0
		}
		w.out = append(w.out, byte(w.place(x)))
	}
	for _, rate := range p.habits {
		w.number(w.place(weightHabits * math.Log(rate)))
		w.number(w.place(weightHabits * math.Log(1-rate)))
	}
	l, _ := lex.Lookup(r.Name)
	weight, short := prior(l)
	w.number(w.place(weight))
	w.number(w.place(short))
}

// wordsOf returns the probabilities of the words of a language.
func wordsOf(r *language.Row, p *profile) map[string]float64 {
	keywords := map[string]bool{}
	for word := range strings.FieldsSeq(r.Keywords) {
		if wordEndAt([]byte(word), 0) == len(word) {
			keywords[word] = true
		}
	}
	probs := map[string]float64{}
	for _, w := range p.words {
		probs[w.text] = w.prob
	}
	for word := range keywords {
		probs[word] += 0
	}
	for word := range probs {
		probs[word] += probName
		if keywords[word] {
			probs[word] += p.anyKeyword * probKeyword / float64(len(keywords)+10)
		}
	}
	return probs
}

// marksOf returns the operators of all languages in the order of their numbers, and the marks of
// comments with their ends.
func marksOf(rows []*language.Row) (operators []string, comments map[string]string) {
	comments = map[string]string{}
	for _, r := range rows {
		operators = append(operators, operatorsOf(r)...)
		for _, c := range commentsOf(r) {
			comments[c.open] = cmp.Or(c.end, comments[c.open])
		}
	}
	slices.SortFunc(operators, compareMarks)
	return slices.Compact(operators), comments
}

// comment is the mark of a comment, with the end of a block if both marks have several bytes.
type comment struct{ open, end string }

// commentsOf returns the marks of a language's comments.
func commentsOf(r *language.Row) (comments []comment) {
	for _, s := range r.AllSpans() {
		open, end := strings.TrimSpace(s.Open), strings.TrimSpace(s.Close)
		if s.Kind == 0 && s.Form == language.Delimited && open != "" && !strings.ContainsFunc(open, isLetterDigit) {
			if len(open) == 1 || len(end) == 1 {
				end = ""
			}
			comments = append(comments, comment{open, end})
		}
	}
	return comments
}

// operatorsOf returns the operators of a language that begin no comment or string.
func operatorsOf(r *language.Row) (operators []string) {
	taken := map[string]bool{}
	for _, s := range r.AllSpans() {
		taken[strings.TrimSpace(s.Open)] = true
	}
	for text := range strings.FieldsSeq(r.Operators) {
		if !taken[text] && !strings.ContainsFunc(text, isLetterDigit) && !strings.ContainsAny(text, "()[]{}$#@") {
			operators = append(operators, text)
		}
	}
	return operators
}

// compareMarks orders marks by their first byte, and the longest first.
func compareMarks(a, b string) int {
	if a[0] != b[0] {
		return int(a[0]) - int(b[0])
	}
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return strings.Compare(a, b)
}

func isLetterDigit(c rune) bool { return c < 0x80 && isWordByte(byte(c)) }
