package parts

import (
	"bytes"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Markdown: fenced blocks as in CommonMark 0.31, section 4.5, with two differences. A fence may be
// indented by any width, as it is in lists, of which nothing else is read. And a block in a quotation
// ends where the quotation does. The language is the first word of the info string. Without one it is
// guessed.
//
// A block that is indented by four columns is code if an empty line precedes it, and no item of a
// list does.

// markdown adds the blocks and the prose between them.
func (s *splitter) markdown(t text) {
	m := markdownReader{splitter: s, source: t}
	eachLine(t.bytes, m.line)
	m.flush()
}

type markdownReader struct {
	*splitter
	source text
	part   text   // so far
	fence  *fence // that is open
	// For indented blocks:
	indented bool // the part is one
	blank    bool // the line before is empty
	list     bool // the paragraph before may be an item of a list
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
	if f := openFence(line); f != nil {
		m.flush()
		m.fence, m.blank, m.list = f, false, false
		return
	}
	m.outside(line, from, to)
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
	deep := indentation(line, 4)
	isDeep := deep == 4 || deep > 0 && line[deep-1] == '\t'
	switch {
	case m.indented && !isDeep, !m.indented && isDeep && m.blank && !m.list:
		m.flush()
		m.indented = isDeep
	}
	if !m.indented {
		deep = 0
	}
	if m.blank && !isDeep || isItem(line) {
		m.list = isItem(line)
	}
	m.blank = false
	m.source.cut(&m.part, from+deep, to)
}

// flush ends the part.
func (m *markdownReader) flush() {
	t := m.part
	m.part = text{}
	switch {
	case m.fence != nil:
		m.addLabelled(named(m.fence.label), t)
	case m.indented:
		m.add(nil, t)
	default:
		m.add(lex.Prose, t)
	}
	m.fence, m.indented = nil, false
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

// isItem reports whether the line begins an item of a list.
func isItem(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	digits := 0
	for digits < len(line) && line[digits]-'0' < 10 {
		digits++
	}
	switch rest := line[digits:]; {
	case len(rest) < 2 || rest[1] != ' ' && rest[1] != '\t':
		return false
	case digits > 0:
		return rest[0] == '.' || rest[0] == ')'
	default:
		return rest[0] == '-' || rest[0] == '*' || rest[0] == '+'
	}
}

// unquoted returns the length of the quote prefixes at the start of the line, with a blank after
// each, and their number.
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
