//go:build js

package main

import (
	"context"
	"io"

	"github.com/chaffinch-search/chaffinch/internal/report/html"
)

// reopen emits a saved report as a page of this version.
func (e *engine) reopen(_ context.Context, c *call, out io.Writer) error {
	return html.Reopen(out, c.document(0))
}
