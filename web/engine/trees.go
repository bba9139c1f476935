//go:build js

package main

import (
	"context"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/trees"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

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

// trees compares folder A with folder B. It emits the relations of their files, or keeps them and
// emits the warnings.
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
