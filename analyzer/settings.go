package analyzer

import (
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Settings are the schemes of all representations. An index stores them. A representation whose
// scheme is off is not fingerprinted. At least one of Structure and Exact is on.
type Settings struct {
	Structure winnow.Scheme `json:"structure"` // for code, by the classes of tokens
	Exact     winnow.Scheme `json:"exact"`     // for code, by the texts of tokens
	// Text is the scheme of prose, whose words are fingerprinted under [Exact].
	Text winnow.Scheme `json:"text"`
	// TermBits is the number of upper bits that a fingerprint keeps, from 28 to 40. 0 means all 64.
	// An index of few documents needs few bits, and then is smaller: docs/decisions/terms.md.
	TermBits int `json:"termBits,omitempty"`
}

// LeastTermBits is the least of [Settings].TermBits.
const LeastTermBits = 28

// TermMask selects the bits of a hash that fingerprints keep.
func (s Settings) TermMask() uint64 {
	if s.TermBits == 0 {
		return ^uint64(0)
	}
	return ^uint64(0) << (64 - s.TermBits)
}

// DefaultSettings returns the settings that were best on labelled data.
// docs/decisions/representations.md explains them.
func DefaultSettings() Settings {
	return Settings{
		Structure: winnow.Scheme{K: 10, W: 8, Selection: winnow.SelectOpenClosed},
		Exact:     winnow.Scheme{K: 5, W: 8, Selection: winnow.SelectOpenClosed},
		Text:      winnow.Scheme{K: 4, W: 4, Selection: winnow.SelectOpenClosed},
	}
}

// Guarantee returns the guarantee threshold of source code, in tokens. Two documents that share a
// run of that length have a fingerprint in common. It is structure's threshold or, if structure is
// off, the threshold of exact tokens.
func (s Settings) Guarantee() int {
	if s.Structure.Off() {
		return s.Exact.Guarantee()
	}
	return s.Structure.Guarantee()
}

// Scheme returns how documents of the language are fingerprinted in the representation. ok is false
// if they are not: the scheme is off, or it is the structure of prose.
func (s Settings) Scheme(l *lex.Language, r Representation) (scheme winnow.Scheme, ok bool) {
	switch {
	case l == lex.Prose && r == Exact:
		scheme = s.Text
	case l == lex.Prose:
	case r == Structure:
		scheme = s.Structure
	default:
		scheme = s.Exact
	}
	return scheme, !scheme.Off()
}
