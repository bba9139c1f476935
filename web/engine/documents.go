//go:build js

package main

import (
	"context"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/trees"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// fingerprint emits the tokens, k-grams and fingerprints of a document.
func (e *engine) fingerprint(_ context.Context, c *call, out io.Writer) error {
	var o documentOptions
	if err := c.read(&o); err != nil {
		return err
	}
	d := chaffinch.Document{Name: o.Name, Language: o.Language, Source: c.document(0)}
	if err := d.Check(); err != nil {
		return err
	}
	l, err := lex.ParseLanguage(o.Language)
	if err != nil {
		return err
	}
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		return err
	}
	text := corpus.Decode(d.Source)
	if l == nil {
		l = detect.Candidates(o.Name, text.UTF8, 1)[0]
	}
	return report.InspectionJSON(out, *inspect.Document(a, o.Name, l, &text, 0, len(text.UTF8)))
}

// compareOptions are the options of compare.
type compareOptions struct {
	A        documentOptions `json:"a"`
	B        documentOptions `json:"b"`
	Language string          `json:"language"` // of the starter code
	Base     []string        `json:"base"`
	Format   string          `json:"format"`
}

// compare emits what two documents share.
func (e *engine) compare(ctx context.Context, c *call, out io.Writer) error {
	var o compareOptions
	if err := c.read(&o); err != nil {
		return err
	}
	a := chaffinch.Document{Name: o.A.Name, Language: o.A.Language, Source: c.document(0)}
	b := chaffinch.Document{Name: o.B.Name, Language: o.B.Language, Source: c.document(1)}
	for _, d := range []chaffinch.Document{a, b} {
		if err := d.Check(); err != nil {
			return err
		}
	}
	shared, err := chaffinch.Compare(ctx, a, b, chaffinch.CompareOptions{Base: o.Base, Language: o.Language})
	if err != nil {
		return err
	}
	shared.Warnings = warning.In(option.JavaScript, shared.Warnings)
	switch o.Format {
	case "", "json":
		return report.JSON(out, shared)
	case "html":
		return html.WriteComparison(out, shared, a.Source, b.Source)
	}
	return wrongFormat(o.Format)
}

func wrongFormat(format string) error {
	return fmt.Errorf("options.format is %q, not json or html", format)
}

// treesOptions are the options of trees.
type treesOptions struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Language string   `json:"language"`
	Base     []string `json:"base"`
	Top      int      `json:"top"`
	Format   string   `json:"format"`
	Keep     bool     `json:"keep"` // the result, for write
	fileOptions
}

// trees emits what became of the files of folder A in folder B, or keeps it and emits the warnings.
func (e *engine) trees(ctx context.Context, c *call, out io.Writer) error {
	var o treesOptions
	if err := c.read(&o); err != nil {
		return err
	}
	l, err := lex.ParseLanguage(o.Language)
	if err != nil {
		return err
	}
	t := trees.Options{Corpus: o.keeping(), Language: l, Base: o.Base, Progress: c.progress, Skipped: c.skipped}
	if o.Format == "html" || o.Keep {
		t.Sources = html.TreeSources
	}
	found, err := trees.Compare(ctx, o.A, o.B, t)
	if err != nil {
		return err
	}
	if o.Keep {
		e.related = found
		return report.JSON(out, said(found.Warnings))
	}
	return writeTrees(ctx, out, found, o.Format, o.Top)
}

func writeTrees(ctx context.Context, out io.Writer, found *trees.Result, format string, top int) error {
	switch format {
	case "", "json":
		sorted := *found
		sorted.Relations, sorted.Warnings = found.Sorted(), warning.In(option.JavaScript, found.Warnings)
		return report.JSON(out, &sorted)
	case "html":
		if top == 0 {
			top = report.TextRows
		}
		plain := *found
		plain.Warnings = warning.In(option.Reader, found.Warnings)
		return html.WriteTrees(ctx, out, &plain, top)
	}
	return wrongFormat(format)
}

// languages emits the languages and their names.
func (e *engine) languages(_ context.Context, _ *call, out io.Writer) error {
	return report.JSON(out, inspect.Languages())
}
