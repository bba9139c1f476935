package analyzer

import (
	"bytes"
	"unicode/utf8"
)

// The forms: how a span is found and how far it goes. See type form for what each one is.

// spanAt returns the span that opens at i and its end, or nil.
func (s *scanner) spanAt(dst []Token, i int) (*spanProgram, int) {
	r := s.spanFirst[s.src[i]]
	for k := r.from; k < r.to; k++ {
		sp := &s.spans[k]
		if !startsWith(s.src[i:], sp.open) || sp.When != 0 && !s.holds(dst, sp, i) {
			continue
		}
		if end := s.end(dst, sp, i, i+len(sp.open)); end > i {
			return sp, end
		}
	}
	return nil, 0
}

// wordSpanAt returns the span that the word from start to end opens and its end, or nil.
func (s *scanner) wordSpanAt(dst []Token, w *word, start, end int) (*spanProgram, int) {
	for k := w.spans.from; k < w.spans.to; k++ {
		ws := &s.wordSpans[k]
		if !startsWith(s.src[end:], ws.rest) || ws.When != 0 && !s.holds(dst, &ws.spanProgram, start) {
			continue
		}
		if to := s.end(dst, &ws.spanProgram, start, end+len(ws.rest)); to > start {
			return &ws.spanProgram, to
		}
	}
	return nil, 0
}

// commentAt reports whether a comment without conditions opens at i. Such a comment ends a run of
// operator bytes (=// in Scala), while --> in Haskell is one run.
func (s *scanner) commentAt(i int) bool {
	r := s.spanFirst[s.src[i]]
	for k := r.from; k < r.to; k++ {
		sp := &s.spans[k]
		if sp.Kind == 0 && sp.Form == plain && sp.When == 0 && startsWith(s.src[i:], sp.open) {
			return true
		}
	}
	return false
}

// startsWith is bytes.HasPrefix, quick for the marks of one and two bytes that most spans have.
func startsWith(text, mark []byte) bool {
	switch len(mark) {
	case 1:
		return len(text) > 0 && text[0] == mark[0]
	case 2:
		return len(text) > 1 && text[0] == mark[0] && text[1] == mark[1]
	}
	return bytes.HasPrefix(text, mark)
}

// emitSpan appends what the span from start to end stands for and returns where to go on.
func (s *scanner) emitSpan(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	switch {
	case sp.Form == heredoc:
		return s.emitHeredoc(dst, sp, start, end), end
	case sp.Form == outside:
		dst = s.emit(dst, start, start+len(sp.open), Operator)
		return s.ashore(dst, end)
	case s.kind == 0:
		return dst, end
	case s.fold && s.kind != String && s.kind != Char:
		return append(dst, Token{hashFolded(s.src[start:end]), uint32(start), uint32(end), s.kind}), end
	}
	return s.emit(dst, start, end, s.kind), end
}

// end returns the end of the span that opens at start and whose body begins at i, or 0 if there is no
// span after all. It leaves its kind in s.kind.
func (s *scanner) end(dst []Token, sp *spanProgram, start, i int) int {
	s.kind = sp.Kind
	switch sp.Form {
	case plain:
		return s.plainEnd(dst, sp, i)
	case tick, tickOnly:
		return s.tickEnd(sp, i)
	case tagged:
		return s.taggedEnd(sp, i)
	case quoteLike:
		return s.quoteLikeEnd(sp, start, i)
	case regex:
		return s.regexEnd(sp, i)
	case runeName:
		return s.runeNameEnd(sp, i)
	case numberMark:
		return s.numberMarkEnd(i)
	case heredoc:
		return s.heredocEnd(sp, i)
	case datum:
		return s.datumEnd(dst, i)
	case outside:
		return s.level0(i)
	}
	return i
}

// level0 returns i while tokens are made and 0 inside interpolations.
func (s *scanner) level0(i int) int {
	if s.level > 0 {
		return 0
	}
	return i
}

// fail draws from the budget what was looked at in vain and returns 0.
func (s *scanner) fail(from, to int) int {
	s.budget -= to - from
	return 0
}

// holds reports whether the conditions of a span hold at i.
func (s *scanner) holds(dst []Token, sp *spanProgram, i int) bool {
	w, next := sp.When, i+len(sp.open)
	if w&(columnOne|columnSix|firstOnLine|afterBlank) != 0 && !s.holdsBefore(w, i) {
		return false
	}
	if w&notAfterValue != 0 && s.afterValue(dst, i) && !(w&orSpaced != 0 && s.spacedArgument(dst, i, next)) {
		return false
	}
	if w&notTouchingValue != 0 && s.touchesValue(dst, i) {
		return false
	}
	return w&(notBeforeOperator|beforeLetter|beforeBlank|notBeforeBlank) == 0 || s.holdsBehind(w, next)
}

