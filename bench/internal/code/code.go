// Package code has the common code of the programs that change code: which files were written by
// hand, whether two texts have the same tokens, what they share, and new names.
package code

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
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

// Symbols returns the symbols of the tokens. Two pieces of code with equal exact symbols differ at
// most in comments and white space; with equal symbols of structure, also in names and literals.
func Symbols(r analyzer.Representation, tokens []lex.Token) []uint64 {
	all := make([]uint64, len(tokens))
	for i, t := range tokens {
		all[i] = r.Symbol(t)
	}
	return all
}

// gramLength is the number of symbols in a gram.
const gramLength = 12

// Grams returns the hashes of the runs of 12 symbols.
func Grams(symbols []uint64) map[uint64]bool {
	set := map[uint64]bool{}
	for _, gram := range winnow.Grams(nil, symbols, gramLength) {
		set[gram] = true
	}
	return set
}
