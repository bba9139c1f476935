package main

import (
	"context"
	"io"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/scan"
)

// keptSources bounds the bytes of sources of the project that are in memory until the page is written.
const keptSources = 64 << 20

// writesSources reports whether a format with sources is printed, or written to a file.
func (o *scanOptions) writesSources(printed scanFormat) bool {
	return printed.name == "html" || slices.ContainsFunc(o.outputs, func(file string) bool {
		as, err := scanFormatOf(file)
		return err == nil && as.name == "html"
	})
}

// openSources sets what writes a page with the sources of both sides, until the returned function is called.
func (o *scanOptions) openSources(ctx context.Context, x *chaffinch.Index) (closeSources func() error, err error) {
	state, err := x.State()
	if err != nil {
		return nil, err
	}
	o.page = func(out io.Writer, r *scan.Report) error {
		source := func(content string) (index.Content, []byte, error) { return r.SourceOf(ctx, state, content) }
		return html.WriteScan(ctx, out, r, source, o.top)
	}
	return state.Close, nil
}
