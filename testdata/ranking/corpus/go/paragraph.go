// Package paragraph sets plain text: it wraps, justifies and indents.
package paragraph

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// Style says how a paragraph is to be set.
type Style struct {
	Width   int    // columns, including the indentation
	Indent  string // before every line
	First   string // before the first line, in place of Indent
	Justify bool   // fill lines up to Width with blanks
}

// Set reads paragraphs separated by blank lines and writes them in style.
func Set(w io.Writer, r io.Reader, style Style) error {
	out := bufio.NewWriter(w)
	scanner := bufio.NewScanner(r)
	var words []string
	count := 0
	flush := func() {
		if len(words) == 0 {
			return
		}
		if count > 0 {
			out.WriteByte('\n')
		}
		count++
		for _, line := range style.lines(words) {
			out.WriteString(line)
			out.WriteByte('\n')
		}
		words = words[:0]
	}
	for scanner.Scan() {
		line := scanner.Text()
		if strings.TrimSpace(line) == "" {
			flush()
			continue
		}
		words = append(words, strings.Fields(line)...)
	}
	flush()
	if err := scanner.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// lines breaks words greedily. A word wider than the line gets its own.
func (s Style) lines(words []string) []string {
	var result []string
	prefix := s.First
	if prefix == "" {
		prefix = s.Indent
	}
	begin, width := 0, utf8.RuneCountInString(prefix)
	for i, word := range words {
		need := utf8.RuneCountInString(word)
		if i > begin {
			need++
		}
		if i > begin && width+need > s.Width {
			result = append(result, prefix+s.fill(words[begin:i], s.Width-utf8.RuneCountInString(prefix)))
			prefix = s.Indent
			begin = i
			width = utf8.RuneCountInString(prefix)
			need = utf8.RuneCountInString(word)
		}
		width += need
	}
	return append(result, prefix+strings.Join(words[begin:], " "))
}

// fill spreads blanks between words, from the left, until room is used up.
func (s Style) fill(words []string, room int) string {
	if !s.Justify || len(words) == 1 {
		return strings.Join(words, " ")
	}
	letters := 0
	for _, word := range words {
		letters += utf8.RuneCountInString(word)
	}
	gaps := len(words) - 1
	blanks := room - letters
	if blanks < gaps {
		blanks = gaps
	}
	var b strings.Builder
	for i, word := range words {
		b.WriteString(word)
		if i == gaps {
			break
		}
		share := blanks / gaps
		if i < blanks%gaps {
			share++
		}
		b.WriteString(strings.Repeat(" ", share))
	}
	return b.String()
}