// holdsBefore checks the conditions on the bytes before i.
func (s *scanner) holdsBefore(w when, i int) bool {
	if w&columnOne != 0 && i > 0 && s.src[i-1] != '\n' {
		return false
	}
	if w&columnSix != 0 && (!bytes.HasSuffix(s.src[:i], []byte("     ")) || i > 5 && s.src[i-6] != '\n') {
		return false
	}
	if w&firstOnLine != 0 {
		if before := s.skipBlanksBack(i); before > 0 && s.src[before-1] != '\n' {
			return false
		}
	}
	return w&afterBlank == 0 || i == 0 || isBlank(s.src[i-1]) || bytes.IndexByte([]byte(";&|()"), s.src[i-1]) >= 0
}

// holdsBehind checks the conditions on the bytes from i on, where Open ends.
func (s *scanner) holdsBehind(w when, i int) bool {
	blank := i >= len(s.src) || isBlank(s.src[i])
	switch {
	case w&beforeBlank != 0 && !blank, w&notBeforeBlank != 0 && blank:
		return false
	case w&beforeLetter != 0 && !s.startsName(i):
		return false
	case w&notBeforeOperator != 0:
		last := s.src[i-1]
		for i < len(s.src) && s.src[i] == last {
			i++
		}
		return i >= len(s.src) || s.flags[s.src[i]]&flagRun == 0
	}
	return true
}

// afterValue reports whether an expression goes on at i.
func (s *scanner) afterValue(dst []Token, i int) bool {
	if s.level > 0 {
		return s.afterValueByte(i)
	}
	if len(dst) == s.base {
		return false
	}
	last := &dst[len(dst)-1]
	switch last.Kind {
	case Keyword:
		w := s.words.find(last.Hash)
		return w != nil && w.mark&markValue != 0
	case Operator:
		return s.valueEnd[s.src[last.End-1]]
	}
	return true
}

// afterValueByte is afterValue where no tokens are made: it goes by the last byte that is not blank.
func (s *scanner) afterValueByte(i int) bool {
	i = s.skipBlanksBack(i)
	if i == 0 {
		return false
	}
	c := s.src[i-1]
	return s.flags[c]&flagName != 0 || c >= 0x80 || s.valueEnd[c] || c == '"' || c == '\'' || c == '`'
}

// spacedArgument reports whether what opens at i looks like the argument of a command: after a name and
// white space, with no white space at next, behind its mark.
func (s *scanner) spacedArgument(dst []Token, i, next int) bool {
	if s.level > 0 || i == 0 || !isBlank(s.src[i-1]) || next >= len(s.src) || isBlank(s.src[next]) {
		return false
	}
	return s.src[next] != '=' && dst[len(dst)-1].Kind == Identifier
}

// touchesValue reports whether a name, literal or closing bracket ends right at i.
func (s *scanner) touchesValue(dst []Token, i int) bool {
	if i == 0 || isBlank(s.src[i-1]) {
		return false
	}
	if s.level > 0 {
		return s.afterValueByte(i)
	}
	return len(dst) > s.base && int(dst[len(dst)-1].End) == i && s.afterValue(dst, i)
}

// plainEnd is the form plain.
func (s *scanner) plainEnd(dst []Token, sp *spanProgram, i int) int {
	switch {
	case len(sp.closing) == 0 && sp.Flags&toEnd != 0:
		return len(s.src)
	case len(sp.closing) == 0 && sp.Escape == 0:
		return s.lineEnd(i)
	case sp.Kind == 0 && sp.Flags&^restOfLine == multi && sp.Escape == 0:
		return s.commentEnd(sp, i)
	}
	return s.bodyEnd(dst, sp, i)
}

// lineEnd returns the offset of the end of the line that i is in, before a carriage return.
func (s *scanner) lineEnd(i int) int {
	n := bytes.IndexByte(s.src[i:], '\n')
	if n < 0 {
		return len(s.src)
	}
	if n > 0 && s.src[i+n-1] == '\r' {
		n--
	}
	return i + n
}

// commentEnd finds the end of a comment without peculiarities at the speed of bytes.Index. The mark
// may use the last byte of Open again if that is a line break (=pod on an empty page).
func (s *scanner) commentEnd(sp *spanProgram, i int) int {
	n := bytes.Index(s.src[i:], sp.closing)
	if n < 0 {
		return len(s.src)
	}
	return s.closed(sp, i+n+len(sp.closing))
}

