package terminal

import (
	"io"
	"os"
)

// Progress rewrites one line of a terminal. On anything else it prints nothing.
type Progress struct {
	out   io.Writer
	width func() int // of the terminal, in columns
	shown bool
}

// NewProgress returns a progress line on the stream, as wide as the terminal.
func NewProgress(stream io.Writer) *Progress {
	f, ok := stream.(*os.File)
	if !ok || !IsTerminal(f) {
		return &Progress{}
	}
	return &Progress{out: f, width: func() int { return Columns(f) }}
}

// IsShown reports whether the line is shown: on a terminal.
func (p *Progress) IsShown() bool { return p.out != nil }

// Show replaces the line. The text is cut to less than the width of the terminal, because a wrapped
// line cannot be replaced.
func (p *Progress) Show(text string) {
	if p.out == nil {
		return
	}
	p.shown = true
	io.WriteString(p.out, "\r\x1b[K"+Cut(Safe(text), p.width()-1))
}

// Clear removes the line.
func (p *Progress) Clear() {
	if p.shown {
		io.WriteString(p.out, "\r\x1b[K")
		p.shown = false
	}
}
