package chaffinch

import (
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/parts"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// CompareOptions are the options of [Compare].
type CompareOptions struct {
	// Base are folders, files and archives of boilerplate, which is ignored in both documents.
	Base []string
	// Language is the language of the boilerplate; empty detects the language of each file.
	Language string
}

// Compare finds what two documents share. It needs no index: all shared material is weighted as
// rare. Content must be empty in both. Errors are an unknown language, lines beyond the end of a
// document, and ctx's.
func Compare(ctx context.Context, a, b Document, o CompareOptions) (*answer.Comparison, error) {
	language, err := lex.ParseLanguage(o.Language)
	if err != nil {
		return nil, err
	}
	var texts [2]evidence.Text
	for i, d := range []Document{a, b} {
		if d.Content != "" {
			return nil, fmt.Errorf("comparing %s: Compare does not accept "+option.Content.Field+": "+
				"set "+option.Source.Field, d.Content)
		}
		l, err := lex.ParseLanguage(d.Language)
		if err != nil {
			return nil, err
		}
		text, part, err := d.text()
		if err != nil {
			return nil, err
		}
		texts[i] = evidence.Text{Name: d.Name, Text: &text, Part: part, Language: l}
	}
	settings, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		return nil, err
	}
	base, warnings, err := units.ReadBoilerplate(ctx, settings, units.Options{Boilerplate: o.Base, Language: language})
	if err != nil {
		return nil, err
	}
	p, err := evidence.Compare(ctx, settings, texts[0], texts[1], base)
	if err != nil {
		return nil, err
	}
	al := &answer.Alignment{Question: p.A.Document, Document: p.B.Document, FirstLine: 1}
	c := &answer.Comparison{
		Score: p.Score, Warnings: append(warnings, slices.Concat(p.Warnings, linesNotRead(p, texts))...), Matches: []answer.Shared{}, Alignment: al,
	}
	kind, matched := align.Verbatim, [2]int{}
	for _, m := range p.Matches {
		al.Matches, al.Changes = append(al.Matches, m.Match), append(al.Changes, m.Change)
		kind = max(kind, m.Change.Kind)
		if !m.DuplicateB {
			matched[0] += m.Tokens
		}
		if !m.Duplicate {
			matched[1] += m.Tokens
		}
		c.Matches = append(c.Matches, answer.NewShared(p.A.Document, p.B.Document, m.Match, m.Change))
	}
	if len(p.Matches) > 0 {
		c.Kind = kind.String()
	}
	c.Tokens = min(matched[0], matched[1])
	c.A, c.B = compared(p.A, matched[0]), compared(p.B, matched[1])
	c.Shares = sharesOf(p.A.Document, p.B.Document, c.A.Coverage, c.B.Coverage)
	return c, nil
}

// linesNotRead names the lines of texts that are not read because of their format.
func linesNotRead(p *evidence.Pair, texts [2]evidence.Text) (warnings []string) {
	for i, l := range []*lex.Language{p.A.Language, p.B.Language} {
		if lines := skips.Lines(parts.LeftOut(l, texts[i].Text.UTF8)); lines != "" {
			warnings = append(warnings, lines+" ("+texts[i].Name+")")
		}
	}
	return warnings
}

// compared describes a text with matched tokens in matches.
func compared(s evidence.Side, matched int) answer.Compared {
	own := s.Document.Own()
	return answer.Compared{
		Name: s.Name, Language: s.Language.Name, Tokens: own + s.Boilerplate,
		Coverage: float64(matched) / float64(max(1, own)), Boilerplate: s.Boilerplate,
	}
}

// sharesOf returns the shares of two documents, given how much of each is in matches.
func sharesOf(a, b *align.Document, coverA, coverB float64) answer.Shares {
	return answer.Shares(shares.Of([2]int{a.Own(), b.Own()}, [2]float64{coverA, coverB}))
}