// closed returns the end of a span whose Close ends at i.
func (s *scanner) closed(sp *spanProgram, i int) int {
	if sp.Flags&greedy != 0 {
		for i < len(s.src) && s.src[i] == s.src[i-1] {
			i++
		}
	}
	if sp.Flags&upTo != 0 {
		return i - len(sp.closing)
	}
	if sp.Flags&restOfLine != 0 {
		return s.lineEnd(i)
	}
	if sp.Flags&suffix != 0 {
		for i < len(s.src) && s.flags[s.src[i]]&flagWord != 0 {
			i++
		}
	}
	return i
}

// bodyEnd finds the end of a span with escapes, nesting, doubled marks or interpolations.
func (s *scanner) bodyEnd(dst []Token, sp *spanProgram, body int) int {
	if sp.Flags&multi != 0 && sp.Kind != 0 && s.budget < 0 {
		return body
	}
	depth, code := 1, true
	for i := body; i < len(s.src); {
		c := s.src[i]
		switch {
		case !sp.stop[c]:
			i++
		case c == sp.Escape && sp.Escape != 0 && !sp.opensCode(s.src[i:]):
			i = s.escaped(i)
		case len(sp.closing) > 0 && startsWith(s.src[i:], sp.closing):
			i += len(sp.closing)
			if sp.Flags&doubled != 0 && startsWith(s.src[i:], sp.closing) {
				i += len(sp.closing)
				continue
			}
			if depth--; depth == 0 {
				return s.closed(sp, i)
			}
		case sp.Flags&nest != 0 && startsWith(s.src[i:], sp.deeper):
			depth++
			i += len(sp.deeper)
		case c == '\n' && sp.Flags&multi == 0:
			return s.lineEnd(i)
		default:
			i, code = s.interpolated(dst, sp, i, code)
		}
	}
	return s.unclosed(sp, body)
}

// opensCode reports whether an interpolation opens with the escape at the start of text, as \( in Swift.
func (sp *spanProgram) opensCode(text []byte) bool {
	for k := range sp.pairs {
		if open := sp.pairs[k].open; open[0] == sp.Escape && startsWith(text, open) {
			return true
		}
	}
	return false
}

// unclosed returns the end of a span that does not close before the end of the source.
func (s *scanner) unclosed(sp *spanProgram, body int) int {
	if sp.Flags&multi == 0 || sp.Kind == 0 {
		return len(s.src)
	}
	s.fail(body, len(s.src))
	return body
}

// escaped returns the offset behind the escape at i and what it escapes. A line break may have two bytes.
func (s *scanner) escaped(i int) int {
	i += 2
	if i < len(s.src) && s.src[i-1] == '\r' && s.src[i] == '\n' {
		i++
	}
	return min(i, len(s.src))
}

// interpolated returns where the body goes on if an interpolation starts at i: behind it, or behind the
// byte at i if it is none. The second result turns false if one did not close: the rest of this body
// is then taken as plain text, so that no byte is looked at more than twice.
func (s *scanner) interpolated(dst []Token, sp *spanProgram, i int, code bool) (int, bool) {
	for k := range sp.pairs {
		p := &sp.pairs[k]
		if !code || !startsWith(s.src[i:], p.open) {
			continue
		}
		next := i + len(p.open)
		if p.mayBeTwice && next < len(s.src) && s.src[next] == s.src[i] {
			return next + 1, true
		}
		if end := s.balanced(dst, next, p.deeper, p.end, sp.Flags&multi == 0); end > 0 {
			return end, true
		}
		return next, false
	}
	return i + 1, code
}

// balanced returns the offset behind the byte end that closes the code at i, or 0. The byte deeper
// raises the depth; strings and comments are skipped. With line, it must close on the same line.
func (s *scanner) balanced(dst []Token, i int, deeper, end byte, line bool) int {
	depth, from := 1, i
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case c == end:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == deeper:
			depth++
		case c == '\n' && line:
			return s.fail(from, i)
		case s.class[c] == classSpan && s.level < maxNesting:
			if to := s.nested(dst, i); to > 0 {
				i = to
				continue
			}
		}
		i++
	}
	return s.fail(from, i)
}

// nested returns the end of a span inside an interpolation, or 0. The kind of the outer span is kept.
func (s *scanner) nested(dst []Token, i int) int {
	kind := s.kind
	s.level++
	_, end := s.spanAt(dst, i)
	s.level--
	s.kind = kind
	return end
}

