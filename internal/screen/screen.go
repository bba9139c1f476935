// Package screen is how the program talks to a person: what may be printed, in which colours,
// in which columns, and how long work shows that it goes on.
package screen

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"
)

// Width is the number of columns that tables, reports and warnings fit. An error is one line, however
// wide: it names what is wrong in full.
const Width = 100

// IsTerminal says whether the stream goes to a person's terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Colors says whether output to the stream may be coloured: on a terminal, unless NO_COLOR is set
// (no-color.org) or the terminal is dumb.
func Colors(stream any) bool {
	return IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Style paints text, or not.
type Style struct{ on bool }

// StyleFor returns the style for a stream.
func StyleFor(stream any) Style { return Style{Colors(stream)} }

// Colored returns the style that paints.
func Colored() Style { return Style{true} }

// Paints says whether the style paints. Without it, what colours say has to be said otherwise.
func (s Style) Paints() bool { return s.on }

// Bold makes the text stand out.
func (s Style) Bold(text string) string { return s.paint("1", text) }

// Dim makes the text recede.
func (s Style) Dim(text string) string { return s.paint("2", text) }

// Warn paints what needs attention.
func (s Style) Warn(text string) string { return s.paint("33", text) }

// Removed paints what stands in the first of two texts only.
func (s Style) Removed(text string) string { return s.paint("31", text) }

// Added paints what stands in the second of two texts only.
func (s Style) Added(text string) string { return s.paint("32", text) }

// Renamed paints what has another name in the other text.
func (s Style) Renamed(text string) string { return s.paint("36", text) }

func (s Style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Safe returns the text with everything escaped that could move the cursor, change the terminal
// or hide: control and format characters, letters that nothing is drawn for, line breaks and bytes that
// are not UTF-8.
func Safe(text string) string {
	if !strings.ContainsFunc(text, unsafeRune) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if unsafeRune(r) || r == utf8.RuneError && n == 1 {
			quoted := strconv.QuoteToASCII(text[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// emoji asks for the coloured form of the sign before it, and is all that many comments have of what is not drawn.
const emoji = '\uFE0F'

func unsafeRune(r rune) bool {
	return !unicode.IsPrint(r) || r != emoji && unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// SafeJSON is [Safe] for JSON: what could harm a terminal, and what JSON allows to stand in a string
// as it is, is escaped as \uXXXX. It means the same.
func SafeJSON(b []byte) []byte {
	var safe []byte
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == '\n' || !unsafeRune(r) {
			safe = append(safe, b[:n]...)
		} else {
			for _, u := range utf16.AppendRune(nil, r) {
				safe = fmt.Appendf(safe, `\u%04x`, u)
			}
		}
		b = b[n:]
	}
	return safe
}

// Line is [Safe] for a line of source: tabs become two spaces.
func Line(text string) string { return Safe(strings.ReplaceAll(text, "\t", "  ")) }

// Cut shortens text to the given number of columns, from the right.
func Cut(text string, columns int) string {
	runes := []rune(text)
	if len(runes) <= columns {
		return text
	}
	return string(runes[:max(0, columns-1)]) + "…"
}

// CutPath shortens a path, made [Safe], to the given number of columns, from the left: its end says more
// than its start.
func CutPath(path string, columns int) string {
	path = Safe(path)
	runes := []rune(path)
	if len(runes) <= columns {
		return path
	}
	return "…" + string(runes[min(len(runes), len(runes)-columns+1):])
}

// Wrap breaks text between words so that no line is wider than [Width], and begins all lines but
// the first with the indent. A word is never broken.
func Wrap(text, indent string) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > Width:
			b.WriteString("\n" + indent)
			column = utf8.RuneCountInString(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// Thousands writes a number with commas between groups of three digits.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Bytes writes a size with a unit of 1,000s.
func Bytes(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	v := float64(n)
	i := 0
	for v >= 1000 && i < len(units)-1 {
		v /= 1000
		i++
	}
	if i == 0 {
		return strconv.FormatInt(n, 10) + " B"
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + " " + units[i]
}

// Plural writes a number and a noun in the fitting form.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// Progress rewrites one line of a terminal. On anything else it prints nothing.
type Progress struct {
	out   io.Writer
	width func() int // of the terminal, in columns
	shown bool
}

// NewProgress returns a progress line on the stream.
func NewProgress(stream io.Writer) *Progress {
	f, ok := stream.(*os.File)
	if !ok || !IsTerminal(f) {
		return &Progress{}
	}
	return &Progress{out: f, width: func() int { return columns(f) }}
}

// columns returns how wide the terminal is now, and never more than [Width].
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 1 || width > Width {
		return Width
	}
	return width
}

// Show replaces the line. A line as wide as the terminal would break, and could not be replaced.
func (p *Progress) Show(text string) {
	if p.out == nil {
		return
	}
	p.shown = true
	io.WriteString(p.out, "\r\x1b[K"+Cut(Safe(text), p.width()-1))
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.shown {
		io.WriteString(p.out, "\r\x1b[K")
		p.shown = false
	}
}
