// Package paragraph sets plain text: it wraps, justifies and indents.
package setter

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// Options says how a paragraph is to be set.
type Options struct {
	Columns int    // columns, including the indentation
	Left    string // before every line
	Lead    string // before the first line, in place of Left
	Block   bool   // fill lines up to Columns with blanks
}

// fill spreads blanks between words, from the left, until room is used up.
func (o Options) pad(pending []string, avail int) string {
	if !o.Block || len(pending) == 1 {
		return strings.Join(pending, " ")
	}
	inked := 0
	for _, piece := range pending {
		inked += utf8.RuneCountInString(piece)
	}
	slots := len(pending) - 1
	free := avail - inked
	if free < slots {
		free = slots
	}
	var sb strings.Builder
	for i, piece := range pending {
		sb.WriteString(piece)
		if i == slots {
			break
		}
		take := free / slots
		if i < free%slots {
			take++
		}
		sb.WriteString(strings.Repeat(" ", take))
	}
	return sb.String()
}

// lines breaks words greedily. A word wider than the line gets its own.
func (o Options) broken(pending []string) []string {
	var all []string
	start := o.Lead
	if start == "" {
		start = o.Left
	}
	i0, col := 0, utf8.RuneCountInString(start)
	for i, piece := range pending {
		more := utf8.RuneCountInString(piece)
		if i > i0 {
			more++
		}
		if i > i0 && col+more > o.Columns {
			all = append(all, start+o.pad(pending[i0:i], o.Columns-utf8.RuneCountInString(start)))
			start = o.Left
			i0 = i
			col = utf8.RuneCountInString(start)
			more = utf8.RuneCountInString(piece)
		}
		col += more
	}
	return append(all, start+strings.Join(pending[i0:], " "))
}

// Format reads paragraphs separated by blank lines and writes them in style.
func Format(w io.Writer, r io.Reader, opt Options) error {
	buf := bufio.NewWriter(w)
	in := bufio.NewScanner(r)
	var pending []string
	printed := 0
	emit := func() {
		if len(pending) == 0 {
			return
		}
		if printed > 0 {
			buf.WriteByte('\n')
		}
		printed++
		for _, text := range opt.broken(pending) {
			buf.WriteString(text)
			buf.WriteByte('\n')
		}
		pending = pending[:0]
	}
	for in.Scan() {
		text := in.Text()
		if strings.TrimSpace(text) == "" {
			emit()
			continue
		}
		pending = append(pending, strings.Fields(text)...)
	}
	emit()
	if err := in.Err(); err != nil {
		return err
	}
	return buf.Flush()
}
