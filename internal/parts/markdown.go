package parts

import (
	"bytes"
	"strings"
)

// Markdown: fenced blocks as in CommonMark 0.31, section 4.5, with two differences. A fence may be
// indented by any width, as it is in lists. And a block in a quotation ends where the quotation
// does. The language is the first word of the info string. Without one it is guessed.
//
// A block that is indented by four columns is code if an empty line, or nothing, precedes it. In a
// list, the columns count from the text of the last item on.
//
// An element pre that begins a line is read as in a page, up to the line with its end.

// markdown adds the blocks and the prose between them.
func (s *splitter) markdown(t text) {
	m := markdownReader{splitter: s, source: t, blank: true}
	eachLine(t.bytes, m.line)
	m.flush()
}

type markdownReader struct {
	*splitter
	source text
	part   text   // so far
	fence  *fence // that is open
	html   bool   // the part is an element pre
	// For indented blocks:
	indent int  // columns before the block that the part is, 0 if it is not a block
	blank  bool // the line before is empty, or there is none
	list   int  // columns before the text of the item of a list that may go on
}

// fence opens a block.
type fence struct {
	mark   byte
	length int
	indent int // columns before the mark
	quotes int // quote prefixes before that
	label  string
}

// line reads the line from from to to.
func (m *markdownReader) line(from, to int) {
	line := m.source.bytes[from:to]
	if m.fence != nil && m.fence.quotes > 0 {
		if _, depth := unquoted(line); depth < m.fence.quotes {
			m.flush()
		}
	}
	if m.fence != nil {
		m.inside(line, from, to)
		return
	}
	if m.html {
		m.element(line, from, to)
		return
	}
	if f := openFence(line); f != nil {
		m.flush()
		m.fence, m.blank = f, false
		if width(line, m.list) == 0 {
			m.list = 0
		}
		return
	}
	m.outside(line, from, to)
}

// element reads a line of an element pre.
func (m *markdownReader) element(line []byte, from, to int) {
	m.source.cut(&m.part, from, to)
	if bytes.Contains(bytes.ToLower(line), []byte("</pre>")) {
		m.flush()
	}
}

// inside reads a line after an open fence.
func (m *markdownReader) inside(line []byte, from, to int) {
	f := m.fence
	n := skipQuotes(line, f.quotes)
	if f.closedBy(line[n:]) {
		m.flush()
		return
	}
	n += indentation(line[n:], f.indent)
	m.source.cut(&m.part, from+n, to)
}

// outside reads a line of prose or of an indented block.
func (m *markdownReader) outside(line []byte, from, to int) {
	if isBlankLine(line) {
		m.blank = true
		m.source.cut(&m.part, from, to)
		return
	}
	columns := m.indent
	if columns == 0 {
		columns = m.list + 4
	}
	deep := width(line, columns)
	switch {
	case m.indent > 0 && deep == 0:
		m.flush()
	case m.indent == 0 && deep > 0 && m.blank:
		m.flush()
		m.indent = columns
	}
	if m.indent == 0 {
		deep = 0
		if m.list > 0 && m.blank && width(line, min(m.list, 4)) == 0 {
			m.list = 0
		}
		if n := item(line); n > 0 {
			m.list = n
		}
		if beginsPre(line) {
			m.flush()
			m.html, m.blank = true, false
			m.element(line, from, to)
			return
		}
	}
	m.blank = false
	m.source.cut(&m.part, from+deep, to)
}

// beginsPre reports whether the line, which is not blank, begins with the element pre.
func beginsPre(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	if line[0] != '<' {
		return false
	}
	tag, ok := readTag(line)
	return ok && tag.name == "pre" && !tag.closing
}

// flush ends the part.
func (m *markdownReader) flush() {
	t := m.part
	m.part = text{}
	switch {
	case m.fence != nil:
		m.block(named(m.fence.label), t)
	case m.indent > 0:
		m.block(label{}, t)
	case m.html:
		m.page(t)
	default:
		m.addText(t)
	}
	m.fence, m.indent, m.html = nil, 0, false
}

// openFence returns the fence that the line opens, or nil.
func openFence(line []byte) *fence {
	n, quotes := unquoted(line)
	line = line[n:]
	n = indentation(line, len(line))
	line, indent := bytes.TrimSpace(line[n:]), n
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return nil
	}
	mark := line[0]
	info := bytes.TrimLeft(line, string(mark))
	length := len(line) - len(info)
	if length < 3 || mark == '`' && bytes.IndexByte(info, '`') >= 0 {
		return nil
	}
	return &fence{mark, length, indent, quotes, infoLanguage(string(info))}
}

// infoLanguage returns the label of an info string: "go" of "go", "{.go .numberLines}",
// "{python, echo=FALSE}" and "go title=x.go".
func infoLanguage(info string) string {
	info = strings.TrimLeft(strings.TrimSpace(info), "{.= ")
	if i := strings.IndexAny(info, " \t,{}:;"); i >= 0 {
		info = info[:i]
	}
	return info
}

// closedBy reports whether the line closes the block.
func (f *fence) closedBy(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) >= f.length && len(bytes.Trim(line, string(f.mark))) == 0
}

// indentation returns the number of blanks at the start of the line, at most most.
func indentation(line []byte, most int) int {
	n := 0
	for n < min(most, len(line)) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
}

// width returns the length of the blanks that fill the line's first columns, or 0.
func width(line []byte, columns int) int {
	for i, at := 0, 0; i < len(line) && isBlank(line[i]) && at < columns; i++ {
		if at = nextColumn(at, line[i]); at >= columns {
			return i + 1
		}
	}
	return 0
}

// nextColumn returns the column after a blank at a column. A tab stop is at every fourth.
func nextColumn(at int, b byte) int {
	if b == '\t' {
		return at + 4 - at%4
	}
	return at + 1
}

// item returns the columns before the text of a list's item, or 0.
func item(line []byte) int {
	text := bytes.TrimLeft(line, " \t")
	columns := 0
	for _, b := range line[:len(line)-len(text)] {
		columns = nextColumn(columns, b)
	}
	digits := 0
	for digits < len(text) && text[digits]-'0' < 10 {
		digits++
	}
	rest := text[digits:]
	if len(rest) < 2 || rest[1] != ' ' && rest[1] != '\t' {
		return 0
	}
	if digits > 0 && (rest[0] == '.' || rest[0] == ')') || digits == 0 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') {
		return columns + digits + 2
	}
	return 0
}

// unquoted returns length and number of the quote prefixes at the line's start. The length includes
// a blank after each.
func unquoted(line []byte) (n, depth int) {
	i := indentation(line, 3)
	for i < len(line) && line[i] == '>' {
		depth++
		i++
		if i < len(line) && line[i] == ' ' {
			i++
		}
		n = i
	}
	return n, depth
}

// skipQuotes returns the length of the first quote prefixes.
func skipQuotes(line []byte, marks int) int {
	if marks == 0 {
		return 0
	}
	i := indentation(line, 3)
	for ; marks > 0 && i < len(line) && line[i] == '>'; marks-- {
		i++
		if i < len(line) && line[i] == ' ' {
			i++
		}
	}
	return i
}
