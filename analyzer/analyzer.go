package analyzer

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// Version is the version of the tokens and fingerprints. Different versions cannot be
// compared. Versions below 16 were never published.
const Version = 16

// Analysis holds the tokens and fingerprints of a document. Its owner owns the slices.
// [Analyzer.Analyze] overwrites and grows them.
type Analysis struct {
	Language *lex.Language
	Tokens   []lex.Token
	// Texts holds, by Start, the texts of tokens outside of the source: see [parts.Lexed].
	Texts map[uint32][]byte
	// LeftOut counts the lines that are not read, by reason: see [parts.LeftOut].
	LeftOut map[string]int
	// Fingerprints holds, by representation, the fingerprints in the order of the tokens.
	Fingerprints [Representations][]winnow.Fingerprint

	// Grams holds the known k-grams of a document without source, by representation. It is nil if
	// the tokens are known.
	Grams *[Representations][]winnow.Fingerprint

	sums   []uint64
	memory winnow.Memory
	block  keyed
}

// Analyzer turns documents into fingerprints under fixed settings. It holds no state between calls.
// Several goroutines may use it, each with its own [Analysis].
type Analyzer struct {
	settings                Settings
	structure, exact, prose *winnow.Winnower // nil: off
	key                     *Key             // nil: none
	mask                    uint64           // selects the bits of a hash that an index keeps
}

// New returns an analyzer. Its error names the setting that is out of range.
func New(s Settings) (*Analyzer, error) {
	if s.TermBits != 0 && (s.TermBits < LeastTermBits || s.TermBits > winnow.TermBits) {
		return nil, fmt.Errorf("settings: terms have %d to %d bits, not %d", LeastTermBits, winnow.TermBits, s.TermBits)
	}
	a := (&Analyzer{settings: s}).WithTermBits(s.TermBits)
	if s.Structure.Off() && s.Exact.Off() {
		return nil, errors.New("settings: neither structure nor exact is indexed")
	}
	for _, f := range []struct {
		name   string
		scheme winnow.Scheme
		to     **winnow.Winnower
	}{{"structure", s.Structure, &a.structure}, {"exact", s.Exact, &a.exact}, {"text", s.Text, &a.prose}} {
		w, err := f.scheme.Winnower()
		if err != nil {
			return nil, fmt.Errorf("settings of %s: %w", f.name, err)
		}
		*f.to = w
	}
	return a, nil
}

// Settings returns the settings that the analyzer was made with.
func (a *Analyzer) Settings() Settings { return a.settings }

// Part is a run of a document's tokens in one language, without its border.
type Part struct {
	Span
	Language *lex.Language
	Inside   bool // a comment or string: see package parts
}

// Parts returns the parts of a document, in order. A document in one language is one part.
func (n *Analysis) Parts() []Part {
	if !n.Parted() {
		return []Part{{Span: Span{0, len(n.Tokens)}, Language: n.Language}}
	}
	var all []Part
	for i := range n.Tokens { // without copies of the tokens, which take four times as long
		if t := &n.Tokens[i]; t.Kind == lex.Border {
			if len(all) > 0 {
				all[len(all)-1].To = i
			}
			all = append(all, Part{Span{i + 1, len(n.Tokens)}, t.Language(), t.Inside()})
		}
	}
	return all
}

// Outside returns the tokens without code inside comments and strings. It also drops the border in
// front of such code.
func (n *Analysis) Outside() []lex.Token { return parts.Outside(n.Language, n.Tokens) }

// Parted reports whether the document has several parts. Its first token is then a border.
func (n *Analysis) Parted() bool { return len(n.Tokens) > 0 && n.Tokens[0].Kind == lex.Border }

// Len returns the number of tokens, without borders.
func (n *Analysis) Len() int {
	count := len(n.Tokens)
	if n.Parted() {
		count -= len(n.Parts())
	}
	return count
}

// LanguageAt returns the language of the part that the token is in.
func (n *Analysis) LanguageAt(token int) *lex.Language {
	if n.Parted() {
		for ; token >= 0; token-- {
			if n.Tokens[token].Kind == lex.Border {
				return n.Tokens[token].Language()
			}
		}
	}
	return n.Language
}

