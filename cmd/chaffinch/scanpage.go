package main

import (
	"context"
	"io"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/scan"
)

// openSources sets the readers of both sides' sources and of licence texts. The returned function
// closes them.
func (o *scanOptions) openSources(ctx context.Context, x *chaffinch.Index) (closeSources func() error, err error) {
	state, err := x.State()
	if err != nil {
		return nil, err
	}
	o.sourceOf = func(ctx context.Context, r *scan.Report) html.Sources {
		return func(content string) (index.Content, []byte, error) { return r.SourceOf(ctx, state, content) }
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
		if as.Viewer != nil && as.file != "" {
			return as.file
		}
	}
	return ""
}
