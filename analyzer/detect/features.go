package detect

import (
	"bytes"
	"math"
	"strings"
)

// Features: what a snippet holds, counted without regard to a language. These are words that are
// keywords of any language, operators, marks that seem to start comments, and how lines look
// (habits).

// features are the counts of a snippet.
type features struct {
	words    map[string]int // known to any language, outside of literals and comments
	marks    map[string]int // operators of several bytes
	comments map[string]int // marks that seem to start a comment
	habits   [habits]int    // number of lines with each habit
	lines    int            // lines with code

	weighed struct{ words, marks, comments []weighed } // sorted, because sums of floats depend on the order
}

// weighed is a counted text with its weight.
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

// gather counts the features of a snippet.
func gather(text []byte) *features {
	f := &features{words: map[string]int{}, marks: map[string]int{}, comments: map[string]int{}}
	all := allLexicons()
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSpace(line)
		switch mark := all.commentLine(line); {
		case len(line) == 0:
		case mark != "":
			f.comments[mark]++
			rest = behindBlock(text, rest, mark, all.closing[mark])
		case bytes.HasPrefix(line, []byte(`"""`)):
			rest = behindBlock(text, rest, `"""`, `"""`)
		default:
			f.lines++
			countHabits(line, &f.habits)
			f.countTokens(all, line)
		}
		text = rest
	}
	f.weighed.words, f.weighed.marks, f.weighed.comments = weigh(f.words), weigh(f.marks), weigh(f.comments)
	return f
}

// behindBlock returns the text after the block comment or long string at the start of text: from
// the line after its closing mark on. Without a closing mark it returns rest, the text after the
// first line.
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

// commentLine returns the mark of the comment that line seems to be, or "". A blank and two words
// must follow a mark of one byte, because such bytes have other uses.
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
		return "/*" // a line inside a block
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

// countTokens counts the words and operators of a line up to a comment at its end. It takes the
// text between two equal quotes for a literal.
func (f *features) countTokens(all *lexicons, line []byte) {
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == '"' || c == '\'' || c == '`':
			i += bytes.IndexByte(line[i+1:], c) + 2 // the next byte if it does not close
		case isWordByte(c):
			end := wordEndAt(line, i)
			f.countWord(all, line[i:end])
			i = end
		case isBlank(c):
			i++
			if mark := all.trailingComment(line[i:]); mark != "" {
				f.comments[mark]++
				return
			}
		default:
			i += f.countMark(all, line[i:])
		}
	}
}

// trailingComment returns the mark of the comment that seems to start text, or "". A blank comes
// before text.
func (all *lexicons) trailingComment(text []byte) string {
	for _, mark := range all.comments[text[0]] {
		if bytes.HasPrefix(text, []byte(mark)) && (len(mark) > 1 || mark == "#") &&
			len(text) > len(mark) && text[len(mark)] == ' ' {
			return mark
		}
	}
	return ""
}

func (f *features) countWord(all *lexicons, word []byte) {
	if w := string(word); all.words[w] || all.folded[strings.ToLower(w)] {
		f.words[w]++
	}
}

// countMark counts the operator at the start of text and returns its length.
func (f *features) countMark(all *lexicons, text []byte) int {
	for _, mark := range all.marks[text[0]] {
		if bytes.HasPrefix(text, []byte(mark)) {
			f.marks[mark]++
			return len(mark)
		}
	}
	return 1
}
