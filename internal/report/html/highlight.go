package html

import (
	"bytes"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The classes of colours in a source, as in the script. A run of one class is written as its length
// in base 36 and the class: "3K1P7F" is a keyword of three UTF-16 units, a space and a name of
// seven.
const (
	plainText = 'P'
	keyword   = 'K'
	literal   = 'S' // of text
	number    = 'N'
	comment   = 'C'
	function  = 'F' // a name that is called, or declared with parameters
	escape    = 'E' // of a character that cannot be displayed
)

// highlight returns the classes of a source in runs.
func highlight(language string, source []byte, t *text) string {
	return runs(classify(language, source, t))
}

// classify returns the class of each UTF-16 unit of a source. It lexes the source as the comparison
// does. Text between tokens is a comment.
func classify(language string, source []byte, t *text) []byte {
	classes := bytes.Repeat([]byte{plainText}, t.length())
	paint := func(from, to int, class byte) {
		for i := from; i < to; i++ {
			classes[i] = class
		}
	}
	if l, ok := lex.Lookup(language); ok && l != lex.Prose {
		var n analyzer.Analysis
		n.Lex(l, source)
		tokens := n.Outside()
		end := 0
		for i, token := range tokens {
			if between := bytes.TrimSpace(source[end:token.Start]); len(between) > 0 && noProse(tokens, i) {
				from := end + bytes.Index(source[end:token.Start], between)
				paint(t.place(from), t.place(from+len(between)), comment)
			}
			paint(t.place(int(token.Start)), t.place(int(token.End)), classOf(tokens, i, source))
			end = int(token.End)
		}
		if between := bytes.TrimSpace(source[end:]); len(between) > 0 && noProse(tokens, len(tokens)) {
			from := end + bytes.Index(source[end:], between)
			paint(t.place(from), t.place(from+len(between)), comment)
		}
	}
	for _, e := range t.escapes {
		paint(e.Start, e.End, escape)
	}
	return classes
}

// noProse reports whether neither the token nor its predecessor is a word of prose. In prose,
// punctuation is neither a token nor a comment. Nor are the marks of a document of several parts.
func noProse(tokens []lex.Token, i int) bool {
	if len(tokens) > 0 && tokens[0].Kind == lex.Border {
		return false
	}
	return (i == 0 || tokens[i-1].Kind != lex.Word) && (i == len(tokens) || tokens[i].Kind != lex.Word)
}

func classOf(tokens []lex.Token, i int, source []byte) byte {
	switch tokens[i].Kind {
	case lex.Keyword:
		return keyword
	case lex.String, lex.Char:
		return literal
	case lex.Number:
		return number
	case lex.Identifier:
		if i+1 < len(tokens) && tokens[i+1].Kind == lex.Operator && source[tokens[i+1].Start] == '(' {
			return function
		}
	}
	return plainText
}

func runs(classes []byte) string {
	var b []byte
	for from := 0; from < len(classes); {
		to := from + 1
		for to < len(classes) && classes[to] == classes[from] {
			to++
		}
		b = append(strconv.AppendInt(b, int64(to-from), 36), classes[from])
		from = to
	}
	return string(b)
}
