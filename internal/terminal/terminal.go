// Package terminal writes text for a terminal: what may be printed, its colours, its width, tables,
// and a progress line.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// Width is the number of columns that tables, reports and warnings fit. An error is one line of any
// length: it names its cause in full.
const Width = 100

// IsTerminal says whether the stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns the width of the terminal, or [Width] if the stream is none or does not tell.
func Columns(stream any) int {
	f, ok := stream.(*os.File)
	if !ok {
		return Width
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 1 {
		return Width
	}
	return width
}
