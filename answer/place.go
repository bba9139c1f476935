package answer

import (
	"fmt"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Lines are lines of a file, from 1, both included.
type Lines struct {
	From int `json:"from"` // the first line, from 1
	To   int `json:"to"`   // the last line
}

// Len returns the number of lines.
func (l Lines) Len() int { return l.To - l.From + 1 }

// String returns "12-30", "12" for one line, or "?" for the zero value.
func (l Lines) String() string {
	switch {
	case l == Lines{}:
		return "?"
	case l.From == l.To:
		return strconv.Itoa(l.From)
	}
	return fmt.Sprintf("%d-%d", l.From, l.To)
}

// LinesOf converts a range to line numbers.
func LinesOf(r align.Range) Lines { return Lines{r.First.Line, r.Last.Line} }

// Place locates a part of a text. The place of an empty part is just after the preceding token.
type Place struct {
	File    int    `json:"-"`              // of a [pairs.Match]: the index in [pairs.Unit.Files]
	Path    string `json:"path,omitempty"` // of the file, in pairs
	Lines   Lines  `json:"lines"`          // from the first to the last
	Columns Lines  `json:"columns"`        // of its first and last byte, in bytes from 1
	Bytes   Span   `json:"bytes"`          // the range in the source
	Tokens  Span   `json:"tokens"`         // the range in tokens
}

// Span is a half-open range, counted from 0.
type Span struct {
	Start int `json:"start"` // the first byte, from 0
	End   int `json:"end"`   // the byte after the last
}

func place(d *align.Document, s analyzer.Span) Place {
	r := d.Range(s)
	return Place{
		Lines: LinesOf(r), Columns: Lines{r.First.Column, r.Last.Column},
		Bytes: Span{r.Start, r.End}, Tokens: Span{s.From, s.To},
	}
}
