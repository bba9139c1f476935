package chaffinch

import (
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// CompareOptions are the options of [Compare].
type CompareOptions struct {
	// Base are folders, files and archives of boilerplate, which is ignored in both documents.
	Base []string
	// Language is the language of the boilerplate; empty detects the language of each file.
	Language string
	// CountImports counts import lines, which otherwise carry no weight: see [SearchOptions].
	CountImports bool
}

// Compare finds what two documents share. It needs no index: all shared material but import lines
// is weighted as rare. Content must be empty in both. Errors are an unknown language, lines beyond
// the end of a document, and ctx's.
func Compare(ctx context.Context, a, b Document, o CompareOptions) (*answer.Comparison, error) {
	language, err := lex.ParseLanguage(o.Language)
	if err != nil {
		return nil, err
	}
	var texts [2]evidence.Text
	for i, d := range []Document{a, b} {
		if d.Content != "" {
			return nil, fmt.Errorf("comparing %s: %w", d.Content,
				option.Errorf(option.Content, "names no text: set %v", option.Source))
		}
		l, err := lex.ParseLanguage(d.Language)
		if err != nil {
			return nil, err
		}
		text, part, err := d.decode()
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
	c, err := evidence.Compare(ctx, settings, texts[0], texts[1], base, o.CountImports)
	if err != nil {
		return nil, err
	}
	c.Warnings = append(append(warnings, c.Warnings...), slices.Concat(linesNotRead(c, texts), ofLicenses(texts))...)
	return c, nil
}

// linesNotRead names the lines of texts that are not read because of their format.
func linesNotRead(c *answer.Comparison, texts [2]evidence.Text) (warnings []answer.Warning) {
	for i, side := range []answer.Compared{c.A, c.B} {
		l, _ := lex.Lookup(side.Language)
		if !l.Parted() {
			continue
		}
		var n analyzer.Analysis
		n.Lex(l, texts[i].Text.UTF8)
		n.DropProse(texts[i].Text.UTF8)
		if lines := skips.Lines(n.LeftOut); lines != "" {
			warnings = append(warnings, warning.Of(option.LinesNotRead, lines, side.Name))
		}
	}
	return warnings
}

// ofLicenses says that both texts are texts of licences.
func ofLicenses(texts [2]evidence.Text) []answer.Warning {
	for _, t := range texts {
		if !corpus.IsLicense(t.Name, t.Text.UTF8) {
			return nil
		}
	}
	return warning.One(option.BothLicenses)
}