// Within keeps the tokens that begin in a range of bytes, as [lex.Within] does. If they begin
// inside a part, its border precedes them.
func (n *Analysis) Within(from, to int) {
	if !n.Parted() {
		n.Tokens = slices.Clone(lex.Within(n.Tokens, from, to))
		return
	}
	var kept []lex.Token
	for _, p := range n.Parts() {
		within := lex.Within(n.Tokens[p.From:p.To], from, to)
		if len(within) == 0 {
			continue
		}
		border := n.Tokens[p.From-1]
		border.Start, border.End = within[0].Start, within[0].Start
		kept = append(append(kept, border), within...)
	}
	n.Tokens = kept
}

// Lex sets the language, and the tokens of src in that language.
func (n *Analysis) Lex(l *lex.Language, src []byte) { n.LexKnown(l, src, -1) }

// LexKnown is Lex for a source with a known number of tokens, by Len. A negative number means that
// it is not known. See [parts.LexKnown].
func (n *Analysis) LexKnown(l *lex.Language, src []byte, tokens int) {
	lexed := parts.Lexed{Tokens: n.Tokens}
	parts.LexKnown(l, src, tokens, &lexed)
	n.set(l, &lexed)
}

// LexShown is Lex for a question, or a file that is compared: see [parts.Asked]. It reports
// whether LexForeign reads some code in another language.
func (n *Analysis) LexShown(l *lex.Language, src []byte) (foreign bool) {
	lexed := parts.Lexed{Tokens: n.Tokens}
	parts.Lex(l, src, parts.Asked, &lexed)
	n.set(l, &lexed)
	return lexed.Foreign
}

// LexForeign is LexShown with all code inside comments and strings in the language that it looks
// like: see [parts.Foreign].
func (n *Analysis) LexForeign(l *lex.Language, src []byte) {
	lexed := parts.Lexed{Tokens: n.Tokens}
	parts.Lex(l, src, parts.Foreign, &lexed)
	n.set(l, &lexed)
}

// LexFile is LexShown for a file that may be cut inside a comment or string. c is the cut, if it is
// read so: see [parts.LexFile].
func (n *Analysis) LexFile(l *lex.Language, src []byte) (c lex.Cut, cut bool) {
	lexed := parts.Lexed{Tokens: n.Tokens}
	c, cut = parts.LexFile(l, src, &lexed)
	n.set(l, &lexed)
	return c, cut
}

// set sets the language and the tokens.
func (n *Analysis) set(l *lex.Language, lexed *parts.Lexed) {
	n.Language, n.Tokens, n.Texts, n.LeftOut = l, lexed.Tokens, lexed.Texts, lexed.LeftOut
}

// Analyze lexes src as the language and fingerprints it in every representation. It makes one pass
// over the source. It overwrites into and reuses its memory: once that has grown to the largest
// document, nothing is allocated, except for code inside comments and strings and escapes of
// Java. src is only read and not kept.
func (a *Analyzer) Analyze(l *lex.Language, src []byte, into *Analysis) {
	into.Lex(l, src)
	a.Fingerprint(l, into)
}

// Fingerprint is [Analyzer.Analyze] for tokens that the caller has lexed: a part of a document.
func (a *Analyzer) Fingerprint(l *lex.Language, n *Analysis) {
	n.Language = l
	if n.Parted() {
		a.fingerprintParts(n)
		return
	}
	for r := range Representation(Representations) {
		n.fingerprint(r, a.winnower(n.Language, r))
		a.finish(n.Fingerprints[r], n)
	}
}

// fingerprintParts is Fingerprint for a document of several parts. Each gets the fingerprints that
// it would have as a document.
func (a *Analyzer) fingerprintParts(n *Analysis) {
	for r := range Representation(Representations) {
		n.Fingerprints[r] = n.Fingerprints[r][:0]
		for _, p := range n.Parts() {
			if w := a.winnower(p.Language, r); w != nil {
				n.AppendFingerprints(p, r, w)
			}
		}
		a.finish(n.Fingerprints[r], n)
	}
}

