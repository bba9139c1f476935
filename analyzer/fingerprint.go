package analyzer

import (
	"errors"
	"fmt"
)

// Version is the version of what this package computes: a fingerprint made by one version means
// nothing to another.
//
//	1: terms of 48 bits
//	2: terms of 40 bits
const Version = 2

// Fingerprint is a selected k-gram hash with the place it was found.
type Fingerprint struct {
	Hash  uint64 // levelled: evenly spread over all 64-bit values
	Token uint32 // index of the k-gram's first token
}

// Analysis is what a document consists of. The slices belong to whoever owns the Analysis;
// [Analyzer.Analyze] overwrites and grows them.
type Analysis struct {
	Language *Language
	Tokens   []Token
	// Fingerprints holds, by representation, the fingerprints in the order of the tokens.
	Fingerprints [Representations][]Fingerprint

	sums     []uint64
	hashes   []uint64
	selected []int
}

// Analyzer turns documents into fingerprints under fixed settings. It holds no state between
// calls and may be used from several goroutines, each with an [Analysis] of its own.
type Analyzer struct {
	settings                Settings
	structure, exact, prose Selection
}

// New returns an analyzer, or an error that says which setting is out of range.
func New(s Settings) (*Analyzer, error) {
	a := &Analyzer{settings: s}
	if s.Structure.Off() && s.Exact.Off() {
		return nil, errors.New("settings: neither structure nor exact is indexed")
	}
	for _, f := range []struct {
		name   string
		scheme Scheme
		to     *Selection
	}{{"structure", s.Structure, &a.structure}, {"exact", s.Exact, &a.exact}, {"text", s.Text, &a.prose}} {
		if f.scheme.Off() {
			continue
		}
		sel, err := f.scheme.New()
		if err != nil {
			return nil, fmt.Errorf("settings of %s: %w", f.name, err)
		}
		*f.to = sel
	}
	return a, nil
}

// Settings returns what the analyzer was made with.
func (a *Analyzer) Settings() Settings { return a.settings }

// Analyze lexes src as the language and fingerprints it in every representation, in one pass
// over the source. into is overwritten; its memory is used again, so that nothing is allocated
// once it has grown to the largest document, but what min-s needs. src is only read and not kept.
func (a *Analyzer) Analyze(l *Language, src []byte, into *Analysis) {
	into.Language = l
	into.Tokens = l.Lex(into.Tokens[:0], src)
	a.fingerprint(into)
}

// fingerprint fingerprints the tokens in every representation.
func (a *Analyzer) fingerprint(n *Analysis) {
	for r := range Representation(Representations) {
		n.Fingerprints[r] = n.Fingerprints[r][:0]
		if scheme, ok := a.settings.Scheme(n.Language, r); ok {
			n.fingerprint(r, scheme.K, a.selection(n.Language, r))
		}
	}
}

func (a *Analyzer) selection(l *Language, r Representation) Selection {
	switch {
	case l == Prose:
		return a.prose
	case r == Structure:
		return a.structure
	default:
		return a.exact
	}
}

func (n *Analysis) fingerprint(r Representation, k int, s Selection) {
	if inner, ok := s.(InnerSelection); ok {
		n.fingerprintInner(r, k, inner)
		return
	}
	n.hashes = Grams(n.hashes[:0], n.Tokens, r, k)
	n.selected = s.Select(n.selected[:0], n.hashes)
	for _, i := range n.selected {
		n.Fingerprints[r] = append(n.Fingerprints[r], Fingerprint{level(n.hashes[i]), uint32(i)})
	}
}

// AppendGrams appends a fingerprint for every k-gram of an analysed document, selected or not,
// to dst and returns it. A question asked with all of them hits every fingerprint that a
// document has inside a shared run, however short the question is.
func (a *Analyzer) AppendGrams(dst []Fingerprint, n *Analysis, r Representation) []Fingerprint {
	scheme, ok := a.settings.Scheme(n.Language, r)
	if !ok {
		return dst
	}
	n.hashes = Grams(n.hashes[:0], n.Tokens, r, scheme.K)
	for i, h := range n.hashes {
		dst = append(dst, Fingerprint{level(h), uint32(i)})
	}
	return dst
}

// Guarantee returns the guarantee threshold in tokens for documents of the language: any run of
// that many tokens that two of them share is found in every representation that is indexed, so
// renamed or not if structure is. It is the largest of the representations'; 0 says that one of
// them, or the only one, guarantees nothing.
func (a *Analyzer) Guarantee(l *Language) int {
	t := 0
	for r := range Representation(Representations) {
		scheme, ok := a.settings.Scheme(l, r)
		if !ok {
			continue
		}
		g := scheme.Guarantee()
		if g == 0 {
			return 0
		}
		t = max(t, g)
	}
	return t
}
