package parts

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Strings that are pieces of one: "a" + "b".

// pieces adds the code in a string written in pieces. So is a string on one line with escaped line
// breaks. A string that is read by its lines is not a piece. The first token is a string.
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
	before := len(f.found)
	f.lines(unescaped(f.doc, bodies), 0, inString, wholeLine)
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

// continues reports whether most lines of a string end with \n\. Its line breaks are the escapes.
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
