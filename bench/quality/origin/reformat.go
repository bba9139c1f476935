package origin

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// Reformatting replaces the gaps between the tokens of code. What a gap may become depends on what
// a line break means in the language: see rule. The result is lexed again, and
// rejected unless it has the same tokens.

// rule is the meaning of a line break.
type rule int

const (
	// lineBound: breaks stay where they are (shell, and every language not named below).
	lineBound rule = iota
	// indented: breaks and indentation are syntax, but not inside brackets (Python).
	indented
	// breaking: a break may end a statement, but not after a comma or an opening bracket (Go).
	breaking
	// flowing: a break is white space (C); preprocessor lines excepted.
	flowing
)

var rules = map[string]rule{
	"c": flowing, "c++": flowing, "java": flowing, "rust": flowing, "c#": flowing,
	"objective-c": flowing, "d": flowing, "dart": flowing,
	"go": breaking, "javascript": breaking, "typescript": breaking, "tsx": breaking, "jsx": breaking,
	"kotlin": breaking, "swift": breaking, "scala": breaking,
	"python": indented,
}

// preprocessed are the languages in which a line that begins with # is a directive.
var preprocessed = map[string]bool{"c": true, "c++": true, "objective-c": true, "c#": true}

// style is a way of formatting.
type style struct {
	rule  rule
	unit  string // one level of indentation
	width int    // lines are broken, where they may be, after this many bytes
	pad   bool   // spaces inside of parentheses
	tight bool   // no spaces around the usual operators
	brace bool   // an opening brace has its own line (flowing only)
	join  bool   // lines are joined after a comma or opening bracket (breaking, indented)
}

func newStyle(rng *rand.Rand, r rule) style {
	return style{
		rule: r, unit: []string{"\t", "  ", "    ", "   "}[rng.IntN(4)], width: 30 + rng.IntN(60),
		pad: rng.IntN(2) == 0, tight: rng.IntN(2) == 0, brace: rng.IntN(2) == 0, join: rng.IntN(2) == 0,
	}
}

// reformat strips comments and formats the snippet in a random style. If that would change a token
// it tries another style, and at last only another indentation.
func reformat(rng *rand.Rand, s *snippet) ([]byte, reason) {
	name := strings.ToLower(s.lang.Name)
	for attempt := range 5 {
		st := newStyle(rng, rules[name])
		if attempt == 4 {
			st = style{rule: lineBound, unit: st.unit}
		}
		out := newFormatter(s, st, preprocessed[name]).run()
		if code.SameTokens(s.tokens, s.lang.Lex(nil, out)) && code.Closed(s.lang, out) {
			return out, used
		}
	}
	return nil, isFragile
}

// gap is the text between a token and the one before it.
type gap struct {
	empty     bool
	broken    bool // there is a line break
	continued bool // a backslash takes the meaning from the first break
	column    int  // of the token after it, if broken; tabs count 8
}

var blockComment = regexp.MustCompile(`(?s)/\*.*?\*/`)

// readGaps describes the gap before each token.
func readGaps(src []byte, tokens []lex.Token, preprocessed bool) []gap {
	gaps := make([]gap, len(tokens))
	at := uint32(0)
	for i, t := range tokens {
		text := src[at:t.Start]
		if preprocessed { // a break inside of a comment does not end a directive
			text = blockComment.ReplaceAllLiteral(text, []byte(" "))
		}
		gaps[i] = readGap(text, i == 0)
		at = t.End
	}
	return gaps
}

