package detect

import (
	"bytes"
	"math"
	"sync"
)

// Features are counted in a snippet without regard to a language. They are words that are keywords
// of any language, operators, marks that seem to start comments, and the look of lines (habits).

// features are the counts of a snippet. Words are those known to any language, outside of literals
// and comments.
type features struct {
	all      *lexicons
	words    []wordCount
	marks    markCounts  // operators of several bytes
	comments markCounts  // marks that seem to start a comment
	habits   [habits]int // number of lines with each habit
	lines    int         // lines with code

	known  []int32          // by number of a word: where it is in words, plus 1
	varied map[string]int32 // the same for words that are only known in lower case
	folded []byte           // scratch
}

// wordCount is a word that occurs count times. exact is its number, and folded the number of the
// word in lower case; either may be -1.
type wordCount struct {
	exact, folded int32
	count         int32
	letter        bool // it is one letter
}

// markCounts counts marks.
type markCounts struct {
	counts []int32 // by number
	seen   []seenMark
}

// seenMark is the number of a mark with its weight, which is set by weigh.
type seenMark struct {
	number int32
	weight float64
}

func (c *markCounts) add(m *mark) {
	if c.counts[m.number]++; c.counts[m.number] == 1 {
		c.seen = append(c.seen, seenMark{number: m.number})
	}
}

func (c *markCounts) weigh() {
	for i := range c.seen {
		c.seen[i].weight = math.Sqrt(float64(c.counts[c.seen[i].number]))
	}
}

func (c *markCounts) clear() {
	for _, m := range c.seen {
		c.counts[m.number] = 0
	}
	c.seen = c.seen[:0]
}

var featuresPool = sync.Pool{New: func() any {
	all := allLexicons()
	return &features{
		all: all, known: make([]int32, len(all.words.text)), varied: map[string]int32{},
		marks: markCounts{counts: make([]int32, all.marks.count)}, comments: markCounts{counts: make([]int32, all.comments.count)},
	}
}}

// release gives the features back to the pool.
func (f *features) release() {
	for _, w := range f.words {
		if w.exact >= 0 {
			f.known[w.exact] = 0
		}
	}
	f.words = f.words[:0]
	f.marks.clear()
	f.comments.clear()
	clear(f.varied)
	f.habits, f.lines = [habits]int{}, 0
	featuresPool.Put(f)
}

// gather counts the features of a snippet. The caller releases them.
func gather(text []byte) *features {
	f := featuresPool.Get().(*features)
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSpace(line)
		switch mark := f.all.commentLine(line); {
		case len(line) == 0:
		case mark != nil:
			f.comments.add(mark)
			rest = behindBlock(text, rest, mark.text, mark.end)
		case bytes.HasPrefix(line, []byte(`"""`)):
			rest = behindBlock(text, rest, `"""`, `"""`)
		default:
			f.lines++
			countHabits(line, &f.habits)
			f.countTokens(line)
		}
		text = rest
	}
	return f
}

// behindBlock returns the text after the block comment or string at its start. The text begins in
// the line after its closing mark. Without a closing mark it returns rest, the text after the first
// line.
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

// commentLine returns the mark of the comment that line seems to be, or nil. A blank and two words
// must follow a mark of one byte, because such bytes have other uses.
func (all *lexicons) commentLine(line []byte) *mark {
	if len(line) == 0 {
		return nil
	}
	if m := all.comments.at(line); m != nil && (len(m.text) > 1 || startsWithWords(line[1:])) {
		return m
	}
	if line[0] == '*' && startsWithWords(line[1:]) {
		return all.comments.at([]byte("/*")) // a line inside a block
	}
	return nil
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

// countTokens counts a line's words and operators, without a comment at its end. It takes the text
// between two equal quotes for a literal.
func (f *features) countTokens(line []byte) {
	for i := 0; i < len(line); {
		switch c := line[i]; f.all.kinds[c] {
		case quoteByte:
			i += bytes.IndexByte(line[i+1:], c) + 2 // the next byte if it does not close
		case wordByte:
			end := wordEndAt(line, i)
			f.countWord(line[i:end])
			i = end
		case blankByte:
			if i++; len(f.all.comments.byFirst[line[i]]) == 0 {
				continue
			}
			if m := f.all.trailingComment(line[i:]); m != nil {
				f.comments.add(m)
				return
			}
		case markByte:
			m := f.all.marks.at(line[i:])
			if m == nil {
				i++
				continue
			}
			f.marks.add(m)
			i += len(m.text)
		default:
			i++
		}
	}
}

// byteKind is what countTokens does with a byte.
type byteKind uint8

const (
	otherByte byteKind = iota // no mark begins with it
	wordByte
	blankByte
	quoteByte
	markByte
)

// kindsOf returns the kinds of all bytes.
func kindsOf(marks *marks) (kinds [256]byteKind) {
	for i := range kinds {
		switch c := byte(i); {
		case c == '"' || c == '\'' || c == '`':
			kinds[i] = quoteByte
		case isWordByte(c):
			kinds[i] = wordByte
		case isBlank(c):
			kinds[i] = blankByte
		case len(marks.byFirst[c]) > 0:
			kinds[i] = markByte
		}
	}
	return kinds
}

// trailingComment returns the mark of the comment that seems to start text, or nil. A blank comes
// before text.
func (all *lexicons) trailingComment(text []byte) *mark {
	list := all.comments.byFirst[text[0]]
	for i := range list {
		m := &list[i]
		if bytes.HasPrefix(text, []byte(m.text)) && (len(m.text) > 1 || m.text == "#") &&
			len(text) > len(m.text) && text[len(m.text)] == ' ' {
			return m
		}
	}
	return nil
}

// countWord counts a word that a language has. A language that folds case may have it in lower
// case.
func (f *features) countWord(word []byte) {
	if exact := f.all.words.number(word); exact >= 0 {
		if f.known[exact] == 0 {
			f.words = append(f.words, wordCount{exact: exact, folded: f.all.words.lower[exact], letter: len(word) == 1})
			f.known[exact] = int32(len(f.words))
		}
		f.words[f.known[exact]-1].count++
		return
	}
	f.folded = f.folded[:0]
	varies := false
	for _, c := range word {
		varies = varies || c != lower(c)
		f.folded = append(f.folded, lower(c))
	}
	if !varies {
		return
	}
	folded := f.all.words.number(f.folded)
	if len(f.all.folded.of(folded)) == 0 {
		return
	}
	i, ok := f.varied[string(word)]
	if !ok {
		i = int32(len(f.words))
		f.words = append(f.words, wordCount{exact: -1, folded: folded, letter: len(word) == 1})
		f.varied[string(word)] = i
	}
	f.words[i].count++
}
