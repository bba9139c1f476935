package evidence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
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
	// question and asked are document and rarity for [align.ForOrigin].
	question *align.Document
	asked    align.Rarity
}

// sure returns how sure search is that the text has a part of the other, if the other is all that
// it searches.
func (s *side) sure(other *side) align.Proof {
	return align.Find(s.question, other.question, s.asked).Sure(s.question, other.question, alone, nil)
}

// Compare finds the material that the texts share, excluding boilerplate, which may be nil. It
// needs no index: everything else in both texts counts as rare, import lines only if imports is
// true. The analyzer is the boilerplate's.
func Compare(ctx context.Context, settings *analyzer.Analyzer, a, b Text, ignored *boilerplate.Set, imports bool) (*answer.Comparison, error) {
	var without []answer.Warning
	for _, t := range []Text{a, b} {
		if len(without) == 0 && t.Language == nil && detect.File(t.Name, t.Text.UTF8) == lex.Prose {
			without = noLexer(Called(t.Name), t.Name)
		}
	}
	texts, given := [2]Text{a, b}, [2]*lex.Language{a.Language, b.Language}
	same := detectLanguages(&texts[0], &texts[1])
	var sides [2]side
	var languagesIn [2][]*lex.Language
	for i, t := range texts {
		var n analyzer.Analysis
		if t.Part != (Bytes{}) {
			t.Part.lex(t.Language, t.Text.UTF8, &n)
		} else if c, cut := n.LexFile(t.Language, t.Text.UTF8); cut {
			without = append(without, ignoredBy(t.Text.UTF8, Called(t.Name), parts.PartCut{Cut: c, Ends: len(t.Text.UTF8)})...)
		}
		sides[i] = newSide(settings, t, &n, ignored, imports)
		languagesIn[i] = parts.LanguagesIn(t.Language, n.Tokens)
	}
	best := compareSides(&sides)
	for i := range texts {
		verbatim := align.Verbatim.String()
		sure := best.Probability >= threshold.SureCopy
		if given[i] != nil || sure && (best.Kind == verbatim || detect.IsSource(texts[i].Name)) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("comparing %s and %s: %w", a.Name, b.Name, err)
		}
		text := texts[i]
		if text.Part != (Bytes{}) {
			continue
		}
		plain, known := best.Score, best.Score // as the text is read, and in the languages of the other
		parts.NewDoubts(text.Name, text.Language, text.Text.UTF8).EachReading(languagesIn[1-i], func(r parts.Reading, lexed *parts.Lexed) {
			t, tried := text, sides
			t.Language = r.Language
			tried[i] = newSide(settings, t, &analyzer.Analysis{Language: r.Language, Tokens: lexed.Tokens, Texts: lexed.Texts}, ignored, imports)
			p := compareSides(&tried)
			closer := sure && p.Kind == verbatim && (p.Score > best.Score || best.Kind != verbatim && p.Probability > best.Probability)
			least, isKnown := max(best.Score, threshold.ClearlyMore*plain), r.IsIn(languagesIn[1-i])
			if !isKnown {
				least = max(best.Score, threshold.ClearlyMore*known)
			}
			if closer || p.Probability > best.Probability && p.Score > least {
				best, same, without = p, same || r.Language != text.Language, text.readAs(r)
				if isKnown {
					known = p.Score
				}
			}
		})
	}
	best.Warnings = append(best.Warnings, without...)
	if l := texts; !same && !l[0].Language.Parted() && !l[1].Language.Parted() {
		best.Warnings = append(best.Warnings, warning.Of(option.LanguagesDiffer,
			Called(a.Name), l[0].Language.Name, Called(b.Name), l[1].Language.Name, option.Language))
	}
	for _, s := range []answer.Compared{best.A, best.B} {
		if s.Tokens == 0 {
			best.Warnings = append(best.Warnings, warning.Of(option.NoTokens, Called(s.Name)))
		}
	}
	return best, ctx.Err()
}

// readAs warns that a text is read in another way than its name and content suggest.
func (t *Text) readAs(r parts.Reading) []answer.Warning {
	src := t.Text.UTF8
	if r.Foreign {
		return nil
	}
	if r.Language != t.Language || r.Language.Parted() {
		return warning.One(option.TextReadAs, Called(t.Name), r.Language.Name)
	}
	return ignoredBy(src, Called(t.Name), r.CutOf(src))
}

// alone is a comparison of two texts.
var alone = align.Run{Units: 2}

