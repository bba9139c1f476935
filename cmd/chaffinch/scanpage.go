package main

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/scan"
)

// keptSources bounds the bytes of sources of the project that are in memory until the reports are written.
const keptSources = 64 << 20

// writesSources reports whether a format with sources is printed, or written to a file.
func (o *scanOptions) writesSources(printed scanFormat) bool {
	return printed.sources || slices.ContainsFunc(o.outputs, func(file string) bool {
		as, err := scanFormatOf(file)
		return err == nil && as.sources
	})
}

// sourceOf returns what returns the sources of a report.
func (o *scanOptions) sourceOf(ctx context.Context, r *scan.Report) report.ScanSource {
	return func(content string) (index.Content, []byte, error) { return r.SourceOf(ctx, o.state, content) }
}
