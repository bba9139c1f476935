package parts

import (
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// lexShown lexes the program that a text shows: see [Asked].
func (into *Lexed) lexShown(l *lex.Language, t text, as Purpose) {
	var program Lexed
	program.lex(l, t.bytes, -1, as)
	*into = Lexed{Tokens: into.Tokens[:0], LeftOut: program.LeftOut, Foreign: program.Foreign}
	c := cursor{text: &t}
	for _, token := range program.Tokens {
		start := c.place(token.Start)
		end := start // of a border
		if token.End > token.Start {
			end = c.end(token.End)
		}
		words, ok := program.Texts[token.Start]
		if !ok {
			words = t.bytes[token.Start:token.End]
		}
		if ok || end-start != token.End-token.Start {
			if into.Texts == nil {
				into.Texts = map[uint32][]byte{}
			}
			into.Texts[start] = words
		}
		if token.Whole > 0 {
			rest := token.Whole - token.End
			if token.Whole = c.end(token.Whole); token.Whole != end+rest {
				token.Whole = 0 // numbers or marks are between its lines
			}
		}
		token.Start, token.End = start, end
		into.Tokens = append(into.Tokens, token)
	}
}

// Shown returns the program that a listing, quotation or message shows, or else src.
func Shown(src []byte) []byte {
	t, _ := shown(nil, src)
	return t.bytes
}

// shown returns the program in the language that a listing or quotation shows, or all of src. A
// language of nil is any.
func shown(l *lex.Language, src []byte) (t text, ok bool) {
	t = whole(src)
	if l == nil && IsMessage(src) {
		t, ok = text{}, true
		(&message{splitter: &splitter{}, body: func(body text, _ string) { body.cut(&t, 0, len(body.bytes)) }}).read(whole(src), 0)
	}
	for range deepest {
		switch dressed(l, t.bytes) {
		case listing:
			t = withoutNumbers(t)
		case mail:
			t = withoutQuotes(t)
		default:
			return t, ok
		}
		ok = true
	}
	return t, ok
}

// withoutQuotes returns the text without the marks of quotations.
func withoutQuotes(t text) (all text) {
	eachLine(t.bytes, func(from, to int) {
		n, _ := unquoted(t.bytes[from:to])
		t.cut(&all, from+n, to)
	})
	return all
}

// mayBeDressed reports whether a program may be in the language; nil is any.
func mayBeDressed(l *lex.Language) bool { return l == nil || !l.Parted() && detect.IsProgramming(l) }

// dressed returns the format of a listing, quotation or message of a program. It returns "" for
// other files. All lines count: a program may begin with a quotation in a comment.
func dressed(l *lex.Language, src []byte) string {
	most := func(marked, lines int) bool { return marked >= 3 && marked*10 >= lines*9 }
	switch {
	case !mayBeDressed(l):
	case IsMessage(src), most(quotedLines(src)):
		return mail
	case beginsNumbered(src) && most(numberedLines(src)):
		return listing
	}
	return ""
}
