// Package code has the common code of the programs that change code: which files were written by
// hand, whether two texts have the same tokens, and new names.
package code

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// SameTokens reports whether two token sequences agree in kind and text.
func SameTokens(a, b []lex.Token) bool {
	return slices.EqualFunc(a, b, func(x, y lex.Token) bool {
		return x.Hash == y.Hash && x.Kind == y.Kind
	})
}

// Whole returns the tokens of src, each string with code in it as one token.
func Whole(lang *lex.Language, src []byte) []lex.Token {
	var literals []lex.Literal
	tokens := lang.LexLiterals(nil, &literals, src)
	return lex.Whole(nil, tokens, literals)
}

// probe is a line that lexes as names in every language of code.
var probe = []byte("\nprobe probe\n")

// Closed reports whether code can follow src: no comment, string or other construct stays open at
// its end.
func Closed(lang *lex.Language, src []byte) bool {
	tokens := lang.Lex(nil, src)
	probed := lang.Lex(nil, slices.Concat(src, probe))
	n := len(tokens)
	if len(probed) != n+2 || !SameTokens(tokens, probed[:n]) {
		return false
	}
	return int(probed[n].Start) > len(src) && probed[n+1].Kind == lex.Identifier
}

// Column is the width of the white space that text starts with. Tabs end at columns of eight.
func Column(text string) int {
	n := 0
	for _, c := range text {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}
