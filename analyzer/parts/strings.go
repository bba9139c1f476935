package parts

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Strings that follow each other: pieces of one, "a" + "b", and lists of lines, ["x = 1;", "y = 2;"].

// strings adds the code in a run of strings and of what joins or separates them. The first is a string.
func (f *finder) strings(tokens []lex.Token) {
	first, list := 0, len(tokens) >= 2*leastCodeLines-1
	for i := range tokens {
		comma := f.src[tokens[i].Start] == ',' && tokens[i].Kind == lex.Operator
		if comma {
			f.pieces(tokens[first:i])
			first = i + 1
		}
		list = list && comma == (i%2 == 1) && (comma || f.isLine(&tokens[i]))
	}
	f.pieces(tokens[first:])
	if list {
		f.list(tokens)
	}
}

// pieces adds the code in a string that is written in pieces, or on one line, with escaped line breaks. A string
// that is read by its lines is no piece.
func (f *finder) pieces(tokens []lex.Token) {
	if len(tokens) == 0 {
		return
	}
	from, to := tokens[0].Start, tokens[len(tokens)-1].End
	if to-from < leastInside {
		return
	}
	strings, escaped, real := 0, 0, 0
	for i := range tokens {
		if body, ok := f.body(&tokens[i]); ok {
			strings++
			if _, is := slices.BinarySearch(f.byLines, tokens[i].Start); is {
				return
			}
			text := f.src[body.from:body.to]
			escaped, real = escaped+bytes.Count(text, []byte(`\n`)), real+bytes.Count(text, []byte("\n"))
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
	f.lines(unescaped(whole(f.src), bodies), 0, inString, wholeLine)
}

// continues reports whether most lines of a string end with \n\: its line breaks are the escapes.
func continues(text []byte) bool {
	return bytes.Count(text, []byte("\\n\\\n"))*2 > bytes.Count(text, []byte("\n"))
}

// isLine reports whether a string has at most one line break, at its end, and no prefix: values are put
// into f"{x}".
func (f *finder) isLine(t *lex.Token) bool {
	body, ok := f.body(t)
	return ok && body.from == int(t.Start)+1 && !bytes.Contains(bytes.TrimSuffix(f.src[body.from:body.to], []byte(`\n`)), []byte(`\n`))
}

// list adds the code in strings with a line each.
func (f *finder) list(tokens []lex.Token) {
	code := 0
	for i := 0; i < len(tokens); i += 2 {
		body, _ := f.body(&tokens[i])
		if kindOf(bytes.TrimSpace(f.src[body.from:body.to])) == codeLine {
			code++
		}
	}
	if code < leastCodeLines {
		return
	}
	src := whole(f.src)
	var t text
	for i := 0; i < len(tokens); i += 2 {
		body, _ := f.body(&tokens[i])
		src.cutUnescaped(&t, body)
		if !bytes.HasSuffix(t.bytes, []byte("\n")) {
			t.escape(&src, body.to, 1, '\n')
		}
	}
	f.lines(t, 0, inList, wholeLine)
}

// body returns what is between the quotes of a string.
func (f *finder) body(t *lex.Token) (body span, ok bool) {
	if t.Kind != lex.String {
		return span{}, false
	}
	text := f.src[t.Start:t.End]
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
