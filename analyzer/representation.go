package analyzer

import (
	"fmt"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Representation maps tokens to symbols. Every document is fingerprinted in all representations.
// String returns the name of the index field of its fingerprints.
type Representation uint8

const (
	// Structure maps identifiers and literals to their class, so renaming does not change it. It
	// keeps the text of keywords and operators.
	Structure Representation = iota
	// Exact uses every token's own text. It is precise, and only changes of white space and
	// comments do not change it. The words of prose are indexed under it.
	Exact
	// Representations is their number.
	Representations int = iota
)

var representationNames = [Representations]string{Structure: "structure", Exact: "exact"}

// String returns the name: "structure" or "exact".
func (r Representation) String() string {
	if int(r) < Representations {
		return representationNames[r]
	}
	return fmt.Sprintf("representation(%d)", uint8(r))
}

// ParseRepresentation returns the representation of that name.
func ParseRepresentation(name string) (Representation, error) {
	for r, n := range representationNames {
		if n == name {
			return Representation(r), nil
		}
	}
	return 0, fmt.Errorf("unknown representation %q: use structure or exact", name)
}

// symbols has, by kind, the masks for the symbol of a token: hash & keep | class. This needs no
// branch: a processor would mispredict one in three.
type symbols [kinds]struct{ keep, class uint64 }

// kinds is a power of two above every Kind, which saves the bounds check.
const kinds = 8

// of returns the symbol of the token.
func (s *symbols) of(t *lex.Token) uint64 {
	by := &s[t.Kind%kinds]
	return t.Hash&by.keep | by.class
}

var (
	exactSymbols     = newSymbols(nil)
	structureSymbols = newSymbols(map[lex.Kind]string{
		lex.Identifier: "\x00identifier", lex.Number: "\x00number", lex.String: "\x00string", lex.Char: "\x00char",
	})
)

// newSymbols returns symbols that map all tokens of a kind to its class.
func newSymbols(classes map[lex.Kind]string) *symbols {
	var s symbols
	for kind := range s {
		if class, ok := classes[lex.Kind(kind)]; ok {
			s[kind].class = xxhash.Sum64String(class)
		} else {
			s[kind].keep = math.MaxUint64
		}
	}
	return &s
}

func (r Representation) symbols() *symbols {
	if r == Structure {
		return structureSymbols
	}
	return exactSymbols
}

// Symbol returns the symbol of the token. Tokens with equal symbols are equal in this
// representation.
func (r Representation) Symbol(t lex.Token) uint64 { return r.symbols().of(&t) }

// AppendSymbols appends the symbols of the tokens to dst, raised to at least least.
func (r Representation) AppendSymbols(dst []uint64, tokens []lex.Token, least uint64) []uint64 {
	from := len(dst)
	dst = slices.Grow(dst, len(tokens))[:from+len(tokens)]
	symbols, to := r.symbols(), dst[from:]
	for i := range to {
		to[i] = max(least, symbols.of(&tokens[i])) // a copy of the token would take as long again
	}
	return dst
}

// appendSums appends the polynomials of all prefixes of the tokens' symbols in one pass. See
// [winnow.Base].
func (r Representation) appendSums(dst []uint64, tokens []lex.Token) []uint64 {
	from := len(dst)
	dst = slices.Grow(dst, len(tokens)+1)[:from+len(tokens)+1]
	symbols, to := r.symbols(), dst[from+1:]
	var sum uint64
	dst[from] = 0
	for i := range to {
		sum = sum*winnow.Base + symbols.of(&tokens[i])
		to[i] = sum
	}
	return dst
}
