package detect

import (
	"bytes"
	_ "embed" // the signs
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Signs are lines that hardly any other language has. They distinguish relatives, such as Verilog
// and SystemVerilog, whose words and operators are nearly the same. They are the only evidence for
// languages that words do not identify: see [isByName]. Only [Candidates] looks for them, so they
// cost nothing for files with names.
//
// signs.txt has the signs of each language, separated by |. A sign is the beginning of a line.
// After each … follows a text that the line also has, and with ¶ the line ends there. A sign that
// begins with … may begin anywhere; its language does not fold case. The signs of
// a language that folds case are in lower case. All were counted in one half of linguist's samples,
// and in solutions of Exercism's exercises: at most a tenth of the lines with a sign, by language,
// is in other languages.

//go:embed signs.txt
var signText string

const (
	// weightSign is the weight of a sign against the score of a line.
	weightSign = 0.5
	// mostSigns is the number of signs of a language that count.
	mostSigns = 4
	// leastSigned and mostSigned bound the number of lines that weightSign is multiplied by.
	leastSigned, mostSigned = 10, 200
	// nearBase is by how many places the other language of bases may rank after the extension.
	nearBase = 2
)

// sign is a sign of a language.
type sign struct {
	starts string
	has    []string // in this order after starts
	ends   bool     // after the last text
}

// numberedSign is a sign of signs.txt.
type numberedSign struct {
	sign
	number int
	of     int  // the number of the language
	folded bool // compared with the line in lower case
}

// newSign returns the sign that a text of signs.txt describes.
func newSign(text string) sign {
	text, ends := strings.CutSuffix(text, "¶")
	starts, rest, more := strings.Cut(text, "…")
	var has []string
	if more {
		has = strings.Split(rest, "…")
	}
	return sign{starts: starts, has: has, ends: ends}
}

// signTable holds all signs.
type signTable struct {
	byFirst    [256][]numberedSign
	within     []numberedSign // that begin with any text
	count      int
	languages  []*lex.Language // by number
	extensions [][2]int        // languages with all of another one, by number
	bases      [][2]int        // likewise, with the other language preferred without a sign
	objective  [3]int          // Objective-C++, and the languages that it extends
}

// extensions are languages with all of another language, which follows each.
const extensions = "C++ C, Cuda C++, Crystal Ruby, Elm Haskell, Hack PHP, Racket Scheme, SCSS CSS, SystemVerilog Verilog, TypeScript JavaScript"

// bases are extensions that rank after the other language, unless a sign shows them.
const bases = "SystemVerilog Verilog, C++ C, TypeScript JavaScript"

var allSigns = sync.OnceValue(func() *signTable {
	lexicons := allLexicons()
	t := &signTable{languages: make([]*lex.Language, len(lexicons.of))}
	numberOf := func(name string) int { return lexicons.of[knownAs(name)].number }
	for l, x := range lexicons.of {
		t.languages[x.number] = l
	}
	for line := range strings.Lines(signText) {
		name, texts, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		of, folded := numberOf(name), language.ByName(name).FoldCase
		for text := range strings.SplitSeq(texts, " | ") {
			s := numberedSign{sign: newSign(text), number: t.count, of: of, folded: folded}
			if s.starts == "" {
				t.within = append(t.within, s)
			} else {
				t.byFirst[text[0]] = append(t.byFirst[text[0]], s)
			}
			t.count++
		}
	}
	pairs := func(text string) (pairs [][2]int) {
		for pair := range strings.SplitSeq(text, ", ") {
			l, base, _ := strings.Cut(pair, " ")
			pairs = append(pairs, [2]int{numberOf(l), numberOf(base)})
		}
		return pairs
	}
	t.extensions, t.bases = pairs(extensions), pairs(bases)
	t.objective = [3]int{numberOf("Objective-C++"), numberOf("Objective-C"), numberOf("C++")}
	return t
})

// in reports whether a line without blanks around it has the sign.
func (s *sign) in(line []byte) bool {
	if !bytes.HasPrefix(line, []byte(s.starts)) {
		return false
	}
	rest := line[len(s.starts):]
	for _, text := range s.has {
		if text == "" { // at the end: anything may follow
			return true
		}
		n := bytes.Index(rest, []byte(text))
		if n < 0 {
			return false
		}
		rest = rest[n+len(text):]
	}
	return !s.ends || len(rest) == 0
}

// signs are the signs in a content.
type signs struct {
	all    *signTable
	found  []bool // by number of the sign
	counts []int  // of different signs, by number of the language
	signed []int  // lines with a sign, likewise
	lines  int    // that are not empty
	folded []byte // scratch
}

// signsIn looks for signs in a content.
func signsIn(head []byte) *signs {
	all := allSigns()
	n := len(all.languages)
	numbers := make([]int, 2*n)
	f := &signs{all: all, found: make([]bool, all.count), counts: numbers[:n], signed: numbers[n:], folded: make([]byte, 0, 128)}
	for line := range bytes.Lines(withoutMargin(head)) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		f.lines++
		f.folded = f.folded[:0]
		for _, c := range line {
			f.folded = append(f.folded, lower(c))
		}
		f.look(line, false, f.all.byFirst[line[0]])
		f.look(line, false, f.all.within)
		f.look(f.folded, true, f.all.byFirst[f.folded[0]])
	}
	f.extend()
	return f
}

