package parts

import (
	"bytes"

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

// pieces adds the code in a string that is written in pieces, or on one line, with escaped line breaks.
func (f *finder) pieces(tokens []lex.Token) {
	if len(tokens) == 0 {
		return
	}
	from, to := tokens[0].Start, tokens[len(tokens)-1].End
	if to-from < leastInside || bytes.Count(f.src[from:to], []byte(`\n`)) < leastCodeLines-1 {
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
	return span{int(t.Start) + open + 1, int(t.End) - 1}, open >= 0 && open < len(text)-1
}

func wholeLine(_ int, line []byte) (from, to int) { return 0, len(line) }
