// Package textlines tells the lines of places in a text.
package textlines

import "bytes"

// Counter tells the lines of offsets. Offsets that rise take one pass over the text; one before the
// last begins anew.
type Counter struct {
	text []byte
	line int // line breaks before at
	at   int
}

// Of returns a counter for the text.
func Of(text []byte) Counter { return Counter{text: text} }

// At returns the line of an offset, from 1.
func (c *Counter) At(offset int) int {
	if offset < c.at {
		c.line, c.at = 0, 0
	}
	c.line += bytes.Count(c.text[c.at:offset], []byte("\n"))
	c.at = offset
	return c.line + 1
}
