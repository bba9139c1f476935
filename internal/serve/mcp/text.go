package mcp

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// content returns the answer as text, and a link to the source of each hit.
func (a Answer) content() []sdk.Content {
	var b strings.Builder
	b.WriteString(a.Summary)
	for i, h := range a.Hits {
		fmt.Fprintf(&b, "\n%d. %s", i+1, h)
	}
	if a.More {
		fmt.Fprintf(&b, "\nThere are more: use a limit over %d.", len(a.Hits))
	}
	for _, n := range a.Notes {
		b.WriteString("\nNote: " + n)
	}
	all := []sdk.Content{&sdk.TextContent{Text: b.String()}}
	for _, h := range a.Hits {
		all = append(all, &sdk.ResourceLink{URI: h.Source, Name: h.name()})
	}
	return all
}

// name returns the last part of the path of the document, which names a link.
func (h Hit) name() string { return cutStart(path.Base(h.Document), 12) }

// String describes the hit in a line.
func (h Hit) String() string {
	var b strings.Builder
	b.WriteString(cmp.Or(h.Kind, "shared"))
	switch {
	case h.File != "":
		fmt.Fprintf(&b, " %s:%s", h.File, h.Lines)
	case h.Lines != "":
		b.WriteString(" lines " + h.Lines)
	}
	fmt.Fprintf(&b, " = %s", h.Document)
	if h.DocumentLines != "" {
		b.WriteString(":" + h.DocumentLines)
	}
	if h.Parts > 1 {
		fmt.Fprintf(&b, " and %s", terminal.Plural(h.Parts-1, "other part", "other parts"))
	}
	if h.Kind == "comments" {
		b.WriteString("; the same comments, and no code")
	} else {
		fmt.Fprintf(&b, "; score %.2f", h.Score)
	}
	if h.Sure > 0 {
		fmt.Fprintf(&b, ", sure %.0f%%", 100*h.Sure)
	}
	if h.License != "" {
		b.WriteString(", " + h.License)
	}
	if h.InDocuments > 1 {
		fmt.Fprintf(&b, ", in %s documents", terminal.Thousands(h.InDocuments))
	}
	if h.Own {
		b.WriteString(", in the working folder")
	}
	return b.String()
}
