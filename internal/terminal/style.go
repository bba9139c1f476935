package terminal

import "os"

// Colors reports whether output to the stream may be coloured. The stream is then a terminal, TERM
// is not dumb, and NO_COLOR is not set (no-color.org).
func Colors(stream any) bool {
	return IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Style paints text and fits it into the width of a terminal. The zero Style is for pipes and
// files: it leaves all text as it is, and shortens and wraps nothing.
type Style struct {
	on    bool
	links bool
	width int // in columns; 0 is unlimited
}

// StyleFor returns the style for a stream.
func StyleFor(stream any) Style {
	if !IsTerminal(stream) {
		return Style{}
	}
	colors := Colors(stream)
	return Style{on: colors, links: colors, width: Columns(stream)}
}

// Colored returns a style that paints on any stream, of any width and without links.
func Colored() Style { return Style{on: true} }

// Width returns the number of columns, 0 if there is no limit.
func (s Style) Width() int { return s.width }

// Cut shortens text to the given number of columns, from the right, on a terminal.
func (s Style) Cut(text string, columns int) string {
	if s.width == 0 {
		return text
	}
	return Cut(text, columns)
}

// CutPath makes a path [Safe] and, on a terminal, shortens it to the given number of columns. It
// cuts from the left, because the end of a path is more informative.
func (s Style) CutPath(path string, columns int) string {
	if s.width == 0 {
		return Safe(path)
	}
	return CutPath(path, columns)
}

// Left returns the width less the taken columns, at least 20. Text at the end of a line has this
// width.
func (s Style) Left(taken int) int { return max(20, s.width-taken) }

// Paints reports whether the style paints. If not, signs must replace the colours.
func (s Style) Paints() bool { return s.on }

// Bold makes the text stand out.
func (s Style) Bold(text string) string { return s.paint("1", text) }

// Dim makes the text recede.
func (s Style) Dim(text string) string { return s.paint("2", text) }

// Warn paints text that needs attention.
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
