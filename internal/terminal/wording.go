package terminal

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cut shortens text to the given number of columns, from the right.
func Cut(text string, columns int) string {
	runes := []rune(text)
	if len(runes) <= columns {
		return text
	}
	return string(runes[:max(0, columns-1)]) + "…"
}

// CutPath makes a path [Safe] and shortens it to the given number of columns. It cuts from the
// left, because the end of a path is more informative.
func CutPath(path string, columns int) string {
	path = Safe(path)
	runes := []rune(path)
	if len(runes) <= columns {
		return path
	}
	return "…" + string(runes[min(len(runes), len(runes)-columns+1):])
}

// Wrap breaks text between words into lines of at most the width of the terminal. All lines but the
// first begin with the indent. It never breaks a word.
func (s Style) Wrap(text, indent string) string {
	if s.width == 0 {
		return text
	}
	return Wrap(text, s.width, indent)
}

// Wrap breaks text between words into lines of at most the width.
func Wrap(text string, width int, indent string) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
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

// Bytes writes a size with a decimal unit (steps of 1,000).
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

// Plural writes a number with the noun in singular or plural.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// Lines names lines by their numbers: one, or several such as 3-5 or "3, 9".
func Lines(numbers string) string {
	if _, err := strconv.Atoi(numbers); err == nil {
		return "line " + numbers
	}
	return "lines " + numbers
}

// Nearby returns a path relative to the working folder if it is below that, otherwise the path
// itself.
func Nearby(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return rel
}
