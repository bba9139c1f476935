//go:build !js

// Not in a browser: telling functions would make the engine 1% larger.

package lex

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Functions are told without a parser: by brackets, indentation, and the words in the table of
// package language. A function inside another function belongs to it, so functions do not overlap.
// Classes, modules and all other blocks are looked into: their methods are functions.
//
// The tokens that matter are numbered apart, as the view. In languages with directives it has no
// directives, and marks where the branches of #if but the first begin and end. Brackets are matched
// in one pass over the view. Searches that may read a token several times have a budget, so the
// time is linear in the size of the source.

// TellsFunctions reports whether the functions of the language can be told.
func (l *Language) TellsFunctions() bool {
	return l.row != nil && l.row.Functions().Body != language.NoFunctions
}

// Functions returns the functions among the tokens, in order. The tokens are from src in the
// language, or from a part of it.
func (l *Language) Functions(src []byte, tokens []Token) []Function {
	if !l.TellsFunctions() {
		return nil
	}
	f := &functionFinder{src: src, tokens: tokens, Functions: l.row.Functions(), fold: l.row.FoldCase}
	f.words, f.ends, f.notNames = strings.Fields(f.Words), strings.Fields(f.Ends), strings.Fields(f.NotNames)
	f.budget = 4*len(tokens) + 1<<16
	f.makeView()
	f.matchBrackets()
	f.find()
	return f.found
}

// functionFinder finds the functions of one source. Positions are indexes in view.
type functionFinder struct {
	language.Functions
	src                   []byte
	tokens                []Token
	fold                  bool
	words, ends, notNames []string
	view                  []int32 // indexes of tokens, or otherBranch or endBranch
	match                 []int32 // by position of an opening bracket: its closing one, or -1
	budget                int     // tokens that may be read again
	found                 []Function
}

// Marks in a view: where the branches of #if but the first begin, and where they end.
const otherBranch, endBranch = -1, -2

// makeView numbers the tokens that are no directives.
func (f *functionFinder) makeView() {
	f.view = make([]int32, 0, len(f.tokens))
	if f.Forms&language.Directives == 0 {
		for i := range f.tokens {
			f.view = append(f.view, int32(i))
		}
		return
	}
	var others []bool // by open #if: its second branch has begun
	for i := 0; i < len(f.tokens); i++ {
		if t := f.tokens[i]; t.Kind != Operator || f.src[t.Start] != '#' || !f.beginsLine(i) {
			f.view = append(f.view, int32(i))
			continue
		}
		end, word := f.directiveEnd(f.tokens[i].Start), ""
		if i+1 < len(f.tokens) && f.tokens[i+1].Start < end {
			word = f.text(i + 1)
		}
		switch n := len(others) - 1; {
		case word == "if" || word == "ifdef" || word == "ifndef":
			others = append(others, false)
		case n < 0:
		case (word == "else" || word == "elif" || word == "elifdef" || word == "elifndef") && !others[n]:
			others[n] = true
			f.view = append(f.view, otherBranch)
		case word == "endif":
			if others[n] {
				f.view = append(f.view, endBranch)
			}
			others = others[:n]
		}
		for i+1 < len(f.tokens) && f.tokens[i+1].Start < end {
			i++
		}
	}
}

