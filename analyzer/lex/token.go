package lex

import (
	"sort"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Kind is the kind of a token. It determines the token's symbol in a representation.
type Kind uint8

const (
	// Border begins a part of a document of several parts: see package parts. It stands for no
	// text, and no k-gram or match extends over it. Its Start and End are equal.
	Border Kind = 0
	// Keyword is a reserved word of the language. Every representation keeps its text.
	Keyword Kind = Kind(language.Keyword)
	// Operator is an operator or a punctuation mark. Every representation keeps its text.
	Operator Kind = Kind(language.Operator)
	// Identifier is a name the author chose.
	Identifier Kind = Kind(language.Identifier)
	// Number is a numeric literal.
	Number Kind = Kind(language.Number)
	// String is a string literal, from its opening to its closing mark.
	String Kind = Kind(language.String)
	// Char is a character literal.
	Char Kind = Kind(language.Char)
	// Word is a word of prose, its case folded. Every representation keeps its text.
	Word Kind = Kind(language.Word)
)

var kindNames = [...]string{
	Border: "border", Keyword: "keyword", Operator: "operator", Identifier: "identifier",
	Number: "number", String: "string", Char: "char", Word: "word",
}

// String returns the name of the kind in lower case, as `chaffinch fingerprint` prints it.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "unknown"
	}
	return kindNames[k]
}

// Token is one lexical unit of a source. Comments and white space are not tokens.
type Token struct {
	// Hash is the XXH64 of the token's text, in lower case where case is ignored. A name is hashed
	// in its plain spelling: see [SameName]. A string with code in it is hashed with all of its
	// text around the code, although the token is only the first piece of it. Equal text has an
	// equal hash in every language.
	Hash uint64
	// Start and End are the byte range in the source: src[Start:End] is the token's text.
	Start, End uint32
	// Kind is the kind of the token.
	Kind Kind
	// Whole is the end of a string with code, for its first piece; else 0. The tokens of the code
	// follow.
	Whole uint32
}

// NewBorder returns the border before a part in the language. The part's first byte is at the
// offset.
func NewBorder(l *Language, at uint32) Token {
	return Token{Hash: uint64(numbers()[l]), Start: at, End: at, Kind: Border}
}

// insideMark in a border's hash means that its part is in a comment or string.
const insideMark = 1 << 32

// NewInside is [NewBorder] for code inside a comment or string of the document.
func NewInside(l *Language, at uint32) Token {
	t := NewBorder(l, at)
	t.Hash |= insideMark
	return t
}

// Inside reports whether the border's part is inside a comment or string.
func (t Token) Inside() bool { return t.Kind == Border && t.Hash&insideMark != 0 }

// Language returns the language of the part that begins with the border.
func (t Token) Language() *Language { return sorted()[t.Hash&^insideMark] }

// numbers holds the indexes of the languages in sorted.
var numbers = sync.OnceValue(func() map[*Language]int {
	all := map[*Language]int{}
	for i, l := range sorted() {
		all[l] = i
	}
	return all
})

// Within returns the tokens that begin in a range of bytes of their source. One that crosses the
// border to is among them, one that crosses the border from is not.
func Within(tokens []Token, from, to int) []Token {
	first := sort.Search(len(tokens), func(i int) bool { return int(tokens[i].Start) >= from })
	rest := tokens[first:]
	return rest[:sort.Search(len(rest), func(i int) bool { return int(rest[i].Start) >= to })]
}
