package main

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// representation appends one symbol a token to dst.
type representation func(dst []uint64, tokens []lex.Token) []uint64

// exact takes every token for itself: two pieces of code with equal exact symbols differ at most in
// comments and white space.
func exact(dst []uint64, tokens []lex.Token) []uint64 {
	for _, t := range tokens {
		dst = append(dst, t.Hash)
	}
	return dst
}

// structure appends one symbol a token to dst: identifiers and literals become their class, all
// other tokens stand for themselves. Two pieces of code with equal structure differ at most in
// names, literals, comments and white space.
func structure(dst []uint64, tokens []lex.Token) []uint64 {
	for _, t := range tokens {
		dst = append(dst, symbol(t))
	}
	return dst
}

func symbol(t lex.Token) uint64 {
	switch t.Kind {
	case lex.Identifier, lex.Number, lex.String, lex.Char:
		return uint64(t.Kind)
	}
	return t.Hash
}

// gramLength is the number of symbols in the grams by which snippets are looked up in the corpus.
const gramLength = 12

// gramBase is the multiplier of the rolling hash, odd, so that it loses nothing.
const gramBase = 0x9e3779b97f4a7c15

// grams appends the hash of every gramLength consecutive symbols to dst: a polynomial that rolls,
// mixed at the end so that its low bits can be used as a table index.
func grams(dst, symbols []uint64) []uint64 {
	var top uint64 = 1
	for range gramLength {
		top *= gramBase
	}
	var h uint64
	for i, s := range symbols {
		h = h*gramBase + mix(s)
		if i >= gramLength {
			h -= top * mix(symbols[i-gramLength])
		}
		if i >= gramLength-1 {
			dst = append(dst, mix(h))
		}
	}
	return dst
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// containsRun reports whether needle stands in symbols as a consecutive run.
func containsRun(symbols, needle []uint64) bool {
	if len(needle) == 0 {
		return true
	}
	for i := 0; i+len(needle) <= len(symbols); i++ {
		if symbols[i] == needle[0] && slices.Equal(symbols[i:i+len(needle)], needle) {
			return true
		}
	}
	return false
}

// sameTokens reports whether two token sequences agree in kind and text.
func sameTokens(a, b []lex.Token) bool {
	return slices.EqualFunc(a, b, func(x, y lex.Token) bool {
		return x.Hash == y.Hash && x.Kind == y.Kind
	})
}

// probe is a line that lexes as names in every language of code.
var probe = []byte("\nprobe probe\n")

// closed reports whether code can follow src: no comment, string or other construct stays open at
// its end.
func closed(lang *lex.Language, src []byte) bool {
	tokens := lang.Lex(nil, src)
	probed := lang.Lex(nil, slices.Concat(src, probe))
	n := len(tokens)
	if len(probed) != n+2 || !sameTokens(tokens, probed[:n]) {
		return false
	}
	return int(probed[n].Start) > len(src) && probed[n+1].Kind == lex.Identifier
}

// splitLines cuts src after each line break; the last line may be without one.
func splitLines(src []byte) [][]byte {
	lines := bytes.SplitAfter(src, []byte("\n"))
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	return lines
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