// AppendFingerprints appends the part's fingerprints to n.Fingerprints[r] and returns the appended
// ones.
func (n *Analysis) AppendFingerprints(p Part, r Representation, w *winnow.Winnower) []winnow.Fingerprint {
	from := len(n.Fingerprints[r])
	n.Fingerprints[r] = w.AppendFingerprints(n.Fingerprints[r], n.sumsOf(p, r), &n.memory)
	shift(n.Fingerprints[r][from:], p.From)
	return n.Fingerprints[r][from:]
}

// sumsOf returns the polynomials of the prefixes of the part.
func (n *Analysis) sumsOf(p Part, r Representation) []uint64 {
	n.sums = r.appendSums(n.sums[:0], n.Tokens[p.From:p.To])
	return n.sums
}

// Trim drops the memory that fingerprints were made in, which is more than they take.
func (n *Analysis) Trim() { n.sums, n.memory = nil, winnow.Memory{} }

// shift turns positions in a part into positions in its document.
func shift(prints []winnow.Fingerprint, by int) {
	for i := range prints {
		prints[i].Token += uint32(by)
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

// AppendGrams appends a fingerprint for every k-gram of a document to dst, selected or not. A
// question with all of them finds every fingerprint that a document has in a shared run, however
// short the question is.
func (a *Analyzer) AppendGrams(dst []winnow.Fingerprint, n *Analysis,
	r Representation) []winnow.Fingerprint {
	if n.Parted() {
		for _, p := range n.Parts() {
			dst = a.AppendPartGrams(dst, n, p, r)
		}
		return dst
	}
	return a.AppendPartGrams(dst, n, Part{Span: Span{0, len(n.Tokens)}, Language: n.Language}, r)
}

// AppendPartGrams is [Analyzer.AppendGrams] for a part of the document.
func (a *Analyzer) AppendPartGrams(dst []winnow.Fingerprint, n *Analysis, p Part,
	r Representation) []winnow.Fingerprint {
	if n.Grams != nil {
		return append(dst, within(n.Grams[r], p)...)
	}
	w := a.winnower(p.Language, r)
	if w == nil {
		return dst
	}
	from := len(dst)
	dst = w.AppendGrams(dst, n.sumsOf(p, r), &n.memory)
	shift(dst[from:], p.From)
	a.finish(dst[from:], n)
	return dst
}

// finish enciphers and cuts the hashes of selected k-grams.
func (a *Analyzer) finish(prints []winnow.Fingerprint, n *Analysis) {
	a.key.encipher(prints, &n.block)
	if a.mask != ^uint64(0) {
		for i := range prints {
			prints[i].Hash &= a.mask
		}
	}
}

// WithTermBits returns an analyzer with the same settings but for the bits of a term.
func (a *Analyzer) WithTermBits(n int) *Analyzer {
	cut := *a
	cut.settings.TermBits = n
	cut.mask = cut.settings.TermMask()
	return &cut
}

// Cut returns the bits of a hash that fingerprints of the analyzer keep.
func (a *Analyzer) Cut(hash uint64) uint64 { return hash & a.mask }

// within returns the k-grams that begin in the part.
func within(grams []winnow.Fingerprint, p Part) []winnow.Fingerprint {
	from := sort.Search(len(grams), func(i int) bool { return int(grams[i].Token) >= p.From })
	to := sort.Search(len(grams), func(i int) bool { return int(grams[i].Token) >= p.To })
	return grams[from:to]
}

// GuaranteeOf returns the [Analyzer.Guarantee] for an analysed document: the largest of its parts.
func (a *Analyzer) GuaranteeOf(n *Analysis) int {
	if !n.Parted() {
		return a.Guarantee(n.Language)
	}
	t := 0
	for _, p := range n.Parts() {
		g := a.Guarantee(p.Language)
		if g == 0 {
			return 0
		}
		t = max(t, g)
	}
	return t
}

// Guarantee returns the guarantee threshold in tokens for documents of the language. If two of them
// share a run of that many tokens, it is found in every indexed representation; if structure is
// indexed, even when it is renamed. The threshold is the maximum over the representations. 0 means
// that none is indexed.
func (a *Analyzer) Guarantee(l *lex.Language) int {
	t := 0
	for r := range Representation(Representations) {
		scheme, ok := a.settings.Scheme(l, r)
		if !ok {
			continue
		}
		t = max(t, scheme.Guarantee())
	}
	return t
}