// compareSides finds what two sides share.
func compareSides(sides *[2]side) *answer.Comparison {
	p := &answer.Comparison{Warnings: []answer.Warning{}, Matches: []answer.Shared{}}
	docA, docB := sides[0].document, sides[1].document
	p.SameComments = sameComments(sides[0].comments, sides[1].comments)
	p.Alignment = &answer.Alignment{Question: docA, Document: docB, FirstLine: 1}
	var kinds align.Kinds
	matched, again := [2]int{}, [2]int{}
	var shapes align.Shapes
	matches := align.Align(docA, docB)
	_, of := align.Assess(docA, docB, matches, sides[0].rarity, sides[1].rarity)
	weights := make([]float64, len(of))
	for i := range of {
		weights[i] = of[i].Weight()
	}
	for _, i := range align.Notable(matches, weights) {
		m := matches[i]
		if weights[i] < threshold.ShownMatch {
			continue
		}
		change := m.Changes(docA, docB)
		p.Alignment.Matches, p.Alignment.Changes = append(p.Alignment.Matches, m), append(p.Alignment.Changes, change)
		shared := answer.NewShared(docA, docB, m, change)
		p.Matches = append(p.Matches, shared)
		kinds.Add(m, change.Kind)
		shapes.Add(docA, docB, m)
		if tokens := m.Tokens - shared.Imports; m.Duplicate {
			matched[0], again[0] = matched[0]+tokens, again[0]+tokens
		} else if m.DuplicateB {
			matched[1], again[1] = matched[1]+tokens, again[1]+tokens
		} else {
			matched[0], matched[1] = matched[0]+tokens, matched[1]+tokens
		}
	}
	if len(p.Matches) > 0 {
		p.Kind = kinds.Copy().String()
	}
	p.Tokens = min(matched[0], matched[1])
	p.Score = align.Similarity(docA, docB, p.Alignment.Matches, sides[0].rarity, sides[1].rarity)
	if len(p.Matches) > 0 {
		once := shapes.Length(min(docA.Own()-again[0], docB.Own()-again[1]))
		part := align.Either([2]int{docA.Own(), docB.Own()}, func(i int) align.Proof { return sides[i].sure(&sides[1-i]) })
		proof := part.Or(alone.Whole(p.Score, once))
		p.Probability, p.MayBeCommon = proof.Probability, proof.MayBeCommon
	}
	for i := range sides {
		s := &sides[i]
		s.Coverage = float64(matched[i]) / float64(max(1, s.document.Own()))
	}
	p.A, p.B = sides[0].Compared, sides[1].Compared
	p.Shares = answer.Shares(shares.Of([2]int{docA.Own(), docB.Own()}, [2]float64{p.A.Coverage, p.B.Coverage}))
	return p
}

// detectLanguages sets the languages that are not given, and reports whether both are the same. If
// there are several guesses, it prefers one that also fits the other text.
func detectLanguages(a, b *Text) (same bool) {
	of := func(t *Text) []*lex.Language {
		if t.Language != nil {
			return []*lex.Language{t.Language}
		}
		return parts.LanguagesOf(t.Name, t.Text.UTF8)
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

// newSide weighs the tokens of the text, which n has. Boilerplate has no weight.
func newSide(a *analyzer.Analyzer, t Text, n *analyzer.Analysis, ignored *boilerplate.Set, imports bool) side {
	n.DropProse(t.Text.UTF8)
	a.Fingerprint(t.Language, n)
	var spans, light []analyzer.Span
	if ignored != nil {
		spans = ignored.Spans(n)
	}
	if !imports {
		light = n.Imports(t.Text.UTF8)
	}
	document := func(use align.Use) (*align.Document, align.Rarity) {
		d, rarity := align.NewDocument(t.Language, t.Text.UTF8, n.Tokens), align.NewRarity(a, n, 1, nil, use)
		d.For(use)
		d.DecodedFrom(t.Text.Original)
		d.WithTexts(n.Texts)
		d.EndAt(t.Part.To)
		d.Ignore(spans)
		d.Discount(light)
		rarity.Ignore(spans)
		rarity.Ignore(light)
		return d, rarity
	}
	s := side{Compared: answer.Compared{Name: t.Name, Language: t.Language.Name, Boilerplate: boilerplate.Tokens(spans)}}
	s.document, s.rarity = document(align.ForSimilarity)
	s.question, s.asked = document(align.ForOrigin)
	s.comments = commentsOf(n, t.Text, t.Part, spans)
	s.Tokens = n.Len()
	s.Imports = s.Tokens - s.Boilerplate - s.document.Own()
	return s
}