func readGap(text []byte, first bool) gap {
	g := gap{empty: len(text) == 0, broken: first}
	line, rest, broken := bytes.Cut(text, []byte("\n"))
	if broken {
		g.broken = true
		g.continued = string(bytes.TrimSpace(line)) == `\`
		text = rest[bytes.LastIndexByte(rest, '\n')+1:]
	}
	if g.broken {
		g.column = code.Column(string(text))
	}
	return g
}

// formatter writes the tokens of a snippet in a style.
type formatter struct {
	style
	src       []byte
	tokens    []lex.Token
	gaps      []gap
	out       bytes.Buffer
	lineStart int // in out

	preprocessed bool
	directive    bool // inside of a preprocessor line
	parens       int  // open ( and [
	braces       int  // open {
	oldUnit      int  // columns of one level of indentation in the source
	column       int  // of the last line taken over from the source
}

func newFormatter(s *snippet, st style, preprocessed bool) *formatter {
	l := &formatter{style: st, src: s.source, tokens: code.Whole(s.lang, s.source), preprocessed: preprocessed}
	l.gaps = readGaps(s.source, l.tokens, preprocessed)
	l.oldUnit = commonUnit(l.gaps)
	if l.unit == strings.Repeat(" ", l.oldUnit) || l.unit == "\t" && l.oldUnit == 8 {
		l.unit = "     "
	}
	return l
}

// commonUnit is the greatest common divisor of the columns at which lines start, so that each of
// them is a whole number of levels and the order among them stays.
func commonUnit(gaps []gap) int {
	unit := 0
	for _, g := range gaps {
		for a := g.column; a > 0; {
			unit, a = a, unit%a
		}
	}
	return max(unit, 1)
}

func (l *formatter) run() []byte {
	for i, t := range l.tokens {
		text := l.text(i)
		startsDirective := l.preprocessed && l.gaps[i].broken && text[0] == '#'
		l.separate(i, startsDirective)
		l.directive = l.directive || startsDirective
		l.out.Write(l.src[t.Start:t.End])
		l.nest(text)
	}
	l.out.WriteByte('\n')
	return l.out.Bytes()
}

func (l *formatter) text(i int) string { return string(l.src[l.tokens[i].Start:l.tokens[i].End]) }

// nest keeps count of open brackets. A snippet may close what it did not open.
func (l *formatter) nest(text string) {
	if l.directive {
		return
	}
	switch text {
	case "(", "[":
		l.parens++
	case ")", "]":
		l.parens = max(l.parens-1, 0)
	case "{":
		l.braces++
	case "}":
		l.braces = max(l.braces-1, 0)
	}
}

// separate writes the new gap before token i.
func (l *formatter) separate(i int, startsDirective bool) {
	g := l.gaps[i]
	switch {
	case i == 0:
		l.indent(i)
	case l.directive && g.continued:
		l.out.WriteString(" \\")
		l.newline(l.unit)
	case l.directive && !g.broken:
		l.space(!g.empty)
	case l.directive || startsDirective:
		l.directive = false
		l.breakBefore(i)
	case l.wantsBreak(i):
		l.breakBefore(i)
	default:
		l.space(l.wantsSpace(i))
	}
}

func (l *formatter) space(wanted bool) {
	if wanted {
		l.out.WriteByte(' ')
	}
}

func (l *formatter) newline(indentation string) {
	l.out.WriteByte('\n')
	l.lineStart = l.out.Len()
	l.out.WriteString(indentation)
}

func (l *formatter) breakBefore(i int) {
	if l.gaps[i].continued && l.rule != flowing {
		l.out.WriteString(" \\")
	}
	l.newline("")
	l.indent(i)
}

// indent writes the indentation of a line that starts with token i. Where layout is free it is the
// number of open braces; elsewhere that of the source, and two levels more where the line is new.
func (l *formatter) indent(i int) {
	levels := l.braces
	if l.rule != flowing {
		extra := 2
		if l.gaps[i].broken && !l.insideBrackets() {
			l.column, extra = l.gaps[i].column, 0
		}
		levels = l.column/l.oldUnit + extra
	} else if l.text(i) == "}" {
		levels--
	}
	for range levels {
		l.out.WriteString(l.unit)
	}
}

// insideBrackets reports whether the language ignores line breaks here because of open brackets.
func (l *formatter) insideBrackets() bool {
	return l.rule == indented && l.parens+l.braces > 0
}

// wantsBreak decides whether token i starts a line.
func (l *formatter) wantsBreak(i int) bool {
	before, broken := l.text(i-1), l.gaps[i].broken
	full := l.out.Len()-l.lineStart > l.width && breakable[before]
	switch l.rule {
	case flowing:
		return l.endsLine(before, l.text(i)) || full
	case breaking:
		if joinable[before] && l.join {
			return full
		}
		return broken || full
	case indented:
		if l.insideBrackets() {
			return full || broken && !l.join
		}
	}
	return broken
}

// breakable are the tokens after which a line may be broken in every language with the rules
// breaking and flowing, and inside of brackets in one that is indented.
var breakable = map[string]bool{",": true, "&&": true, "||": true, "(": true}

// joinable are the tokens after which a line break means nothing in a breaking language.
var joinable = map[string]bool{",": true, "(": true, "[": true}

// endsLine decides where lines end when layout is free.
func (l *formatter) endsLine(before, text string) bool {
	switch {
	case l.parens > 0:
		return false
	case before == ";" || before == "{" || text == "}":
		return true
	case before == "}":
		return text != ";" && text != "," && text != ")" && text != "else"
	}
	return text == "{" && l.brace
}

// wantsSpace decides whether token i is set off from the one before it on the same line.
func (l *formatter) wantsSpace(i int) bool {
	before, text := l.text(i-1), l.text(i)
	if l.rule == lineBound {
		return !l.gaps[i].empty
	}
	if l.pad && before != "(" != (text != ")") {
		return true
	}
	if l.gaps[i].empty {
		return false
	}
	return !l.tight || !(l.removable(i-1, i) || l.removable(i, i-1))
}

var usualOperators = map[string]bool{
	"=": true, "+": true, "-": true, "*": true, "/": true, "<": true, ">": true, "==": true,
	"!=": true, "<=": true, ">=": true, "&&": true, "||": true, "+=": true, "-=": true, ":=": true,
	",": true, ";": true, "?": true, ":": true,
}

// removable reports whether the space between an operator and its neighbour can go.
func (l *formatter) removable(operator, neighbour int) bool {
	return usualOperators[l.text(operator)] && l.tokens[neighbour].Kind != lex.Operator
}