// maxEscape is the longest escape inside a character literal: '\u{10FFFF}', '\N{DIGIT ZERO}'.
const maxEscape = 24

// tickEnd is the forms tick and tickOnly.
func (s *scanner) tickEnd(sp *spanProgram, i int) int {
	if end := s.charEnd(sp, i); end > 0 {
		return s.closed(sp, end)
	}
	if sp.Form == tickOnly || !s.startsName(i) {
		return 0
	}
	s.kind = Identifier
	return s.nameEnd(i)
}

// charEnd returns the end of a character literal whose body is at i, or 0.
func (s *scanner) charEnd(sp *spanProgram, i int) int {
	if i >= len(s.src) || s.src[i] == '\n' {
		return 0
	}
	if sp.Escape != 0 && s.src[i] == sp.Escape {
		return s.escapedCharEnd(sp, i)
	}
	_, size := utf8.DecodeRune(s.src[i:])
	if !startsWith(s.src[i+size:], sp.closing) {
		return 0
	}
	return i + size + len(sp.closing)
}

// escapedCharEnd is charEnd for an escape, which may be long.
func (s *scanner) escapedCharEnd(sp *spanProgram, i int) int {
	for j := i + 2; j < len(s.src) && j < i+maxEscape && s.src[j] != '\n'; j++ {
		if startsWith(s.src[j:], sp.closing) {
			return j + len(sp.closing)
		}
	}
	return 0
}

// maxTag is how long a tag may be; real ones have up to 63 bytes (PostgreSQL).
const maxTag = 64

// taggedEnd is the form tagged.
func (s *scanner) taggedEnd(sp *spanProgram, i int) int {
	tag := i
	for i < len(s.src) && i-tag < maxTag && sp.tag[s.src[i]] {
		i++
	}
	if sp.Tag == "" && i > tag && s.flags[s.src[tag]]&flagDigit != 0 {
		return 0
	}
	if !startsWith(s.src[i:], []byte(sp.Mid)) && sp.Mid != "" || s.budget < 0 {
		return 0
	}
	end := s.tagEnd(sp, s.src[tag:i], i+len(sp.Mid))
	if end == 0 {
		return s.fail(i, len(s.src))
	}
	return s.closed(sp, end)
}

// tagEnd returns the offset behind the first Close, tag, End from i on, or 0.
func (s *scanner) tagEnd(sp *spanProgram, tag []byte, i int) int {
	for i <= len(s.src) {
		n := bytes.Index(s.src[i:], sp.closing)
		if n < 0 {
			return 0
		}
		i += n
		j := i + len(sp.closing)
		if bytes.HasPrefix(s.src[j:], tag) && bytes.HasPrefix(s.src[j+len(tag):], []byte(sp.End)) {
			return j + len(tag) + len(sp.End)
		}
		i++
	}
	return 0
}

// quoteLikeEnd is the form quoteLike.
func (s *scanner) quoteLikeEnd(sp *spanProgram, start, i int) int {
	if s.budget < 0 || s.isMember(start) {
		return 0
	}
	from := i
	if sp.Tag == "letters" {
		for i < len(s.src) && lower(s.src[i])-'a' < 26 {
			i++
		}
	}
	i = s.delimiterAt(i, i > start+1)
	if i < 0 {
		return 0
	}
	open := s.src[i]
	end := s.delimitedEnd(sp, i)
	if end > 0 && sp.Mid == "2" {
		end = s.secondBody(sp, open, end)
	}
	if end == 0 {
		return s.fail(from, len(s.src))
	}
	return s.closed(sp, end)
}

// isMember reports whether the word at i is a variable, member or key rather than an operator ($q, ->s, {y}).
func (s *scanner) isMember(i int) bool {
	if i == 0 {
		return false
	}
	switch s.src[i-1] {
	case '$', '@', '%', '&', '.', ':':
		return true
	case '>':
		return i > 1 && s.src[i-2] == '-'
	}
	return false
}

// delimiterAt returns where the delimiter stands, or -1 if there is none. Before a bracket there may be
// blanks if the mark is a word.
func (s *scanner) delimiterAt(i int, blanks bool) int {
	at := i
	if blanks {
		at = s.skipBlanks(i)
	}
	if at >= len(s.src) {
		return -1
	}
	c := s.src[at]
	switch {
	case at > i && mirror(c) == c:
		return -1
	case s.flags[c]&flagWord != 0 || c <= ' ' || c >= 0x7F:
		return -1
	case c == ')' || c == ']' || c == '}' || c == '>' || c == ';':
		return -1
	case (c == '=' || c == ',') && (at+1 == len(s.src) || s.src[at+1] == '>' || isBlank(s.src[at+1])):
		return -1
	}
	return at
}

