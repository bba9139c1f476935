package evidence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/warning"
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

// side is one of two texts, lexed.
type side struct {
	answer.Compared
	document *align.Document // its offsets refer to the text before decoding
	comments *align.Document // likewise
	rarity   align.Rarity
}

// Compare finds what the texts share, excluding boilerplate, which may be nil. It needs no index:
// everything else in both texts counts as rare, import lines only if imports is true. The analyzer is the boilerplate's.
func Compare(ctx context.Context, settings *analyzer.Analyzer, a, b Text, ignored *boilerplate.Set, imports bool) (*answer.Comparison, error) {
	p := &answer.Comparison{Warnings: []answer.Warning{}, Matches: []answer.Shared{}}
	for _, t := range []Text{a, b} {
		if len(p.Warnings) == 0 && t.Language == nil && detect.File(t.Name, t.Text.UTF8) == lex.Prose {
			p.Warnings = append(p.Warnings, noLexer(Called(t.Name), t.Name)...)
		}
	}
	same := detectLanguages(&a, &b)
	if !same && !a.Language.Parted() && !b.Language.Parted() {
		p.Warnings = append(p.Warnings, warning.Of(option.LanguagesDiffer,
			Called(a.Name), a.Language.Name, Called(b.Name), b.Language.Name, option.Language))
	}
	sides := [2]side{newSide(settings, a, ignored, imports), newSide(settings, b, ignored, imports)}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("comparing %s and %s: %w", a.Name, b.Name, err)
	}
	docA, docB := sides[0].document, sides[1].document
	p.SameComments = sameComments(sides[0].comments, sides[1].comments)
	p.Alignment = &answer.Alignment{Question: docA, Document: docB, FirstLine: 1}
	kind, matched := align.Verbatim, [2]int{}
	for _, m := range align.Align(docA, docB) {
		// The larger weight, so that the order of the texts makes no difference.
		if max(m.Weight(docA, docB, sides[0].rarity), m.Mirrored().Weight(docB, docA, sides[1].rarity)) < align.LeastMatch {
			continue
		}
		change := m.Changes(docA, docB)
		p.Alignment.Matches, p.Alignment.Changes = append(p.Alignment.Matches, m), append(p.Alignment.Changes, change)
		shared := answer.NewShared(docA, docB, m, change)
		p.Matches = append(p.Matches, shared)
		kind = max(kind, change.Kind)
		if !m.DuplicateB {
			matched[0] += m.Tokens - shared.Imports
		}
		if !m.Duplicate {
			matched[1] += m.Tokens - shared.Imports
		}
	}
	if len(p.Matches) > 0 {
		p.Kind = kind.String()
	}
	p.Tokens = min(matched[0], matched[1])
	p.Score = align.Similarity(docA, docB, p.Alignment.Matches, sides[0].rarity, sides[1].rarity)
	for i := range sides {
		s := &sides[i]
		s.Coverage = float64(matched[i]) / float64(max(1, s.document.Own()))
		if s.document.Len() == 0 {
			p.Warnings = append(p.Warnings, warning.Of(option.NoTokens, Called(s.Name)))
		}
	}
	p.A, p.B = sides[0].Compared, sides[1].Compared
	p.Shares = answer.Shares(shares.Of([2]int{docA.Own(), docB.Own()}, [2]float64{p.A.Coverage, p.B.Coverage}))
	return p, nil
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

// newSide lexes the text, and weighs its tokens. Boilerplate has no weight.
func newSide(a *analyzer.Analyzer, t Text, ignored *boilerplate.Set, imports bool) side {
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
	if !imports {
		d.Discount(n.Imports(t.Text.UTF8))
		rarity.Ignore(d.Discounted())
	}
	c := answer.Compared{Name: t.Name, Language: t.Language.Name, Boilerplate: boilerplate.Tokens(spans)}
	c.Tokens = n.Len()
	c.Imports = c.Tokens - c.Boilerplate - d.Own()
	return side{c, d, commentsOf(&n, t.Text, t.Part, spans), rarity}
}

// leastComment is the least number of words of a comment that both texts have: how rare they are is not known here. Set by hand.
const leastComment = 12

// commentsOf returns the words of the comments of a part of a text, ready to be aligned. The zero part is all of it.
func commentsOf(n *analyzer.Analysis, t *corpus.Text, part Bytes, ignored []analyzer.Span) *align.Document {
	var comments analyzer.Analysis
	n.Comments(t.UTF8, ignored, &comments)
	if part != (Bytes{}) {
		comments.Within(part.From, part.To)
	}
	d := align.NewDocument(lex.Prose, t.UTF8, comments.Tokens)
	d.DecodedFrom(t.Original)
	return d
}

// sameComments returns what the comments of two texts share.
func sameComments(a, b *align.Document) (all []answer.SharedComment) {
	for _, m := range align.Align(a, b) {
		if m.Tokens >= leastComment {
			all = append(all, answer.NewSharedComment(a, b, m))
		}
	}
	return all
}
