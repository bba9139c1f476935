package detect

import (
	"bytes"
	_ "embed" // the profiles
	"strconv"
	"strings"
)

// Profiles: how lines of a language look, and how frequent its keywords and other words are.
// TestProfiles_Count writes them.

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

// Habits are features of a line, numbered like the columns of profiles.txt.
const (
	endsWithSemicolon = iota
	braceAround       // ends with { or starts with }
	endsWithColon
	endsWithComma
	endsWithDot
	startsWithParen
	dollarName // $x
	startsWithAt
	startsWithHash // #x
	backslashName  // \x
	startsWithTag  // <x, </, <!
	call           // f(
	startsWithKey  // x: and a blank or nothing
	assignment     // x = at the start
	startsWithDash // - and a blank
	twoWords       // at the start
	section        // [x]
	endsWithParen
	member // x.y
	doubleQuote
	singleQuote
	habits
)

// countHabits counts the habits of a line without white space around it.
func countHabits(line []byte, counts *[habits]int) {
	first, last := line[0], line[len(line)-1]
	n := wordEndAt(line, 0)
	behind := line[n:]
	for h, seen := range [habits]bool{
		endsWithSemicolon: last == ';',
		braceAround:       last == '{' || first == '}',
		endsWithColon:     last == ':',
		endsWithComma:     last == ',',
		endsWithDot:       last == '.',
		startsWithParen:   first == '(',
		dollarName:        joined(line, '$', false),
		startsWithAt:      first == '@' && isLetterAt(line, 1),
		startsWithHash:    first == '#' && isLetterAt(line, 1),
		backslashName:     joined(line, '\\', false),
		startsWithTag: first == '<' && (isLetterAt(line, 1) ||
			bytes.HasPrefix(line, []byte("</")) || bytes.HasPrefix(line, []byte("<!"))),
		call:           called(line),
		startsWithKey:  n > 0 && (string(behind) == ":" || bytes.HasPrefix(behind, []byte(": "))),
		assignment:     n > 0 && bytes.HasPrefix(behind, []byte(" = ")),
		startsWithDash: bytes.HasPrefix(line, []byte("- ")),
		twoWords:       n > 0 && len(behind) > 1 && behind[0] == ' ' && isLetterAt(behind, 1),
		section:        first == '[' && last == ']',
		endsWithParen:  last == ')',
		member:         joined(line, '.', true),
		doubleQuote:    bytes.IndexByte(line, '"') >= 0,
		singleQuote:    bytes.IndexByte(line, '\'') >= 0,
	} {
		if seen {
			counts[h]++
		}
	}
}

// isLetterAt reports whether the byte at i is an ASCII letter or _.
func isLetterAt(line []byte, i int) bool {
	return i < len(line) && isWordByte(line[i]) && (line[i] < '0' || line[i] > '9')
}

// joined reports whether c is followed by a letter and, if after is set, preceded by a word.
func joined(line []byte, c byte, after bool) bool {
	for from := 0; ; {
		n := bytes.IndexByte(line[from:], c)
		if n < 0 {
			return false
		}
		i := from + n
		if isLetterAt(line, i+1) && (!after || i > 0 && isWordByte(line[i-1])) {
			return true
		}
		from = i + 1
	}
}

// called reports whether ( follows a word immediately.
func called(line []byte) bool {
	for from := 0; ; {
		n := bytes.IndexByte(line[from:], '(')
		if n < 0 {
			return false
		}
		if i := from + n; i > 0 && isWordByte(line[i-1]) {
			return true
		}
		from += n + 1
	}
}

// readProfiles reads profiles.txt. Each line has fields separated by tabs: a name, the habits in
// percent, keywords with their frequency in permille, and other words with theirs. The name of the mean of all, for
// languages without a profile, is empty.
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
