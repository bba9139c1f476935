package main

import (
	"context"
	"io"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/scan"
)

// writesSources reports whether a format with sources is printed, or written to a file.
func (o *scanOptions) writesSources(printed scanFormat) bool {
	return printed.hasSources() || slices.ContainsFunc(o.outputs, func(file string) bool {
		as, err := scanFormatOf(file)
		return err == nil && as.hasSources()
	})
}

// openSources sets what writes the reports with the sources of both sides, until the returned function is called.
func (o *scanOptions) openSources(ctx context.Context, x *chaffinch.Index) (closeSources func() error, err error) {
	state, err := x.State()
	if err != nil {
		return nil, err
	}
	sourceOf := func(r *scan.Report) report.ScanSource {
		return func(content string) (index.Content, []byte, error) { return r.SourceOf(ctx, state, content) }
	}
	o.page = func(out io.Writer, r *scan.Report) error { return html.WriteScan(ctx, out, r, sourceOf(r), o.top) }
	o.jplag = func(out io.Writer, r *scan.Report) error {
		return report.ScanJPlag(ctx, out, r, sourceOf(r), report.PageRows)
	}
	return state.Close, nil
}

// pageFile returns the first file that a page is written to; empty if none is.
func (o *scanOptions) pageFile() string {
	for _, file := range o.outputs {
		if as, err := scanFormatOf(file); err == nil && as.name == "html" {
			return file
		}
	}
	return ""
}