// mirror returns the bracket that closes c, or c itself.
func mirror(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[', '{', '<':
		return c + 2
	}
	return c
}

// delimitedEnd returns the offset behind the body whose delimiter stands at i, or 0.
func (s *scanner) delimitedEnd(sp *spanProgram, i int) int {
	open, closing := s.src[i], mirror(s.src[i])
	if n := bytes.IndexByte([]byte(`"'`), open); n >= 0 && bytes.HasPrefix(s.src[i+1:], []byte{open, open}) {
		if n := bytes.Index(s.src[i+3:], []byte{open, open, open}); n >= 0 {
			return i + 6 + n
		}
	}
	depth := 1
	for i++; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case sp.Escape != 0 && c == sp.Escape && c != closing:
			i++
		case c == closing:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == open:
			depth++
		}
	}
	return 0
}

// secondBody returns the end of the second body of s/// and its like, which starts at i.
func (s *scanner) secondBody(sp *spanProgram, open byte, i int) int {
	if mirror(open) == open {
		return s.delimitedEnd(sp, i-1)
	}
	for i < len(s.src) && isBlank(s.src[i]) {
		i++
	}
	if i >= len(s.src) || s.flags[s.src[i]]&flagWord != 0 {
		return 0
	}
	return s.delimitedEnd(sp, i)
}

// regexEnd is the form regex.
func (s *scanner) regexEnd(sp *spanProgram, body int) int {
	if s.budget < 0 {
		return 0
	}
	class := false
	for i := body; i < len(s.src) && s.src[i] != '\n'; i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case !class && i > body && startsWith(s.src[i:], sp.closing):
			return s.closed(sp, i+len(sp.closing))
		}
	}
	return s.fail(body, s.lineEnd(body))
}

// runeNameEnd is the form runeName.
func (s *scanner) runeNameEnd(sp *spanProgram, i int) int {
	if i >= len(s.src) || s.src[i] == '\n' || s.src[i] == '\r' {
		return 0
	}
	for sp.Tag == "keys" && i+3 < len(s.src) && s.src[i] == sp.Escape && s.src[i+2] == '-' && s.src[i+3] > ' ' {
		i += 3
	}
	if sp.Escape != 0 && s.src[i] == sp.Escape && i+1 < len(s.src) {
		return s.escapeEnd(i + 1)
	}
	_, size := utf8.DecodeRune(s.src[i:])
	if sp.Tag == "name" && (s.isWordAt(s.src, i) || s.startsName(i)) {
		return s.nameEnd(i + size)
	}
	return i + size
}

// escapeEnd returns the end of an escape whose mark stands before i: one rune, or digits, or a letter and digits.
func (s *scanner) escapeEnd(i int) int {
	_, size := utf8.DecodeRune(s.src[i:])
	coded := s.flags[s.src[i]]&flagDigit != 0 || lower(s.src[i]) == 'x' || lower(s.src[i]) == 'u'
	i += size
	if coded && i < len(s.src) && s.src[i] == '{' {
		if n := bytes.IndexByte(s.src[i:min(len(s.src), i+maxEscape)], '}'); n >= 0 {
			return i + n + 1
		}
	}
	for coded && i < len(s.src) && s.flags[s.src[i]]&flagWord != 0 {
		i++
	}
	return i
}

// numberMarkEnd is the form numberMark.
func (s *scanner) numberMarkEnd(i int) int {
	start := i
	for i < len(s.src) && s.flags[s.src[i]]&flagWord != 0 {
		i++
	}
	if i == start {
		return 0
	}
	return i
}

// datumEnd is the form datum.
func (s *scanner) datumEnd(dst []Token, i int) int {
	for i < len(s.src) && (isBlank(s.src[i]) || s.src[i] == '\'' || s.src[i] == '`' || s.src[i] == ',') {
		i++
	}
	if i >= len(s.src) {
		return i
	}
	c := s.src[i]
	if c == '(' || c == '[' || c == '{' {
		if end := s.balanced(dst, i+1, c, mirror(c), false); end > 0 {
			return end
		}
		return i
	}
	if s.class[c] == classSpan && s.level < maxNesting {
		if end := s.nested(dst, i); end > 0 {
			return end
		}
	}
	for i < len(s.src) && !isBlank(s.src[i]) && bytes.IndexByte([]byte("()[]{}\"';"), s.src[i]) < 0 {
		i++
	}
	return i
}
