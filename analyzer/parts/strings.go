package parts

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Strings that follow each other: pieces of one, "a" + "b", and series with a line or a few in
// each: lists, ["x = 1;", "y = 2;"], and statements, p += "x = 1;".

// pieces adds the code in a string written in pieces, or on one line with escaped line breaks. A
// string that is read by its lines is not a piece. The first token is a string.
func (f *finder) pieces(tokens []lex.Token) {
	if tokens[len(tokens)-1].End-tokens[0].Start < leastInside {
		return
	}
	strings, escaped, real := 0, 0, 0
	for i := range tokens {
		if body, ok := f.body(&tokens[i]); ok {
			if f.isRead(&tokens[i]) {
				return
			}
			text := f.src[body.from:body.to]
			strings, escaped, real = strings+1, escaped+escapedBreaks(text), real+bytes.Count(text, []byte("\n"))
		}
	}
	if escaped < leastCodeLines-1 && (strings == 1 || escaped+real < leastCodeLines-1) {
		return
	}
	var bodies []span
	for i := range tokens {
		if body, ok := f.body(&tokens[i]); ok {
			bodies = append(bodies, body)
		}
	}
	f.once(tokens, unescaped(f.doc, bodies), inString)
}

// once adds the code in a text made of strings, and remembers strings with some.
func (f *finder) once(tokens []lex.Token, t text, in place) {
	before := len(f.found)
	f.lines(t, 0, in, wholeLine)
	if len(f.found) == before {
		return
	}
	for i := range tokens {
		if at, is := slices.BinarySearch(f.read, tokens[i].Start); !is && tokens[i].Kind == lex.String {
			f.read = slices.Insert(f.read, at, tokens[i].Start)
		}
	}
}

// isRead reports whether code was found in the string.
func (f *finder) isRead(t *lex.Token) bool {
	_, is := slices.BinarySearch(f.read, t.Start)
	return is
}

// continues reports whether most lines of a string end with \n\: its line breaks are the escapes.
func continues(text []byte) bool {
	return bytes.Count(text, []byte("\\n\\\n"))*2 > bytes.Count(text, []byte("\n"))
}

// escapedBreaks counts the line breaks that are written as escapes.
func escapedBreaks(text []byte) (n int) {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return n
		}
		r, length := unescape(text[i:])
		if r == '\n' {
			n++
		}
		text = text[i+length:]
	}
}

// series is a run of strings with the same tokens between each two of them: a list of lines, or a
// line in each of successive statements. They stand step tokens apart. Tokens are counted without
// code in strings.
type series struct {
	first, last, step int
	strings           []lex.Token         // from the first to the last
	whole             bool                // no token is left out: the n-th is the n-th of all
	seen              [2 * mostStep]int32 // else where the last tokens are among all
}

// mostStep bounds the number of tokens from one string of a series to the next. It is a power of
// two.
const mostStep = 16

// see takes in the n-th token, which is at a place among all.
func (s *series) see(n, at int) { s.seen[n%len(s.seen)] = int32(at) }

// at returns where the n-th token is among all.
func (s *series) at(n int) int {
	if s.whole {
		return n
	}
	return int(s.seen[n%len(s.seen)])
}

// begin begins a series with the last string and the n-th token, a string.
func (s *series) begin(n int, t *lex.Token) {
	s.strings = append(append(s.strings[:0], s.strings[len(s.strings)-1]), *t)
	s.first, s.last, s.step = s.last, n, n-s.last
}

// take adds the n-th token of the source, a string, to the series, if it fits. Numbers may differ,
// and names in the digits at their end.
func (s *series) take(src []byte, tokens []lex.Token, n int, t *lex.Token) bool {
	if n-s.last != s.step || s.step < 2 || s.step > mostStep {
		return false
	}
	for back := 1; back < s.step; back++ {
		x, y := &tokens[s.at(n-back)], &tokens[s.at(s.last-back)]
		if x.Kind != y.Kind || x.Hash != y.Hash && x.Kind != lex.Number && !isNumbered(src, x, y) {
			return false
		}
	}
	s.last = n
	s.strings = append(s.strings, *t)
	return true
}

// isNumbered reports whether two tokens are names that differ only in final digits.
func isNumbered(src []byte, x, y *lex.Token) bool {
	const digits = "0123456789"
	a, b := src[x.Start:x.End], src[y.Start:y.End]
	stem := bytes.TrimRight(a, digits)
	return x.Kind == lex.Identifier && len(stem) > 0 && len(stem) < len(a) && bytes.Equal(stem, bytes.TrimRight(b, digits))
}

// isBreak reports whether a string is a line break and nothing else.
func isBreak(text []byte) bool { return len(text) == 4 && text[1] == '\\' && text[2] == 'n' }

// list adds the code in a series of one-line strings, up to the n-th token.
func (f *finder) list(s *series, n int) {
	last := min(s.last, n-1)
	if s.step == 0 || last-s.first < s.step*(leastCodeLines-1) {
		return
	}
	strings := s.strings[:(last-s.first)/s.step+1]
	code := 0
	for i := range strings {
		body, ok := f.line(&strings[i])
		if !ok {
			continue
		}
		for line := range bytes.Lines(f.src[body.from:body.to]) { // one, or less than are read by themselves
			if kindOf(bytes.TrimSpace(line)) == codeLine {
				code++
			}
		}
	}
	if code < leastCodeLines {
		return
	}
	src := f.doc
	var t text
	for i := range strings {
		if body, ok := f.line(&strings[i]); ok {
			src.cutUnescaped(&t, body)
			if !bytes.HasSuffix(t.bytes, []byte("\n")) {
				t.escape(&src, body.to, 1, '\n')
			}
		}
	}
	f.once(strings, t, inList)
}

// line returns the text between the quotes of a string that was not read. At most one letter may
// precede the quotes, and the string may not be f"{x}", into which values are put.
func (f *finder) line(t *lex.Token) (body span, ok bool) {
	body, ok = f.body(t)
	if !ok || f.isRead(t) {
		return body, false
	}
	quote := body.from - 1
	if f.src[quote] != '"' && f.src[quote] != '\'' { // in brackets
		return body, true
	}
	for quote > int(t.Start) && f.src[quote-1] == f.src[quote] { // of three
		quote--
	}
	switch quote {
	case int(t.Start):
		return body, quote == 0 || !isLetter(f.src[quote-1])
	case int(t.Start) + 1:
		return body, isLetter(f.src[t.Start]) && lower(f.src[t.Start]) != 'f'
	}
	return body, false
}

// body returns the text between the quotes of a string.
func (f *finder) body(t *lex.Token) (body span, ok bool) {
	if t.Kind != lex.String {
		return span{}, false
	}
	text := f.src[t.Start:t.End]
	if open, end, plain := bracketMarks(text); open > 0 {
		return span{int(t.Start) + open, int(t.End) - end}, plain
	}
	open := bytes.IndexAny(text, "\"'")
	if open < 0 {
		return span{}, false
	}
	quotes := 1
	if mark := text[open:min(open+3, len(text))]; len(text)-open >= 6 && mark[0] == mark[1] && mark[1] == mark[2] {
		quotes = 3
	}
	return span{int(t.Start) + open + quotes, int(t.End) - quotes}, open+quotes < len(text)
}

func wholeLine(_ int, line []byte) (from, to int) { return 0, len(line) }