// look counts the signs of a list in a line.
func (f *signs) look(line []byte, folded bool, list []numberedSign) {
	for i := range list {
		s := &list[i]
		if s.folded != folded || !s.in(line) {
			continue
		}
		f.signed[s.of]++
		if !f.found[s.number] {
			f.found[s.number] = true
			f.counts[s.of]++
		}
	}
}

// extend adds a language's signs to the signs of an extension that only the language has.
func (f *signs) extend() {
	o := f.all.objective
	if objc, cpp := f.counts[o[1]], f.counts[o[2]]; objc > 0 && cpp > 0 {
		f.counts[o[0]] = objc + cpp
	}
	for _, pair := range f.all.extensions {
		if f.counts[pair[0]] > 0 {
			f.counts[pair[0]] += f.counts[pair[1]]
		}
	}
}

// areClear reports whether a content has too many signs of one language for prose or data.
func (f *signs) areClear() bool {
	return float64(slices.Max(f.signed)) >= threshold.SignedLines*float64(f.lines)
}

// classify returns the n languages that are most probable for the content with these signs.
func (f *signs) classify(head []byte, n int) []*lex.Language {
	all := guessable()
	all = all[:len(all):len(all)]
	for i, count := range f.counts {
		if count > 0 && isByName(f.all.languages[i]) {
			all = append(all, f.all.languages[i])
		}
	}
	scores := score(head, all)
	lines := float64(min(max(f.lines, leastSigned), mostSigned))
	lexicons := allLexicons()
	for i, s := range scores {
		if x := lexicons.of[s.language]; x != nil {
			scores[i].score += weightSign * lines * float64(min(f.counts[x.number], mostSigns))
		}
	}
	sort.Sort(byScore(scores))
	sorted := make([]*lex.Language, len(scores))
	for i := range sorted {
		sorted[i] = scores[i].language
	}
	return f.orderRelatives(sorted, head)[:min(n, len(sorted))]
}

// orderRelatives orders relatives by their signs. An extension comes before the language that it
// extends if it has a sign, and bases without a sign come after it.
func (f *signs) orderRelatives(sorted []*lex.Language, head []byte) []*lex.Language {
	beforeIf := func(l, other int, most int, condition func() bool) {
		i, j := slices.Index(sorted, f.all.languages[other]), slices.Index(sorted, f.all.languages[l])
		if 0 <= i && i < j && j <= i+most && condition() {
			sorted = slices.Insert(slices.Delete(sorted, j, j+1), i, f.all.languages[l])
		}
	}
	before := func(l, other int) { beforeIf(l, other, len(sorted), func() bool { return true }) }
	for _, pair := range f.all.extensions {
		if f.counts[pair[0]] > 0 {
			before(pair[0], pair[1])
		}
	}
	if o := f.all.objective; f.counts[o[0]] > 0 {
		before(o[0], o[1])
		before(o[0], o[2])
	}
	for _, pair := range f.all.bases {
		if f.counts[pair[0]] == 0 {
			beforeIf(pair[1], pair[0], nearBase, func() bool { return !exceedsBase(f.all.languages[pair[0]], head) })
		}
	}
	return sorted
}

// exceedsBase reports whether a content has something that an extension adds to its base.
func exceedsBase(l *lex.Language, head []byte) bool {
	switch l.Name {
	case "C++":
		return pickHeader(head).Name != "C"
	case "TypeScript":
		return hasMark(head, typeMarks)
	}
	return false
}

// typeMarks are marks of types in TypeScript.
var typeMarks = []string{
	": string", ": number", ": boolean", ": void", ": any", ": unknown", ": never", "interface ", "export type ",
	" implements ", "readonly ", "private ", "public ", "protected ", " as const", "import type", "declare ", "enum ",
	"satisfies ", "<string", "<number", ": Array<", ": Map<", ": Set<", ": Promise<", ": Record<", "abstract class", "[]):",
}
