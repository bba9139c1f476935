package analyzer

import (
	"errors"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Version is the version of the fingerprints. Those of different versions cannot be compared.
//
//	1: terms of 48 bits
//	2: terms of 40 bits
const Version = 2

// Analysis holds the tokens and fingerprints of a document. Its owner owns the slices.
// [Analyzer.Analyze] overwrites and grows them.
type Analysis struct {
	Language *lex.Language
	Tokens   []lex.Token
	// Fingerprints holds, by representation, the fingerprints in the order of the tokens.
	Fingerprints [Representations][]winnow.Fingerprint

	sums   []uint64
	memory winnow.Memory
}

// Analyzer turns documents into fingerprints under fixed settings. It holds no state between calls.
// Several goroutines may use it, each with its own [Analysis].
type Analyzer struct {
	settings                Settings
	structure, exact, prose *winnow.Winnower // nil: off
}

// New returns an analyzer. Its error names the setting that is out of range.
func New(s Settings) (*Analyzer, error) {
	a := &Analyzer{settings: s}
	if s.Structure.Off() && s.Exact.Off() {
		return nil, errors.New("settings: neither structure nor exact is indexed")
	}
	for _, f := range []struct {
		name   string
		scheme winnow.Scheme
		to     **winnow.Winnower
	}{{"structure", s.Structure, &a.structure}, {"exact", s.Exact, &a.exact}, {"text", s.Text, &a.prose}} {
		w, err := newWinnower(f.scheme)
		if err != nil {
			return nil, fmt.Errorf("settings of %s: %w", f.name, err)
		}
		*f.to = w
	}
	return a, nil
}

// newWinnower returns nil if the scheme is off.
func newWinnower(s winnow.Scheme) (*winnow.Winnower, error) {
	if s.Off() {
		return nil, nil
	}
	return winnow.New(s)
}

// Settings returns the settings that the analyzer was made with.
func (a *Analyzer) Settings() Settings { return a.settings }

// Analyze lexes src as the language and fingerprints it in every representation, in one pass over
// the source. It overwrites into and reuses its memory: once that has grown to the largest
// document, nothing is allocated, except by min-s. src is only read and not kept.
func (a *Analyzer) Analyze(l *lex.Language, src []byte, into *Analysis) {
	into.Tokens = l.Lex(into.Tokens[:0], src)
	a.Fingerprint(l, into)
}

// Fingerprint is [Analyzer.Analyze] for n.Tokens, which the caller has lexed as the language: for a
// part of a document.
func (a *Analyzer) Fingerprint(l *lex.Language, n *Analysis) {
	n.Language = l
	for r := range Representation(Representations) {
		n.fingerprint(r, a.winnower(n.Language, r))
	}
}

// fingerprint fingerprints the tokens in one representation; w is nil if it is off.
func (n *Analysis) fingerprint(r Representation, w *winnow.Winnower) {
	n.Fingerprints[r] = n.Fingerprints[r][:0]
	if w == nil {
		return
	}
	n.sums = r.appendSums(n.sums[:0], n.Tokens)
	n.Fingerprints[r] = w.AppendFingerprints(n.Fingerprints[r], n.sums, &n.memory)
}

// winnower returns nil if documents of the language are not fingerprinted in the representation.
func (a *Analyzer) winnower(l *lex.Language, r Representation) *winnow.Winnower {
	switch {
	case l == lex.Prose && r == Exact:
		return a.prose
	case l == lex.Prose:
		return nil
	case r == Structure:
		return a.structure
	}
	return a.exact
}

// AppendGrams appends a fingerprint for every k-gram of an analysed document, selected or not, to
// dst and returns it. A question with all of them finds every fingerprint that a document has in a
// shared run, however short the question is.
func (a *Analyzer) AppendGrams(dst []winnow.Fingerprint, n *Analysis,
	r Representation) []winnow.Fingerprint {
	w := a.winnower(n.Language, r)
	if w == nil {
		return dst
	}
	n.sums = r.appendSums(n.sums[:0], n.Tokens)
	return w.AppendGrams(dst, n.sums, &n.memory)
}

// Guarantee returns the guarantee threshold in tokens for documents of the language. If two of them
// share a run of that many tokens, it is found in every indexed representation; if structure is
// indexed, also when it is renamed. The threshold is the maximum over the representations. 0 means
// that a representation guarantees nothing, or that none is indexed.
func (a *Analyzer) Guarantee(l *lex.Language) int {
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
