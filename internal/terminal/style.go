package terminal

import "os"

// Colors reports whether output to the stream may be coloured: it is a terminal, TERM is not dumb,
// and NO_COLOR is not set (no-color.org).
func Colors(stream any) bool {
	return IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Style paints text. The zero Style leaves it as it is.
type Style struct{ on bool }

// StyleFor returns the style for a stream.
func StyleFor(stream any) Style { return Style{Colors(stream)} }

// Colored returns a style that paints on any stream.
func Colored() Style { return Style{true} }

// Paints reports whether the style paints. If not, signs must convey what colours would.
func (s Style) Paints() bool { return s.on }

// Bold makes the text stand out.
func (s Style) Bold(text string) string { return s.paint("1", text) }

// Dim makes the text recede.
func (s Style) Dim(text string) string { return s.paint("2", text) }

// Warn paints what needs attention.
func (s Style) Warn(text string) string { return s.paint("33", text) }

// Removed paints text that occurs only in the first of two texts.
func (s Style) Removed(text string) string { return s.paint("31", text) }

// Added paints text that occurs only in the second of two texts.
func (s Style) Added(text string) string { return s.paint("32", text) }

// Renamed paints an identifier that has another name in the other text.
func (s Style) Renamed(text string) string { return s.paint("36", text) }

func (s Style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
