// Package terminal writes text to a terminal: escapes, colours, width, tables and a progress line.
// Text from files and names must go through [Safe], [Line] or [CutPath], so that it cannot control
// the terminal.
package terminal

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// Width is the assumed number of columns of a terminal that does not tell its size.
const Width = 100

// Height is the assumed number of rows of such a terminal.
const Height = 32

// IsTerminal reports whether the stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns the width of the terminal. It is $COLUMNS if that is set, otherwise the
// terminal's own, or [Width] if the stream is not a terminal or its width is unknown.
func Columns(stream any) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
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

// Rows returns the height of the terminal. It is $LINES if that is set, otherwise the terminal's
// own, or [Height] if the stream is not a terminal or its height is unknown.
func Rows(stream any) int {
	if n, err := strconv.Atoi(os.Getenv("LINES")); err == nil && n > 0 {
		return n
	}
	f, ok := stream.(*os.File)
	if !ok {
		return Height
	}
	_, height, err := term.GetSize(int(f.Fd()))
	if err != nil || height < 1 {
		return Height
	}
	return height
}
