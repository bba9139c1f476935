package evidence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Text is one of two texts to compare.
type Text struct {
	Name string // as given; "-" is standard input
	Text *corpus.Text
	Part Bytes // of Text, to compare
	// Language is how to lex the source; nil detects it from name and content.
	Language *lex.Language
}

// Pair is a comparison of two texts.
type Pair struct {
	A, B Side
	// Score is the overall similarity of the texts, from 0 to 1.
	Score    float64
	Matches  []Match // in the order of A, the side of the question
	Warnings []string
}

// Side is one of two texts, lexed.
type Side struct {
	Name     string
	Language *lex.Language
	Document *align.Document // its offsets refer to the text before decoding

	Boilerplate int // tokens that are ignored
}

// Compare finds what the texts share, excluding boilerplate, which may be nil. It needs no index:
// everything else in both texts counts as rare. The analyzer is the boilerplate's.
func Compare(ctx context.Context, settings *analyzer.Analyzer, a, b Text, ignored *boilerplate.Set) (*Pair, error) {
	var p Pair
	for _, t := range []Text{a, b} {
		if len(p.Warnings) == 0 && t.Language == nil && detect.File(t.Name, t.Text.UTF8) == lex.Prose {
			p.Warnings = noLexer(Called(t.Name), t.Name)
		}
	}
	same := detectLanguages(&a, &b)
	if !same && !a.Language.Parted() && !b.Language.Parted() {
		p.Warnings = append(p.Warnings, fmt.Sprintf(
			"%s is %s and %s is %s: some shared code may be missed; "+option.Language.Field+" reads both as one language",
			Called(a.Name), a.Language.Name, Called(b.Name), b.Language.Name))
	}
	var rarityA, rarityB align.Rarity
	p.A, rarityA = side(settings, a, ignored)
	p.B, rarityB = side(settings, b, ignored)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("comparing %s and %s: %w", a.Name, b.Name, err)
	}
	docA, docB := p.A.Document, p.B.Document
	var matches []align.Match
	for _, m := range align.Align(docA, docB) {
		weight := m.Weight(docA, docB, rarityA)
		// The larger weight, so that the order of the texts makes no difference.
		if max(weight, m.Mirrored().Weight(docB, docA, rarityB)) < align.LeastMatch {
			continue
		}
		matches = append(matches, m)
		p.Matches = append(p.Matches, newMatch(m, weight, docA, docB))
	}
	p.Score = align.Similarity(docA, docB, matches, rarityA, rarityB)
	for _, s := range []Side{p.A, p.B} {
		if s.Document.Len() == 0 {
			p.Warnings = append(p.Warnings,
				Called(s.Name)+" has no tokens: it is empty, or all of it is comments")
		}
	}
	return &p, nil
}

// detectLanguages sets the languages that are not given, and reports whether both are the same. If
// there are several guesses, as for standard input, it prefers one that also fits the other text.
func detectLanguages(a, b *Text) (same bool) {
	of := func(t *Text) []*lex.Language {
		if t.Language != nil {
			return []*lex.Language{t.Language}
		}
		all := detect.Candidates(t.Name, t.Text.UTF8, guesses)
		if l := detect.File(t.Name, t.Text.UTF8); !detect.IsNameless(t.Name) && l != all[0] {
			return append([]*lex.Language{l}, all...) // a program under a name that says nothing
		}
		return all
	}
	guessA, guessB := of(a), of(b)
	a.Language, b.Language = guessA[0], guessB[0]
	for _, x := range guessA {
		for _, y := range guessB {
			if x == y {
				a.Language, b.Language = x, y
				return true
			}
		}
	}
	return false
}

// Called returns the name of a text for a message: the one that was given, if any.
func Called(name string) string {
	if name == "-" {
		return "standard input"
	}
	return cmp.Or(name, "the document")
}

// side lexes the text, and returns the weights of its tokens. Boilerplate has none.
func side(a *analyzer.Analyzer, t Text, ignored *boilerplate.Set) (Side, align.Rarity) {
	var n analyzer.Analysis
	t.Part.lex(t.Language, t.Text.UTF8, &n)
	a.Fingerprint(t.Language, &n)
	d := align.NewDocument(t.Language, t.Text.UTF8, n.Tokens)
	d.For(align.ForSimilarity)
	d.DecodedFrom(t.Text.Original)
	d.WithTexts(n.Texts)
	d.EndAt(t.Part.To)
	rarity := align.NewRarity(a, &n, 1, nil, align.ForSimilarity)
	var spans []analyzer.Span
	if ignored != nil {
		spans = ignored.Spans(&n)
		d.Ignore(spans)
		rarity.Ignore(spans)
	}
	return Side{t.Name, t.Language, d, boilerplate.Tokens(spans)}, rarity
}
