package lex

import (
	"bytes"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Templates with code between tags, as Row.Tags says: <%= x %>, {{ x }}, @if (x).
//
// The end of a tag is found before its code is read, as the program that runs the template does.
// Code in single brackets is balanced; other tags end at the first closing mark. A mark that the
// rest of the source does not close is not searched again, and the scanner's budget bounds searches
// for brackets. So the time is linear.

// templateTags are the tags of a row.
type templateTags struct {
	all        []tagMarks // the first one counts
	first      [256]bool  // bytes with which tags and directives begin
	not        []string
	trims      string
	inside     *Language // nil: the row's language
	front      *Language
	comment    string // of CommentTags, and the one that ends it
	commentEnd []byte
	follows    map[string]byte
	members    bool // any name is a directive
	calls      bool // any name with arguments is a directive
	lines      []lineMark
	prefixes   []string
}

// tagMarks are the marks of one tag.
type tagMarks struct {
	open, closing []byte
	comment       bool
	bit           uint32 // of scanner.endless
}

// lineMark is a mark that counts first on a line.
type lineMark struct {
	mark    []byte
	comment bool
	word    bool // a keyword must follow
	code    byte // of CodeLines: what must follow; the mark is code
}

// isBracket reports whether the tag's code is balanced.
func (t *tagMarks) isBracket() bool {
	return len(t.closing) == 1 && bytes.IndexByte([]byte(")]}"), t.closing[0]) >= 0
}

func newTemplateTags(r *language.Row) *templateTags {
	t := &templateTags{
		not: strings.Fields(r.NotTags), trims: r.TagTrims, inside: named(r.Inside), front: named(r.Front),
		prefixes: strings.Fields(r.CodeAttributes), follows: map[string]byte{},
	}
	t.add(r.TagComments, true)
	t.add(r.Tags, false)
	for mark := range strings.FieldsSeq(r.LineComments) {
		t.addLine(lineMark{mark: []byte(mark), comment: true})
	}
	for item := range strings.FieldsSeq(r.LineTags) {
		mark, word := strings.CutSuffix(item, "*")
		t.addLine(lineMark{mark: []byte(mark), word: word})
	}
	for item := range strings.FieldsSeq(r.CodeLines) {
		n := len(item) - 1
		t.addLine(lineMark{mark: []byte(item[:n]), code: item[n]})
	}
	comment, end, _ := strings.Cut(r.CommentTags, " ")
	t.comment, t.commentEnd = comment, []byte(end)
	for item := range strings.FieldsSeq(r.Directives) {
		t.first['@'] = true
		name, kind := item[:len(item)-1], item[len(item)-1]
		switch {
		case name != "*":
			t.follows[name] = kind
		case kind == '(':
			t.calls = true
		default:
			t.members = true
		}
	}
	if r.Host != "" && len(t.prefixes) > 0 {
		t.first['"'], t.first['\''] = true, true
	}
	for _, mark := range t.not {
		t.first[mark[0]] = true
	}
	return t
}

func (t *templateTags) addLine(m lineMark) {
	t.first[m.mark[0]] = true
	t.lines = append(t.lines, m)
}

func (t *templateTags) add(pairs string, comment bool) {
	marks := strings.Fields(pairs)
	for i := 0; i+1 < len(marks); i += 2 {
		t.first[marks[i][0]] = true
		t.all = append(t.all, tagMarks{[]byte(marks[i]), []byte(marks[i+1]), comment, 1 << len(t.all)})
	}
}

// foundTag is a tag in a source: its code is src[from:to]. marks is nil for a directive, and for a
// quoted value of an attribute.
type foundTag struct {
	marks                *tagMarks
	comment, quoted      bool
	start, from, to, end int
}

// lexTags lexes a template.
func (s *scanner) lexTags(dst []Token) []Token {
	dst, i := s.frontMatter(dst)
	if s.host == nil {
		return s.text(dst, i)
	}
	for {
		f, ok := s.findTag(dst, i, len(s.src), true)
		if !ok {
			return s.hostPart(dst, i, len(s.src))
		}
		dst = s.hostPart(dst, i, f.start)
		dst, i = s.emitTag(dst, f), f.end
	}
}

// frontMatter lexes the text between lines of --- at the start of the source and returns its end.
func (s *scanner) frontMatter(dst []Token) ([]Token, int) {
	const mark = "---"
	if s.tags.front == nil || !bytes.HasPrefix(s.src, []byte(mark)) {
		return dst, 0
	}
	n := bytes.Index(s.src, []byte("\n"+mark))
	if n < 0 {
		return dst, 0
	}
	return s.nested(s.tags.front.compiled(), n+1, len(mark), len(dst)).from(dst, len(mark)), n + 1 + len(mark)
}

// hostPart lexes the host language between two tags.
func (s *scanner) hostPart(dst []Token, i, end int) []Token {
	if s.host.row == nil {
		return prose(dst, s.src[:end], i)
	}
	around := s.nested(s.host.compiled(), end, i, len(dst))
	around.cut = end < len(s.src)
	dst = around.resume(dst, s.suspended, i)
	s.suspended = around.suspended
	return dst
}

// findTag returns the first tag that begins from i on and before stop. In running text it may be a
// directive.
func (s *scanner) findTag(dst []Token, i, stop int, text bool) (foundTag, bool) {
	t := s.tags
	if t == nil {
		return foundTag{}, false
	}
	for ; i < stop; i++ {
		if !t.first[s.src[i]] {
			continue
		}
		if n := s.anyAt(t.not, i); n > 0 {
			i += n - 1
			continue
		}
		for k := range t.all {
			if m := &t.all[k]; s.endless&m.bit == 0 && startsWith(s.src[i:], m.open) && !s.isCall(m, i) {
				if f, ok := s.tagAt(dst, m, i); ok {
					return f, true
				}
			}
		}
		if text && len(t.lines) > 0 {
			if f, ok := s.lineTagAt(i); ok {
				return f, true
			}
		}
		switch c := s.src[i]; {
		case text && c == '@':
			if f, ok := s.directiveAt(dst, i); ok {
				return f, true
			}
		case text && (c == '"' || c == '\'') && s.host != nil && s.isCodeAttribute(i):
			if n := bytes.IndexByte(s.src[i+1:], c); n > 0 {
				return foundTag{quoted: true, start: i, from: i + 1, to: i + 1 + n, end: i + n + 2}, true
			}
		}
	}
	return foundTag{}, false
}

// isCall reports whether a mark that ends like a word is a directive with arguments: @php(f()).
func (s *scanner) isCall(m *tagMarks, i int) bool {
	end := i + len(m.open)
	return inWord(s.src[end-1]) && end < len(s.src) && s.src[end] == '('
}

// tagAt returns the tag whose open mark is at i, if it closes.
func (s *scanner) tagAt(dst []Token, m *tagMarks, i int) (foundTag, bool) {
	from := i + len(m.open)
	if m.isBracket() {
		if s.host != nil && len(m.open) == 1 && (from == len(s.src) || isBlank(s.src[from])) {
			return foundTag{}, false // a brace of a script or style
		}
		end := s.balancedInside(dst, from, m.open[len(m.open)-1], m.closing[0])
		return foundTag{m, m.comment, false, i, from, end - 1, end}, end > 0
	}
	n := bytes.Index(s.src[from:], m.closing)
	if n < 0 {
		s.endless |= m.bit
		return foundTag{}, false
	}
	to := from + n
	for s.host == nil && to+len(m.closing) < len(s.src) && s.src[to+len(m.closing)] == m.closing[0] {
		to++ // the code ends with a brace: {{ {a: 1}}}
	}
	f := foundTag{m, m.comment, false, i, from, to, to + len(m.closing)}
	return s.withComment(f), true
}

// withComment returns the tag, or all up to the tag that ends the comment that it begins.
func (s *scanner) withComment(f foundTag) foundTag {
	const bit = 1 << 31
	if begin := s.tags.comment; begin == "" || s.endless&bit != 0 || string(s.tagWord(f.from, f.to)) != begin {
		return f
	}
	end := s.tags.commentEnd
	n := bytes.Index(s.src[f.end:], end)
	if n < 0 {
		s.endless |= bit
		return f
	}
	at := f.end + n + len(end)
	if n = bytes.Index(s.src[at:], f.marks.closing); n < 0 {
		s.endless |= bit
		return f
	}
	f.comment, f.end = true, at+n+len(f.marks.closing)
	return f
}

// tagWord returns the first word of a tag's code.
func (s *scanner) tagWord(from, to int) []byte {
	for from < to && (isBlank(s.src[from]) || strings.IndexByte(s.tags.trims, s.src[from]) >= 0) {
		from++
	}
	return s.src[from : from+wordLength(s.src[from:to])]
}

// balancedInside is balanced for code of the language inside the tags, with the budget of s.
func (s *scanner) balancedInside(dst []Token, from int, deeper, end byte) int {
	inner := s.nested(s.insideProgram(), len(s.src), from, len(dst))
	inner.budget, inner.parts = s.budget, s.parts+1
	to := inner.balanced(dst, from, deeper, end, false)
	s.budget = inner.budget
	return to
}

func (s *scanner) insideProgram() *program {
	if s.tags.inside == nil {
		return s.program
	}
	return s.tags.inside.compiled()
}

// lineTagAt returns the rest of the line after a mark at i that is first on its line. A backslash
// continues the line.
func (s *scanner) lineTagAt(i int) (foundTag, bool) {
	before, closes := s.skipBlanksBack(i), false
	if before > 0 && s.src[before-1] == '}' { // } else {
		before, closes = s.skipBlanksBack(before-1), true
	}
	if before > 0 && s.src[before-1] != '\n' {
		return foundTag{}, false
	}
	for _, m := range s.tags.lines {
		if closes && m.code == 0 {
			continue
		}
		from := i + len(m.mark)
		if m.code != 0 {
			if end := s.codeLineEnd(i, m); end > 0 {
				return foundTag{start: i, from: i, to: end, end: end}, true
			}
			continue
		}
		if !startsWith(s.src[i:], m.mark) || !m.comment && startsWith(s.src[from:], m.mark) {
			continue
		}
		if m.word && !s.isKeyword(s.tagWord(from, s.lineEnd(from))) {
			continue
		}
		end := s.lineEnd(from)
		for !m.comment && end > from && end < len(s.src) && s.src[end-1] == '\\' {
			end = s.lineEnd(s.escaped(end - 1))
		}
		return foundTag{comment: m.comment, start: i, from: from, to: end, end: end}, true
	}
	return foundTag{}, false
}

// codeLineEnd returns the end of a line of code that begins at i with a mark of CodeLines. It
// returns the end of the code before markup, or 0 if it is no code.
func (s *scanner) codeLineEnd(i int, m lineMark) int {
	line := s.src[i:s.lineEnd(i)]
	if wordLength(line) != len(m.mark) || !startsWith(line, m.mark) {
		return 0
	}
	rest := bytes.TrimSpace(line[len(m.mark):])
	switch {
	case m.code == '{' && len(rest) > 0 && rest[0] != '{' && !bytes.HasPrefix(rest, []byte("if")),
		m.code == '(' && (len(rest) == 0 || rest[0] != '('), m.code == ';' && !bytes.HasSuffix(rest, []byte(";")):
		return 0
	}
	for k := len(m.mark); k+1 < len(line); k++ {
		if line[k] == '<' && (line[k-1] == '{' || isBlank(line[k-1])) && lower(line[k+1])-'a' < 26 {
			return i + k
		}
	}
	return i + len(line)
}

// isKeyword reports whether a word is a keyword of the row.
func (s *scanner) isKeyword(word []byte) bool {
	w := s.words.find(s.textHash(word))
	return w != nil && w.mark&markKeyword != 0
}

// directiveAt returns the directive whose @ is at i, if there is one.
func (s *scanner) directiveAt(dst []Token, i int) (foundTag, bool) {
	from := i + 1
	if i > 0 && inWord(s.src[i-1]) { // an address
		return foundTag{}, false
	}
	name := wordLength(s.src[from:])
	follows, ok := s.tags.follows[string(s.src[from:from+name])]
	end := from + name
	if !ok && s.tags.calls && end < len(s.src) && s.src[end] == '(' {
		follows, ok = '(', true
	}
	if name == 0 || !ok && !s.tags.members {
		return foundTag{}, false
	}
	if more := s.tags.follows["else-if"]; more != 0 && string(s.src[from:end]) == "else" {
		if at := s.skipBlanks(end); wordLength(s.src[at:]) == len("if") && bytes.HasPrefix(s.src[at:], []byte("if")) {
			follows, end = more, at+len("if")
		}
	}
	switch follows {
	case '(':
		if at := s.skipBlanks(end); at < len(s.src) && s.src[at] == '(' {
			if end = max(end, s.balancedInside(dst, at+1, '(', ')')); s.tags.members {
				end = s.statementsEnd(end)
			}
		} else if !s.tags.members {
			return foundTag{}, false
		}
	case '{':
		at := end
		for at < len(s.src) && isBlank(s.src[at]) {
			at++
		}
		if at < len(s.src) && s.src[at] == '{' {
			end = max(end, s.balancedInside(dst, at+1, '{', '}'))
		}
	case ';':
		end = s.lineEnd(end)
	default:
		end = s.membersEnd(dst, end)
	}
	return foundTag{start: i, from: from, to: end, end: end}, true
}

// statementsEnd returns the end of the brace after i and the statements at the start of its block.
// These are the lines up to one that begins with markup, a directive or the closing brace. It
// returns i without a brace.
func (s *scanner) statementsEnd(i int) int {
	at := i
	for at < len(s.src) && isBlank(s.src[at]) {
		at++
	}
	if at == len(s.src) || s.src[at] != '{' {
		return i
	}
	for at++; at < len(s.src); {
		next := s.skipBlanks(at)
		if next < len(s.src) && bytes.IndexByte([]byte("<@}"), s.src[next]) >= 0 {
			return at
		}
		n := bytes.IndexByte(s.src[next:], '\n')
		if n < 0 {
			return len(s.src)
		}
		at = next + n + 1
	}
	return at
}

// membersEnd returns the end of members, arguments and indices that follow a name at i.
func (s *scanner) membersEnd(dst []Token, i int) int {
	for i < len(s.src) {
		to := 0
		switch c := s.src[i]; {
		case c == '(':
			to = s.balancedInside(dst, i+1, '(', ')')
		case c == '[':
			to = s.balancedInside(dst, i+1, '[', ']')
		case c == '.' || c == '?' && bytes.HasPrefix(s.src[i:], []byte("?.")):
			at := i + 1 + int(c&1) // ? is odd
			if n := wordLength(s.src[min(at, len(s.src)):]); n > 0 {
				to = at + n
			}
		}
		if to == 0 {
			return i
		}
		i = to
	}
	return i
}

func inWord(b byte) bool { return wordTag[b] || b >= 0x80 }

// wordLength returns the number of bytes of the word at the start of a text.
func wordLength(text []byte) int {
	n := 0
	for n < len(text) && inWord(text[n]) {
		n++
	}
	return n
}

// emitTag appends the marks as operators and the tokens of the code between them. Comments have
// none.
func (s *scanner) emitTag(dst []Token, f foundTag) []Token {
	switch {
	case f.comment:
		return dst
	case f.marks == nil && f.from == f.start:
		return s.codeInside(dst, f.from, f.to)
	case f.marks == nil:
		dst = s.emit(dst, f.start, f.from, Operator)
		if dst = s.codeInside(dst, f.from, f.to); f.quoted {
			dst = s.emit(dst, f.to, f.end, Operator)
		}
		return dst
	}
	from, to := f.from, f.to
	for from < to && strings.IndexByte(s.tags.trims, s.src[from]) >= 0 {
		from++
	}
	for to > from && strings.IndexByte(s.tags.trims, s.src[to-1]) >= 0 {
		to--
	}
	n := len(dst)
	dst = s.emit(dst, f.start, f.from, Operator)
	if f.marks.isElement() {
		dst = s.codeInValues(dst, from, to)
	} else {
		dst = s.codeInside(dst, from, to)
	}
	if len(dst) == n+1 {
		return dst[:n]
	}
	return s.emit(dst, f.end-len(f.marks.closing), f.end, Operator)
}

// isElement reports whether the tag is an element with attributes: <%def name="f(x)">.
func (t *tagMarks) isElement() bool { return string(t.closing) == ">" }

// codeInValues appends the tokens of attributes whose values are code in double quotes.
func (s *scanner) codeInValues(dst []Token, from, to int) []Token {
	for from < to {
		end := to
		if n := bytes.IndexByte(s.src[from:to], '"'); n >= 0 {
			end = from + n
		}
		if dst = s.codeInside(dst, from, end); end < to {
			dst = s.emit(dst, end, end+1, Operator)
		}
		from = end + 1
	}
	return dst
}

// codeInside appends the tokens of code in the language inside the tags.
func (s *scanner) codeInside(dst []Token, from, to int) []Token {
	inner := s.nested(s.insideProgram(), to, from, len(dst))
	inner.parts = s.parts + 1
	return inner.code(dst, from)
}

// emitAttribute appends a value of an attribute: code between operators, or a string, in which tags
// may be.
func (s *scanner) emitAttribute(dst []Token, _ *spanProgram, start, end int) ([]Token, int) {
	body, last := start+1, end-1
	switch {
	case last < body || s.parts >= maxNesting:
		return s.emit(dst, start, end, String), end
	case s.isCodeAttribute(start):
		dst = s.emit(dst, start, body, Operator)
		dst = s.codeInside(dst, body, last)
		return s.emit(dst, last, end, Operator), end
	}
	src := s.src
	s.src, s.endless = src[:last], 0
	at, i := len(dst), start
	for {
		f, ok := s.findTag(dst, max(i, body), last, false)
		stop := end
		if ok {
			stop = f.from
		}
		if !ok {
			s.src, s.endless = src, 0
		}
		if i == start {
			dst = s.emit(dst, start, stop, String)
			if ok {
				dst[at].Whole = uint32(end)
				if s.literals.all != nil {
					*s.literals.all = append(*s.literals.all, Literal{uint32(start), uint32(end)})
				}
			}
		} else {
			dst[at].Hash = hashPiece(dst[at].Hash, s.hashAs(String, i, stop))
		}
		if !ok {
			return dst, end
		}
		all := s.literals.all
		s.literals.all = nil
		dst = s.codeInside(dst, f.from, f.to)
		s.literals.all = all
		i = f.to
	}
}

// mostAttribute bounds the length of the names that isCodeAttribute knows.
const mostAttribute = 100

// isCodeAttribute reports whether the value at i is of an attribute that holds code.
func (s *scanner) isCodeAttribute(i int) bool {
	if len(s.tags.prefixes) == 0 {
		return false
	}
	value := i
	i = s.skipBlanksBack(i)
	if i == 0 || s.src[i-1] != '=' {
		return false
	}
	end := s.skipBlanksBack(i - 1)
	from := end
	for from > 0 && end-from < mostAttribute && !isBlank(s.src[from-1]) && s.src[from-1] != '"' && s.src[from-1] != '\'' {
		from--
	}
	for _, prefix := range s.tags.prefixes {
		if bytes.HasPrefix(s.src[from:end], []byte(prefix)) ||
			prefix == "A" && from < end && isCapital(s.src[from]) && s.isParameter(from, value) {
			return true
		}
	}
	return false
}

// isParameter reports whether the attribute at i is a parameter of a component, <Grid
// Items="rows">. Its value, whose quote is at the offset value, looks like code: a name in lower
// case, members, a call or a lambda. Other values are texts.
func (s *scanner) isParameter(i, value int) bool {
	tag := bytes.LastIndexByte(s.src[max(0, i-mostTag):i], '<') + max(0, i-mostTag)
	if tag < 0 || s.src[tag] != '<' || tag+1 == i || !isCapital(s.src[tag+1]) {
		return false
	}
	n := bytes.IndexByte(s.src[value+1:], s.src[value])
	if n <= 0 {
		return false
	}
	text := s.src[value+1 : value+1+n]
	word := wordLength(text)
	if word == n {
		return !isCapital(text[0]) && text[0]-'0' >= 10
	}
	return word > 0 && (text[word] == '.' || text[word] == '(') && text[0]-'0' >= 10 || bytes.Contains(text, []byte("=>"))
}

func isCapital(b byte) bool { return b-'A' < 26 }

// markupCodeEnd returns the end of code in braces in a tag of markup.
func (s *scanner) markupCodeEnd(dst []Token, sp *spanProgram, _, i int) int {
	if s.parts >= maxNesting {
		return 0
	}
	return s.balancedInside(dst, i, sp.open[0], sp.closing[0])
}

// emitMarkupCode appends the braces and the code between them.
func (s *scanner) emitMarkupCode(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	dst = s.emit(dst, start, start+len(sp.open), Operator)
	dst = s.codeInside(dst, start+len(sp.open), end-len(sp.closing))
	return s.emit(dst, end-len(sp.closing), end, Operator), end
}
