package main

import (
	"context"
	"errors"
	"io"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/scan"
)

// openSources sets what writes the reports with sources and licence texts, until the returned function is called.
func (o *scanOptions) openSources(ctx context.Context, x *chaffinch.Index) (closeSources func() error, err error) {
	if x.Settings().HashOnly && o.writes(func(f scanFormat) bool { return f.name == "jplag" }) {
		return nil, errors.New("a report for JPlag shows the sources of both sides, and the index keeps hashes only: " +
			"use another format, such as --output report.html")
	}
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
	o.credit = func(out io.Writer, r *scan.Report) error {
		texts, err := scans.ReadLicenseTexts(ctx, r, state)
		if err != nil {
			return err
		}
		return scans.Attribution(out, r, texts)
	}
	return state.Close, nil
}

// pageFile returns the first file that a page is written to; empty if none is.
func (o *scanOptions) pageFile() string {
	for _, as := range o.written {
		if as.name == "html" && as.file != "" {
			return as.file
		}
	}
	return ""
}
