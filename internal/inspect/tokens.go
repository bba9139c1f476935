package inspect

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
)

// Inspection lists the tokens, k-grams and fingerprints of a document. Its JSON keys are stable.
type Inspection struct {
	Name            string               `json:"name"`            // as given
	Language        string               `json:"language"`        // that it was read in
	Tokens          []TokenView          `json:"tokens"`          // in order
	Representations []RepresentationView `json:"representations"` // how they are hashed
}

// TokenView is a token with its text.
type TokenView struct {
	Start int    `json:"start"` // byte range
	End   int    `json:"end"`   // the byte after the last
	Line  int    `json:"line"`  // from 1
	Kind  string `json:"kind"`  // keyword, operator, identifier, number, string, char or word
	Text  string `json:"text"`  // as in the source
}

// RepresentationView is one representation of the document.
type RepresentationView struct {
	Representation string `json:"representation"` // structure, exact or text
	K              int    `json:"k"`              // tokens of a k-gram
	W              int    `json:"w"`              // k-grams of a window
	Guarantee      int    `json:"guarantee"`      // t, in tokens
	// Density is selected k-grams per k-gram.
	Density float64    `json:"density"`
	Grams   []GramView `json:"grams"` // in order
}

// GramView is a k-gram.
type GramView struct {
	Token    int    `json:"token"`    // index of its first token
	Line     int    `json:"line"`     // of its first token
	Term     string `json:"term"`     // as the index has it
	Selected bool   `json:"selected"` // it is a fingerprint
	Length   int    `json:"-"`        // k, which is another one for prose in a document of several parts
}

// Document inspects the tokens that begin in a text's bytes from from to to. The text is a document
// of the language. Offsets are those before decoding.
func Document(a *analyzer.Analyzer, name string, l *lex.Language, text *corpus.Text,
	from, to int) *Inspection {
	source := text.UTF8
	var n analyzer.Analysis
	n.Lex(l, source)
	n.Within(from, to)
	a.Fingerprint(l, &n)
	view := &Inspection{Name: name, Language: l.Name, Tokens: make([]TokenView, 0, len(n.Tokens)), Representations: []RepresentationView{}}
	c := textlines.Of(source)
	for _, t := range n.Tokens { // tokens of a part inside a comment or string come last
		view.Tokens = append(view.Tokens, TokenView{
			text.Original(int(t.Start)), text.Original(int(t.End)), c.At(int(t.Start)), t.Kind.String(), textOf(&n, source, t),
		})
	}
	for r := range analyzer.Representation(analyzer.Representations) {
		scheme, ok := a.Settings().Scheme(l, r)
		if !ok {
			continue
		}
		view.Representations = append(view.Representations, view.represent(a, &n, r, scheme))
	}
	return view
}

// Count returns the number of tokens, without the borders of parts.
func (v *Inspection) Count() int {
	n := 0
	for _, t := range v.Tokens {
		if t.Kind != lex.Border.String() {
			n++
		}
	}
	return n
}

// textOf returns the text of the token; of a border the language of its part.
func textOf(n *analyzer.Analysis, source []byte, t lex.Token) string {
	if t.Kind == lex.Border {
		return t.Language().Name
	}
	if text, ok := n.Texts[t.Start]; ok {
		return string(text)
	}
	return string(source[t.Start:t.End])
}

func (v *Inspection) represent(a *analyzer.Analyzer, n *analyzer.Analysis, r analyzer.Representation,
	s winnow.Scheme) RepresentationView {
	rep := RepresentationView{
		Representation: r.String(), K: s.K, W: s.W, Guarantee: s.Guarantee(), Grams: []GramView{},
	}
	selected := map[uint32]bool{}
	for _, f := range n.Fingerprints[r] {
		selected[f.Token] = true
	}
	for _, p := range n.Parts() {
		scheme, _ := a.Settings().Scheme(p.Language, r)
		grams := a.AppendPartGrams(nil, n, p, r)
		rep.Grams = slices.Grow(rep.Grams, len(grams))
		for _, g := range grams {
			rep.Grams = append(rep.Grams, GramView{
				Token: int(g.Token), Line: v.Tokens[g.Token].Line, Term: string(winnow.AppendTerm(nil, g.Hash)),
				Selected: selected[g.Token], Length: scheme.K,
			})
		}
	}
	if len(rep.Grams) > 0 {
		rep.Density = float64(len(selected)) / float64(len(rep.Grams))
	}
	return rep
}