// directiveEnd returns the end of the line of an offset, and of those that continue it.
func (f *functionFinder) directiveEnd(from uint32) uint32 {
	for at := int(from); ; {
		n := bytes.IndexByte(f.src[at:], '\n')
		if n < 0 {
			return uint32(len(f.src))
		}
		at += n + 1
		if !bytes.HasSuffix(bytes.TrimSuffix(f.src[:at-1], []byte("\r")), []byte(`\`)) {
			return uint32(at)
		}
	}
}

// matchBrackets finds the closing bracket of each opening one. A closing bracket of a brace closes
// all open parentheses inside it. The branches of #if but the first have brackets of their own.
func (f *functionFinder) matchBrackets() {
	type opened struct {
		at      int
		closing byte // 0 for the begin of a branch
	}
	f.match = make([]int32, len(f.view))
	var stack []opened
	for v := range f.view {
		f.match[v] = -1
		switch f.view[v] {
		case otherBranch:
			stack = append(stack, opened{})
			continue
		case endBranch:
			for n := len(stack) - 1; n >= 0; n-- {
				if stack[n].closing == 0 {
					stack = stack[:n]
					break
				}
			}
			continue
		}
		if open := f.opening(v); open != 0 {
			stack = append(stack, opened{v, closingOf(open)})
			continue
		}
		closing := f.closing(v)
		if closing == 0 {
			continue
		}
		for n := len(stack) - 1; n >= 0 && stack[n].closing != 0; n-- {
			if stack[n].closing == closing {
				f.match[stack[n].at] = int32(v)
				stack = stack[:n]
				break
			}
			if stack[n].closing == '}' && f.Body != language.InList {
				break // a parenthesis closes no brace
			}
		}
	}
}

func closingOf(open byte) byte { return closeBrackets[strings.IndexByte(openBrackets, open)] }

// opening returns the bracket that a token ends with, such as of #{, or 0.
func (f *functionFinder) opening(v int) byte {
	t := f.token(v)
	if t.Kind == Operator {
		if b := f.src[t.End-1]; b == '(' || b == '[' || b == '{' {
			return b
		}
	}
	return 0
}

// closing returns the bracket that a token begins with, or 0.
func (f *functionFinder) closing(v int) byte {
	t := f.token(v)
	if t.Kind == Operator {
		if b := f.src[t.Start]; b == ')' || b == ']' || b == '}' {
			return b
		}
	}
	return 0
}

// token returns the token at a position, or a border.
func (f *functionFinder) token(v int) Token {
	if v < 0 || v >= len(f.view) || f.view[v] < 0 {
		return Token{}
	}
	return f.tokens[f.view[v]]
}

// text returns the text of a token.
func (f *functionFinder) text(token int) string {
	t := f.tokens[token]
	text := string(f.src[t.Start:t.End])
	if f.fold {
		text = strings.ToLower(text)
	}
	return text
}

// textAt returns the text of the token at a position, or nothing.
func (f *functionFinder) textAt(v int) string {
	if v < 0 || v >= len(f.view) || f.view[v] < 0 {
		return ""
	}
	return f.text(int(f.view[v]))
}

// is reports whether the token at a position is an operator of one byte.
func (f *functionFinder) is(v int, operator byte) bool {
	t := f.token(v)
	return t.Kind == Operator && t.End-t.Start == 1 && f.src[t.Start] == operator
}

func (f *functionFinder) isName(v int) bool {
	kind := f.token(v).Kind
	return kind == Identifier || kind == Word
}

// isWord reports whether the token at a position is one of the words.
func (f *functionFinder) isWord(v int, words []string) bool {
	t := f.token(v)
	if t.Kind != Keyword && t.Kind != Identifier && t.Kind != Word || len(words) == 0 {
		return false
	}
	text := f.src[t.Start:t.End]
	return slices.ContainsFunc(words, func(w string) bool {
		return len(w) == len(text) && (w == string(text) || f.fold && strings.EqualFold(w, string(text)))
	})
}

// beginsLine reports whether only blanks precede a token in its line.
func (f *functionFinder) beginsLine(token int) bool {
	for i := int(f.tokens[token].Start) - 1; i >= 0 && f.src[i] != '\n'; i-- {
		if !isBlank(f.src[i]) && f.src[i] != '\r' && f.src[i] != '\f' {
			return false
		}
	}
	return true
}

// indent returns by how much the line of a token is indented, and whether the token begins it.
func (f *functionFinder) indent(token int) (columns int, begins bool) {
	line := bytes.LastIndexByte(f.src[:f.tokens[token].Start], '\n') + 1
	for i := line; i < len(f.src); i++ {
		switch f.src[i] {
		case ' ', '\f':
			columns++
		case '\t':
			columns += 8 - columns%8
		default:
			return columns, i == int(f.tokens[token].Start)
		}
	}
	return columns, false
}

// sameLine reports whether no line ends between two positions.
func (f *functionFinder) sameLine(v, w int) bool {
	x, y := f.token(v), f.token(w)
	return y.End > 0 && bytes.IndexByte(f.src[x.Start:y.Start], '\n') < 0
}

// spend takes a token from the budget, and reports whether there is one.
func (f *functionFinder) spend() bool {
	f.budget--
	return f.budget >= 0
}

// open is a bracket that is open between functions.
type open struct {
	bracket byte
	head    int
	value   bool // the brace is an initial value: the head goes on after it
}

// find finds the functions of all blocks. A head is all tokens from a semicolon, brace or, between
// members, comma on.
func (f *functionFinder) find() {
	head := 0
	var stack []open
	for v := 0; v < len(f.view); v++ {
		if f.view[v] < 0 {
			continue
		}
		name, from, to := f.functionAt(head, v)
		if to > v {
			f.add(name, from, to)
			v, head = to-1, to
			continue
		}
		inside := byte(0)
		if n := len(stack) - 1; n >= 0 {
			inside = stack[n].bracket
		}
		switch bracket, closing := f.opening(v), f.closing(v); {
		case bracket != 0:
			value := bracket == '{' && f.Forms&language.Headed != 0 && v > head && f.isName(v-1) && f.initial(head, v)
			stack = append(stack, open{bracket, head, value})
			if bracket == '{' {
				head = v + 1
			}
		case closing == '}':
			value := false
			for n := len(stack) - 1; n >= 0; n-- {
				if stack[n].bracket == '{' {
					head, value, stack = stack[n].head, stack[n].value, stack[:n]
					break
				}
			}
			if n := len(stack) - 1; !value && (n < 0 || stack[n].bracket == '{') {
				head = v + 1
			}
		case closing != 0:
			if inside != 0 && closingOf(inside) == closing {
				stack = stack[:len(stack)-1]
			}
		case f.is(v, ';'):
			for n := len(stack) - 1; n >= 0 && stack[n].bracket != '{'; n-- {
				stack = stack[:n]
			}
			head = v + 1
		case f.is(v, ',') && inside == '{' && f.Forms&language.Members != 0 && !f.inAngles(head, v):
			head = v + 1
		case f.is(v, ':') && v == head+1 && f.token(head).Kind == Keyword: // public:
			head = v + 1
		}
	}
}

// inAngles reports whether angle brackets of a head are open, as in f(): Map<string, number> {.
func (f *functionFinder) inAngles(head, v int) bool {
	depth := 0
	for w := max(head, v-64); w < v; w++ {
		if f.is(w, '<') {
			depth++
		} else if f.is(w, '>') {
			depth--
		}
	}
	return depth > 0
}

// add adds the function of some positions.
func (f *functionFinder) add(name string, from, to int) {
	if !utf8.ValidString(name) {
		name = strings.ToValidUTF8(name, "?")
	}
	first, last := from, to-1
	for f.view[first] < 0 {
		first++
	}
	for f.view[last] < 0 {
		last--
	}
	f.found = append(f.found, Function{Name: name, From: int(f.view[first]), To: int(f.view[last]) + 1})
}

// functionAt returns the function whose word, or whose body, is at a position. to is 0 if there is
// none.
func (f *functionFinder) functionAt(head, v int) (name string, from, to int) {
	if f.Body == language.InList {
		return f.list(v)
	}
	if f.isWord(v, f.words) && !f.isMember(v) {
		switch f.Body {
		case language.InBraces:
			return f.braced(head, v)
		case language.ByIndent:
			return f.indented(v)
		default:
			return f.ended(head, v)
		}
	}
	if f.Body != language.InBraces || f.opening(v) != '{' {
		return "", 0, 0
	}
	if f.Forms&language.Assigned != 0 && f.textAt(v-1) == "=>" {
		if name = f.assigned(head, v); name == "" {
			return "", 0, 0
		}
		return name, head, f.bodyEnd(head, v)
	}
	if f.Forms&language.Headed == 0 {
		return "", 0, 0
	}
	if name, from = f.headed(head, v); name == "" {
		return "", 0, 0
	}
	return name, from, f.bodyEnd(from, v)
}

// isMember reports whether a word is a field, such as x.function.
func (f *functionFinder) isMember(v int) bool {
	before := f.textAt(v - 1)
	return before == "." || before == "->" || before == "?." || f.is(v+1, ':') && f.Forms&language.Members != 0
}

// bodyEnd returns the position after the body that begins at a brace, or 0. If its brace has no
// partner, the body ends at a brace that begins a line and is not indented more than the function.
func (f *functionFinder) bodyEnd(from, brace int) int {
	if end := f.match[brace]; end >= 0 {
		return int(end) + 1
	}
	for f.view[from] < 0 {
		from++
	}
	columns, _ := f.indent(int(f.view[from]))
	for v := brace + 1; v < len(f.view) && f.spend(); v++ {
		if f.view[v] >= 0 && f.closing(v) == '}' {
			if at, begins := f.indent(int(f.view[v])); begins && at <= columns {
				return v + 1
			}
		}
	}
	return 0
}

// mostHead bounds the tokens of a head.
const mostHead = 1 << 10

// headed returns the name of the function whose body begins at a brace, and its first position. The
// name is followed by parentheses. If several are, those directly after parentheses are attributes.
func (f *functionFinder) headed(head, brace int) (name string, from int) {
	if brace-head > mostHead || brace == head {
		return "", 0
	}
	if f.Forms&language.Messages != 0 {
		for v := brace - 1; v >= head; v-- {
			if (f.is(v, '-') || f.is(v, '+')) && f.opening(v+1) == '(' && f.beginsLine(int(f.view[v])) {
				return f.message(v, brace)
			}
		}
	}
	names, first := []int{}, -1 // of the names, and of the first that follows no parentheses
	members := false            // of a list of initial values
	last := -1
	for v := head; v < brace; v++ {
		if f.view[v] < 0 {
			continue
		}
		if bracket := f.opening(v); bracket != 0 {
			end := int(f.match[v])
			if end < 0 || end >= brace {
				return "", 0
			}
			if before := f.nameBefore(head, v); bracket == '(' && before >= 0 && !members {
				names = append(names, before)
			}
			v, last = end, end
			continue
		}
		switch text := f.token(v); {
		case f.is(v, '='):
			if f.textAt(last) != "operator" {
				return "", 0
			}
		case text.Kind == Operator && (f.textAt(v) == "=>" || f.is(v, '.') && len(names) == 0 && f.Forms&language.Members != 0):
			return "", 0
		case len(names) > 0 && (f.is(v, ':') || f.textAt(v) == "->"):
			members = true
		}
		last = v
	}
	if members && f.isName(last) && f.initial(names[0], brace) { // x in Point() : x{1}
		return "", 0
	}
	for i := len(names) - 1; i >= 0; i-- {
		before := f.before(names[i], head)
		if after := before >= head && f.closing(before) != 0; !after || before < head {
			first = i
			break
		}
	}
	if len(names) == 0 || first < 0 {
		return "", 0
	}
	if names[first] == head && first+1 < len(names) {
		first++
	}
	return f.headName(head, names[first], brace), head
}

// initial reports whether a brace in a list of initial values is a value, and not the body.
func (f *functionFinder) initial(name, brace int) bool {
	if brace-name > mostHead {
		return false
	}
	for v := name; v < brace; v++ {
		if f.opening(v) != 0 {
			v = max(v, int(f.match[v]))
		} else if f.textAt(v) == "->" || f.is(v, '=') {
			return false
		} else if f.is(v, ':') && v > name && f.closing(v-1) == ')' {
			end := f.match[brace]
			return end >= 0 && (f.is(int(end)+1, ',') || f.opening(int(end)+1) == '{')
		}
	}
	return false
}

// before returns the position before one, from least on, that is not a mark; else -1.
func (f *functionFinder) before(v, least int) int {
	for v--; v >= least && f.view[v] < 0; v-- {
	}
	if v < least {
		return -1
	}
	return v
}

// nameBefore returns the position of the name before a parenthesis, or -1.
func (f *functionFinder) nameBefore(head, paren int) int {
	v := f.before(paren, head)
	if v < 0 {
		return -1
	}
	if f.is(v, '>') { // name<args>(
		depth := 0
		for w := v; w >= head && v-w < 64; w-- {
			if f.is(w, '>') {
				depth++
			} else if f.is(w, '<') {
				if depth--; depth == 0 {
					v = f.before(w, head)
					break
				}
			}
		}
	}
	if v < 0 {
		return -1
	}
	for w := v; w >= head && v-w < 4; w-- { // operator new[], operator()
		if f.textAt(w) == "operator" && (w < v || f.token(paren+1).End > 0 && f.is(paren+1, ')') && !f.is(paren+2, '(')) {
			return w
		} else if w < v && f.token(w).Kind == Identifier {
			break
		}
	}
	if !f.isName(v) || f.isWord(v, f.notNames) {
		return -1
	}
	before := f.before(v, head)
	if before < 0 {
		return v
	}
	switch t := f.token(before); t.Kind {
	case Keyword:
		if f.isWord(before, containers) {
			return -1
		}
		return v
	case Operator:
		switch b := f.src[t.End-1]; {
		case t.End-t.Start == 1 && strings.IndexByte("*&>]~),#", b) >= 0, f.textAt(before) == "::", f.textAt(before) == "&&", f.textAt(before) == "**", f.textAt(before) == ">>":
			return v
		case b == '.' && f.Forms&language.Members == 0: // C#: void IFoo.Bar()
			return v
		}
		return -1
	case Identifier, Word, Number, String, Char:
		return v
	}
	return -1
}

var containers = strings.Fields("class struct union enum interface record namespace new return else throw case")

// headName returns the name at a position of a head, with what qualifies it.
func (f *functionFinder) headName(head, v, brace int) string {
	end := v + 1
	if f.textAt(v) == "operator" {
		for end < brace && (f.opening(end) != '(' || f.is(end+1, ')') && f.opening(end+2) == '(') {
			if f.opening(end) == '(' {
				end++
			}
			end++
		}
	}
	for from := f.before(v, head); from >= 0; from = f.before(v, head) {
		text := f.textAt(from)
		if text == "~" || text == "#" {
			v = from
			continue
		}
		owner := f.before(from, head)
		if text != "::" || owner < 0 || !f.isName(owner) {
			break
		}
		v = owner
	}
	if v == head && end == v+1 && f.Forms&language.Directives != 0 && f.opening(end) == '(' && f.isName(end+1) && !f.isName(end+2) {
		if text := f.textAt(v); text == strings.ToUpper(text) { // SYSCALL_DEFINE1(exit, ...)
			return text + "(" + f.textAt(end+1) + ")"
		}
	}
	return f.source(v, end)
}

// mostName bounds the bytes of a name.
const mostName = 200

// source returns the source of some positions, without its white space.
func (f *functionFinder) source(from, to int) string {
	name := ""
	for v := from; v < to && len(name) < mostName; v++ {
		if t := f.token(v); f.view[v] >= 0 {
			name += string(f.src[t.Start:min(t.End, t.Start+mostName)])
		}
	}
	return name
}

// message returns the name of a method of Objective-C: all its words and colons.
func (f *functionFinder) message(head, brace int) (name string, from int) {
	for v := head + 1; v < brace; v++ {
		switch {
		case f.view[v] < 0:
		case f.opening(v) != 0:
			if end := int(f.match[v]); end > v && end < brace {
				v = end
			}
		case (f.isName(v) || f.token(v).Kind == Keyword) && (name == "" || f.is(v+1, ':')):
			name += f.textAt(v)
			if f.is(v+1, ':') {
				name += ":"
			}
		}
	}
	return name, head
}

// assigned returns the name to which a function is assigned: the one before the first = or : of a
// head. It is empty if there is none, or if brackets of the head are open.
func (f *functionFinder) assigned(head, end int) string {
	if end-head > mostHead {
		return ""
	}
	name := ""
	for v := head; v < end; v++ {
		if f.view[v] < 0 {
			continue
		}
		if f.opening(v) != 0 {
			if v = int(f.match[v]); v < 0 || v >= end {
				return ""
			}
			continue
		}
		t := f.text(int(f.view[v]))
		if name != "" || t != "=" && t != ":" && t != "<-" && t != "<<-" {
			continue
		}
		from := v
		for from > head && f.view[from-1] >= 0 && f.sameLine(from-1, v) {
			last := f.token(from - 1)
			if text := f.textAt(from - 1); last.Kind == Identifier || last.Kind == String || text == "." || text == "#" || text == "::" ||
				last.Kind == Keyword && f.textAt(from-2) == "." {
				from--
				continue
			}
			break
		}
		if from == v {
			return ""
		}
		name = f.source(from, v)
	}
	return strings.Trim(name, `'"`)
}

// nameAfter returns the name after a word, and the position after it. There is no name if end is
// not after the word.
func (f *functionFinder) nameAfter(v int) (name string, end int) {
	w := v + 1
	for f.is(w, '*') || f.is(w, '&') || f.is(w, '!') {
		w++
	}
	if f.is(w, '<') { // fun <T> name
		w = f.angleEnd(w)
	}
	if f.opening(w) == '(' && f.Body == language.InBraces { // func (receiver) name(
		if end := int(f.match[w]); end > 0 && f.isName(end+1) && (f.opening(end+2) == '(' || f.opening(end+2) == '[') {
			w = end + 1
		}
	}
	if f.opening(w) == '(' && f.Ends != "" && slices.Contains(f.ends, "endfunction") && f.isName(w+1) && f.sameLine(v, w) { // CMake
		return f.textAt(w + 1), w + 2
	}
	if slices.Contains(f.ends, "endtask") { // function automatic [7:0] name
		for end := w; end < len(f.view) && end-w < 64; end++ {
			if f.opening(end) == '(' || f.is(end, ';') {
				return f.source(end-1, end), end
			}
		}
		return "", v
	}
	from := w
name:
	for w < len(f.view) && f.view[w] >= 0 {
		t := f.token(w)
		if t.Kind == Operator {
			if w > from || f.opening(w) != 0 || f.closing(w) != 0 || f.is(w, ';') || f.is(w, ',') || f.is(w, ':') {
				break name
			}
			return f.source(w, w+1), w + 1 // def +(other)
		}
		if t.Kind != Identifier && t.Kind != Keyword && t.Kind != Word && t.Kind != String {
			break name
		}
		w++
		if f.is(w, '<') && f.Body == language.InBraces {
			if end := f.angleEnd(w); f.is(end, '.') {
				w = end
			}
		}
		switch text := f.textAt(w); text {
		case ".", ":", "::", "#", "?.", "'":
			if f.isName(w+1) || f.token(w+1).Kind == Keyword {
				w++
				continue
			}
		}
		break name
	}
	if w == from {
		return "", v
	}
	return strings.Trim(f.source(from, w), `"'`), w
}

// angleEnd returns the position after angle brackets.
func (f *functionFinder) angleEnd(v int) int {
	depth := 0
	for w := v; w < len(f.view) && w-v < 64; w++ {
		t := f.token(w)
		if t.Kind != Operator {
			continue
		}
		switch f.src[t.Start] {
		case '<':
			depth++
		case '>':
			if depth -= int(t.End - t.Start); depth <= 0 {
				return w + 1
			}
		}
	}
	return v
}

// braced returns the function of a word whose body is in braces.
func (f *functionFinder) braced(head, v int) (name string, from, to int) {
	name, after := f.nameAfter(v)
	from = f.lineStart(head, v)
	if name == "" {
		if f.Forms&language.Assigned == 0 {
			return "", 0, 0
		}
		if name = f.assigned(head, v); name == "" {
			return "", 0, 0
		}
		from = head
	}
	for w := max(after, v+1); w < len(f.view) && w-v < mostHead; w++ {
		if f.view[w] < 0 {
			continue
		}
		bracket := f.opening(w)
		switch {
		case bracket == '{' && f.isType(w):
			w = int(f.match[w])
			continue
		case bracket == '{':
			return name, from, f.bodyEnd(from, w)
		case bracket != 0:
			if w = int(f.match[w]); w < 0 {
				return "", 0, 0
			}
		case f.closing(w) != 0, f.is(w, ';'), f.isWord(w, f.words) && f.Forms&language.Assigned == 0 && f.beginsLine(int(f.view[w])):
			return "", 0, 0
		case f.is(w, '=') || f.textAt(w) == "=>":
			if f.Forms&language.Equals == 0 {
				return "", 0, 0
			}
			if f.opening(w+1) == '{' && f.match[w+1] >= 0 {
				return name, from, int(f.match[w+1]) + 1
			}
			return name, from, f.indentEnd(from, w+1)
		}
	}
	return "", 0, 0
}

// isType reports whether braces before a body are a type: interface{} in Go, or an object type
// after a colon in TypeScript.
func (f *functionFinder) isType(brace int) bool {
	end := int(f.match[brace])
	if end < 0 {
		return false
	}
	if text := f.textAt(brace - 1); text == "interface" || text == "struct" {
		return true
	}
	return f.is(brace-1, ':') && f.opening(end+1) == '{'
}

// lineStart returns the first position of a head in the line of a word: pub async fn.
func (f *functionFinder) lineStart(head, v int) int {
	for v > head && f.view[v-1] >= 0 && f.sameLine(v-1, v) && f.closing(v-1) == 0 {
		v--
	}
	return v
}

// indented returns the function of a word whose body is indented.
func (f *functionFinder) indented(v int) (name string, from, to int) {
	name, after := f.nameAfter(v)
	if name == "" {
		return "", 0, 0
	}
	from = f.lineStart(max(0, v-4), v)
	if _, begins := f.indent(int(f.view[from])); !begins {
		return "", 0, 0
	}
	return name, from, f.indentEnd(from, after)
}

// indentEnd returns the position of the first line from v on, outside of brackets, that is not
// indented more than the line of from.
func (f *functionFinder) indentEnd(from, v int) int {
	columns, _ := f.indent(int(f.view[from]))
	for ; v < len(f.view); v++ {
		if f.view[v] < 0 {
			continue
		}
		if at, begins := f.indentAt(v); begins && at <= columns {
			return v
		}
		if f.opening(v) != 0 && f.match[v] > int32(v) {
			v = int(f.match[v])
		}
	}
	return len(f.view)
}

// indentAt is indent for a token that may begin a line.
func (f *functionFinder) indentAt(v int) (columns int, begins bool) {
	if !f.beginsLine(int(f.view[v])) {
		return 0, false
	}
	return f.indent(int(f.view[v]))
}

// ended returns the function of a word whose body ends with a word.
func (f *functionFinder) ended(head, v int) (name string, from, to int) {
	if f.isWord(v-1, f.ends) && f.sameLine(v-1, v) { // end function
		return "", 0, 0
	}
	name, after := f.nameAfter(v)
	from = f.lineStart(max(0, v-8), v)
	for from < v && f.is(from, ';') {
		from++
	}
	if name == "" && f.Forms&language.Assigned != 0 {
		name, after = f.assigned(from, v), v+1
	}
	for w := after; w < len(f.view) && f.sameLine(v, w); w++ { // function [x, y] = name(z)
		if f.is(w, '=') && (f.isName(after-1) || f.closing(w-1) == ']') && f.isName(w+1) && slices.Contains(f.ends, "endfunction") {
			name, after = f.textAt(w+1), w+2
		}
	}
	if name == "" {
		return "", 0, 0
	}
	columns, _ := f.indent(int(f.view[from]))
	needed, last := f.Needs == "", after-1
	for w := after; w < len(f.view) && f.spend(); w++ {
		if f.view[w] < 0 {
			continue
		}
		needed = needed || strings.EqualFold(f.textAt(w), f.Needs)
		if f.sameLine(v, w) {
			if last = w; f.isWord(w, f.ends) && !f.sameLine(v, w+1) && w > after { // def f; 1; end
				return name, from, w + 1
			}
			if f.isWord(w, f.ends) && !f.isName(w+1) && f.is(w+1, ';') && !f.sameLine(v, w+2) && needed {
				return name, from, w + 2
			}
			continue
		}
		at, begins := f.indentAt(w)
		if !begins || at > columns {
			continue
		}
		if end := f.endAt(w); end > 0 {
			if !needed {
				return "", 0, 0
			}
			return name, from, end
		}
		if f.wordInLine(w) {
			if f.Needs == "" && slices.Contains(f.ends, "endfunction") && len(f.ends) == 2 { // MATLAB needs no end
				return name, from, w
			}
			return "", 0, 0
		}
	}
	if last >= 0 && slices.Contains(f.ends, "endfunction") && slices.Contains(f.ends, "end") && f.budget >= 0 {
		return name, from, len(f.view)
	}
	return "", 0, 0
}

// endAt returns the position after the end of a function that begins a line, or 0.
func (f *functionFinder) endAt(v int) int {
	if !f.isWord(v, f.ends) {
		return 0
	}
	end := v + 1
	if f.sameLine(v, end) && f.token(end).Kind == Keyword && !f.isWord(end, f.words) {
		return 0 // end if
	}
	for end < len(f.view) && f.sameLine(v, end) && f.opening(end) == 0 {
		end++
	}
	return end
}

// wordInLine reports whether the line of a position begins a function, perhaps after other words.
func (f *functionFinder) wordInLine(v int) bool {
	for w := v; w < v+4 && f.sameLine(v, w); w++ {
		if f.isWord(w, f.words) {
			return true
		}
		if f.token(w).Kind == Operator {
			return false
		}
	}
	return false
}

// list returns the function of a list: (defun name ...), (define (name ...) ...).
func (f *functionFinder) list(v int) (name string, from, to int) {
	if f.opening(v) != '(' || f.match[v] < 0 || !f.isWord(v+1, f.words) {
		return "", 0, 0
	}
	w := v + 2
	if f.opening(w) == '(' { // (define (name x) ...), and (define ((name x) y) ...)
		for f.opening(w) == '(' {
			w++
		}
	} else if strings.HasPrefix(f.textAt(v+1), "define") && slices.Contains(f.words, "define") && !strings.HasPrefix(f.textAt(w+2), "lambda") {
		return "", 0, 0 // a value
	}
	for f.token(w).Kind == Operator && w < v+6 { // 'name, ^:private name
		if f.textAt(w) == "^" || f.textAt(w) == "^:" {
			for w++; f.token(w).Kind == Operator && w < v+6; w++ {
			}
		}
		w++
	}
	if t := f.token(w); t.Kind != Identifier && t.Kind != Keyword {
		return "", 0, 0
	}
	return f.source(w, w+1), v, int(f.match[v]) + 1
}
