package analyzer

import (
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// Representation says what of a token goes into a k-gram's hash. Every document is fingerprinted
// in all of them; its String is the name of the index field that holds the fingerprints.
type Representation uint8

const (
	// Structure puts the class of a token in place of identifiers and literals, so that it
	// survives renaming; keywords and operators stand for themselves.
	Structure Representation = iota
	// Exact takes every token's own text, so that it survives reformatting and changed
	// comments only, and is precise. The words of prose are indexed under it.
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

// classTable holds, by kind, the symbol that stands for a token whatever its text; 0 where the
// token's own hash stands.
type classTable [Word + 1]uint64

var (
	exactClasses     classTable
	structureClasses = classTable{
		Identifier: xxhash.Sum64String("\x00identifier"),
		Number:     xxhash.Sum64String("\x00number"),
		String:     xxhash.Sum64String("\x00string"),
		Char:       xxhash.Sum64String("\x00char"),
	}
)

func (r Representation) classes() *classTable {
	if r == Structure {
		return &structureClasses
	}
	return &exactClasses
}

// Symbol returns what stands for the token in this representation: equal symbols are the same
// token to it.
func (r Representation) Symbol(t Token) uint64 { return symbol(t, r.classes()) }

func symbol(t Token, classes *classTable) uint64 {
	if int(t.Kind) < len(classes) {
		if c := classes[t.Kind]; c != 0 {
			return c
		}
	}
	return t.Hash
}
